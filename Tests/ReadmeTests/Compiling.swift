import Foundation

let root = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

func contents(_ path: String) throws -> String {
  try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
}

struct Failed: Error, CustomStringConvertible {
  let description: String
}

/// Runs a program that is looked up in `PATH`, and returns all that it printed.
func run(_ words: [String], in folder: URL = root) throws -> String {
  let (process, output) = (Process(), Pipe())
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = words
  process.currentDirectoryURL = folder
  // All goes into one pipe, so that none can fill up while the other is read.
  (process.standardOutput, process.standardError) = (output, output)
  try process.run()
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw Failed(description: words.joined(separator: " ") + "\n" + text)
  }
  return text
}

/// Compiles `program` as `main.swift` beside the library's one file, as somebody who pasted it
/// would, and returns what it prints.
func output(of program: String, options: [String]) throws -> String {
  try withFolder(program) { folder in
    let compile = ["swiftc", "-swift-version", "6", "-Onone", "main.swift", library.path]
    _ = try run(compile + ["-o", "program"] + options, in: folder)
    return try run(["./program"], in: folder)
  }
}

/// Checks `program` as somebody would who has the library as a module.
func typecheck(_ program: String, options: [String]) throws {
  try withFolder(program) { folder in
    let module = ["swiftc", "-emit-module", "-parse-as-library", "-module-name", "DIContainer"]
    _ = try run(module + ["-swift-version", "6", library.path], in: folder)
    let check = ["swiftc", "-typecheck", "-swift-version", "6", "-I", ".", "main.swift"]
    _ = try run(check + options, in: folder)
  }
}

private let library = root.appendingPathComponent("Sources/DIContainer/DIContainer.swift")

/// Calls `body` with a new folder that has `program` as `main.swift`.
private func withFolder<Result>(_ program: String, _ body: (URL) throws -> Result) throws -> Result
{
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("readme-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let main = folder.appendingPathComponent("main.swift")
  try program.write(to: main, atomically: true, encoding: .utf8)
  return try body(folder)
}

/// Code whose errors the compiler reports where it stands in `file`.
func located(_ lines: [(Int, String)], in file: String) -> String {
  if lines.isEmpty { return "" }
  return lines.map { number, text in
    "#sourceLocation(file: \"\(file)\", line: \(number))\n\(text)\n"
  }.joined() + "#sourceLocation()\n"
}

/// The folder in which the test bundle was built, and with it the programs.
let products: URL = {
  let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
  let url = bundle.bundlePath.hasSuffix(".xctest") ? bundle.bundleURL : bundle.executableURL
  return (url ?? bundle.bundleURL).deletingLastPathComponent()
}()
