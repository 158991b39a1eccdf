extension Container {
  fileprivate var state: [Int] { [registrations.count, instances.count, path.count, lock.depth] }

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
    register(Probe<Int>.self) { _ in Probe(Notes()) }
    _ = try resolve(Probe<Int>.self)
    lock.lock()
    let isThere = other.wait(timeout: .now()) == .timedOut
    var waits = true
    for round in 1...2 {
      let before = state
      goesOn.signal()
      Thread.sleep(forTimeInterval: 0.2)
      waits = waits && state == before && (round == 2 || other.wait(timeout: .now()) == .timedOut)
      if round == 1 { register(Machine.self, .lazySingleton) { _ in Machine() } }
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
    try container.wantLock(after: "resolves") { container, pause in
      pause()
      _ = try? container.resolve(Machine.self)
    }
    try want("Machines that were found and kept", container.state[1], is: 1)
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
  Fact("After each resolve, no lock and no path is left, and an error has its path.") {
    let container = Container()
    container.register(Machine.self) { _ in throw SoldOut() }
    try want("The error", failure { try container.resolve(Machine.self) }, is: "SoldOut()")
    try want("Registered, kept, on the path, locked", container.state, is: [1, 0, 0, 0])
    container.register(Machine.self, .lazySingleton) { _ in Machine() }
    try want("Machines", container.resolve(Machine.self), different: 1)
    container.register([Clock].self) { c in try [c.resolve(Clock.self)] }
    let found = failure { try container.resolve([Clock].self) }
    try want("The error", found, is: "Not registered: Array<Clock> → Clock")
    try want("Registered, kept, on the path, locked", container.state, is: [2, 1, 0, 0])
  },
]
