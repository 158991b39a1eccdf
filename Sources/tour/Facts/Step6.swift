// SPDX-License-Identifier: MIT-0

private final class Probe<Tag>: Sendable {}

/// Runs this on four threads at once, and waits for them.
private func onFourThreads(_ work: @escaping @Sendable (Int) -> Void) {
  let threads = DispatchGroup()
  for number in 0..<4 {
    threads.enter()
    Thread.detachNewThread {
      work(number)
      threads.leave()
    }
  }
  threads.wait()
}

/// What the container says of a missing service: the path has to be empty before.
private func wantEmptyPath(_ container: Container) throws {
  do { _ = try container.resolve(Probe<Never>.self) } catch {
    try want("A missing service", "\(error)", is: "Not registered: Probe<Never>")
  }
  try want("How deep the lock is locked", container.depth, is: 0)
}

extension Container {
  fileprivate var depth: Int { lock.depth }
}

let facts = [
  Fact("While a factory runs, another thread can use the container.") {
    let container = Container()
    container.register(Clock.self) { _ in Clock() }
    let ended = DispatchSemaphore(value: 0)
    container.register(Shop.self) { c in
      Thread.detachNewThread {
        _ = try? c.resolve(Clock.self)
        c.register(Clock.self) { _ in Clock() }
        ended.signal()
      }
      if ended.wait(timeout: .now() + 1) == .timedOut { throw SoldOut() }
      return Shop()
    }
    try want((try? container.resolve(Shop.self)) != nil, "It waits. Unlock before the factory.")
    try wantEmptyPath(container)
  },
  Fact("After a factory that fails, nothing is left: no path, and no lock.") {
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
      try wantEmptyPath(container)
    }
  },
  Fact("Four threads at once lose nothing, in many rounds.") {
    for round in 1...20 {
      let container = Container()
      onFourThreads { number in
        for index in 1...25 {
          let lifetime = index.isMultiple(of: 2) ? Lifetime.lazySingleton : .transient
          switch number {
          case 0: container.register(Probe<Int>.self, lifetime) { _ in Probe() }
          case 1: container.register(Probe<Bool>.self, lifetime) { _ in Probe() }
          case 2: container.register(Probe<String>.self, lifetime) { _ in Probe() }
          default: container.register(Probe<Float>.self, lifetime) { _ in Probe() }
          }
          _ = try? container.resolve(Probe<Int>.self)
          _ = try? container.resolve(Probe<Bool>.self)
        }
      }
      try want("Uses in round \(round)", container.uses, is: 200, "Two threads were in at once.")
      try wantEmptyPath(container)
    }
  },
  Fact("A lazy singleton is kept.") {
    let container = Container()
    container.register(Machine.self, .lazySingleton) { _ in Machine() }
    try want(container.resolve(Machine.self) === container.resolve(Machine.self), "It is not.")
  },
]
