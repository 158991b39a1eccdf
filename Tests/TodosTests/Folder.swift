// SPDX-License-Identifier: MIT-0

import Foundation
import TestSupport
import Testing

extension Folder {
  func run(_ arguments: String...) throws -> Run { try run(arguments) }

  /// Runs the tool here.
  func run(
    _ arguments: [String], _ environment: [String: String] = [:], output: FileHandle? = nil
  ) throws -> Run {
    let environment = ProcessInfo.processInfo.environment
      .filter { $0.key != "NO_COLOR" }
      .merging(environment) { _, new in new }
    let words = [try builtProgram("todos")] + arguments
    return try TestSupport.run(words, in: url, environment: environment, output: output)
  }

  /// What the tool writes when its output is a terminal.
  func runOnTerminal(_ environment: [String: String] = [:]) throws -> String {
    var (main, terminal): (CInt, CInt) = (-1, -1)
    try #require(openpty(&main, &terminal, nil, nil, nil) == 0)
    defer { close(main) }
    _ = try run([], environment, output: FileHandle(fileDescriptor: terminal))
    // Read before the last end is closed, which would throw the text away on some systems.
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = read(main, &buffer, buffer.count)
    close(terminal)
    return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
  }
}
