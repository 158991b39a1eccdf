// SPDX-License-Identifier: MIT-0

import Testing

@Suite struct SearchTests {
  @Test func markerHasAuthorAndText() throws {
    #expect(
      try findings("// TODO(ana): fix it", "// FIXME: broken", "// XXX", "// TODO later")
        == ["1 TODO(ana): fix it", "2 FIXME: broken", "3 XXX: ", "4 TODO: later"])
  }

  @Test func emptyAuthorIsNone() throws {
    #expect(
      try findings("// TODO( ): x", "// TODO(ana", in: "a.c") == ["1 TODO: x", "2 TODO: (ana"])
  }

  @Test func markerIsAWordOfItsOwn() throws {
    #expect(try findings("// TODOS and myTODO, XXXL", "// todo: small letters") == [])
  }

  @Test func onlyCommentsCount() throws {
    #expect(
      try findings("let TODO = 1", "print(\"// TODO: no\")", "f() // see FIXME: yes")
        == ["3 FIXME: yes"])
  }

  @Test func quotationMarksThatOpenNothingHideNothing() throws {
    #expect(
      try findings(#"if c == '"' { } // TODO: a"#, #"""" // TODO: b"#, #""\"" // TODO: c"#)
        == ["1 TODO: a", "2 TODO: b", "3 TODO: c"])
  }

  @Test func commentOfSeveralLinesIsRead() throws {
    #expect(
      try findings("/*", " * TODO: a", "   FIXME(bo): b", " * see XXX", "  TODO later", "*/")
        == ["2 TODO: a", "3 FIXME(bo): b", "4 XXX: ", "5 TODO: later"])
    #expect(try findings("TODO = 1", "XXX,", "FIXME == TODO") == [])
  }

  @Test func endOfACommentEndsTheText() throws {
    #expect(try findings("/* TODO: a */ let x = 1") == ["1 TODO: a"])
    #expect(try findings("<p><!-- FIXME: b --></p>", in: "a.html") == ["1 FIXME: b"])
    #expect(try findings("// TODO: COUNT(*) --> c */ d") == ["1 TODO: COUNT(*) --> c */ d"])
  }

  @Test(arguments: [
    "x = 1 # TODO: a", "#TODO: a", "### TODO: a", "-- TODO: a", "; TODO: a", ";;; TODO: a",
    "% TODO: a", "! TODO: a", "' TODO: a", "REM TODO: a", "rem TODO: a", ":: TODO: a",
    "{- TODO: a -}", "(* TODO: a *)", "<# TODO: a #>", "<!-- TODO: a -->", "/* TODO: a */",
    "//TODO: a", "x++;// TODO: a",
  ])
  func commentOfEveryLanguageIsRead(line: String) throws {
    #expect(try findings(line) == ["1 TODO: a"])
  }

  @Test(arguments: [
    "#if TODO", "--TODOS", "a%TODO", "if !TODO {", "[TODO; 4]", "x.TODO", "(*TODO)()",
    "remember TODO", "std::TODO", "'TODO'",
  ])
  func codeIsNoComment(line: String) throws {
    #expect(try findings(line) == [])
  }

  @Test func everyTextFileIsRead() throws {
    for file in ["Makefile", "notes.txt", "a.zig", ".gitignore"] {
      #expect(try findings("TODO: milk", in: file) == ["1 TODO: milk"])
    }
  }

  @Test func oneLineHasOneFinding() throws {
    #expect(try findings("// TODO: a FIXME: b") == ["1 TODO: a FIXME: b"])
  }

  @Test func lineEndsOfEverySystemAreCounted() throws {
    #expect(try findings("a\r", "// TODO: b\r", "", "// TODO: c") == ["2 TODO: b", "4 TODO: c"])
  }

  @Test func lettersOfEveryLanguageAreKept() throws {
    #expect(try findings("// TODO(Åsa): naïve 🙈 日本") == ["1 TODO(Åsa): naïve 🙈 日本"])
  }

  @Test func ownMarkersReplaceTheList() throws {
    #expect(
      try findings("// TODO: a", "// HACK: b", "// NOTE: c", markers: ["HACK", "NOTE"])
        == ["2 HACK: b", "3 NOTE: c"])
  }

  @Test func fileWithoutAnythingIsCounted() throws {
    let result = try todos("--format", "json", on: MemoryDisk(["a.swift": "", "b.swift": "\n"]))
    #expect(try JSONResult(result.output).files == 2)
  }
}

