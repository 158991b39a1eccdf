// SPDX-License-Identifier: MIT-0

import Testing

private let disk = MemoryDisk(["Sources/a.swift": "// TODO: x\n// HACK: y"])

@Suite struct CommandLineTests {
  @Test(arguments: [
    (["--fromat", "json"], "'--fromat' is not an option. Did you mean --format?"),
    (["-x"], "'-x' is not an option."),
    (["--format", "xml"], "'xml' is not a format."),
    (["--format"], "--format needs a value."),
    (["--marker"], "--marker needs one word of letters, digits and '_'."),
    (["--marker", "two words"], "--marker needs one word of letters, digits and '_'."),
    (["--marker="], "--marker needs one word of letters, digits and '_'."),
    (["--summary=yes"], "--summary takes no value."),
    (["--wiring=graph"], "'--wiring=graph' is unknown."),
    (["Sorces"], "There is no file or folder 'Sorces'. Did you mean 'Sources'?"),
    (["Sources/b.swift"], "There is no file or folder 'Sources/b.swift'."),
    (["Sources", ""], "There is no file or folder ''."),
    (["--", "--summary"], "There is no file or folder '--summary'."),
  ])
  func mistakeIsStatusTwo(arguments: [String], message: String) throws {
    let result = try todos(arguments, on: disk)
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.notes.hasPrefix("todos: " + message))
  }

  @Test(arguments: [
    (["--fromat"], "Did you mean --format? todos --help lists them all."),
    (["--format", "xml"], "Type one of: --format text, --format json, --format markdown"),
    (["--marker"], "For example: --marker HACK"),
    (["--summary=yes"], "Type --summary."),
    (["--wiring=graph"], "Type --wiring or --wiring=list."),
    (["Sources/b.swift"], "Did you mean 'Sources/a.swift'?"),
    (["nowhere"], "Type a path that exists, or none."),
  ])
  func messageEndsWithWhatToTypeInstead(arguments: [String], ending: String) throws {
    #expect(try todos(arguments, on: disk).notes.hasSuffix(ending + "\n"))
  }

  @Test func whatTheMessageSaysToTypeWorks() throws {
    for arguments in [
      ["--format", "text"], ["--format", "json"], ["--format", "markdown"], ["--marker", "HACK"],
      ["--summary"], ["--wiring"], ["--wiring=list"], ["--help"], ["Sources/a.swift"],
    ] {
      let result = try todos(arguments, on: disk)
      #expect(result.status == 0, "\(arguments)")
      #expect(!result.output.isEmpty && result.notes == "", "\(arguments)")
    }
  }

  @Test func markerIsCountedOnceHoweverOftenItIsNamed() throws {
    let result = try todos("--summary", "--marker=HACK", "--marker", "HACK", on: disk)
    #expect(result.output == "1 found in 1 file\n  HACK  1\n")
  }

  @Test func helpNamesEveryOption() throws {
    let help = try todos("-h", on: disk).output
    for option in [
      "--format", "--marker", "--summary", "--wiring", "--wiring=list", "--check", "--help",
      "--version",
    ] { #expect(help.contains(option)) }
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func versionIsOneLine() throws {
    #expect(try todos("--version", on: disk).output == "todos 1.0.0\n")
  }
}
