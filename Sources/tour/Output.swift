// SPDX-License-Identifier: MIT-0

import Foundation

/// Notes what the program of a lesson prints, so that the tour can compare it.
///
/// In this module it hides Swift's own `print`. So the code of a lesson says `print`, as in a program
/// of its own. The tour itself uses `Swift.print`.
func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {
  let text = items.map { "\($0)" }.joined(separator: separator)
  Output.shared.add(wrapped(text) + terminator)
}

/// Breaks long lines at a space, so that a page fits a terminal of 80 columns: the container writes
/// for logs.
func wrapped(_ text: String) -> String {
  let width = 73
  var lines: [String] = []
  for line in text.components(separatedBy: "\n") {
    var rest = Substring(line)
    while rest.count > width, let space = rest.prefix(width + 1).dropFirst(4).lastIndex(of: " ") {
      lines.append(String(rest[..<space]))
      rest = "    " + rest[space...].dropFirst()
    }
    lines.append(String(rest))
  }
  return lines.joined(separator: "\n")
}

final class Output: @unchecked Sendable {
  static let shared = Output()

  private let lock = NSLock()  // guards the variables: a lesson may print from several threads
  private var text = ""
  private var isShown = false

  /// Runs a program, and returns what it prints. If that is shown, it is shown at once: a program may
  /// crash, or never end.
  func of(_ program: Program, isShown: Bool) async -> String {
    lock.withLock {
      text = ""
      self.isShown = isShown
    }
    do {
      try await program()
    } catch {
      print("The program ended with an error: \(error)")
    }
    return lock.withLock { text }
  }

  fileprivate func add(_ new: String) {
    lock.withLock {
      text += new
      guard isShown else { return }
      Swift.print(new, terminator: "")
      fflush(nil)
    }
  }
}
