import Foundation

final class Machine: Sendable {}
final class Inner: Sendable {}
struct SoldOut: Error {}

/// Something that runs on another thread.
final class Other: Sendable {
  private let group = DispatchGroup()

  init(_ work: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async(group: group, execute: work)
  }

  func ends(within seconds: Double = 1) -> Bool {
    group.wait(timeout: .now() + seconds) == .success
  }
}

/// A factory that waits until it may go on.
final class Pause: Sendable {
  private let (begun, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

  func run() {
    begun.signal()
    _ = goesOn.wait(timeout: .now() + 2)
  }

  func hasBegun() -> Bool { begun.wait(timeout: .now() + 3) == .success }
  func end() { goesOn.signal() }
}

final class Facts: Check {
  func wantFree(_ container: Container, _ when: String) throws {
    let other = Other { container.register(Clock.self) { _ in Clock() } }
    try want(other.ends(), "\(when), another thread can't use the container: the lock is not free.")
  }

  /// While this thread has the lock, the other has to wait.
  func wantLock(_ container: Container, _ what: String, _ work: @escaping @Sendable () -> Void) throws {
    container.lock.lock()
    let other = Other(work)
    let isGuarded = !other.ends(within: 0.1)
    container.lock.unlock()
    try want(isGuarded, "One thread has the lock, and another \(what) all the same.")
    try want(other.ends(), "A thread \(what), and never ends.")
  }

  override func facts() async {
    await fact("While a factory runs, another thread can use the container.") {
      for lifetime in [Lifetime.lazySingleton, .transient] {
        for isInner in [false, true] {
          let (container, pause) = (Container(), Pause())
          container.register(Inner.self, lifetime) { _ in
            pause.run()
            return Inner()
          }
          container.register(Machine.self, lifetime) { c in
            _ = try c.resolve(Inner.self)
            return Machine()
          }
          let other = Other {
            if isInner {
              _ = try? container.resolve(Machine.self)
            } else {
              _ = try? container.resolve(Inner.self)
            }
          }
          defer { pause.end() }
          try want(pause.hasBegun(), "A thread resolves something, and its factory never runs.")
          try wantFree(container, "While a factory\(isInner ? " of a part" : "") runs")
          pause.end()
          try want(other.ends(), "The resolve never ends.")
        }
      }
    }
    await fact("Both dictionaries are used only with the lock.") {
      let (container, pause) = (Container(), Pause())
      container.register(Machine.self, .lazySingleton) { _ in Machine() }
      _ = try container.resolve(Machine.self)
      container.register(Inner.self, .lazySingleton) { _ in
        pause.run()
        return Inner()
      }
      try wantLock(container, "registers") { container.register(Clock.self) { _ in Clock() } }
      try wantLock(container, "gets a singleton") { _ = try? container.resolve(Machine.self) }
      try wantLock(container, "looks for what is missing") { _ = try? container.resolve(Shop.self) }
      let other = Other { _ = try? container.resolve(Inner.self) }
      try want(pause.hasBegun(), "A thread resolves something, and its factory never runs.")
      try wantLock(container, "keeps a singleton") {
        pause.end()
        _ = other.ends(within: 3)
      }
    }
    await fact("However a resolve ends, the lock is free after it.") {
      let container = Container()
      container.register(Machine.self, .lazySingleton) { _ in Machine() }
      container.register(Inner.self) { _ in throw SoldOut() }
      container.register([Inner].self) { c in try [c.resolve()] }
      container.register([Shop].self) { c in try c.resolve() }
      for isKept in [false, true] {
        _ = try container.resolve(Machine.self)
        try wantFree(container, "After a singleton was \(isKept ? "found" : "made")")
      }
      _ = failure { try container.resolve(Shop.self) }
      try wantFree(container, "After an error because something is not registered")
      for error in [
        failure { try container.resolve(Inner.self) },
        failure { try container.resolve([Inner].self) },
      ] {
        try want("The error of a factory", error, is: "SoldOut()")
      }
      try wantFree(container, "After a factory has thrown an error")
      _ = failure { try container.resolve([Shop].self) }
      try wantFree(container, "After a circular dependency")
    }
    await fact("Two threads that make a singleton get the same one, and it is kept.") {
      let (container, made) = (Container(), Notes())
      container.register(Machine.self, .lazySingleton) { _ in
        made.add("machine")
        for _ in 1...100 where made.all.count == 1 { Thread.sleep(forTimeInterval: 0.01) }
        return Machine()
      }
      let got = Notes()
      let others = [0, 0.1].map { delay in
        Other {
          Thread.sleep(forTimeInterval: delay)
          let machine = try? container.resolve(Machine.self)
          got.add(machine.map { "\(ObjectIdentifier($0))" } ?? "nothing")
          withExtendedLifetime(machine) { Thread.sleep(forTimeInterval: 0.3) }
        }
      }
      for other in others { try want(other.ends(within: 3), "One of them never gets its machine.") }
      let machine = try container.resolve(Machine.self)
      let all = Set(got.all + ["\(ObjectIdentifier(machine))"])
      try want("Machines", all.count, is: 1, "Keep the first, and return it.")
      container.register(Inner.self) { _ in Inner() }
      try want("Transients", container.resolve(Inner.self), different: 3)
    }
    await fact("An error has the path that it had.") {
      let container = Container()
      container.register([Shop].self) { c in try [c.resolve()] }
      let missing = failure { try container.resolve([Shop].self) }
      try want("The error", missing, is: "Not registered: Array<Shop> → Shop")
      container.register(Shop.self) { c in try c.resolve([Shop].self)[0] }
      let cycle = failure { try container.resolve(Shop.self) }
      try want("The error", cycle, is: "Circular dependency: Shop → Array<Shop> → Shop")
    }
  }
}
