import Foundation

@testable import tour

/// The folder of the package.
let root = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

func contents(_ path: String) throws -> String {
  try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
}

/// What a run of a program printed, and how it ended.
struct Run: Equatable {
  var output = ""
  var complaint = ""
  var status: Int32 = 0
}

func run(
  _ program: URL, _ words: [String], in folder: URL = root, environment: [String: String] = [:]
) throws -> Run {
  let process = Process()
  process.executableURL = program
  process.arguments = words
  process.currentDirectoryURL = folder
  // The width of the window in which the tests run is not for the programs that they run.
  process.environment = ProcessInfo.processInfo.environment
    .filter { $0.key != "COLUMNS" }
    .merging(environment) { _, new in new }

  // Files can take any amount, where a pipe fills up while the other one is read.
  let scratch = try Scratch()
  let (output, complaint) = (try scratch.file("output"), try scratch.file("complaint"))
  process.standardOutput = try FileHandle(forWritingTo: output)
  process.standardError = try FileHandle(forWritingTo: complaint)
  try process.run()
  process.waitUntilExit()
  return Run(
    output: try String(contentsOf: output, encoding: .utf8),
    complaint: try String(contentsOf: complaint, encoding: .utf8),
    status: process.terminationStatus)
}

/// Runs the tour.
func tour(_ words: String..., in folder: URL = root, environment: [String: String] = [:]) throws
  -> Run
{
  try run(tourProgram, words, in: folder, environment: environment)
}

/// What the tour prints on each of its pages. Each is run once for all tests.
enum Printed {
  static func lesson(_ number: Int) throws -> String { try lessonPages.get()[number - 1] }
  static func solution(_ number: Int) throws -> String { try solutionPages.get()[number - 1] }
  static func step(_ number: Int) throws -> String { try stepPages.get()[number - 1] }

  private static let lessonPages = Result {
    try lessons.indices.map { try page("\($0 + 1)") }
  }
  private static let solutionPages = Result {
    try lessons.indices.map { try page("\($0 + 1)", "--solution") }
  }
  private static let stepPages = Result {
    try steps.indices.map { try page("inside", "\($0 + 1)") }
  }

  private static func page(_ words: String...) throws -> String {
    let run = try run(tourProgram, words)
    if run.status != 0 { throw Failed(description: "tour \(words)\n\(run.complaint)") }
    return run.output
  }
}

let tourProgram = products.appendingPathComponent("tour")

/// A folder that goes when its owner goes.
final class Scratch: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("tour-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file in the folder.
  func file(_ name: String, _ text: String = "") throws -> URL {
    let file = url.appendingPathComponent(name)
    try text.write(to: file, atomically: false, encoding: .utf8)
    return file
  }
}

struct Failed: Error, CustomStringConvertible {
  let description: String
}

/// Compiles the files into a program, and runs it.
func compiledAndRun(_ files: [URL], options: [String], in scratch: Scratch) throws -> Run {
  let program = scratch.url.appendingPathComponent("program")
  try compile(files.map(\.path) + options + ["-o", program.path], in: scratch)
  return try run(program, [])
}

private func compile(_ words: [String], in scratch: Scratch) throws {
  let all = ["swiftc", "-Onone"] + words
  let result = try run(URL(fileURLWithPath: "/usr/bin/env"), all, in: scratch.url)
  if result.status != 0 {
    throw Failed(description: all.joined(separator: " ") + "\n" + result.complaint)
  }
}

/// The library as a module, compiled once for all tests, with the options that find it.
enum Library {
  private static let scratch = Result { try compiled() }

  static func options() throws -> [String] {
    let folder = try scratch.get().url
    return ["-I", folder.path, folder.appendingPathComponent("DIContainer.o").path]
  }

  private static func compiled() throws -> Scratch {
    let scratch = try Scratch()
    let source = root.appendingPathComponent("Sources/DIContainer/DIContainer.swift").path
    let module = ["-emit-module", "-parse-as-library", "-module-name", "DIContainer"]
    try compile(module + ["-swift-version", "6", "-c", source, "-o", "DIContainer.o"], in: scratch)
    return scratch
  }
}

/// The folder in which the test bundle was built, and with it the programs.
private let products: URL = {
  let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
  let url = bundle.bundlePath.hasSuffix(".xctest") ? bundle.bundleURL : bundle.executableURL
  return (url ?? bundle.bundleURL).deletingLastPathComponent()
}()
