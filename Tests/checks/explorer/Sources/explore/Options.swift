// SPDX-License-Identifier: MIT-0

/// What the command line says.
struct Options {
  var programs = 10_000
  var seed: UInt64 = 1
  var scenario: String?
  var relation: String?
  var cutOff: String?
  var answers: String?
  var isSystematic = false
  /// An exact schedule: which choice was made at which decision, where it was not the first.
  var switches: [Strategy.Switch]?
  /// A run with more steps is taken for one that never ends.
  var steps = Options.steps
  var isTraced = false

  static let steps = 60_000
  static let help = """
    Runs programs that use DIContainer under schedules that a seed decides, until one violates a rule.

      explore [--programs N] [--seed S]     N random programs, one schedule each
      explore --scenario NAME               a program that is written down, N schedules; NAME may
                                            be the start of names, as in 'fcc-t3', or 'all'
      explore --relation NAME               N random programs on one thread, and a change after which
                                            each has to say the same; NAME may be 'all'
      explore --cut-off PATH                the same, of another build, in which the container has
                                            nothing below the line

      --programs N       how many programs, or schedules of a scenario (10000)
      --seed S           the first seed (1)
      --systematic       all schedules with at most two preemptions, N at most: of a scenario, or of
                         the program of the seed
      --trace            print each step
      --steps N          a run with more steps never ends (\(steps))
      --switches A:B,…   one schedule, as printed with a failure
    """

  struct Mistake: Error, CustomStringConvertible { var description: String }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(of option: String) throws -> String {
      guard let value = rest.popFirst() else {
        throw Mistake(description: "\(option) needs a value.")
      }
      return value
    }
    func number<Number: FixedWidthInteger>(of option: String) throws -> Number {
      let text = try value(of: option)
      guard let number = Number(text) else {
        throw Mistake(description: "\(option) needs a number; '\(text)' is none.")
      }
      return number
    }
    while let option = rest.popFirst() {
      switch option {
      case "--programs": programs = try number(of: option)
      case "--seed": seed = try number(of: option)
      case "--scenario": scenario = try value(of: option)
      case "--relation": relation = try value(of: option)
      case "--cut-off": cutOff = try value(of: option)
      case "--answer": answers = try value(of: option)  // how one build asks the other
      case "--systematic": isSystematic = true
      case "--switches":
        switches = try Options.switches(value(of: option))
        programs = 1
      case "--steps": steps = try number(of: option)
      case "--trace": isTraced = true
      default: throw Mistake(description: "'\(option)' is not an option.\n\(Options.help)")
      }
    }
    if let scenario, Scenario.named(scenario).isEmpty {
      let names = Scenario.all.map { $0.name }.joined(separator: ", ")
      throw Mistake(description: "There is no scenario '\(scenario)'. There are: all, \(names).")
    }
    if let relation, Relation.named(relation).isEmpty {
      let names = Relation.all.map { $0.name }.joined(separator: ", ")
      throw Mistake(description: "There is no relation '\(relation)'. There are: all, \(names).")
    }
  }

  private static func switches(_ text: String) throws -> [Strategy.Switch] {
    try text.split(separator: ",").map { part in
      let numbers = part.split(separator: ":").compactMap { Int($0) }
      guard numbers.count == 2 else {
        throw Mistake(description: "--switches needs pairs like 12:1; '\(part)' is none.")
      }
      return Strategy.Switch(step: numbers[0], choice: numbers[1])
    }
  }
}
