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
    func value() -> String { rest.popFirst() ?? "" }
    func number<Number: FixedWidthInteger>() throws -> Number {
      let text = value()
      guard let number = Number(text) else {
        throw Mistake(description: "'\(text)' is no number.\n\(Options.help)")
      }
      return number
    }
    while let option = rest.popFirst() {
      switch option {
      case "--programs": programs = try number()
      case "--seed": seed = try number()
      case "--scenario": scenario = value()
      case "--relation": relation = value()
      case "--cut-off": cutOff = value()
      case "--answer": answers = value()  // how one build asks the other
      case "--systematic": isSystematic = true
      case "--switches":
        let numbers = value().split { ":,".contains($0) }.compactMap { Int($0) }
        let pairs = stride(from: 0, to: numbers.count - 1, by: 2)
        switches = pairs.map { Strategy.Switch(step: numbers[$0], choice: numbers[$0 + 1]) }
        programs = 1
      case "--steps": steps = try number()
      case "--trace": isTraced = true
      default: throw Mistake(description: "'\(option)' is not an option.\n\(Options.help)")
      }
    }
    let scenarios = Scenario.all.map { $0.name }
    if let scenario, Scenario.named(scenario).isEmpty {
      throw Mistake(description: "There are these scenarios: all, \(scenarios)")
    }
    if let relation, Relation.named(relation).isEmpty {
      throw Mistake(description: "There are these relations: all, \(Relation.all.map { $0.name })")
    }
  }
}
