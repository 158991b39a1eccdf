import Foundation

let readme = (try? contents(of: "\(tourFolder)/README.md")) ?? ""

let allLessons: [Lesson] = {
  let row =
    #/
    \n\| \s (.+?) \s\| \s \[(.+)\]\(Lessons/(\w+)/(.+?)\) \s\| \s (\d+)
    \s\| \s (.+?) \s\| \s (.+?) \s\| \s (.+?) \s \((.+)\) \s\| \s (.+?) \s\|
    /#
  return readme.matches(of: row).map {
    Lesson(
      name: "\($0.1)", title: "\($0.2)", folder: "\($0.3)", file: "\($0.4)", minutes: "\($0.5)",
      teaches: "\($0.6)".replacing("`", with: "").components(separatedBy: ", "),
      elsewhere: "\($0.7)", question: "\($0.8)", answer: "\($0.9)", point: "\($0.10)",
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
  let point: String  // what the solution shows
  let check: String  // the text of the facts

  static let ownPlace = "\(tourFolder)/Lessons"

  var description: String { name }
  var solution: String { "Sources/tour/Solutions/\(folder).diff" }

  /// The statements that are true when the exercise is solved.
  var sentences: [String] {
    check.matches(of: /\bfact\("(.+?)"\)\s*\{/).map { "\($0.1)" } + ["The program runs to its end."]
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
      .replacing(/\A.*\n/) { "\($0.0)//\n" }
      .replacing(/\n\/\/ (## \w+)\n/) { "\n\n\($0.1)\n//\n" }
      .replacing(/([^\/\n])\n\/\/ (  )?(?=[^-#\s])/) { "\($0.1) " }
    let lines = text.components(separatedBy: "\n").dropLast().map { line in
      if line.hasPrefix("//") { return wrapped("\(line.dropFirst(3))") }
      return line.isEmpty || line.hasPrefix("#") ? line : "  \(line)"
    }
    return ["# Lesson \(name): \(title) (\(minutes) minutes)\n"] + lines
  }
}

/// The lessons at which one can stop, and the minutes until then.
let routes = readme.matches(of: /(?m)^\| 1 to (.+) \| (.+) \| (\d+) \|$/).map {
  (last: "\($0.1)", title: "\($0.2)", minutes: "\($0.3)")
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
