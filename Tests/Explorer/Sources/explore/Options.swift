// SPDX-License-Identifier: MIT-0

/// What the command line says.
struct Options {
  var programs = 10_000
  var seed: UInt64 = 1
  var scenario: String?
  var strategy: String?
  /// The places of the reductions that were made to the program of the seed or scenario.
  var reductions: [Int] = []
  /// The seed of the schedule, where it is not the one of the program.
  var schedule: UInt64?
  /// An exact schedule: which choice was made at which decision, where it was not the first.
  var switches: [Strategy.Switch]?
  /// A run with more steps is taken for one that never ends.
  var steps: Int?
  var isTraced = false
  var keepsGoing = false
  var shrinks = true
  /// The file in which a child process says what it is doing.
  var page: String?

  static let help = """
    Runs programs that use DIContainer under schedules that a seed decides.

      explore [--programs N] [--seed S]     N random programs, one schedule each
      explore --scenario NAME               a program that is written down, N schedules; NAME may
                                            be the start of names, as in 'ring3', or 'all'

      --programs N       how many programs, or schedules of a scenario (10000)
      --seed S           the first seed (1)
      --strategy NAME    uniform, sticky, pct, few; or systematic, for scenarios: all schedules
                         with at most two preemptions. Otherwise the seed chooses.
      --trace            with one program or schedule: print each step of it
      --steps N          a run with more steps never ends (60000)
      --keep-going       do not stop at the first failure: count them
      --no-shrink        print the program as it was found
      --schedule S, --switches A:B,…, --reductions A,…   as printed with a failure
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
      case "--strategy": strategy = try value(of: option)
      case "--steps": steps = try number(of: option)
      case "--trace": isTraced = true
      case "--keep-going": keepsGoing = true
      case "--no-shrink": shrinks = false
      case "--schedule": schedule = try number(of: option)
      case "--page": page = try value(of: option)
      case "--reductions":
        reductions = try value(of: option).split(separator: ",").map { part in
          guard let place = Int(part) else {
            throw Mistake(description: "--reductions needs numbers; '\(part)' is none.")
          }
          return place
        }
      case "--switches":
        switches = try value(of: option).split(separator: ",").map { part in
          let numbers = part.split(separator: ":").compactMap { Int($0) }
          guard numbers.count == 2 else {
            throw Mistake(description: "--switches needs pairs like 12:1; '\(part)' is none.")
          }
          return Strategy.Switch(step: numbers[0], choice: numbers[1])
        }
      default: throw Mistake(description: "'\(option)' is not an option.\n\(Options.help)")
      }
    }
    let strategies = ["uniform", "sticky", "pct", "few", "systematic"]
    if let strategy, !strategies.contains(strategy) {
      throw Mistake(description: "'\(strategy)' is not one of \(strategies).")
    }
    if let scenario, Scenarios.names(scenario).isEmpty {
      let names = Scenarios.names("all").joined(separator: ", ")
      throw Mistake(description: "There is no scenario '\(scenario)'. There are: all, \(names).")
    }
  }

  /// Whether `programs` counts schedules of one program.
  var hasOneProgram: Bool { scenario != nil || schedule != nil || !reductions.isEmpty }

  /// The arguments that name the program.
  var source: [String] {
    var arguments = scenario.map { ["--scenario", $0] } ?? ["--seed", "\(seed)"]
    if let steps { arguments += ["--steps", "\(steps)"] }
    if !reductions.isEmpty {
      arguments += ["--reductions", reductions.map { "\($0)" }.joined(separator: ",")]
    }
    return arguments
  }

  var program: Program {
    let program = scenario.flatMap { Scenarios.all[$0] } ?? Generator.program(seed: seed)
    return program.reduced(by: reductions)
  }
}
