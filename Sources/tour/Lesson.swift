import Foundation

// What the tour consists of: the tables of its page.

let readme = (try? contents(of: "\(tourFolder)/README.md")) ?? ""

let allLessons: [Lesson] = {
  let row = /(?m)^\| ([\w ]+) \| \[(.+)\]\(Lessons\/(\w+)\/(\S+)\) \| (\d+) \| .+? \| (.+?) \(/
  return readme.matches(of: row).map {
    Lesson(
      name: String($0.1), title: String($0.2), folder: String($0.3), file: String($0.4),
      minutes: String($0.5), question: String($0.6),
      facts: (try? contents(of: "\(tourFolder)/Facts/\($0.3).swift")) ?? "")
  }
}()

/// A lesson, or a step of the inside: a folder with a file that the tour shows, its facts, and its
/// solution.
struct Lesson: Sendable, CustomStringConvertible {
  let name: String  // as it is typed
  let title: String
  let folder: String
  let file: String
  let minutes: String
  let question: String  // the first hint
  let facts: String  // read before anything that was handed in runs

  var path: String { "\(folder)/\(file)" }
  var solution: String { "Solutions/\(folder).diff" }

  var description: String { name }
  var line: String {
    "\(padded(isSolved ? "✓" : "", to: 10 - name.count))\(name)  \(title) (\(minutes) minutes)\n"
  }

  /// What is looked at when it is checked.
  var sentences: [String] {
    let found = facts.matches(of: /\bfact\("(.+?)"\) \{/)
    return found.map { String($0.1).replacing("\\\"", with: "\"") } + [
      "The program runs to its end."
    ]
  }

  /// The lines above the changes of the solution: a hint, and the point of it all.
  func hint() throws -> String { try texts()[0] }
  func point() throws -> String { try texts().dropFirst().joined(separator: "\n\n") }

  private func texts() throws -> [String] {
    let text = try contents(of: "\(tourFolder)/\(solution)").components(separatedBy: "\n--- ")[0]
    return text.components(separatedBy: "\n").map { wrapped($0, indent: "") }
  }

  /// The lines of the file as a reader sees them. Comments at the start of a line are prose, and
  /// everything else is code, which is indented.
  func page() throws -> [String] {
    var lines = ["# Lesson \(name): \(title) (\(minutes) minutes)"]
    var paragraph = ""
    for line in try contents(of: "\(tourFolder)/Lessons/\(path)").components(separatedBy: "\n") {
      let isProse = line.hasPrefix("// ") && !line.hasPrefix("// #") && !line.hasPrefix("//     ")
      if !paragraph.isEmpty, !isProse || line.hasPrefix("// - ") {
        lines.append(wrapped(paragraph, indent: paragraph.hasPrefix("-") ? "  " : ""))
        paragraph = ""
      }
      if isProse {
        let words = line.dropFirst(3).trimmingCharacters(in: .whitespaces)
        paragraph += (paragraph.isEmpty ? "" : " ") + words
      } else if line == "//" || line.hasPrefix("// ") {
        if line.hasPrefix("// ##"), lines.last != "" { lines.append("") }
        lines.append(String(line.dropFirst(3)))
      } else {
        lines.append(line.isEmpty ? "" : "  " + line)
      }
    }
    return lines.dropLast()
  }
}

/// A way through the lessons, which a reader can begin: from the first one to some other.
struct Route: Sendable {
  let name: String
  let title: String
  let lessons: [Lesson]
  let minutes: String

  var line: String { "  \(padded(name, to: 5))\(title) (\(minutes) minutes)\n" }

  /// The one that the reader began, or the one with everything.
  static var begun: Route? {
    let name = try? contents(of: mark)
    return routes.first { $0.name == name } ?? routes.last
  }

  static let mark = package.path + "/.build/tour-route"

  /// The first lesson that is not solved.
  var next: Lesson? { lessons.first { !$0.isSolved } }
}

let routes = readme.matches(of: /(?m)^\| `(\w+)` \| (.+) \| 1 to (.+) \| (\d+) \|$/).map { row in
  let end = allLessons.firstIndex { $0.name == row.3 } ?? 0
  return Route(
    name: "\(row.1)", title: "\(row.2)", lessons: Array(allLessons[...end]), minutes: "\(row.4)")
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

/// The files below a folder, in order, without those that are hidden.
func files(in folder: String) -> [String] {
  let all = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
  return all.sorted().filter { path in
    type(of: "\(folder)/\(path)") != .typeDirectory && !"/\(path)".contains("/.")
  }
}

/// A plain file, a folder, a link or a device.
func type(of path: String) -> FileAttributeType? {
  try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
}

/// Something that a reader can put right.
struct Problem: Error, CustomStringConvertible { let description: String }

/// Breaks long lines at a space, so that a page fits a terminal of 80 columns, and shows characters that
/// would control it as dots.
func wrapped(_ text: String, indent: String = "    ") -> String {
  var lines: [String] = []
  for line in text.components(separatedBy: "\n") {
    var rest = line.replacing(/[\u{0}-\u{8}\u{B}-\u{1F}\u{7F}-\u{9F}]/, with: "·")[...]
    while rest.count > 73, let space = rest.prefix(74).dropFirst(4).lastIndex(of: " ") {
      lines.append(String(rest[..<space]))
      rest = indent + rest[space...].dropFirst()
    }
    lines.append(String(rest))
  }
  return lines.joined(separator: "\n")
}
