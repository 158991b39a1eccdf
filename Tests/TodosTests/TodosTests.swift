// SPDX-License-Identifier: MIT-0

import DIContainer
import Foundation
import TestSupport
import Testing

@testable import todos

// MARK: - Doubles

/// A disk in memory.
private struct MemoryDisk: Disk {
  var contents: [String: Data]
  var locked: String?

  init(_ texts: [String: String], locked: String? = nil) {
    contents = texts.mapValues { Data($0.utf8) }
    self.locked = locked
  }

  func files(below path: String, skipped: (String, any Error) -> Void) throws -> [String] {
    let files = contents.keys.filter { path == "." || $0 == path || $0.hasPrefix(path + "/") }
    if files.isEmpty { throw Mistake("nothing at \(path)") }
    return files.sorted()
  }

  func contents(of file: String) throws -> Data {
    if file == locked { throw Mistake("locked") }
    return try #require(contents[file])
  }
}

private final class MemoryConsole: Console {
  let isTerminal: Bool
  var output = ""
  var notes = ""

  init(isTerminal: Bool) { self.isTerminal = isTerminal }

  func write(_ result: String) { output += result }
  func note(_ text: String) { notes += text }
}

private let project = MemoryDisk([
  "a/b.swift": "\n// TODO(ana): one\n", "a/c.py": "x = 1\t# FIXME two", "d.txt": "nothing",
])

/// Runs the script's own wiring, with another disk, or none, and another console.
private func todos(
  _ arguments: [String] = [], on disk: MemoryDisk? = project, isTerminal: Bool = false
) throws -> Run {
  let container = wiring(of: arguments)
  let console = MemoryConsole(isTerminal: isTerminal)
  container.unregister(Disk.self)  // so that `verify` does not warn of the doubles
  container.unregister(Console.self)
  if let disk { container.register(Disk.self, eagerSingleton: disk) }
  container.register(Console.self, eagerSingleton: console)
  let status = try run(container)
  return Run(status: status, output: console.output, errors: console.notes)
}

// MARK: - What is found

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
  func commentThatBeginsWithTheMarkerIsFound(line: String) throws {
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
    #expect(
      try findings("// FIXME\n\n\r\n// TODO(Åsa): naïve 🙈\n// TODO a FIXME: b")
        == ["1: FIXME", "4: TODO(Åsa): naïve 🙈", "5: TODO a FIXME: b"])
  }

  // A line that took the square of its length would take minutes.
  @Test(arguments: ["# ", "TODO ", "// TODOx", " ", "/", "-- <!--"])
  func longLineTakesNoTime(part: String) throws {
    let line = String(repeating: part, count: 100_000 / part.count)
    #expect(try findings(line + "x\n// TODO: x\n") == ["2: TODO: x"])
  }
}

// MARK: - What is printed

@Suite(.timeLimit(.minutes(1)))
struct ReportTests {
  private static let one = "a/b.swift:2: TODO(ana): one\n"
  private static let two = "a/c.py:1: FIXME two\n"
  private static let both = "\(one)\(two)files: 3, found: 2\n"
  private static let json = """
    [
      {
        "file" : "a/c.py",
        "line" : 1,
        "text" : "FIXME two"
      }
    ]

    """

  @Test(arguments: [
    ([], both),
    (["d.txt", "a/c.py", "a/b.swift"], "\(two)\(one)files: 3, found: 2\n"),
    (["--json", "a/c.py"], json),
    (["--word", "x", "--word", "two", "--word", "FIXME", "a"], "\(two)files: 2, found: 1\n"),
    (["--limit", "2"], both),
    (["--check"], "No errors.\n"),
  ])
  func resultIsPrinted(arguments: [String], output: String) throws {
    #expect(try todos(arguments) == Run(output: output))
  }

  private static let missing = "'Disk' is not registered.\n  Path: Search → Scan (String) → Disk\n"

