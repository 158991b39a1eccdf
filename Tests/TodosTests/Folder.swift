// SPDX-License-Identifier: MIT-0

import Foundation
import TestSupport
import Testing

extension Folder {
  func run(_ arguments: String...) throws -> Run { try run(arguments) }

  /// Runs the tool here.
  func run(
    _ arguments: [String], _ environment: [String: String] = [:], output: FileHandle? = nil,
    errors: FileHandle? = nil
  ) throws -> Run {
    let environment = ProcessInfo.processInfo.environment
      .filter { $0.key != "NO_COLOR" }
      .merging(environment) { _, new in new }
    let words = [try builtProgram("todos")] + arguments
    return try TestSupport.run(
      words, in: url, environment: environment, output: output, errors: errors)
  }

  /// What the tool writes when its output and its errors go to a terminal.
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
}
