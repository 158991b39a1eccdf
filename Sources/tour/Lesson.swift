// SPDX-License-Identifier: MIT-0

import Foundation

/// A lesson, or a step of the inside: a file that the tour shows, its facts, and its solution.
struct Lesson: Sendable {
  let name: String  // as it is typed: "3", or "inside 3"
  let topic: String
  private let number: String
  private let kind: String

  init(_ number: Int, _ topic: String = "", isStep: Bool = false) {
    self.topic = topic
    self.number = "\(number)"
    kind = isStep ? "Step" : "Lesson"
    name = isStep ? "inside \(number)" : "\(number)"
  }

  /// Its function, which runs it.
  var function: String { "\(kind.lowercased())\(number)" }
  private var stem: String {
    kind == "Step" ? "Step\(number)" : "Lesson" + (number.count == 1 ? "0" : "") + number
  }

  var path: String { kind == "Step" ? "Inside/\(stem).swift" : "Lessons/\(stem)-\(topic).swift" }
  var facts: String { "\(tourFolder)/Facts/\(stem).swift" }
  var solution: String { "Solutions/\(stem).diff" }

  func page() throws -> Page {
    do { return try Page("\(tourFolder)/\(path)") } catch {
      throw Unreadable("\(error) To put it back: swift run tour reset \(name)")
    }
  }

  /// What is looked at when it is checked, as it stands in the file with the facts.
  func sentences() throws -> [String] {
    try contents(of: facts).matches(of: /\bFact\("(.+?)"\)/).map { String($0.1) }
  }

  /// The texts above the changes of the solution: a hint, and the point of it all.
  func hint() throws -> String { try texts()[0].replacingOccurrences(of: "Hint: ", with: "") }
  func point() throws -> String { try texts().dropFirst().joined(separator: "\n\n") }

  private func texts() throws -> [String] {
    let text = try contents(of: "\(tourFolder)/\(solution)").components(separatedBy: "\n--- ")[0]
    return text.components(separatedBy: "\n\n").filter { !$0.isEmpty }
      .map { filled($0).joined(separator: "\n") }
  }

  /// Its line in a list.
  func line() throws -> String {
    let page = try page()
    return Page.line(number: number, page.minutes, page.title)
  }
}

/// The folder of the package, with the sources that this program was compiled from.
let package = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

let tourFolder = package.path + "/Sources/tour"

/// What a file says. The tour reads its own sources when it runs.
func contents(of path: String) throws -> String {
  do {
    return try String(contentsOfFile: path, encoding: .utf8)
  } catch {
    throw Unreadable("\(path) can't be read.")
  }
}

/// A file is not there, or not as it was.
struct Unreadable: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A file of a lesson as a reader sees it. A comment at the start of a line is prose, and everything
/// else is code. The headings are the same in all files.
struct Page {
  static let output = "## It prints"

  let title: String
  let minutes: Int
  let lines: [String]

  init(_ path: String) throws {
    lines = try Page.shown(path)
    let head = lines.prefix(2).joined(separator: "\n")
    guard let head = head.wholeMatch(of: /# \w+ \d+: (.+)\n(\d+) minutes\. Goal: .+/),
      let minutes = Int(head.2), lines.contains(Page.output)
    else { throw Unreadable("\(path) has lost its first lines or a heading.") }
    title = String(head.1)
    self.minutes = minutes
  }

  static func line(number: String, _ minutes: Int, _ title: String) -> String {
    let columns = [(number, 4), ("\(minutes)", 5)].map { text, width in
      String(repeating: " ", count: width - text.count) + text
    }
    return "\(columns.joined()) min  \(title)"
  }

  /// The lines of a source file, without its licence. Comments at the start of a line are paragraphs,
  /// and code is indented. A comment that is the path of a file is followed by that file.
  private static func shown(_ path: String) throws -> [String] {
    let text = try contents(of: path).trimmingCharacters(in: .newlines)
    var lines: [String] = []
    var paragraph = ""
    for line in text.components(separatedBy: "\n").dropFirst(2) + [""] {
      let prose = line.hasPrefix("// ") ? String(line.dropFirst(3)) : ""
      let isText = !prose.isEmpty && !prose.hasPrefix("#") && !prose.hasPrefix("    ")
      if !isText || prose.hasPrefix("- ") {
        lines += filled(paragraph)
        paragraph = ""
      }
      if prose.contains(/^\S+\.swift$/) {
        lines += try [prose, ""] + shown("\(package.path)/\(prose)")
      } else if isText {
        paragraph += " " + prose
      } else {
        lines.append(line.hasPrefix("//") ? prose : line.isEmpty ? "" : "  " + line)
      }
    }
    return lines.dropLast()
  }
}

/// The lines of a paragraph, in 79 columns. What follows a hyphen is indented.
func filled(_ paragraph: String) -> [String] {
  var lines: [String] = []
  var isItem = false
  for word in paragraph.split(whereSeparator: \.isWhitespace) {
    if let last = lines.last, last.count + word.count < 79 {
      lines[lines.count - 1] += " \(word)"
    } else {
      lines.append((isItem ? "  " : "") + word)
      isItem = lines[0] == "-" || isItem
    }
  }
  return lines
}

/// Breaks long lines at a space, so that a page fits a terminal of 80 columns: the container writes
/// for logs.
func wrapped(_ text: String, width: Int = 73) -> String {
  var lines: [String] = []
  for line in text.components(separatedBy: "\n") {
    var rest = Substring(line)
    while rest.count > width, let space = rest.prefix(width + 1).dropFirst(4).lastIndex(of: " ") {
      lines.append(String(rest[..<space]))
      rest = "    " + rest[space...].dropFirst()
    }
    lines.append(String(rest))
  }
  return lines.joined(separator: "\n")
}
