// SPDX-License-Identifier: MIT-0

import Foundation
import Testing

/// A real folder, which is removed with the last reference, and the built program to run in it.
final class Folder {
  let url: URL

  init(_ files: [String: String]) throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "todos-\(UUID().uuidString)", isDirectory: true
    ).resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (path, text) in files {
      let file = url.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func link(_ path: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: url.appendingPathComponent(path).path, withDestinationPath: destination)
  }

  struct Result {
    let status: Int32
    let output: String
    let errors: String
  }

  func run(_ arguments: String...) throws -> Result { try run(arguments) }

  /// Runs the program here, with its output in files, because a full pipe would stop it.
  func run(
    _ arguments: [String], _ environment: [String: String] = [:], output: FileHandle? = nil,
    errors: FileHandle? = nil
  ) throws -> Result {
    let results = try Folder([:])
    let outputFile = results.url.appendingPathComponent("output")
    let errorsFile = results.url.appendingPathComponent("errors")
    for file in [outputFile, errorsFile] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = try Self.program()
    process.arguments = arguments
    process.currentDirectoryURL = url
    process.environment = ProcessInfo.processInfo.environment
      .filter { $0.key != "NO_COLOR" }
      .merging(environment) { _, new in new }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try output ?? FileHandle(forWritingTo: outputFile)
    process.standardError = try errors ?? FileHandle(forWritingTo: errorsFile)
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    if ended.wait(timeout: .now() + 30) == .timedOut {
      kill(process.processIdentifier, SIGKILL)
      ended.wait()
      Issue.record("The program did not end within 30 seconds: \(arguments)")
    }
    return Result(
      status: process.terminationStatus,
      output: String(decoding: try Data(contentsOf: outputFile), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errorsFile), as: UTF8.self))
  }

  /// What the program writes when its output and its errors go to a terminal.
  func runOnTerminal(_ environment: [String: String] = [:]) throws -> String {
    var (main, terminal): (CInt, CInt) = (-1, -1)
    try #require(openpty(&main, &terminal, nil, nil, nil) == 0)
    defer { close(main) }
    let handle = FileHandle(fileDescriptor: terminal)
    _ = try run([], environment, output: handle, errors: handle)
    // Read first: on some systems, closing the last end throws the text away.
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = read(main, &buffer, buffer.count)
    close(terminal)
    return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
  }

  /// The program that was built beside the tests.
  private static func program() throws -> URL {
    let bundle = Bundle(for: Folder.self).bundleURL
    let test = URL(fileURLWithPath: CommandLine.arguments[0])
    let folders = [
      bundle, bundle.deletingLastPathComponent(), test.deletingLastPathComponent(),
    ]
    let programs = folders.map { $0.appendingPathComponent("todos", isDirectory: false) }
    return try #require(
      programs.first { FileManager.default.isExecutableFile(atPath: $0.path) },
      "There is no program 'todos' beside the tests: \(folders.map(\.path))")
  }
}
