// SPDX-License-Identifier: MIT-0

import Foundation
import TestSupport
import Testing

@Suite struct ExecutableTests {
  @Test(.timeLimit(.minutes(5)))
  func folderIsSearchedAndReported() throws {
    let folder = try Folder(["a/b.swift": "// TODO(ana): one\n", "c.py": "x = 1  # FIXME two\n"])
    let result = try folder.run()
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(
      result.output == """
        a/b.swift:1: TODO(ana): one
        c.py:1: FIXME: two

        2 found in 2 files
          TODO   1
          FIXME  1
          XXX    0

        """)
  }

  @Test(.timeLimit(.minutes(5)))
  func jsonCanBeParsedBack() throws {
    let folder = try Folder(["a.swift": #"// TODO: "quoted" \ / 🙈"# + "\n// XXX(bo)"])
    let result = try JSONResult(try folder.run("--format", "json").output)
    #expect(result.files == 1)
    #expect(result.summary == ["TODO": 1, "FIXME": 0, "XXX": 1])
    #expect(
      result.findings?.map(\.description) == [#"1 TODO: "quoted" \ / 🙈"#, "2 XXX(bo): "])
  }

  @Test(.timeLimit(.minutes(5)))
  func absoluteAndTrailingPathsAreKept() throws {
    let folder = try Folder(["s/a.swift": "// TODO: x"])
    let absolute = folder.url.appendingPathComponent("s").path
    #expect(try folder.run(absolute).output.hasPrefix("\(absolute)/a.swift:1: TODO: x\n"))
    #expect(try folder.run("s/").output.hasPrefix("s/a.swift:1: TODO: x\n"))
    #expect(try folder.run("s", absolute, "./s").output.contains("1 found in 1 file\n"))
  }

  @Test(.timeLimit(.minutes(5)))
  func outputIsTheSameOnEveryRun() throws {
    let names = (0..<200).map { "\($0 % 7)/f\($0 * 37 % 200).swift" }
    let folder = try Folder(
      Dictionary(names.map { ($0, "// TODO: x") }, uniquingKeysWith: { first, _ in first }))
    let first = try folder.run("--format=json").output
    #expect(try folder.run("--format=json").output == first)
    let files = try JSONResult(first).findings?.map(\.file) ?? []
    #expect(files == files.sorted())
    #expect(files.count == Set(names).count)
  }

  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      (["--nonsense"], "todos: '--nonsense' is not an option."),
      (["--format", "yaml"], "todos: 'yaml' is not a format. Type one of: --format text"),
      (["nowhere"], "todos: There is no file or folder 'nowhere'."),
    ])
  func mistakeIsStatusTwoWithAMessage(arguments: [String], message: String) throws {
    let result = try Folder([:]).run(arguments)
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix(message))
  }

  @Test(.timeLimit(.minutes(5)))
  func loopsOfLinksEnd() throws {
    let folder = try Folder(["a/b/c.swift": "// TODO: x"])
    try folder.link("a/b/loop", to: "../..")
    try folder.link("a/self", to: ".")
    try folder.link("self.swift", to: "self.swift")
    try folder.link("copy.swift", to: "a/b/c.swift")
    let result = try folder.run("--format", "json")
    #expect(try JSONResult(result.output).findings?.map(\.file) == ["a/b/c.swift"])
    #expect(result.errors == "todos: skipped self.swift: a link to nothing\n")
    #expect(try folder.run("self.swift").status == 2)
    #expect(try folder.run("a/b/loop").output.hasPrefix("a/b/loop/a/b/c.swift:1: TODO: x\n"))
  }

  @Test(.timeLimit(.minutes(5)))
  func whatCannotBeReadIsSkippedWithANote() throws {
    let folder = try Folder(["binary.c": "a\0// TODO: x", "z.c": "// TODO: y"])
    try folder.link("dangling.c", to: "nothing")
    #expect(mkfifo(folder.url.appendingPathComponent("pipe.c").path, 0o600) == 0)
    let result = try folder.run()
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("z.c:1: TODO: y\n\n1 found in 1 file\n"))
    #expect(result.errors == "todos: skipped dangling.c: a link to nothing\n")
    #expect(try folder.run("pipe.c").errors == "todos: skipped pipe.c: not a file\n")
    #expect(try folder.run("binary.c").errors == "todos: skipped binary.c: a binary file\n")
  }

  #if os(Linux)
    @Test(.timeLimit(.minutes(5)))
    func unreadableFileIsSkippedWithANote() throws {
      // The one file that root cannot read either.
      let result = try Folder(["a.c": "// TODO: x"]).run("/proc/self/mem", "a.c")
      #expect(result.status == 0)
      #expect(result.errors == "todos: skipped /proc/self/mem: Input/output error\n")
      #expect(result.output.hasPrefix("a.c:1: TODO: x\n"))
    }

    @Test(.timeLimit(.minutes(5)))
    func nameThatIsNoTextIsSkippedWithANote() throws {
      let folder = try Folder(["a.c": "// TODO: x"])
      let name = Array(folder.url.path.utf8CString.dropLast()) + [47, -1, 0]
      #expect(mkdir(name, 0o700) == 0)
      #expect(try folder.run().errors == "todos: skipped \u{FFFD}: No such file or directory\n")
    }

    @Test(.timeLimit(.minutes(5)))
    func fullDiskIsStatusOne() throws {
      let device = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      let result = try Folder([:]).run([], output: device)
      #expect(result.status == 1)
      #expect(result.errors == "todos: No space left on device\n")
    }
  #endif

  @Test(.enabled(if: geteuid() != 0), .timeLimit(.minutes(5)))
  func fileWithoutPermissionIsSkippedWithANote() throws {
    let folder = try Folder(["a.c": "// TODO: x"])
    #expect(chmod(folder.url.appendingPathComponent("a.c").path, 0) == 0)
    #expect(try folder.run().errors == "todos: skipped a.c: Permission denied\n")
  }

  @Test(.timeLimit(.minutes(5)))
  func colourIsForTerminalsWithoutNoColor() throws {
    let folder = try Folder(["a.swift": "// TODO: x"])
    #expect(try folder.runOnTerminal().contains("\u{1B}[1;33mTODO\u{1B}[0m: x"))
    #expect(try folder.runOnTerminal(["NO_COLOR": "1"]).contains("a.swift:1: TODO: x"))
    #expect(try !folder.run().output.contains("\u{1B}"))
  }

  @Test(.timeLimit(.minutes(5)))
  func runOnATerminalEndsWithWhatItIsWiredFrom() throws {
    let folder = try Folder(["a.swift": "// TODO: x"])
    let written = try folder.runOnTerminal()
    #expect(written.contains("Wired from:\r\nConfiguration: eagerSingleton (made)\r\n"))
    #expect(written.hasSuffix("To see it drawn, type: todos --wiring\r\n"))
    let result = try folder.run()
    #expect(!result.output.contains("Wired from") && result.errors == "")
  }

  @Test(.timeLimit(.minutes(5)))
  func ownWiringIsCheckedDrawnAndListed() throws {
    let folder = try Folder([:])
    #expect(try folder.run("--check").status == 0)
    #expect(try folder.run("--wiring").output.hasPrefix("flowchart "))
    #expect(try folder.run("--wiring=list").output.contains("Configuration: "))
    #expect(try folder.run("--wiring").output == folder.run("--wiring").output)
  }
}
