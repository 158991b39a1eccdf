// SPDX-License-Identifier: MIT-0

import Foundation

/// The code of a lesson.
typealias Program = @Sendable () async throws -> Void

/// A lesson, or a step of the inside: one Swift file, which the tour shows, runs and checks.
struct Lesson: Sendable {
  let name: String  // as it is typed: "3", or "inside 3"
  let path: String
  let solution: String
  let program: Program

  func page() throws -> Page { try Page(path) }

  /// Its own file, and those that it shows.
  func files() throws -> [String] { [path] + paths(in: try contents(of: path)) }

  /// What a solution shows: the text above its changes.
  func point() throws -> String {
    let lines = try contents(of: solution).components(separatedBy: "\n")
    let text = lines.prefix { !$0.hasPrefix("--- ") }.joined(separator: "\n")
    return text.trimmingCharacters(in: .newlines)
  }

  /// Its line in a list.
  func line() throws -> String {
    let page = try page()
    return Page.line(number: name.split(separator: " ").last ?? "", page.minutes, page.title)
  }
}

/// A file of a lesson as a reader sees it. A comment at the start of a line is prose, and everything
/// else is code. The headings are the same in all files.
struct Page {
  static let output = "## It prints"
  static let exercise = "## Exercise"
  static let goal = "## Then it prints"

  let title: String
  let minutes: Int
  let lines: [String]
  let promised: String
  let goal: String

  init(_ path: String) throws {
    lines = try shown(path)
    let head = lines.prefix(2).joined(separator: "\n")
    guard let head = head.wholeMatch(of: /# \w+ \d+: (.+)\n(\d+) minutes\. Goal: .+/),
      let minutes = Int(head.2),
      let promised = Page.block(under: Page.output, in: lines),
      let goal = Page.block(under: Page.goal, in: lines)
    else {
      throw Unreadable("\(path) has lost its first lines or a heading. Try: git restore \(path)")
    }
    title = String(head.1)
    self.minutes = minutes
    self.promised = promised
    self.goal = goal
  }

  static func line(number: some StringProtocol, _ minutes: Int, _ title: String) -> String {
    let columns = [(String(number), 4), ("\(minutes)", 5)].map { text, width in
      String(repeating: " ", count: width - text.count) + text
    }
    return "\(columns.joined()) min  \(title)"
  }

  /// What stands under a heading, indented by four: what a program prints.
  private static func block(under heading: String, in lines: [String]) -> String? {
    guard let start = lines.firstIndex(of: heading) else { return nil }
    let block = lines[(start + 1)...].prefix { $0.isEmpty || $0.hasPrefix("    ") }
    let text = block.map { $0.dropFirst(4) }.joined(separator: "\n")
    return text.trimmingCharacters(in: .newlines) + "\n"
  }

  /// The page. If a reader has changed the program, what it prints comes first, and then only the
  /// exercise: the rest describes the program as it was.
  func lines(ifItPrints printed: String) -> [String] {
    if printed == promised { return lines }
    let start = lines.firstIndex(of: Page.exercise) ?? lines.endIndex
    return [printed + "\nYou have changed this program, and it prints something else now.\n"]
      + lines[start...]
  }

  /// The first line that is not as the exercise wants it, or `nil` if it is solved.
  func difference(ifItPrints printed: String) -> String? {
    if printed == goal { return nil }
    let lines = printed.components(separatedBy: "\n").dropLast()
    let wanted = goal.components(separatedBy: "\n").dropLast()
    let same = zip(lines, wanted).prefix { $0 == $1 }.count
    return """
      Not solved yet. Line \(same + 1) differs:

        it prints  \(lines.dropFirst(same).first ?? "(nothing more)")
        wanted     \(wanted.dropFirst(same).first ?? "(nothing more)")
      """
  }
}

/// The folder of the package, with the sources that this program was compiled from.
let package = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// What a file of the package says. The tour reads its own sources when it runs: SwiftPM compiles a
/// file or copies it as a resource, and not both.
func contents(of path: String) throws -> String {
  do {
    return try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
  } catch {
    throw Unreadable("\(path) can't be read. Try: git restore \(path)")
  }
}

/// The lines of a source file, without its licence. Comments at the start of a line lose their marks,
/// and code is indented. A comment that is the path of a file is followed by that file.
private func shown(_ path: String) throws -> [String] {
  let lines = try contents(of: path).trimmingCharacters(in: .newlines).components(separatedBy: "\n")
  return try lines.dropFirst(2).flatMap { line in
    guard line == "//" || line.hasPrefix("// ") else { return [line.isEmpty ? "" : "  " + line] }
    let prose = String(line.dropFirst(3))
    return try [prose] + paths(in: line).flatMap { try [""] + shown($0) }
  }
}

/// The files that a page names on a line of their own.
private func paths(in text: String) -> [String] {
  text.matches(of: /(?m)^\/\/ (\S+\.swift)$/).map { String($0.1) }
}

/// A file is not there, or not as it was.
struct Unreadable: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
