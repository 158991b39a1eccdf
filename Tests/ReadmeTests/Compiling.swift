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
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("readme-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let main = folder.appendingPathComponent("main.swift")
  try program.write(to: main, atomically: true, encoding: .utf8)
  let library = root.appendingPathComponent("Sources/DIContainer/DIContainer.swift")
  let compile = ["swiftc", "-swift-version", "6", "-Onone", "-o", "program"] + options
  _ = try run(compile + [main.path, library.path], in: folder)
  return try run(["./program"], in: folder)
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
