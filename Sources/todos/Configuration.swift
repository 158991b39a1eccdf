// SPDX-License-Identifier: MIT-0

/// What the command line asks for.
struct Configuration {
  private(set) var action = Action.search
  private(set) var format = Format.text
  private(set) var markers = ["TODO", "FIXME", "XXX"]
  private(set) var showsOnlySummary = false
  private(set) var paths: [String] = []
  let allowsColor: Bool

  enum Action {
    case search, help, version, wiring, list, check
  }

  /// Throws a `UsageError` that says what to type instead.
  init(arguments: [String], environment: [String: String]) throws {
    allowsColor = environment["NO_COLOR", default: ""].isEmpty
    var ownMarkers: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        paths += rest
        break
      }
      guard argument.hasPrefix("-") else {
        paths.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let (option, value) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
      switch (option, value) {
      case ("--format", _): format = try Format(argument: value ?? rest.popFirst())
      case ("--marker", _):
        let marker = try Self.marker(value ?? rest.popFirst())
        if !ownMarkers.contains(marker) { ownMarkers.append(marker) }
      case ("--summary", nil): showsOnlySummary = true
      case ("--help", nil), ("-h", nil): action = .help
      case ("--version", nil): action = .version
      case ("--wiring", nil): action = .wiring
      case ("--wiring", "list"): action = .list
      case ("--check", nil): action = .check
      default: throw Self.wrongOption(option, argument)
      }
    }
    if !ownMarkers.isEmpty { markers = ownMarkers }
    if paths.isEmpty { paths = ["."] }
  }

  private static func marker(_ argument: String?) throws -> String {
    guard let argument, !argument.isEmpty, argument.allSatisfy(\.isPartOfWord) else {
      throw UsageError(
        "--marker needs one word of letters, digits and '_'. For example: --marker HACK")
    }
    return argument
  }

  private static func wrongOption(_ option: String, _ argument: String) -> UsageError {
    if option == "--wiring" {
      return UsageError("'\(argument)' is unknown. Type --wiring or --wiring=list.")
    }
    if options.contains(option) { return UsageError("\(option) takes no value. Type \(option).") }
    let guess = option.closest(in: options).map { "Did you mean \($0)? " } ?? ""
    return UsageError("'\(option)' is not an option. \(guess)todos --help lists them all.")
  }
}

/// How the result is written.
enum Format: String, CaseIterable {
  case text, json, markdown

  fileprivate init(argument: String?) throws {
    if let format = argument.flatMap(Format.init) {
      self = format
      return
    }
    let wrong = argument.map { "'\($0)' is not a format. " } ?? "--format needs a value. "
    let right = Self.allCases.map { "--format \($0)" }.joined(separator: ", ")
    throw UsageError("\(wrong)Type one of: \(right)")
  }
}

/// A mistake on the command line, with what to type instead.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension Character {
  var isPartOfWord: Bool { isLetter || isNumber || self == "_" }
}

extension String {
  /// The candidate that at most two typing mistakes turn into this.
  func closest(in candidates: [String]) -> String? {
    candidates.map { (distance(to: $0), $0) }.filter { $0.0 <= 2 && $0.0 < count }.min(by: <)?.1
  }

  /// The number of characters to insert, delete or replace (Levenshtein's distance).
  private func distance(to other: String) -> Int {
    var row = Array(0...other.count)
    for (line, character) in enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, match) in other.enumerated() {
        let replaced = diagonal + (character == match ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row.last ?? 0
  }
}

extension Configuration {
  static let version = "1.0.0"

  private static let options = [
    "--format", "--marker", "--summary", "--wiring", "--check", "--help", "--version",
  ]

  static let help = """
    Usage: todos [options] [path …]

    Finds TODO, FIXME and XXX in the comments of the text files below the paths, or below the
    current folder. A comment starts with //, /*, <!--, #, --, ; or the like, or it is a line
    that starts with the marker.

      --format FORMAT   text (the default), json or markdown
      --marker NAME     look for NAME instead; may be repeated
      --summary         only the numbers
      --wiring          draw what the tool is made of, as a Mermaid flowchart
      --wiring=list     list it
      --check           verify it; the exit status is 1 if something is missing
      --help, --version

    Hidden folders are skipped, and links to folders are not followed. A file that cannot be read
    is skipped with a note. There is no colour if NO_COLOR is set. On a terminal, a search ends
    with the list of what the tool is made of. The exit status is 0, or 2 for a wrong option,
    format or path.

    """
}
