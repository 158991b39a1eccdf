// Goal: see what a lock is good for, and what it must not guard.
// - Needs: `register`, `resolve`.
//
// This container has only lazy singletons, and a lock. One thread at a time uses the container, and
// another waits until the outermost `resolve` is over. The lock has to be recursive: when a factory
// asks for more, its thread takes the lock again. Many containers stop here.

import Foundation

struct IsMissing: Error {}

final class Container: @unchecked Sendable {
  let lock = NSRecursiveLock()  // guards the two dictionaries
  private var factories: [ObjectIdentifier: Any] = [:]
  private var instances: [ObjectIdentifier: Any] = [:]

  func register<Service>(
    _ type: Service.Type, factory: @escaping (Container) throws -> Service
  ) {
    lock.lock()
    defer { lock.unlock() }
    factories[ObjectIdentifier(type)] = factory
    instances[ObjectIdentifier(type)] = nil
  }

  func resolve<Service>(_ type: Service.Type) throws -> Service {
    let id = ObjectIdentifier(type)
    lock.lock()
    defer { lock.unlock() }
    let found = factories[id] as? (Container) throws -> Service
    if let kept = instances[id] as? Service { return kept }
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
// A shop's factory starts a thread that needs a clock, and waits a second. Does it get its clock?
// ## Why
// It hangs: the factory's thread holds the lock, and each waits for the other, here for a second.
// ## Exercise
// Hold the lock only while you use the dictionaries, and none while a factory runs. Then two
// threads can make the same singleton at the same moment. Keep the one that is finished first, and
// let both threads get that one. However a resolve ends, it unlocks as often as it has locked.
