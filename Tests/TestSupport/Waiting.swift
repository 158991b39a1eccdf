import Foundation

// Tests wait for events. The limit is a minute, which a busy machine does not reach: it tells a
// hang from slowness, and fails the test.

/// The number of seconds after which waiting is a hang, unless a program is compiled meanwhile.
package let patience: TimeInterval = 60

/// Nothing happened in time.
struct TimedOut: Error, CustomStringConvertible {
  let description: String

  init(_ seconds: TimeInterval, _ file: String, _ line: Int) {
    description = "Waited \(Int(seconds)) seconds, and nothing happened: \(file):\(line)"
  }
}

/// A door that opens once.
package final class Latch: @unchecked Sendable {
  private let condition = NSCondition()
  private var isSet = false

  package init() {}

  package var isOpen: Bool { condition.withLock { isSet } }

  package func open() {
    condition.withLock {
      isSet = true
      condition.broadcast()
    }
  }

  /// For a thread.
  package func wait(
    _ seconds: TimeInterval = patience, file: String = #fileID, line: Int = #line
  ) throws {
    let end = Date(timeIntervalSinceNow: seconds)
    try condition.withLock {
      while !isSet { if !condition.wait(until: end) { throw TimedOut(seconds, file, line) } }
    }
  }

  /// For a test.
  package func opened(
    _ seconds: TimeInterval = patience, file: String = #fileID, line: Int = #line
  ) async throws {
    try await eventually(seconds, file: file, line: line) { isOpen }
  }
}

/// Waits for a condition, without blocking a thread of the concurrency pool.
func eventually(
  _ seconds: TimeInterval = patience, file: String = #fileID, line: Int = #line,
  _ condition: () -> Bool
) async throws {
  let end = Date(timeIntervalSinceNow: seconds)
  while !condition() {
    guard Date() < end else { throw TimedOut(seconds, file, line) }
    try await Task.sleep(nanoseconds: 300_000)
  }
}
