// Goal: see what a lock has to guard, and what it must not guard.
//
// This container has one lazy singleton for each type, and a lock, which one thread holds until its
// outermost `resolve` returns. The lock is recursive: a factory that resolves more locks it again.

import Foundation

struct IsMissing: Error {}

final class Container: @unchecked Sendable {
  private let lock = NSRecursiveLock()  // guards the two dictionaries
  private var factories: [ObjectIdentifier: Any] = [:]
  private var instances: [ObjectIdentifier: Any] = [:]

  func register<Service>(
    _ type: Service.Type, factory: @escaping (Container) throws -> Service
  ) {
    lock.withLock { factories[ObjectIdentifier(type)] = factory }
  }

  func resolve<Service>(_ type: Service.Type) throws -> Service {
    lock.lock()
    defer { lock.unlock() }
    let id = ObjectIdentifier(type)
    if let kept = instances[id] as? Service { return kept }
    let found = factories[id] as? (Container) throws -> Service
    guard let factory = found else { throw IsMissing() }
    let instance = try factory(self)
    instances[id] = instance
    return instance
  }
}

final class Clock: Sendable {}
final class Shop: Sendable {}

func program() {
  let container = Container()
  container.register(Clock.self) { _ in Clock() }
  container.register(Shop.self) { c in
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      _ = try? container.resolve(Clock.self)
      ended.signal()
    }
    let isOver = ended.wait(timeout: .now() + 1) == .success
    print("A thread that needs a clock", isOver ? "got one." : "hangs.")
    return Shop()
  }
  _ = try? container.resolve(Shop.self)
}

// ## Predict
// The factory of the shop starts a thread that needs a clock, and waits for it. Does it get a clock?
// ## Why
// It hangs, here for a second: the thread of the factory holds the lock, and each thread waits for
// the other. Many containers stop here.
//
// A container must not hold a lock while a factory runs. If it only locks the dictionaries, nothing
// hangs, but two threads can both run the factory of one singleton. The real file runs it once: a
// thread waits only for a singleton that it needs and that another thread is creating.
//
// Now read `Sources/DIContainer/DIContainer.swift` downwards: first the methods that you call, then
// keys and errors, then the steps of a resolve. The guide `DIContainer.docc/HowItWorks.md` shows how
// threads wait.
