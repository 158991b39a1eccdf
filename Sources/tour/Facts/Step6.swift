extension Container {
  fileprivate var state: [Int] { [registrations.count, instances.count, path.count, lock.depth] }

  /// Registers and resolves many types: `Tag`, `[Tag]`, `[[Tag]]` and so on.
  fileprivate func use<Tag>(_ tag: Tag.Type, depth: Int = 8) {
    register(Probe<Tag>.self, .lazySingleton) { _ in Probe(Notes()) }
    _ = try? resolve(Probe<Tag>.self)
    if depth > 0 { use([Tag].self, depth: depth - 1) }
  }

  /// Then to look at it takes time.
  fileprivate func lengthenPath() { path = Array(repeating: Clock.self, count: 2_000_000) }

  /// While another thread pauses, this one takes the lock, and again when the other has gone on. Each
  /// time the other waits, and changes nothing.
  fileprivate func wantLock(
    after work: String, _ run: @escaping @Sendable (Container, @escaping () -> Void) -> Void
  ) throws {
    let (pauses, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let other = DispatchGroup()
    DispatchQueue.global().async(group: other) {
      run(self) {
        pauses.signal()
        _ = goesOn.wait(timeout: .now() + 1)
      }
    }
    pauses.wait()
    lock.lock()
    let isThere = other.wait(timeout: .now()) == .timedOut
    var waits = true
    for round in 1...2 {
      let before = state
      goesOn.signal()
      Thread.sleep(forTimeInterval: 0.2)
      waits = waits && state == before && (round == 2 || other.wait(timeout: .now()) == .timedOut)
      lock.unlock()
      Thread.sleep(forTimeInterval: 0.01)
      lock.lock()
    }
    lock.unlock()
    other.wait()
    try want(isThere, "While a thread \(work), no other gets the lock. Unlock before the factory.")
    try want(waits, "Another thread has the lock, and this one \(work) all the same.")
  }
}

let facts = [
  Fact("To register and to resolve, one needs the lock.") {
    try Container().wantLock(after: "registers") { container, pause in
      pause()
      container.register(Clock.self) { _ in Clock() }
    }
    let container = Container()
    container.lengthenPath()
    container.register(Machine.self, .lazySingleton) { _ in Machine() }
    try container.wantLock(after: "resolves") { container, pause in
      pause()
      _ = try? container.resolve(Machine.self)
    }
  },
  Fact("While a factory runs, the lock is unlocked, and after it, locked again.") {
    for lifetime in [Lifetime.lazySingleton, .transient] {
      try Container().wantLock(after: "runs a factory") { container, pause in
        container.register(Machine.self, lifetime) { _ in
          pause()
          if lifetime == .transient { throw SoldOut() }
          return Machine()
        }
        _ = try? container.resolve(Machine.self)
      }
    }
  },
  Fact("After each resolve, also a failed one, no lock and no path is left.") {
    let container = Container()
    container.register(Machine.self) { _ in throw SoldOut() }
    try want("The error", failure { try container.resolve(Machine.self) }, is: "SoldOut()")
    try want("Registered, kept, on the path, locked", container.state, is: [1, 0, 0, 0])
    container.register(Machine.self, .lazySingleton) { _ in Machine() }
    try want("Machines", container.resolve(Machine.self), different: 1)
    try want("Registered, kept, on the path, locked", container.state, is: [1, 1, 0, 0])
  },
  Fact("Four threads at once lose nothing, in many rounds.") {
    let tags: [Any.Type] = [Int.self, Bool.self, String.self, Double.self]
    let container = Container()
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for _ in 1...300 { container.use(tags[thread]) }
    }
    for tag in tags { container.use(tag) }
    try want("Registered, kept, on the path, locked", container.state, is: [36, 36, 0, 0])
  },
]
