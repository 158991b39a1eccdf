import Foundation
import TestSupport

@testable import tour

/// Runs the tour, on a thread of its own, so that other tests go on.
func runTour(
  _ words: [String], in folder: URL = repository, environment: [String: String] = [:]
) async throws -> Run {
  // The width of the window in which the tests run is not for the programs that they run.
  var all = ProcessInfo.processInfo.environment
  all["COLUMNS"] = nil
  for (name, value) in environment { all[name] = value }
  let inherited = all
  return try await Worker {
    try run([builtProgram("tour")] + words, in: folder, environment: inherited)
  }.value
}

/// What the tour prints on its pages. Each is run once for all tests.
enum Printed {
  static func lesson(_ number: Int) async throws -> String {
    try await lessonPages.value[number - 1]
  }

  static func solution(_ number: Int) async throws -> String {
    try await solutionPages.value[number - 1]
  }

  static func step(_ number: Int) async throws -> String {
    try await stepPages.value[number - 1]
  }

  private static let lessonPages = Task {
    try await pages(lessons.indices.map { ["\($0 + 1)"] })
  }
  private static let solutionPages = Task {
    try await pages(lessons.indices.map { ["\($0 + 1)", "--solution"] })
  }
  private static let stepPages = Task {
    try await pages(steps.indices.map { ["inside", "\($0 + 1)"] })
  }

  private static func pages(_ all: [[String]]) async throws -> [String] {
    var pages: [String] = []
    for words in all {
      let run = try await runTour(words)
      if run.status != 0 { throw Failure("tour \(words)\n\(run.errors)") }
      pages.append(run.output)
    }
    return pages
  }
}

/// Some source files by their names, and how to compile them.
struct Program: Sendable {
  var files: [String: String]
  var options: [String] = []

  /// Compiles and runs it, on a thread of its own.
  func run() async throws -> Run { try await Worker { try compiledAndRun() }.value }

  /// Compiles and runs programs that import the library, which is compiled once for all of them.
  static func runWithLibrary(_ programs: [Program]) async throws -> [Run] {
    try await Worker {
      let library = try Folder()
      let module = ["swiftc", "-Onone", "-emit-module", "-parse-as-library", "-c"]
      try succeed(
        module + ["-module-name", "DIContainer", "-swift-version", "6", libraryFile.path]
          + ["-o", "DIContainer.o"], in: library)
      let found = ["-I", library.url.path, library.url.path + "/DIContainer.o"]
      return try programs.map { program in
        try Program(files: program.files, options: program.options + found).compiledAndRun()
      }
    }.value
  }

  private func compiledAndRun() throws -> Run {
    let folder = try Folder(files)
    try Program.succeed(
      ["swiftc", "-Onone"] + options + files.keys.sorted() + ["-o", "program"], in: folder)
    return try TestSupport.run(["./program"], in: folder.url)
  }

  private static func succeed(_ words: [String], in folder: Folder) throws {
    let ended = try TestSupport.run(words, in: folder.url)
    if ended.status == 0 { return }
    throw Failure("\(words.joined(separator: " "))\n\(ended.output)\(ended.errors)")
  }
}
