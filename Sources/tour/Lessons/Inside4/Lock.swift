// Goal: see what a lock is good for, and what it must not guard.
//
// With one path for all, two threads would get in each other's way. So each resolve passes its own
// path on: a factory is given a `Resolution`, which has the container and the path to its service.
//
// The two dictionaries have a lock. One thread at a time uses the container, and another waits
// until the outermost `resolve` is over. The lock has to be recursive: when a factory asks for more,
// its thread takes the lock again. It is safe, and many containers stop here. But the lock is held
// while a factory runs, and nobody knows what a factory does, or how long it takes.

import Foundation

enum Lifetime { case transient, lazySingleton }

struct ResolutionError: Error, CustomStringConvertible {
  let description: String
  init(_ problem: String, _ path: some Sequence<Any.Type>) {
    let names = path.map { "\($0)" }.joined(separator: " → ")
    description = "\(problem): \(names)"
  }
}

struct Registration<Service> {
  let lifetime: Lifetime
  let factory: (Resolution) throws -> Service
}

struct Resolution {
  let container: Container
  let path: [Any.Type]

  func resolve<Service>(_ type: Service.Type = Service.self) throws -> Service {
    try container.resolve(type, path: path)
  }
}

final class Container: @unchecked Sendable {
  let lock = NSRecursiveLock()  // guards the two dictionaries
  private var registrations: [ObjectIdentifier: Any] = [:]
  private var instances: [ObjectIdentifier: Any] = [:]

  func register<Service>(
    _ type: Service.Type, _ lifetime: Lifetime = .transient,
    factory: @escaping (Resolution) throws -> Service
  ) {
    lock.lock()
    defer { lock.unlock() }
    let id = ObjectIdentifier(type)
    registrations[id] = Registration(lifetime: lifetime, factory: factory)
    instances[id] = nil
  }

  func resolve<Service>(
    _ type: Service.Type = Service.self, path: [Any.Type] = []
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
    let resolution = Resolution(container: self, path: path + [type])
    let instance = try registration.factory(resolution)
    if registration.lifetime == .lazySingleton { instances[id] = instance }
    return instance
  }
}

final class Clock {}
final class Shop {}

func program() {
  let container = Container()
  container.register(Clock.self) { _ in Clock() }
  container.register(Shop.self) { _ in
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
//
// ## Why
// It hangs: the factory's thread holds the lock, and waits for the other, which waits for the lock.
// Without the limit of a second, neither ever goes on. That is what this step gets wrong.
//
// ## Exercise
// Hold the lock only while you use the dictionaries, and not while a factory runs. Then two threads
// can make the same singleton at the same moment. Keep the one that is finished first, and let both
// threads get that one. However a resolve ends, the lock is free after it.
