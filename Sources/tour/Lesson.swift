import Foundation

// What the tour consists of: the tables of its page.

let readme = (try? contents(of: "\(tourFolder)/README.md")) ?? ""

private let all = readme.matches(of: /(?m)^\| (\d+) \| \[(.+)\]\((\w+)\/(\S+)\) \| (\d+) \|/).map {
  Lesson(
    number: String($0.1), title: String($0.2), folder: String($0.3), file: String($0.4),
    minutes: String($0.5))
}

let lessons = all.filter { !$0.isStep }
let steps = all.filter(\.isStep)

let routes = readme.matches(of: /(?m)^\| (.+) \| (.+) \| (\d+) \|$/).map {
  (title: $0.1, lessons: $0.2, minutes: $0.3)
}

/// A lesson, or a step of the inside: a file that the tour shows, its facts, and its solution.
struct Lesson: Sendable {
  let number: String
  let title: String
  let folder: String
  let file: String
  let minutes: String

  var isStep: Bool { folder == "Inside" }
  var name: String { isStep ? "inside \(number)" : number }  // as it is typed
  var function: String { isStep ? "step\(number)" : "lesson\(number)" }
  var path: String { "\(folder)/\(file)" }
  private var stem: Substring { file.prefix { $0.isLetter || $0.isNumber } }
  var facts: String { "\(tourFolder)/Facts/\(stem).swift" }
  var solution: String { "Solutions/\(stem).diff" }

  var line: String {
    "\(String(repeating: " ", count: 4 - number.count))\(number)  \(title) (\(minutes) minutes)\n"
  }

  /// What to type after it.
  var goOn: String {
    let rest = (lessons + steps).drop { $0.name != name }.dropFirst()
    return rest.first.map { "swift run tour \($0.name)" } ?? "the end"
  }

  /// What is looked at when it is checked, as it stands in the file with the facts.
  func sentences() throws -> [String] {
    let text = try contents(of: facts) + contents(of: "\(tourFolder)/Facts/Facts.swift")
    return text.matches(of: /\bFact\("(.+?)"\)/).map { String($0.1) }
  }

  /// The texts above the changes of the solution: a hint, and the point of it all.
  func hint() throws -> String { try texts()[0].replacingOccurrences(of: "Hint: ", with: "") }
  func point() throws -> String { try texts().dropFirst().joined(separator: "\n\n") }

  private func texts() throws -> [String] {
    let text = try contents(of: "\(tourFolder)/\(solution)").components(separatedBy: "\n\n--- ")[0]
    return text.components(separatedBy: "\n\n").map { paragraph in
      wrapped(paragraph.replacingOccurrences(of: "\n", with: " "), indent: "")
    }
  }

  /// The lines of the file as a reader sees them. Comments at the start of a line are prose, and
  /// everything else is code, which is indented.
  func page() throws -> [String] {
    var lines = ["# \(isStep ? "Step" : "Lesson") \(number): \(title) (\(minutes) minutes)"]
    var paragraph = ""
    for line in try contents(of: "\(tourFolder)/\(path)").components(separatedBy: "\n") {
      let isProse = line.hasPrefix("// ") && !line.hasPrefix("// #") && !line.hasPrefix("//     ")
      if !paragraph.isEmpty, !isProse || line.hasPrefix("// - ") {
        lines.append(wrapped(paragraph, indent: paragraph.hasPrefix("-") ? "  " : ""))
        paragraph = ""
      }
      if isProse {
        paragraph += (paragraph.isEmpty ? "" : " ") + line.dropFirst(3)
      } else if line == "//" || line.hasPrefix("// ") {
        lines.append(String(line.dropFirst(3)))
      } else {
        lines.append(line.isEmpty ? "" : "  " + line)
      }
    }
    return lines.dropLast()
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
    throw Problem(description: "\(path) can't be read.")
  }
}

/// Something that a reader can put right.
struct Problem: Error, CustomStringConvertible { let description: String }

/// Breaks long lines at a space, so that a page fits a terminal of 80 columns.
func wrapped(_ text: String, indent: String = "    ") -> String {
  var lines: [String] = []
  for line in text.components(separatedBy: "\n") {
    var rest = Substring(line)
    while rest.count > 73, let space = rest.prefix(74).dropFirst(4).lastIndex(of: " ") {
      lines.append(String(rest[..<space]))
      rest = indent + rest[space...].dropFirst()
    }
    lines.append(String(rest))
  }
  return lines.joined(separator: "\n")
}