@Suite struct FileFinderTests {
  let todo = "// TODO: x"

  @Test func orderIsThatOfThePaths() throws {
    let disk = MemoryDisk(["b/z.swift": todo, "a.swift": todo, "b.swift": todo, "B/a.swift": todo])
    let result = try JSONResult(try todos("--format", "json", on: disk).output)
    #expect(result.findings?.map(\.file) == ["B/a.swift", "a.swift", "b.swift", "b/z.swift"])
  }

  @Test func pathsKeepTheOrderOfTheCommandLine() throws {
    let disk = MemoryDisk(["a/x.swift": todo, "b/x.swift": todo])
    let result = try JSONResult(try todos("--format", "json", "b/", "a", on: disk).output)
    #expect(result.findings?.map(\.file) == ["b/x.swift", "a/x.swift"])
  }

  @Test func fileBelowTwoPathsIsReportedOnce() throws {
    let disk = MemoryDisk(["a/b/x.swift": todo])
    let result = try JSONResult(
      try todos("--format=json", "a/b", "a", "a/b/x.swift", on: disk).output)
    #expect(result.findings?.map(\.file) == ["a/b/x.swift"])
  }

  @Test func hiddenFoldersAndBinaryFilesAreLeftOut() throws {
    let disk = MemoryDisk([
      ".build/a.swift": todo, "a/.git/b.swift": todo, "a/c.png": "\0" + todo, ".d.swift": todo,
    ])
    let result = try todos("--format=json", on: disk)
    #expect(try JSONResult(result.output).findings?.map(\.file) == [".d.swift"])
    #expect(result.notes == "")
  }

  @Test func hiddenFolderIsSearchedWhenNamed() throws {
    let result = try todos("--format=json", ".ci", on: MemoryDisk([".ci/a.swift": todo]))
    #expect(try JSONResult(result.output).findings?.map(\.file) == [".ci/a.swift"])
  }

  @Test func fileBehindALinkIsReportedUnderItsOwnName() throws {
    let disk = MemoryDisk(["z.swift": todo], links: ["a.swift": "z.swift"])
    let result = try todos("--format=json", on: disk)
    #expect(try JSONResult(result.output).findings?.map(\.file) == ["z.swift"])
  }

  @Test func unreadableFileIsSkippedWithANote() throws {
    let disk = MemoryDisk(["a.swift": todo, "b.swift": todo], unreadable: ["a.swift"])
    let result = try todos("--format=json", on: disk)
    #expect(result.status == 0)
    #expect(result.notes == "todos: skipped a.swift: locked\n")
    #expect(try JSONResult(result.output).findings?.map(\.file) == ["b.swift"])
  }

  @Test func unreadableFolderIsSkippedWithANote() throws {
    let disk = MemoryDisk(["a/a.swift": todo, "b.swift": todo], unreadable: ["a"])
    let result = try todos("--format=json", on: disk)
    #expect(result.notes == "todos: skipped a: locked\n")
    #expect(try JSONResult(result.output).findings?.map(\.file) == ["b.swift"])
  }

  @Test func binaryFileIsSkippedWithANoteIfItIsNamed() throws {
    let disk = MemoryDisk(["a.swift": "\0" + todo])
    let result = try todos("--summary", "a.swift", on: disk)
    #expect(result.notes == "todos: skipped a.swift: a binary file\n")
    #expect(result.output.hasPrefix("0 found in 0 files\n"))
    #expect(try todos("--summary", on: disk).notes == "")
  }
}
