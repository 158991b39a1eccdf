// SPDX-License-Identifier: MIT-0

import Foundation

/// A thread of the test's own.
package final class Worker<Value: Sendable>: Sendable {
  private let outcome = Shared<Result<Value, any Error>?>(nil)
  private let id = Shared<String?>(nil)
  private let done = Latch()
  private let place: (file: String, line: Int)

  /// The thread gets a stack of `kilobytes`; the code of a sanitizer needs more.
  package init(
    stack kilobytes: Int = 1024, file: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable () throws -> Value
  ) {
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

  /// Returns when the thread has ended.
  package var result: Result<Value, any Error> {
    get async throws {
      try await done.opened(file: place.file, line: place.line)
      return try ended()
    }
  }

  package var value: Value { get async throws { try await result.get() } }

  /// What the thread threw.
  package var error: (any Error)? {
    get async throws {
      switch try await result {
      case .success: nil
      case .failure(let error): error
      }
    }
  }

  package var isDone: Bool { done.isOpen }

  /// For a thread, such as a factory's, that waits for this one.
  package func join() throws -> Value {
    try done.wait(file: place.file, line: place.line)
    return try ended().get()
  }

  private func ended() throws -> Result<Value, any Error> {
    guard let result = outcome.value else { throw TimedOut(place.file, place.line) }
    return result
  }

  /// Returns when the thread has come to rest: it waits for another, or has ended. It makes the
  /// order that a test is about likely; the test passes in every other order too.
  package func rested() async throws {
    var asleep = 0
    try await eventually(file: place.file, line: place.line) {
      if done.isOpen { return true }
      asleep = isAsleep ? asleep + 1 : 0
      return asleep == 2
    }
  }

  /// Whether the thread waits for a condition. To wait for a mutex takes a moment only.
  private var isAsleep: Bool {
    #if os(Linux)
      guard let id = id.value else { return false }
      // `202 0x55d0 0x189 …`: futex, its address, and what it does there: 9 is to wait for a condition
      if let call = try? String(contentsOfFile: "/proc/\(id)/syscall", encoding: .utf8) {
        let words = call.split(separator: " ")
        guard words.count > 2 else { return false }
        return Int(words[2].dropFirst(2), radix: 16).map { $0 & 0x7F == 9 } == true
      }
    #endif
    // Nothing tells, so that it gets a moment.
    Thread.sleep(forTimeInterval: 0.01)
    return true
  }
}

/// Whether the tests run under the thread sanitizer.
package let hasThreadSanitizer = hasSymbol("__tsan_init")

/// Whether they run under a sanitizer that looks at memory.
package let hasSanitizer = hasThreadSanitizer || hasSymbol("__asan_init")

private func hasSymbol(_ name: String) -> Bool { dlsym(dlopen(nil, RTLD_NOW), name) != nil }
