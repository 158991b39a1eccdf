// SPDX-License-Identifier: MIT-0

import Testing

private let disk = MemoryDisk([
  "a.swift": "// TODO(ana): one\n// FIXME", "b|_c.swift": "// TODO: *two* | three",
])

@Suite struct ReportTests {
  @Test func textHasALineForEachFindingAndTheNumbers() throws {
    let result = try todos(on: disk)
    #expect(result.status == 0)
    #expect(
      result.output == """
        a.swift:1: TODO(ana): one
        a.swift:2: FIXME
        b|_c.swift:1: TODO: *two* | three

        3 found in 2 files
          TODO   2
          FIXME  1
          XXX    0

        """)
  }

  @Test func textCanBeOnlyTheNumbers() throws {
    #expect(
      try todos("--summary", "--marker=TODO", on: disk).output == """
        2 found in 2 files
          TODO  2

        """)
  }

  @Test func jsonIsSorted() throws {
    #expect(
      try todos("--format", "json", "a.swift", on: disk).output == """
        {
          "files" : 1,
          "findings" : [
            {
              "author" : "ana",
              "file" : "a.swift",
              "line" : 1,
              "marker" : "TODO",
              "text" : "one"
            },
            {
              "file" : "a.swift",
              "line" : 2,
              "marker" : "FIXME",
              "text" : ""
            }
          ],
          "summary" : {
            "FIXME" : 1,
            "TODO" : 1,
            "XXX" : 0
          }
        }

        """)
  }

  @Test func jsonCanBeOnlyTheNumbers() throws {
    let result = try JSONResult(try todos("--format=json", "--summary", on: disk).output)
    #expect(result.findings == nil)
    #expect(result.summary == ["TODO": 2, "FIXME": 1, "XXX": 0])
  }

  @Test func markdownIsTwoTablesWithSpecialCharactersEscaped() throws {
    #expect(
      try todos("--format=markdown", "--marker", "TODO", on: disk).output == #"""
        | Marker | Count |
        |---|--:|
        | TODO | 2 |

        | File | Line | Marker | Author | Text |
        |---|--:|---|---|---|
        | a.swift | 1 | TODO | ana | one |
        | b\|\_c.swift | 1 | TODO |  | \*two\* \| three |

        """#)
  }

  @Test func markdownCanBeOnlyTheNumbers() throws {
    #expect(
      try todos("--format=markdown", "--marker", "XXX", "--summary", on: disk).output == """
        | Marker | Count |
        |---|--:|
        | XXX | 0 |

        """)
  }

  @Test func colourIsForTerminalsWithoutNoColor() throws {
    func output(terminal: Bool, noColor: String?) throws -> String {
      try todos(
        ["--marker", "FIXME"], environment: noColor.map { ["NO_COLOR": $0] } ?? [:], on: disk,
        console: MemoryConsole(outputIsTerminal: terminal)
      ).output
    }
    #expect(
      try output(terminal: true, noColor: nil).hasPrefix(
        "\u{1B}[2ma.swift:2:\u{1B}[0m \u{1B}[1;33mFIXME\u{1B}[0m\n"))
    #expect(try output(terminal: true, noColor: "").contains("\u{1B}"))
    #expect(try !output(terminal: true, noColor: "1").contains("\u{1B}"))
    #expect(try !output(terminal: false, noColor: nil).contains("\u{1B}"))
  }

  @Test func fileCannotCommandTheTerminal() throws {
    let result = try todos(on: MemoryDisk(["a.swift": "// TODO: \u{1B}[2J\u{7}\tx"]))
    #expect(result.output.hasPrefix("a.swift:1: TODO: \u{FFFD}[2J\u{FFFD}\tx\n"))
  }

  @Test func progressIsForLongScansOnATerminal() throws {
    let pairs = (0..<250).map { ("\($0).swift", "// TODO: x") } + [("9z.swift", "")]
    let disk = MemoryDisk(
      Dictionary(uniqueKeysWithValues: pairs), unreadable: ["9z.swift"])
    #expect(
      try todos(["--summary"], on: disk, console: MemoryConsole(errorIsTerminal: true)).notes
        == "\r\u{1B}[Ktodos: 100 found in 100 files …\r\u{1B}[Ktodos: 200 found in 200 files …"
        + "\r\u{1B}[Ktodos: skipped 9z.swift: locked\n")
    #expect(try todos("--summary", on: disk).notes == "todos: skipped 9z.swift: locked\n")
  }
}
