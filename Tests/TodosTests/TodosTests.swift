import DIContainer
import Foundation
import TestSupport
import Testing

@testable import todos

/// A file with the text `locked` cannot be read.
private struct MemoryDisk: Disk {
  var contents: [String: Data]

  init(_ texts: [String: String]) { contents = texts.mapValues { Data($0.utf8) } }

  func files(below path: String, skipped: (String, any Error) -> Void) throws -> [String] {
    let files = contents.keys.filter { path == "." || $0 == path || $0.hasPrefix(path + "/") }
    if files.isEmpty { throw Mistake("nothing at \(path)") }
    return files.sorted()
  }

  func contents(of file: String) throws -> Data {
    if contents[file] == Data("locked".utf8) { throw Mistake("locked") }
    return try #require(contents[file])
  }
}

private final class MemoryConsole: Console {
  var output = ""
  var notes = ""
  func write(_ result: String) { output += result }
  func note(_ text: String) { notes += text }
}

private let project = MemoryDisk([
  "a/b.swift": "\n// TODO(ana): one\n", "a/c.py": "x = 1\t# FIXME two", "d.txt": "nothing",
])

/// Runs the wiring of the program with another disk, or none, and another console.
private func todos(_ arguments: [String] = [], on disk: MemoryDisk? = project) throws -> Run {
  let container = wiring(of: arguments)
  let console = MemoryConsole()
  container.unregister(Disk.self)  // so that `verify` does not warn about the doubles
  container.unregister(Console.self)
  if let disk { container.register(Disk.self, eagerSingleton: disk) }
  container.register(Console.self, eagerSingleton: console)
  let status = try run(container)
  return Run(status: status, output: console.output, errors: console.notes)
}

@Suite(.timeLimit(.minutes(1)))
struct FindingTests {
  private func findings(_ text: String) throws -> [String] {
    let output = try todos(on: MemoryDisk(["a": text])).output
    return output.components(separatedBy: "\n").dropLast(2).map { String($0.dropFirst(2)) }
  }

  @Test(arguments: [
    "// TODO: x", "//TODO: x", "/// - TODO: x", "f()\t// TODO: x", "/* TODO: x */", "\t* TODO: x",
    "# TODO: x", "## TODO: x", "-- TODO: x", ";; TODO: x", "<!-- TODO: x -->", "  TODO: x",
    "/* TODO: x */ f()", "// TODO: x\r", "// <!-- TODO: x", "x = 1 # ; TODO: x --> y */ z",
    "/* x */ // TODO: x", "//\u{3000}TODO: x \t", "x\r# y\r# TODO: x\r# z", "x\u{2028}# TODO: x",
  ])
  func commentThatBeginsWithTheWordIsFound(line: String) throws {
    #expect(try findings(line) == ["1: TODO: x"])
  }

  @Test(arguments: [
    "let TODO = 1", "x.TODO", "print(\"// TODO: x\")", "#if TODO", "// TODOS: x", "// todo: x",
    "// see TODO", "TODO = 1", "http://TODO", "f();// TODO", "# x TODO: x", "// TODO_x", "// TODOé",
  ])
  func lineWithoutSuchACommentIsNotFound(line: String) throws {
    #expect(try findings(line) == [])
  }

  @Test func textIsTheRestOfTheComment() throws {
    let found = try findings("// FIXME\n\n\r\n// TODO(Åsa): naïve 🙈\n// TODO a FIXME: b")
    #expect(found == ["1: FIXME", "4: TODO(Åsa): naïve 🙈", "5: TODO a FIXME: b"])
  }

  /// A search that took the square of the length would take minutes.
  @Test(arguments: ["# ", "TODO ", "// TODOx", " ", "/", "-- <!--"])
  func longLineTakesNoTime(part: String) throws {
    let line = String(repeating: part, count: 100_000 / part.count)
    #expect(try findings(line + "x\n// TODO: x\n") == ["2: TODO: x"])
  }
}

@Suite(.timeLimit(.minutes(1)))
struct ReportTests {
  private static let one = "a/b.swift:2: TODO(ana): one\n"
  private static let two = "a/c.py:1: FIXME two\n"
  private static let both = "\(one)\(two)files: 3, found: 2\n"

  @Test(arguments: [
    ([], both),
    (["d.txt", "a/c.py", "a/b.swift"], "\(two)\(one)files: 3, found: 2\n"),
    (["--word", "x", "--word", "two", "--word", "FIXME", "a"], "\(two)files: 2, found: 1\n"),
    (["--limit", "2"], both),
    (["--check"], "No errors.\n"),
  ])
  func resultIsPrinted(arguments: [String], output: String) throws {
    #expect(try todos(arguments) == Run(output: output))
  }

