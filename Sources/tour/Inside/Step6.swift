// Goal: see what a lock is good for, and what it must not guard.
//
// One thread at a time uses the container. Another waits until the outermost `resolve` is over. The
// lock has to be recursive: when a factory asks for more, its thread takes the lock again.
//
// It is safe, and many containers stop here. But the lock is held while a factory runs, and nobody
// knows what a factory does, or how long it takes.

import Foundation

private enum Lifetime { case transient, lazySingleton }

private struct ResolutionError: Error, CustomStringConvertible {
  let description: String
  init(_ problem: String, _ path: some Sequence<Any.Type>) {
    let names = path.map { "\($0)" }.joined(separator: " → ")
    description = "\(problem): \(names)"
  }
}

private struct Registration<Service> {
  let lifetime: Lifetime
  let factory: (Container) throws -> Service
}

/// A lock that a thread may take again. It says if it is unlocked too often.
private final class Lock {
  private let recursive = NSRecursiveLock()
  private(set) var depth = 0  // of the thread that has it

  func lock() {
    recursive.lock()
    depth += 1
  }

  func unlock() {
    depth -= 1
    guard depth >= 0 else { fatalError("Unlocked, but not locked!") }
    recursive.unlock()
  }
}

private final class Container: @unchecked Sendable {
  private let lock = Lock()  // guards all of the following
  private var registrations: [ObjectIdentifier: Any] = [:]
  private var instances: [ObjectIdentifier: Any] = [:]
  private var path: [Any.Type] = []

  func register<Service>(
    _ type: Service.Type, _ lifetime: Lifetime = .transient,
    factory: @escaping (Container) throws -> Service
  ) {
    lock.lock()
    defer { lock.unlock() }
    let id = ObjectIdentifier(type)
    registrations[id] = Registration(lifetime: lifetime, factory: factory)
    instances[id] = nil
  }

  func resolve<Service>(
    _ type: Service.Type = Service.self
  ) throws -> Service {
    lock.lock()
    defer { lock.unlock() }
    let id = ObjectIdentifier(type)
    let found = registrations[id] as? Registration<Service>
    guard let registration = found else {
      throw ResolutionError("Not registered", path + [type])
    }
    if let instance = instances[id] as? Service { return instance }
    if let first = path.firstIndex(where: { $0 == type }) {
      throw ResolutionError("Circular dependency", path[first...] + [type])
    }
    path.append(type)
    defer { path.removeLast() }
    let instance = try registration.factory(self)
    if registration.lifetime == .lazySingleton { instances[id] = instance }
    return instance
  }
}

private final class Machine {}
private struct SoldOut: Error {}  // for the check
private final class Clock {}
private final class Shop {}

func step6() {
  let container = Container()
  container.register(Clock.self) { _ in Clock() }
  container.register(Shop.self) { c in
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      _ = try? c.resolve(Clock.self)
      ended.signal()
    }
    let isOver = ended.wait(timeout: .now() + 1) == .success
    print("A thread that needs a clock", isOver ? "got one." : "hangs.")
    return Shop()
  }
  _ = try? container.resolve(Shop.self)
}

private let alone: Void = step6()  // runs if this file is compiled alone

// ## Predict
// A shop's factory starts a thread that needs a clock, and waits a second. Does it get its clock?
//
// ## Why
// It hangs: the factory's thread holds the lock, and waits for the other, which waits for the lock.
// Without the limit of a second, neither ever goes on. That is what this step gets wrong.
//
// ## Exercise
// Unlock before the factory runs, and lock again after it, also if it throws. All of the
// container's variables stay guarded, and an unlock has a lock.
