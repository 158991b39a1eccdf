// SPDX-License-Identifier: MIT-0

import Foundation

/// Where the tool writes.
public protocol Console {
  var outputIsTerminal: Bool { get }
  var errorIsTerminal: Bool { get }
  /// Writes a result.
  func write(_ text: String) throws
  /// Writes what is about the result: progress, what was skipped, what went wrong.
  func note(_ text: String)
}

/// Standard output and standard error.
struct StandardConsole: Console {
  var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
  var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  func write(_ text: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }

  func note(_ text: String) {
    // Nobody is left to tell when this fails.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
