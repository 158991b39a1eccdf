// SPDX-License-Identifier: MIT-0

import Foundation

// What tests wait with. Waiting ends on an event. The limit is minutes, so that a machine with other
// work on it does not reach it: it only tells a hang from slowness, and fails the test.

/// How many seconds somebody waits before that is taken for a hang.
let patience: TimeInterval = 180

/// Somebody waited, and nothing happened.
struct TimedOut: Error, CustomStringConvertible {
  let description: String

  init(_ file: String, _ line: Int) {
    description = "Waited \(Int(patience)) seconds, and nothing happened: \(file):\(line)"
  }
}

/// A door that opens once. Threads wait for it, and so do tests, which may not block a thread of
/// the concurrency pool.
package final class Latch: @unchecked Sendable {
  private let condition = NSCondition()
  private var isSet = false
  /// Has no elements. It ends when the latch opens, or when the time is up.
  private let (stream, streamEnd) = AsyncStream<Never>.makeStream()

  package init() {}

  package var isOpen: Bool { condition.withLock { isSet } }

  package func open() {
    condition.withLock {
      isSet = true
      condition.broadcast()
    }
    streamEnd.finish()
  }

  /// For a thread.
  package func wait(file: String = #fileID, line: Int = #line) throws {
    let end = Date(timeIntervalSinceNow: patience)
    condition.lock()
    defer { condition.unlock() }
    while !isSet { guard condition.wait(until: end) else { throw TimedOut(file, line) } }
  }

  /// For a test. Only one waits at a time.
  package func opened(file: String = #fileID, line: Int = #line) async throws {
    if isOpen { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + patience) { [streamEnd] in
      streamEnd.finish()
    }
    for await _ in stream {}
    guard isOpen else { throw TimedOut(file, line) }
  }
}

/// Lets threads go on when all of them have come.
package final class Gate: Sendable {
  private let count: Int
  private let coming = Counter()
  private let opening = Latch()

  package init(_ count: Int) { self.count = count }

  package func pass(file: String = #fileID, line: Int = #line) throws {
    if coming.add("threads") == count { opening.open() }
    try opening.wait(file: file, line: line)
  }
}

/// For what no event tells: polls, since a test may not block a thread of the pool.
func eventually(
  file: String = #fileID, line: Int = #line, _ condition: () -> Bool
) async throws {
  let end = Date(timeIntervalSinceNow: patience)
  while !condition() {
    guard Date() < end else { throw TimedOut(file, line) }
    try await Task.sleep(nanoseconds: 300_000)
  }
}