  @Test func failureHasAStatusAndAReason() throws {
    let over = "todos: 2 found, and the limit is 1.\n"
    #expect(try todos(["--limit", "1"]) == Run(status: 1, output: Self.both, errors: over))
    let missing = "'Disk' is not registered.\n  Path: Search → Array<Scan> → Scan (String) → Disk"
    #expect(try todos(on: nil) == Run(status: 2, errors: "todos: \(missing)\n"))
    let first = "'Disk' is not registered.\n  Path: Array<Scan> → Scan (String) → Disk\n"
    #expect(try todos(["--check"], on: nil) == Run(status: 1, output: first))
  }

  @Test(arguments: [
    (["-x"], "'-x' is not an option. todos --help lists them all."),
    (["--\u{1B}"], "'--\\u001b' is not an option. todos --help lists them all."),
    (["--limit"], "--limit needs a number. For example: --limit 20"),
    (["--limit", "many"], "--limit needs a number. For example: --limit 20"),
    (["--limit", "-1"], "--limit needs a number. For example: --limit 20"),
    (["--word"], "--word needs a word. For example: --word MARK"),
    (["--word", "a b"], "--word needs a word. For example: --word MARK"),
    (["a", "nowhere"], "nothing at nowhere"),
  ])
  func mistakeIsStatusTwo(arguments: [String], message: String) throws {
    #expect(try todos(arguments) == Run(status: 2, errors: "todos: \(message)\n"))
  }

  @Test func wiringIsComplete() throws {
    let verification = wiring(of: []).verify()
    #expect(verification.description == "No errors.")
    let drawn = try run([builtProgram("todos"), "--wiring"])
    #expect(drawn == Run(output: verification.mermaid + "\n"))
  }

  @Test func controlCharactersAreEscaped() throws {
    let disk = MemoryDisk(
      ["a\u{1B}[2J\n": "// TODO:\t\u{7}\u{9B}\u{202E}\u{7F}é👨‍👩‍👧", "b\u{8}": "locked"])
    let text = "TODO:\t\\u0007\\u009b\\u202e\\u007fé👨‍👩‍👧"
    let output = "a\\u001b[2J\\u000a:1: \(text)\nfiles: 1, found: 1\n"
    let notes = "todos: skipped b\\u0008: locked\n"
    #expect(try todos(on: disk) == Run(output: output, errors: notes))
  }

  @Test func unreadableFileIsSkippedWithANote() throws {
    var disk = MemoryDisk(["a": "locked", "c": "// TODO: x"])
    disk.contents["b"] = Data([0xE9]) + Data("// TODO: x".utf8)
    disk.contents["d"] = Data([0x89, 0xFF, 0])  // has none of the words
    let notes = "todos: skipped a: locked\ntodos: skipped b: Not UTF-8.\n"
    let output = "c:1: TODO: x\nfiles: 2, found: 1\n"
    #expect(try todos(on: disk) == Run(output: output, errors: notes))
  }
}

@Suite(.timeLimit(.minutes(1)))
struct DiskTests {
  /// Runs the program in a tree that could make it hang, fill the memory, or leave the folder.
  private func todos(_ arguments: String...) throws -> Run {
    let tree = try Folder(["a": "// TODO: x", "b/~": "# TODO: y", "~": "# TODO: z", ".c": "# TODO"])
    var script = """
      mkfifo pipe && ln -s loop loop && ln -s . b/again && ln -s a link
      head -c 16000000 /dev/zero >full && head -c 16000001 /dev/zero >more

      """
    #if os(Linux)  // where a name can consist of any bytes
      script += #"touch "$(printf 'x\377')" && mkdir "$(printf 'y\377')""#
    #endif
    #expect(try run(["bash", "-c", script], in: tree.url) == Run())
    return try run([builtProgram("todos")] + arguments, in: tree.url)
  }

  @Test func hostileTreeIsSearched() throws {
    let found = "./a:1: TODO: x\n./b/~:1: TODO: y\n./~:1: TODO: z\nfiles: 4, found: 3\n"
    var notes = "todos: skipped ./more: Larger than 16 MB.\n"
    #if os(Linux)
      let reason = "No right to open it, or no UTF-8 name.\n"
      notes = ["x", "y"].map { "todos: skipped ./\($0)\u{FFFD}: \(reason)" }.joined() + notes
    #endif
    #expect(try todos() == Run(output: found, errors: notes))
  }

  @Test(arguments: ["pipe", "loop", "nowhere", "/dev/zero", "a/b"])
  func otherPathIsAMistake(path: String) throws {
    let message = "todos: '\(path)' is no file or folder, or its name is not UTF-8.\n"
    #expect(try todos(path) == Run(status: 2, errors: message))
  }
}
