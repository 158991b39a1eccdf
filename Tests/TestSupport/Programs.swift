import Foundation

// The repository, temporary folders, and programs.

/// The folder of the package.
package let repository = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// A temporary folder with files. It is removed with this object.
package final class Folder {
  package let url: URL

  package init(_ files: [String: String] = [:]) throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("test-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (path, text) in files {
      let file = url.appendingPathComponent(path)
      let folder = file.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

/// A program that has ended.
package struct Run: Equatable, Sendable {
  package let status: Int32
  package let output: String
  package let errors: String

  package init(status: Int32 = 0, output: String = "", errors: String = "") {
    self.status = status
    self.output = output
    self.errors = errors
  }
}

/// Runs a program, by its path or its name in `PATH`, and blocks this thread until it ends. Its
/// output goes to files, since a full pipe would stop it.
package func run(_ words: [String], in folder: URL = repository) throws -> Run {
  #if os(macOS) || os(Linux)
    let results = try Folder(["output": "", "errors": ""])
    let files = ["output", "errors"].map { results.url.appendingPathComponent($0) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    if ended.wait(timeout: .now() + patience) == .timedOut {
      process.terminate()
      throw Failure("It did not end within \(Int(patience)) seconds: \(words)")
    }
    let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    return Run(status: process.terminationStatus, output: texts[0], errors: texts[1])
  #else
    throw Failure("No program can start another one here: \(words)")
  #endif
}

/// The path of a program of the package, next to the tests: a program on Linux, a bundle on macOS.
package func builtProgram(_ name: String) throws -> String {
  let tests = [URL(fileURLWithPath: CommandLine.arguments[0]), Bundle(for: Watch.self).bundleURL]
  let paths = tests.map {
    $0.deletingLastPathComponent().appendingPathComponent(name, isDirectory: false).path
  }
  guard let found = paths.first(where: FileManager.default.isExecutableFile) else {
    throw Failure("There is no program '\(name)' next to the tests. Looked at: \(paths)")
  }
  return found
}
