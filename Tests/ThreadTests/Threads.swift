import Foundation

// What the tests of this folder force orders with. No test blocks a thread of the concurrency pool,
// and everything has a deadline, so that a hang is a failure.

let patience: TimeInterval = 20

struct TimedOut: Error {}

struct Failure: Error, Equatable {
  var number = 0
}

/// A door that opens once.
final class Latch: @unchecked Sendable {
  private let condition = NSCondition()
  private var isSet = false

  var isOpen: Bool { condition.withLock { isSet } }

  func open() {
    condition.withLock {
      isSet = true
      condition.broadcast()
    }
  }

  func wait() throws {
    let end = Date(timeIntervalSinceNow: patience)
    condition.lock()
    defer { condition.unlock() }
    while !isSet { guard condition.wait(until: end) else { throw TimedOut() } }
  }

  func opened() async throws { try await eventually { isOpen } }
}

/// How often something happened, by its name.
final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var counts: [String: Int] = [:]

  @discardableResult func add(_ what: String) -> Int {
    lock.withLock {
      counts[what, default: 0] += 1
      return counts[what, default: 0]
    }
  }

  subscript(_ what: String) -> Int { lock.withLock { counts[what, default: 0] } }
}

/// A value that threads hand over.
final class Shared<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  init(_ value: Value) { stored = value }

  var value: Value {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }
}

/// Objects that have to be freed.
final class Watch: @unchecked Sendable {
  private struct Weak { weak var object: AnyObject? }
  private let lock = NSLock()
  private var objects: [Weak] = []

  @discardableResult func add<Object: AnyObject>(_ object: Object) -> Object {
    lock.withLock { objects.append(Weak(object: object)) }
    return object
  }

  var alive: [String] {
    lock.withLock { objects.compactMap { $0.object.map { "\(type(of: $0))" } } }
  }
  var count: Int { lock.withLock { objects.count } }

  /// For objects that a thread which is about to end may still hold.
  func emptied() async -> Bool {
    try? await eventually(within: 2) { alive.isEmpty }
    return alive.isEmpty
  }
}

/// A thread of the test's own.
final class Worker<Value: Sendable>: Sendable {
  private let outcome = Shared<Result<Value, any Error>?>(nil)
  private let id = Shared<String?>(nil)
  private let done = Latch()

  init(stackSize: Int = 1 << 20, _ body: @escaping @Sendable () throws -> Value) {
    let (outcome, id, done) = (outcome, id, done)
    let thread = Thread {
      id.value = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
      outcome.value = Result { try body() }
      done.open()
    }
    thread.stackSize = stackSize
    thread.start()
  }

  var result: Result<Value, any Error> {
    get async throws {
      try await done.opened()
      guard let result = outcome.value else { throw TimedOut() }
      return result
    }
  }

  var value: Value { get async throws { try await result.get() } }

  var error: (any Error)? {
    get async throws {
      switch try await result {
      case .success: nil
      case .failure(let error): error
      }
    }
  }

  /// For a thread, such as a factory, that waits for this one.
  func join() throws -> Value {
    try done.wait()
    guard let result = outcome.value else { throw TimedOut() }
    return try result.get()
  }

  var isDone: Bool { done.isOpen }

  /// Returns when the thread has come to rest: it waits for another, or has ended. It makes the
  /// order that a test is about likely; the test passes in every other order too.
  func rested() async throws {
    var asleep = 0
    try await eventually {
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

/// Polls, since a test may not block a thread of the pool.
func eventually(within seconds: Double = patience, _ condition: () -> Bool) async throws {
  let end = Date(timeIntervalSinceNow: seconds)
  while !condition() {
    guard Date() < end else { throw TimedOut() }
    try await Task.sleep(nanoseconds: 300_000)
  }
}
