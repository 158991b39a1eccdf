// SPDX-License-Identifier: MIT-0

/// What the command line says.
struct Options {
  var programs = 10_000
  var seed: UInt64 = 1
  var relation: String?
  var cutOff: String?
  var answers: String?
  /// A run with more steps is taken for one that never ends.
  var steps = Options.steps
  var isTraced = false

  static let steps = 60_000
  static let help = """
    Runs programs that use DIContainer under schedules that a seed decides, until one violates a rule.

      explore [--programs N] [--seed S]     N random programs, one schedule each
      explore --relation NAME               N random programs on one thread, and a change after which
                                            each has to say the same; NAME may be 'all'
      explore --cut-off PATH                the same, of another build, in which the container has
                                            nothing below the line

      --programs N       how many programs (10000)
      --seed S           the first seed (1)
      --trace            print each step
      --steps N          a run with more steps never ends (\(steps))
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
      case "--relation": relation = value()
      case "--cut-off": cutOff = value()
      case "--answer": answers = value()  // how one build asks the other
      case "--steps": steps = try number()
      case "--trace": isTraced = true
      default: throw Mistake(description: "'\(option)' is not an option.\n\(Options.help)")
      }
    }
    if let relation, Relation.named(relation).isEmpty {
      throw Mistake(description: "There are these relations: all, \(Relation.all.map { $0.name })")
    }
  }
}
