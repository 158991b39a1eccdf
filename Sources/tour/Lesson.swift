import Foundation

// The lessons and routes: the tables of the tour's page.

let readme = (try? contents(of: "\(tourFolder)/README.md")) ?? ""

let allLessons: [Lesson] = {
  let row =
    /\n\| (.+?) \| \[(.+)\]\(Lessons\/(\w+)\/(.+?)\) \| (\d+) \| (.+?) \| (.+?) \| (.+?) \((.+)\) \|/
  return readme.matches(of: row).map {
    Lesson(
      name: "\($0.1)", title: "\($0.2)", folder: "\($0.3)", file: "\($0.4)", minutes: "\($0.5)",
      teaches: "\($0.6)".replacing("`", with: "").components(separatedBy: ", "),
      elsewhere: "\($0.7)", question: "\($0.8)", answer: "\($0.9)",
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
  let elsewhere: String  // what other libraries call it
  let question: String  // two hints
  let answer: String
  let check: String  // the text of the facts

  static let ownPlace = "\(tourFolder)/Lessons"

  var description: String { name }
  var solution: String { "Sources/tour/Solutions/\(folder).diff" }
  var solutionText: String {
    (try? contents(of: "\(package)/\(solution)")) ?? "There is no \(solution).\n"
  }
  var line: String {
    let columns = "\(isSolved ? "✓" : " ") \(name)".padding(
      toLength: 11, withPad: " ", startingAt: 0)
    return "  \(columns) \(title) (\(minutes) minutes)\n"
  }

  var facts: [String] { check.matches(of: /\bfact\("(.+?)"\) \{/).map { "\($0.1)" } }
  var refused: [String] { check.matches(of: /\/\/ Must not compile: (.+)/).map { "\($0.1)" } }

  /// The statements that are true when the exercise is solved.
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

  /// Whether a check found the lesson solved, and its files have not changed since.
  var isSolved: Bool {
    get { (try? contents(of: mark)) == texts().joined() }
    nonmutating set {
      try? (newValue ? texts().joined() : "").write(toFile: mark, atomically: true, encoding: .utf8)
    }
  }

  private var mark: String { "\(package)/.build/tour-solved-\(folder)" }

  /// The file for a terminal: a comment that begins a line is prose, and everything else is code.
  func page(in place: String = ownPlace) throws -> [String] {
    let text = try contents(of: "\(place)/\(folder)/\(file)")
      .replacing(/\n\/\/ (## \w+)\n/) { "\n\n\($0.1)\n//\n" }
      .replacing(/([^\/\n])\n\/\/ (  )?(?=[^-#\s])/) { "\($0.1) " }
    let lines = text.components(separatedBy: "\n").dropLast().map { line in
      if line.hasPrefix("//") { return wrapped("\(line.dropFirst(3))") }
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

  var line: String { "    \(name)  \(title) (\(minutes) minutes)\n" }

  /// The route that the reader started, or the one with all lessons.
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
  try String(contentsOfFile: path, encoding: .utf8)
}

func date(of path: String) -> Date? {
  try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
}

/// Something that a reader can fix.
struct Problem: Error, CustomStringConvertible { let description: String }

/// Breaks long lines at a space, so that a page fits a terminal of 80 columns.
func wrapped(_ text: String) -> String {
  text.components(separatedBy: "\n").map { line in
    line.matches(of: /(.{1,73}|\S+)( |$)/).map(\.1).joined(separator: "\n")
  }.joined(separator: "\n")
}
