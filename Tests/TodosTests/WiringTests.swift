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
    #expect(childOfTodos([], disk: disk).verify().errors.isEmpty)
  }

  @Test func verificationHasNoWarnings() {
    #expect(composeTodos(arguments: []).verify().warnings == [])
    #expect(childOfTodos([], disk: disk).verify().warnings == [])
  }

  @Test func checkOfACompleteWiringIsStatusZero() throws {
    let result = try todos("--check", on: disk)
    #expect(result.status == 0)
    #expect(result.notes == "")
  }

  @Test func checkOfABrokenWiringIsStatusOneWithTheReport() throws {
    let console = MemoryConsole()
    let container = composeTodos(arguments: ["--check"])
    container.register(Console.self, eagerSingleton: console)
    container.unregister(Disk.self)
    #expect(try runTodos(in: container) == 1)
    #expect(console.output.contains("'Disk' is not registered."))
    #expect(console.output.contains("Path: Search → Scan (Array<String>) → FileFinder → Disk"))
  }

  @Test func brokenWiringIsStatusOneWhenItRuns() throws {
    let console = MemoryConsole()
    let container = composeTodos(arguments: ["."])
    container.register(Console.self, eagerSingleton: console)
    container.unregister(Disk.self)
    #expect(try runTodos(in: container) == 1)
    #expect(console.notes.hasPrefix("todos: 'Disk' is not registered."))
    #expect(console.output == "")
  }

  @Test func listHasTheLifetimeOfEachService() throws {
    let console = MemoryConsole()
    let container = composeTodos(arguments: ["--wiring=list"])
    container.register(Console.self, eagerSingleton: console)
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

  @Test func childWithAnotherDiskLeavesTheParentItsOwn() throws {
    let parent = composeTodos(arguments: ["--summary", "a.swift"])
    let child = DIContainer(parent: parent) { child in
      child.register(Disk.self, eagerSingleton: disk)
      child.register(Console.self, eagerSingleton: MemoryConsole())
    }
    #expect(try runTodos(in: child) == 0)
    #expect(parent[Disk.self]?.kind(of: "a.swift") == nil)
    #expect(child[Disk.self]?.kind(of: "a.swift") == .file)
  }
}
