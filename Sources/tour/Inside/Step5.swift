// Step 5: rings that close.
//
// A registration can have a callback, `initCompleted`. It runs when everything
// is made that the outermost `resolve` makes. The path now has a frame for each
// service, with the instance as soon as there is one. A callback runs with the
// path on which its component was made, and when it asks for something on that
// path, it gets that: this very owner, and not another one.
//
// Left out: names and arguments (see step 3), threads. And an error drops
// nothing here: a singleton whose callback failed is kept as it is.

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
  let initCompleted: (Service, Container) throws -> Void
}

/// A service that is being made, or whose callback is still to run.
private final class Frame {
  let service: Any.Type
  var instance: Any?
  init(_ service: Any.Type) { self.service = service }
}

private final class Container: @unchecked Sendable {
  private var registrations: [ObjectIdentifier: Any] = [:]
  private var instances: [ObjectIdentifier: Any] = [:]
  private var path: [Frame] = []
  private var callbacks: [(path: [Frame], run: () throws -> Void)] = []

  func register<Service>(
    _ type: Service.Type, _ lifetime: Lifetime = .transient,
    factory: @escaping (Container) throws -> Service,
    initCompleted: @escaping (Service, Container) throws -> Void = { _, _ in }
  ) {
    let id = ObjectIdentifier(type)
    registrations[id] = Registration(
      lifetime: lifetime, factory: factory, initCompleted: initCompleted)
    instances[id] = nil
  }

  func resolve<Service>(_ type: Service.Type = Service.self) throws -> Service {
    let id = ObjectIdentifier(type)
    let services = path.map(\.service)
    guard let registration = registrations[id] as? Registration<Service> else {
      throw ResolutionError("Not registered", services + [type])
    }
    if let instance = instances[id] as? Service { return instance }
    if let first = services.lastIndex(where: { $0 == type }) {
      if let instance = path[first].instance as? Service { return instance }
      throw ResolutionError("Circular dependency", services[first...] + [type])
    }
    return try make(registration, id)
  }

  private func make<Service>(
    _ registration: Registration<Service>, _ id: ObjectIdentifier
  ) throws -> Service {
    let before = path
    defer {
      path = before
      if path.isEmpty { callbacks = [] }
    }
    let frame = Frame(Service.self)
    path.append(frame)
    let instance = try registration.factory(self)
    frame.instance = instance
    if registration.lifetime == .lazySingleton { instances[id] = instance }
    callbacks.append((path, { try registration.initCompleted(instance, self) }))
    while before.isEmpty, !callbacks.isEmpty {  // a callback may add more
      let next = callbacks.removeFirst()
      path = next.path
      try next.run()
    }
    return instance
  }
}

// The demonstration

private final class Owner {
  let dog: Dog
  init(dog: Dog) { self.dog = dog }
}

private final class Dog { weak var owner: Owner? }

private final class Machine {}

enum Step5 {
  static func works() {
    let container = Container()
    container.register(Owner.self) { c in try Owner(dog: c.resolve()) }
    container.register(Dog.self) { _ in
      Dog()
    } initCompleted: { dog, c in
      dog.owner = try c.resolve(Owner.self)
    }
    guard let owner = try? container.resolve(Owner.self) else { return }
    print("Does the dog know its owner?", owner.dog.owner === owner)
  }

  /// While this thread makes a machine, another asks for it. The machine is on
  /// the path, and the container takes that for a ring.
  static func fails() {
    let container = Container()
    container.register(Machine.self, .lazySingleton) { c in
      let ended = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        do {
          _ = try c.resolve(Machine.self)
          print("Another thread got a machine.")
        } catch { print("Another thread got:", error) }
        ended.signal()
      }
      ended.wait()
      return Machine()
    }
    _ = try? container.resolve(Machine.self)
  }
}

// Runs when this file is compiled alone: swiftc Step5.swift
private let alone: (Void, Void) = (Step5.works(), Step5.fails())
