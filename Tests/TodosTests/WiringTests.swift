// SPDX-License-Identifier: MIT-0

import DIContainer
import Testing
import todos

private let disk = MemoryDisk(["a.swift": "// TODO: x"])

@Suite struct WiringTests {
  @Test func everythingCanBeMade() {
    #expect(composeTodos(arguments: []).verify().errors.isEmpty)
  }

  @Test func everythingCanBeMadeWithAnotherDisk() {
    #expect(composeTodos([], on: disk).verify().errors.isEmpty)
  }

  @Test func verificationHasNoErrorsAndNoWarnings() {
    #expect(composeTodos(arguments: []).verify().description == "No errors.")
    #expect(composeTodos([], on: disk).verify().warnings == [])
  }

  @Test func checkOfACompleteWiringIsStatusZero() throws {
    let result = try todos("--check", on: disk)
    #expect(result.status == 0)
    #expect(result.notes == "")
  }

  @Test func checkOfABrokenWiringIsStatusOneWithTheReport() throws {
    let console = MemoryConsole()
    let container = composeTodos(["--check"], on: disk, console: console)
    container.unregister(Disk.self)
    #expect(try runTodos(in: container) == 1)
    #expect(console.output.contains("'Disk' is not registered."))
    #expect(console.output.contains("Path: Search → Scan (Array<String>) → FileFinder → Disk"))
  }

  @Test func brokenWiringIsStatusOneWhenItRuns() throws {
    let console = MemoryConsole()
    let container = composeTodos(["."], on: disk, console: console)
    container.unregister(Disk.self)
    #expect(try runTodos(in: container) == 1)
    #expect(console.notes.hasPrefix("todos: 'Disk' is not registered."))
    #expect(console.output == "")
  }

  @Test func listHasTheLifetimeOfEachService() throws {
    let console = MemoryConsole()
    let container = composeTodos(["--wiring=list"], on: disk, console: console)
    #expect(try runTodos(in: container) == 0)
    #expect(console.output == container.description + "\n")
    for service in ["Configuration", "Tally", "Scan (Array<String>)", "Report \"json\""] {
      #expect(console.output.contains("\(service): "))
    }
  }

  @Test func drawingHasEveryService() throws {
    let drawing = try todos("--wiring", on: disk).output
    #expect(drawing.hasPrefix("flowchart "))
    for service in [
      "Configuration", "Disk", "Console", "Tally", "ScanProgress", "FileFinder", "Scan", "Search",
      "text", "json", "markdown",
    ] { #expect(drawing.contains(service)) }
  }

  @Test func everyFormatOfTheCommandLineHasAReport() throws {
    for format in ["text", "json", "markdown"] {
      #expect(try todos("--format", format, on: disk).output.contains("TODO"))
    }
  }

  @Test func diskThatIsRegisteredOverTheOwnOneReachesEverything() throws {
    let console = MemoryConsole()
    let container = composeTodos(["--summary", "a.swift"], on: disk, console: console)
    #expect(try runTodos(in: container) == 0)
    #expect(console.output.hasPrefix("1 found in 1 file\n"))
  }

  @Test(arguments: [(true, true), (true, false), (false, true)])
  func runOnATerminalEndsWithWhatItIsWiredFrom(output: Bool, error: Bool) throws {
    let console = MemoryConsole(outputIsTerminal: output, errorIsTerminal: error)
    let container = composeTodos(["--format=json"], on: disk, console: console)
    #expect(try runTodos(in: container) == 0)
    let ending = "\nWired from:\n\(container)\nTo see it drawn, type: todos --wiring\n"
    #expect(console.notes == (output && error ? ending : ""))
    #expect(console.output.hasSuffix("}\n"))
  }
}