  @Test func otherStatusSaysWhy() throws {
    let over = Run(
      status: 1, output: Self.both, errors: "todos: 2 found, and the limit is 1.\n")
    #expect(try todos(["--limit", "1"]) == over)
    #expect(try todos(["--check"], on: nil) == Run(status: 1, output: Self.missing))
    #expect(try todos(on: nil) == Run(status: 2, errors: "todos: \(Self.missing)"))
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

  @Test func helpNamesEveryOption() throws {
    let help = try todos(["--help"])
    #expect(help.status == 0)
    for option in ["--word", "--json", "--limit", "--wiring", "--check"] {
      #expect(help.output.contains("  \(option) "))
    }
  }

  @Test func wiringIsWhole() throws {
    let verification = wiring(of: []).verify()
    #expect(verification.description == "No errors.")
    #expect(verification.mermaid.contains("Scan_with_String --> Disk"))
    let drawn = try run([builtProgram("todos"), "--wiring"])
    #expect(drawn == Run(output: verification.mermaid + "\n"))
  }

  /// Neither a name nor a comment moves the cursor, rings the bell, or turns the text around.
  @Test func whatATerminalObeysIsPrintedAsItsCode() throws {
    let disk = MemoryDisk(
      ["a\u{1B}[2J\n": "// TODO:\t\u{7}\u{9B}\u{202E}\u{7F}é👨‍👩‍👧", "b\u{8}": ""], locked: "b\u{8}")
    let text = "TODO:\t\\u0007\\u009b\\u202e\\u007fé👨‍👩‍👧"
    let output = "a\\u001b[2J\\u000a:1: \(text)\nfiles: 1, found: 1\n"
    let plain = try todos(on: disk)
    #expect(plain == Run(output: output, errors: "todos: skipped b\\u0008: locked\n"))
    let json = try todos(["--json"], on: disk).output
    #expect(
      !json.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
    struct Named: Decodable { let file: String }
    let found = try JSONDecoder().decode([Named].self, from: Data(json.utf8))
    #expect(found.map(\.file) == ["a\u{1B}[2J\n"])
  }

  @Test func whatCannotBeReadIsSkippedWithANote() throws {
    var disk = MemoryDisk(["a": "", "c": "// TODO: x"], locked: "a")
    disk.contents["b"] = Data([0xE9]) + Data("// TODO: x".utf8)
    disk.contents["d"] = Data([0x89, 0xFF, 0])  // has no such word, so nobody misses it
    let notes = "todos: skipped a: locked\ntodos: skipped b: Not UTF-8.\n"
    #expect(
      try todos(on: disk) == Run(output: "c:1: TODO: x\nfiles: 2, found: 1\n", errors: notes))
  }

  @Test func progressIsForTerminals() throws {
    var files = ["last": ""]
    for number in 100..<300 { files["\(number)"] = "# TODO" }
    let disk = MemoryDisk(files, locked: "last")
    let clear = "\r\u{1B}[K"
    #expect(
      try todos(on: disk, isTerminal: true).errors
        == "\(clear)todos: 100 files, 100 found …\(clear)todos: 200 files, 200 found …"
        + "\(clear)todos: skipped last: locked\n\(clear)")
    #expect(try todos(on: disk).errors == "todos: skipped last: locked\n")
  }
}

// MARK: - The disk

@Suite(.timeLimit(.minutes(1)))
struct DiskTests {
  /// A tree of somebody who wants the search to hang, to fill the memory, or to go elsewhere.
  private func hostileTree() throws -> Folder {
    let folder = try Folder([
      "a": "// TODO: x", "b/~": "# TODO: y", "~": "# TODO: z", ".c": "# TODO",
    ])
    let script = """
      mkfifo pipe && ln -s loop loop && ln -s . b/again && ln -s a link
      head -c 16000000 /dev/zero >full && head -c 16000001 /dev/zero >more
      """
    #expect(try run(["bash", "-c", script], in: folder.url) == Run())
    return folder
  }

  private func todos(_ arguments: String..., in folder: Folder) throws -> Run {
    try run([builtProgram("todos")] + arguments, in: folder.url)
  }

  @Test func hostileTreeIsSearched() throws {
    #expect(
      try todos(in: hostileTree())
        == Run(
          output: """
            ./a:1: TODO: x
            ./b/~:1: TODO: y
            ./~:1: TODO: z
            files: 4, found: 3

            """, errors: "todos: skipped ./more: Larger than 16 MB.\n"))
  }

  @Test(arguments: [
    ("link", "link:1: TODO: x"), ("b/again/", "b/again/~:1: TODO: y"), ("~", "./~:1: TODO: z"),
  ])
  func givenPathMayBeALinkAndIsTakenAsItIs(path: String, found: String) throws {
    #expect(try todos(path, in: hostileTree()).output == "\(found)\nfiles: 1, found: 1\n")
  }

  @Test(arguments: ["pipe", "loop", "nowhere", "/dev/zero", "a/b"])
  func whatIsNoFileOrFolderIsSaid(path: String) throws {
    let message = "todos: '\(path)' is no file or folder, or its name is not UTF-8.\n"
    #expect(try todos(path, in: hostileTree()) == Run(status: 2, errors: message))
  }

  #if os(Linux)  // where a name can be any bytes
    @Test func nameThatIsNotTextIsSaid() throws {
      let folder = try Folder(["b": "// TODO: x"])
      let script = #"printf '// TODO: y' >"$(printf 'a\377')" && mkdir "$(printf 'c\377')""#
      #expect(try run(["bash", "-c", script], in: folder.url) == Run())
      let result = try todos(in: folder)
      #expect(result.output == "./b:1: TODO: x\nfiles: 1, found: 1\n")
      #expect(
        result.errors == """
          todos: skipped ./a\u{FFFD}: No right to open it, or no UTF-8 name.
          todos: skipped ./c\u{FFFD}: No right to open it, or no UTF-8 name.

          """)
    }
  #endif
}
