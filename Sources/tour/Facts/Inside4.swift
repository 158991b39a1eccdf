import Foundation

/// A thread that can stop at one of its steps: before it takes a lock, or when it has given one back.
final class Other: @unchecked Sendable {
  private let (stopped, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  private let end = DispatchGroup()
  private(set) var steps = 0
  private(set) var locks = 0  // how many it holds
  private(set) var isBalanced = true
  private var hasStopped = false
  private(set) var result: AnyObject?
  private var stop: Int?

  /// This thread, if it is one of the check.
  static var current: Other? { Thread.current.threadDictionary["other"] as? Other }

  init(stop: Int? = nil, _ work: @escaping @Sendable () throws -> AnyObject?) {
    self.stop = stop
    atLock = { isBefore in Other.current?.step(isBefore) }
    end.enter()
    Thread.detachNewThread { [self] in
      Thread.current.threadDictionary["other"] = self
      result = try? work()
      end.leave()
      stopped.signal()
    }
  }

  private func step(_ isBefore: Bool) {
    if !isBefore { locks -= 1 }
    if locks < 0 { isBalanced = false }
    if steps == stop {
      hasStopped = true
      stopped.signal()
      _ = mayGoOn.wait(timeout: .now() + 8)
    }
    steps += 1
    if isBefore { locks += 1 }
  }

  func stopNext() { stop = steps }

  /// Whether it stops, and does not end before.
  func stops() -> Bool { stopped.wait(timeout: .now() + 2) == .success && hasStopped }

  /// Whether it ends, after it may go on.
  func ends() -> Bool {
    mayGoOn.signal()
    return end.wait(timeout: .now() + 2) == .success
  }
}

// MARK: In the lesson's module
import Foundation

/// What happens before a lock is taken, and after it was given back.
nonisolated(unsafe) var atLock: @Sendable (_ isBefore: Bool) -> Void = { _ in }

/// The lesson finds these before Foundation's.
final class NSRecursiveLock: Watched<Foundation.NSRecursiveLock>, @unchecked Sendable {
  init() { super.init(Foundation.NSRecursiveLock()) }
}
final class NSLock: Watched<Foundation.NSLock>, @unchecked Sendable {
  init() { super.init(Foundation.NSLock()) }
}

class Watched<Lock: NSLocking>: NSLocking {
  private let inner: Lock
  init(_ inner: Lock) { self.inner = inner }

  func lock() {
    atLock(true)
    inner.lock()
  }

  func unlock() {
    inner.unlock()
    atLock(false)
  }
}

// MARK: Facts
final class Bell {}

func wantFree(_ container: Container, _ when: String) throws {
  let other = Other {
    container.register(Clock.self) { _ in Clock() }
    return try container.resolve(Clock.self)
  }
  try want(other.ends(), "\(when), another thread can't use the container: the lock is not free.")
}

/// A thread takes the lock before it does anything: it sees what changes until then.
func wantLock(
  _ what: String, _ container: Container, stop: Int? = 0,
  _ work: @escaping @Sendable () throws -> AnyObject?, meanwhile change: () throws -> Void
) throws -> AnyObject? {
  let other = Other(stop: stop, work)
  try want(other.stops(), "A thread \(what), and takes no lock before.")
  try change()
  try want(other.ends(), "A thread \(what), and never ends.")
  return other.result
}

await fact("While a factory runs, another thread can use the container.") {
  let (begun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  let container = Container()
  container.register(Shop.self) { _ in
    begun.signal()
    _ = mayEnd.wait(timeout: .now() + 8)
    return Shop()
  }
  let other = Other { try container.resolve(Shop.self) }
  defer { mayEnd.signal() }
  try want(begun.wait(timeout: .now() + 2) == .success, "The factory never runs.")
  try wantFree(container, "While a factory runs")
  mayEnd.signal()
  try want(other.ends(), "The resolve never ends.")
}
await fact("Both dictionaries are used only with the lock.") {
  let container = Container()
  _ = try wantLock("registers", container) {
    container.register(Clock.self) { _ in Clock() }
    return nil
  } meanwhile: {
    let error = failure { try container.resolve(Clock.self) }
    try want("The error, before a thread that registers has the lock", error, is: "IsMissing()")
  }
  let bell = try wantLock("looks for a factory", container) {
    try container.resolve(Bell.self)
  } meanwhile: {
    container.register(Bell.self) { _ in Bell() }
  }
  let look = "Look into the dictionary only with the lock."
  try want(bell != nil, "A thread misses what was registered before it had the lock. \(look)")
  let old = try container.resolve(Clock.self)
  let clock = try wantLock("looks for a singleton", container) {
    try container.resolve(Clock.self)
  } meanwhile: {
    container.register(Clock.self) { _ in Clock() }
  }
  try want(clock !== old, "A thread gets what was replaced before it had the lock. \(look)")
  container.register(Shop.self) { _ in
    Other.current?.stopNext()
    return Shop()
  }
  _ = try wantLock("keeps a singleton", container, stop: nil) {
    try container.resolve(Shop.self)
  } meanwhile: {
  }
}
await fact("However a resolve ends, it unlocks as often as it has locked.") {
  let container = Container()
  container.register(Shop.self) { _ in Shop() }
  container.register(Bell.self) { _ in throw Wrong("Sold out.") }
  let uses: [(when: String, use: @Sendable () throws -> AnyObject)] = [
    ("made", { try container.resolve(Shop.self) }), ("found", { try container.resolve(Shop.self) }),
    ("missed", { try container.resolve(NSString.self) }),
    ("not made", { try container.resolve(Bell.self) }),
  ]
  for (when, use) in uses {
    let other = Other(use)
    try want(other.ends(), "A thread never ends.")
    let isRight = other.isBalanced && other.locks == 0
    try want(isRight, "After a service was \(when), the lock was locked and unlocked differently.")
    try wantFree(container, "After a service was \(when)")
  }
  try want("The error", failure { try container.resolve(Bool.self) }, is: "IsMissing()")
  try want("The error", failure { try container.resolve(Bell.self) }, is: "Sold out.")
}
await fact("Two threads that make a singleton get the same one, and it is kept.") {
  func container() -> Container {
    let container = Container()
    container.register(Shop.self) { _ in Shop() }
    return container
  }
  var (step, isOver) = (0, false)
  while !isOver {
    let container = container()
    let first = Other(stop: step) { try container.resolve(Shop.self) }
    isOver = !first.stops()
    let second = Other { try container.resolve(Shop.self) }
    try want(second.ends() && first.ends(), "One of two threads never gets its shop.")
    let shops = [first.result, second.result, try container.resolve(Shop.self)]
    let count = Set(shops.compactMap { $0.map(ObjectIdentifier.init) }).count
    try want("Shops, if one thread is faster than another", count, is: 1, "Keep the first.")
    step += 1
  }
}
