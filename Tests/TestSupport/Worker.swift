import Foundation

/// A thread that a test starts.
package final class Worker<Value: Sendable>: Sendable {
  private let outcome = Shared<Result<Value, any Error>?>(nil)
  private let id = Shared<String?>(nil)
  private let done = Latch()
  private let patience: TimeInterval
  private let place: (file: String, line: Int)

  /// The thread gets a stack of `kilobytes`. The code of a sanitizer needs more.
  package init(
    stack kilobytes: Int = 1024, patience: TimeInterval = TestSupport.patience,
    file: String = #fileID, line: Int = #line, _ body: @escaping @Sendable () throws -> Value
  ) {
    self.patience = patience
    place = (file, line)
    let (outcome, id, done) = (outcome, id, done)
    let thread = Thread {
      id.value = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
      outcome.value = Result { try body() }
      done.open()
    }
    thread.stackSize = kilobytes * 1024 * (hasSanitizer ? 4 : 1)
    thread.start()
  }

  package var isDone: Bool { done.isOpen }

  /// Returns when the thread has ended.
  package var value: Value {
    get async throws {
      try await done.opened(patience, file: place.file, line: place.line)
      return try join()
    }
  }

  /// The error of the thread.
  package var error: (any Error)? {
    get async throws {
      do { _ = try await value } catch let error where done.isOpen { return error }
      return nil
    }
  }

  /// For a thread, such as the one of a factory, that waits for this one.
  package func join() throws -> Value {
    try done.wait(patience, file: place.file, line: place.line)
    guard let result = outcome.value else { throw TimedOut(patience, place.file, place.line) }
    return try result.get()
  }

  /// Returns when the thread waits for another one, or has ended. This makes the order that a test
  /// is about likely. The test passes in every other order, too.
  package func rested() async throws {
    var asleep = 0
    try await eventually(file: place.file, line: place.line) {
      if done.isOpen { return true }
      asleep = isAsleep ? asleep + 1 : 0
      return asleep == 3
    }
  }

  /// Whether the thread waits for a condition. Waiting for a mutex takes only a moment.
  private var isAsleep: Bool {
    #if os(Linux)
      guard let id = id.value else { return false }
      // `202 0x55d0 0x189 …`: a futex, its address, and the operation: 9 waits for a condition.
      if let call = try? String(contentsOfFile: "/proc/\(id)/syscall", encoding: .utf8) {
        let words = call.split(separator: " ")
        guard words.count > 2 else { return false }
        return Int(words[2].dropFirst(2), radix: 16).map { $0 & 0x7F == 9 } == true
      }
    #endif
    // There is nothing to look at, so the thread gets a moment.
    Thread.sleep(forTimeInterval: 0.01)
    return true
  }
}

/// Whether the tests run under the thread sanitizer.
package let hasThreadSanitizer = hasSymbol("__tsan_init")

/// Whether they run under the thread sanitizer or the address sanitizer.
package let hasSanitizer = hasThreadSanitizer || hasSymbol("__asan_init")

private func hasSymbol(_ name: String) -> Bool { dlsym(dlopen(nil, RTLD_NOW), name) != nil }
