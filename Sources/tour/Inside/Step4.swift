// Step 4: errors with a path.
//
// `resolve` throws, and so may a factory. The container remembers the path: the
// services that are being made, outermost first. Where something is missing,
// the path says who needs it. And a service that is on the path already is a
// ring. It is reported, where step 3 went round until the stack was full.
//
// Left out: names and arguments (see step 3), rings that are meant, threads.
// And what is registered for the same service under other names.

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

private final class Container {
  private var registrations: [ObjectIdentifier: Any] = [:]
  private var instances: [ObjectIdentifier: Any] = [:]
  private var path: [Any.Type] = []

  func register<Service>(
    _ type: Service.Type, _ lifetime: Lifetime = .transient,
    factory: @escaping (Container) throws -> Service
  ) {
    let id = ObjectIdentifier(type)
    registrations[id] = Registration(lifetime: lifetime, factory: factory)
    instances[id] = nil
  }

  func resolve<Service>(_ type: Service.Type = Service.self) throws -> Service {
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

private struct Beans {}

private struct Machine { let beans: Beans }

private final class Owner {
  let dog: Dog
  init(dog: Dog) { self.dog = dog }
}

private final class Dog {
  weak var owner: Owner?
  init(owner: Owner?) { self.owner = owner }
}

enum Step4 {
  static func works() {
    let container = Container()
    container.register(Machine.self) { c in try Machine(beans: c.resolve()) }
    container.register(Owner.self) { c in try Owner(dog: c.resolve()) }
    container.register(Dog.self) { c in try Dog(owner: c.resolve(Owner.self)) }

    do { _ = try container.resolve(Machine.self) } catch { print(error) }
    do { _ = try container.resolve(Owner.self) } catch { print(error) }
  }

  /// This ring is meant: the dog is to know its owner. But no factory can tell
  /// it, because the owner isn't made yet.
  static func fails() {
    let container = Container()
    container.register(Owner.self) { c in try Owner(dog: c.resolve()) }
    container.register(Dog.self) { _ in Dog(owner: nil) }

    guard let owner = try? container.resolve(Owner.self) else { return }
    print("Does the dog know its owner?", owner.dog.owner === owner)
  }
}

// Runs when this file is compiled alone: swiftc Step4.swift
private let alone: (Void, Void) = (Step4.works(), Step4.fails())
