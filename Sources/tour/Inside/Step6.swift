// SPDX-License-Identifier: MIT-0

// # Step 6: One lock around it all
// 15 minutes. Goal: see what a lock is good for, and what it must not guard.
//
// One thread at a time uses the container. Another waits until the outermost `resolve` is over. The
// lock has to be recursive: when a factory asks for more, its thread takes the lock again.
//
// It is safe, and many containers stop here. But the lock is held while a factory runs, and nobody
// knows what a factory does, or how long it takes.
//
// Left out: names and arguments (see step 3), and callbacks (see step 5).

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

// Here it is used. The first two factories start another thread, and wait for it. Only the limit of
// a second keeps this program from hanging.

private final class Machine {}
private struct SoldOut: Error {}  // for the check
private struct Beans {}
private final class Clock {}
private final class Shop {}

func step6() {
  let container = Container()
  let threads = DispatchGroup()

  // The other thread wants what this one is making.
  container.register(Machine.self, .lazySingleton) { c in
    threads.enter()
    Thread.detachNewThread {
      do {
        _ = try c.resolve(Machine.self)
        print("Another thread got a machine.")
      } catch { print("Another thread got:", error) }
      threads.leave()
    }
    _ = threads.wait(timeout: .now() + 1)
    return Machine()
  }
  _ = try? container.resolve(Machine.self)
  threads.wait()

  // The other thread wants something else, which has nothing to do with it.
  container.register(Clock.self) { _ in Clock() }
  container.register(Shop.self) { c in
    threads.enter()
    Thread.detachNewThread {
      _ = try? c.resolve(Clock.self)
      threads.leave()
    }
    let isOver = threads.wait(timeout: .now() + 1) == .success
    print("A thread that needs a clock", isOver ? "got one." : "hangs.")
    return Shop()
  }
  _ = try? container.resolve(Shop.self)
  threads.wait()
}

private let alone: Void = step6()  // runs if this file is compiled alone

// ## Predict
// Which of the two threads gets what it wants?
//
// ## It prints
//     Another thread got a machine.
//     A thread that needs a clock hangs.
//
// The first thread waited until the machine was made, and that is right. The second waits for the
// lock. The factory's thread holds the lock, and waits for the second. Neither ever goes on. That
// is what this step gets wrong.
//
// ## Exercise
// Unlock before the factory runs, and lock again after it, also if it throws. All of the
// container's variables stay guarded, and an unlock has a lock. Nothing hangs then. The price: the
// first thread gets the error of step 5 again.
