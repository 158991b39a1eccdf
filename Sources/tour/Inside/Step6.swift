// Step 6: one lock around it all.
//
// One thread at a time uses the container. Another waits until the outermost
// `resolve` is over. The lock has to be recursive: when a factory asks for
// more, its thread takes it once again.
//
// It is safe, and many containers stop here. But the lock is held while a
// factory runs, and nobody knows what a factory does, or how long it takes.
//
// Left out: names and arguments (see step 3). And the callbacks of step 5: they
// run under the lock, too.

import Foundation

private enum Lifetime { case transient, lazySingleton }

private struct ResolutionError: Error, CustomStringConvertible {
  let description: String
  init(_ problem: String, _ path: some Sequence<Any.Type>) {
    description = problem + ": " + path.map { "\($0)" }.joined(separator: " → ")
  }
}

private struct Registration<Service> {
  let lifetime: Lifetime
  let factory: (Container) throws -> Service
}

private final class Container: @unchecked Sendable {
  private let lock = NSRecursiveLock()  // guards all of the following
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

  func resolve<Service>(_ type: Service.Type = Service.self) throws -> Service {
    lock.lock()
    defer { lock.unlock() }  // when the factory has run
    let id = ObjectIdentifier(type)
    guard let registration = registrations[id] as? Registration<Service> else {
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

// The demonstration

private final class Machine {}

private final class Clock {}

enum Step6 {
  /// While this thread makes a machine, another asks for it, and waits.
  static func works() {
    let container = Container()
    let ended = DispatchSemaphore(value: 0)
    container.register(Machine.self, .lazySingleton) { c in
      Thread.detachNewThread {
        do {
          _ = try c.resolve(Machine.self)
          print("Another thread got a machine.")
        } catch { print("Another thread got:", error) }
        ended.signal()
      }
      return Machine()
    }
    _ = try? container.resolve(Machine.self)
    ended.wait()
  }

  /// A factory waits for another thread, which needs a clock. That one waits
  /// for the lock, which the factory's thread holds. Neither ever goes on. Only
  /// a limit of half a second lets this demonstration end.
  static func fails() {
    let container = Container()
    let ended = DispatchSemaphore(value: 0)
    container.register(Clock.self) { _ in Clock() }
    container.register(Machine.self) { c in
      Thread.detachNewThread {
        _ = try? c.resolve(Clock.self)
        ended.signal()
      }
      let isOver = ended.wait(timeout: .now() + 0.5) == .success
      let outcome = isOver ? "got a clock." : "hangs, and so does this one."
      print("The factory's other thread", outcome)
      return Machine()
    }
    _ = try? container.resolve(Machine.self)
  }
}

// Runs when this file is compiled alone: swiftc Step6.swift
private let alone: (Void, Void) = (Step6.works(), Step6.fails())
