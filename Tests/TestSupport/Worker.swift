import Foundation

/// A thread of the test's own.
package final class Worker<Value: Sendable>: Sendable {
  private let outcome = Shared<Result<Value, any Error>?>(nil)
  private let id = Shared<String?>(nil)
  private let done = Latch()
  private let place: (file: String, line: Int)

  /// The thread gets a stack of `kilobytes`; the thread sanitizer's code needs twice as much.
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
    thread.stackSize = kilobytes * 1024 * (isSanitized ? 2 : 1)
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
      return asleep == 3
    }
  }

  private var isAsleep: Bool {
    #if os(Linux)
      guard let id = id.value else { return false }
      // `7 (name) S …`
      let stat = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
      return stat?.split(separator: ")").last?.hasPrefix(" S") == true
    #else
      Thread.sleep(forTimeInterval: 0.01)
      return true
    #endif
  }
}

private let isSanitized = dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil
