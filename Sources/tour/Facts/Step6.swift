// SPDX-License-Identifier: MIT-0

private final class Probe<Tag>: Sendable {}

extension Container {
  /// Nobody is in: no path is left, and the lock is not locked.
  fileprivate func wantNobody() throws {
    do { _ = try resolve(Probe<Never>.self) } catch {
      try want("A missing service", "\(error)", is: "Not registered: Probe<Never>")
    }
    try want("How deep the lock is locked", lock.depth, is: 0)
  }

  /// Registers and resolves many types: `Tag`, `[Tag]`, `[[Tag]]` and so on.
  fileprivate func use<Tag>(_ tag: Tag.Type, depth: Int = 8) {
    register(Probe<Tag>.self, .lazySingleton) { _ in Probe() }
    _ = try? resolve(Probe<Tag>.self)
    if depth > 0 { use([Tag].self, depth: depth - 1) }
  }

  fileprivate var count: Int { registrations.count }

  /// While this thread has the lock, another waits.
  fileprivate func wantLock(to use: String, _ work: @escaping @Sendable (Container) -> Void) throws
  {
    let (began, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    lock.lock()
    Thread.detachNewThread {
      began.signal()
      work(self)
      ended.signal()
    }
    began.wait()
    let waits = ended.wait(timeout: .now() + 0.05) == .timedOut
    lock.unlock()
    if waits { ended.wait() }
    try want(waits, "Another thread has the lock, and this one can \(use).")
  }

  /// While another thread has the lock, what a factory made waits.
  fileprivate func wantLockAfterFactory() throws {
    let (isLocked, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    nonisolated(unsafe) var isChanged = false
    register(Machine.self, .lazySingleton) { c in
      Thread.detachNewThread {
        c.lock.lock()
        isLocked.signal()
        Thread.sleep(forTimeInterval: 0.05)
        isChanged = c.path.isEmpty || !c.instances.isEmpty
        c.lock.unlock()
        isOver.signal()
      }
      if isLocked.wait(timeout: .now() + 1) == .timedOut { throw SoldOut() }
      return Machine()
    }
    _ = try resolve(Machine.self)
    isOver.wait()
    try want(!isChanged, "After the factory, something changes that the lock guards.")
  }
}

let facts = [
  Fact("While a factory runs, another thread can use the container.") {
    let container = Container()
    container.register(Clock.self) { _ in Clock() }
    let ended = DispatchSemaphore(value: 0)
    container.register(Shop.self) { c in
      Thread.detachNewThread {
        _ = try? c.resolve(Clock.self)
        ended.signal()
      }
      if ended.wait(timeout: .now() + 1) == .timedOut { throw SoldOut() }
      return Shop()
    }
    try want((try? container.resolve(Shop.self)) != nil, "It waits. Unlock before the factory.")
  },
  Fact("To register and to resolve, one needs the lock.") {
    try Container().wantLock(to: "register") { $0.register(Clock.self) { _ in Clock() } }
    try Container().wantLock(to: "resolve") { _ = try? $0.resolve(Clock.self) }
  },
  Fact("After the factory, the lock is locked again.") { try Container().wantLockAfterFactory() },
  Fact("After a factory that fails too, and no path is left.") {
    let container = Container()
    container.register(Beans.self) { _ in throw SoldOut() }
    container.register(Machine.self) { c in
      _ = try c.resolve(Beans.self)
      return Machine()
    }
    for _ in 1...3 {
      do { _ = try container.resolve(Machine.self) } catch {
        try want("The error", "\(error)", is: "SoldOut()")
      }
      try container.wantNobody()
    }
  },
  Fact("Four threads at once lose nothing, in many rounds.") {
    for round in 1...200 {
      let container = Container()
      let tags: [Any.Type] = [Int.self, Bool.self, String.self, Double.self]
      DispatchQueue.concurrentPerform(iterations: 4) { container.use(tags[$0]) }
      let advice = "Two threads were in at once."
      try want("Registered in round \(round)", container.count, is: 36, advice)
      try container.wantNobody()
    }
  },
  Fact("A lazy singleton is kept.") {
    let container = Container()
    container.register(Machine.self, .lazySingleton) { _ in Machine() }
    try want(container.resolve(Machine.self) === container.resolve(Machine.self), "It is not.")
    try container.wantNobody()
  },
]
