import Foundation

// The lessons and routes: the tables of the tour's page.

let readme = (try? contents(of: "\(tourFolder)/README.md")) ?? ""

let allLessons: [Lesson] = {
  let row = /(?m)^\| ([\w ]+) \| \[(.+)\]\(Lessons\/(\w+)\/(\S+)\) \| (\d+) \| (.+?) \| (.+?) \(/
  return readme.matches(of: row).map {
    Lesson(
      name: "\($0.1)", title: "\($0.2)", folder: "\($0.3)", file: "\($0.4)", minutes: "\($0.5)",
      teaches: "\($0.6)".replacing("`", with: "").components(separatedBy: ", "),
      question: "\($0.7)",
      check: (try? contents(of: "\(tourFolder)/Facts/\($0.3).swift")) ?? "")
  }
}()

/// A folder with the file that the tour shows, its facts and its solution.
struct Lesson: Sendable, CustomStringConvertible {
  let name: String  // as a reader types it
  let title: String
  let folder: String
  let file: String
  let minutes: String
  let teaches: [String]
  let question: String  // the first hint
  let check: String  // the text of the facts, empty if there is no exercise

  static let ownPlace = "\(tourFolder)/Lessons"

  var description: String { name }
  var solution: String { "Sources/tour/Solutions/\(folder).diff" }
  var line: String {
    "\(padded(isSolved ? "✓" : "", to: 10 - name.count))\(name)  \(title) (\(minutes) minutes)\n"
  }

  var facts: [String] { check.matches(of: /\bfact\("(.+?)"\) \{/).map { "\($0.1)" } }
  var refused: [String] { check.matches(of: /\/\/ Must not compile: (.+)/).map { "\($0.1)" } }

  /// What must be so when the exercise is solved.
  var sentences: [String] {
    facts + refused.map { "`\($0)` does not compile." } + ["The program runs to its end."]
  }

  func files(in place: String = ownPlace) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(place)/\(folder)")) ?? []
    return names.sorted().filter { $0.hasSuffix(".swift") }.map { "\(place)/\(folder)/\($0)" }
  }

  func texts(in place: String = ownPlace) -> [String] {
    files(in: place).map { (try? contents(of: $0)) ?? "" }
  }

  /// Whether a check has found it solved, and its files are still the same.
  var isSolved: Bool {
    get { (try? contents(of: mark)) == texts().joined() }
    nonmutating set {
      try? (newValue ? texts().joined() : "").write(toFile: mark, atomically: true, encoding: .utf8)
    }
  }

  private var mark: String { "\(package)/.build/tour-solved-\(folder)" }

  /// The lines above the changes of the solution: a hint, and what the exercise shows.
  func advice() throws -> [String] {
    guard !check.isEmpty else { return ["Lesson \(name) has no exercise."] }
    let lines = try contents(of: "\(package)/\(solution)").components(separatedBy: "\n--- ")[0]
    return lines.components(separatedBy: "\n").map { wrapped($0, indent: "") }
  }

  /// The file for a terminal: a comment that begins a line is prose, and everything else is code.
  func page() throws -> [String] {
    let text = try contents(of: "\(Lesson.ownPlace)/\(folder)/\(file)")
      .replacing(/\n\/\/ (## \w+)\n/) { "\n\n\($0.1)\n//\n" }
      .replacing(/([^\/\n])\n\/\/ (  )?(?=[^-#\s])/) { "\($0.1) " }
    let lines = text.components(separatedBy: "\n").dropLast().map { line in
      if line.hasPrefix("//") { return wrapped("\(line.dropFirst(3))", indent: "") }
      return line.isEmpty || line.hasPrefix("#") ? line : "  \(line)"
    }
    return ["# Lesson \(name): \(title) (\(minutes) minutes)\n"] + lines
  }
}

/// A way through the lessons: from the first one to another.
struct Route: Sendable {
  let name: String
  let title: String
  let lessons: [Lesson]
  let minutes: String

  var line: String { "  \(padded(name, to: 5))\(title) (\(minutes) minutes)\n" }

  /// The one that the reader began, or the one with all lessons.
  static var begun: Route {
    let name = try? contents(of: mark)
    return routes.first { $0.name == name } ?? routes[routes.count - 1]
  }

  static let mark = package + "/.build/tour-route"

  /// The first lesson that is not solved.
  var next: Lesson? { lessons.first { !$0.isSolved } }

  var end: String {
    let longer = routes.first { $0.lessons.count > lessons.count }?.name
    let next = longer.map { " Continue with: swift run tour route \($0)" } ?? ""
    return "You have solved all lessons of the route \(name).\(next)"
  }
}

let routes = readme.matches(of: /(?m)^\| `(\w+)` \| (.+) \| 1 to (.+) \| (\d+) \|$/).map { row in
  let end = allLessons.firstIndex { $0.name == row.3 } ?? 0
  return Route(
    name: "\(row.1)", title: "\(row.2)", lessons: Array(allLessons[...end]), minutes: "\(row.4)")
}

/// The folder of the package, whose sources the tour reads when it runs.
let package = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

let tourFolder = package + "/Sources/tour"

func contents(of path: String) throws -> String {
  guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
    throw Problem(description: "\(path) cannot be read.")
  }
  return text
}

func date(of path: String) -> Date? {
  try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
}

/// Something that a reader can fix.
struct Problem: Error, CustomStringConvertible { let description: String }

func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

/// Breaks long lines at a space, so that a page fits a terminal of 80 columns.
func wrapped(_ text: String, indent: String = "    ") -> String {
  var lines: [String] = []
  for line in text.components(separatedBy: "\n") {
    var rest = line[...]
    while rest.count > 73, let space = rest.prefix(74).dropFirst(4).lastIndex(of: " ") {
      lines.append(String(rest[..<space]))
      rest = indent + rest[space...].dropFirst()
    }
    lines.append(String(rest))
  }
  return lines.joined(separator: "\n")
}
