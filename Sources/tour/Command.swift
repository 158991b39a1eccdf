/// What the tour is asked for.
enum Command: Equatable {
  case welcome
  case list
  case lesson(Int)
  case solution(Int)
  case allLessons
  case inside
  case step(Int)
  case allSteps
  case help

  static let usage = """
    swift run tour                 begin here
    swift run tour 7               lesson 7 (there are \(lessons.count))
    swift run tour 7 --solution    a solution of its exercise
    swift run tour all             every lesson
    swift run tour inside          how a container works: it is built from nothing
    swift run tour inside 3        step 3 (there are \(steps.count))
    swift run tour inside all      every step
    swift run tour list            what there is
    """

  /// - Throws: a ``TourError`` that says what is wrong and what can be typed.
  init(_ words: [String]) throws {
    switch words {
    case []: self = .welcome
    case ["list"]: self = .list
    case ["all"]: self = .allLessons
    case ["inside"]: self = .inside
    case ["inside", "all"]: self = .allSteps
    case ["help"]: self = .help
    case _ where words.contains("--help") || words.contains("-h"): self = .help
    default: self = try Command.numbered(words)
    }
  }

  private static func numbered(_ words: [String]) throws -> Command {
    let flags = words.filter { $0.hasPrefix("-") && Int($0) == nil }
    let rest = words.filter { !flags.contains($0) }
    if let unknown = flags.first(where: { $0 != "--solution" }) {
      throw mistake("There is no flag '\(unknown)'.")
    }
    if rest.first == "inside" {
      if !flags.isEmpty { throw mistake("A step has no exercise, and so no solution.") }
      guard rest.count == 2 else { throw mistake("'inside' takes one number.") }
      return .step(try number(rest[1], of: "step", from: steps.count))
    }
    let known = ["all", "list", "help", "inside"]
    if let unknown = rest.first(where: { Int($0) == nil && !known.contains($0) }) {
      throw mistake("The tour doesn't know '\(unknown)'.")
    }
    guard rest.count == 1 else {
      throw mistake(
        rest.isEmpty
          ? "Which lesson is the solution for?" : "The tour shows one lesson at a time.")
    }
    let number = try number(rest[0], of: "lesson", from: lessons.count)
    return flags.isEmpty ? .lesson(number) : .solution(number)
  }

  private static func number(_ word: String, of kind: String, from count: Int) throws -> Int {
    guard let number = Int(word) else {
      throw mistake("The tour doesn't know '\(word)'.")
    }
    guard (1...count).contains(number) else {
      throw mistake("There is no \(kind) \(number). They go from 1 to \(count).")
    }
    return number
  }

  private static func mistake(_ text: String) -> TourError {
    TourError("\(text) You can type:\n\n" + usage.indented)
  }
}
