// Goal: make two services that need each other.
//
// A registration can have a callback, `initCompleted`. It runs when everything is made that the
// outermost `resolve` makes. The path now has a frame for each service, with the instance as soon
// as there is one. A callback runs with the path on which its component was made. If it asks for
// something on that path, it gets that: this owner, and not another one.

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
  let initCompleted: (Service, Container) throws -> Void
}

/// A service that is being made, or whose callback is still to run.
private final class Frame {
  let service: Any.Type
  var instance: Any?
  init(_ service: Any.Type) { self.service = service }
}

private final class Container {
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

  func resolve<Service>(
    _ type: Service.Type = Service.self
  ) throws -> Service {
    let id = ObjectIdentifier(type)
    let services = path.map(\.service)
    let found = registrations[id] as? Registration<Service>
    guard let registration = found else {
      throw ResolutionError("Not registered", services + [type])
    }
    if let instance = instances[id] as? Service { return instance }
    if let first = services.lastIndex(where: { $0 == type }) {
      if let instance = path[first].instance as? Service { return instance }
      let cycle = services[first...] + [type]
      throw ResolutionError("Circular dependency", cycle)
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
    let callback = { try registration.initCompleted(instance, self) }
    callbacks.append((path, callback))
    while before.isEmpty, !callbacks.isEmpty {  // a callback may add more
      let next = callbacks.removeFirst()
      path = next.path
      try next.run()
    }
    return instance
  }
}

private final class Owner {
  let dog: Dog
  init(dog: Dog) { self.dog = dog }
}

private final class Dog { weak var owner: Owner? }
private struct Walk { let owner: Owner }
private struct IsLost: Error {}
private final class Cup {}  // for the check, like the machine
private final class Machine {}

private func home() -> Container {
  let container = Container()
  container.register(Owner.self, .lazySingleton) { c in
    try Owner(dog: c.resolve())
  }
  container.register(Dog.self) { _ in
    Dog()
  } initCompleted: { dog, c in
    dog.owner = try c.resolve(Owner.self)
  }
  container.register(Walk.self) { c in try Walk(owner: c.resolve()) }
  return container
}

func step5() {
  do {
    let owner = try home().resolve(Owner.self)
    print("Does the dog know its owner?", owner.dog.owner === owner)
  } catch { print(error) }

  // Now the dog's callback fails. Try it twice.
  let container = home()
  container.register(Dog.self) { _ in
    Dog()
  } initCompleted: { _, _ in
    throw IsLost()
  }
  for _ in 1...2 {
    do {
      let owner = try container.resolve(Walk.self).owner
      print("Does the dog know its owner?", owner.dog.owner === owner)
    } catch { print(error) }
  }
}

private let alone: Void = step5()  // runs if this file is compiled alone

// ## Predict
// The dog asks for its owner, who needs a dog. Is that the same dog? And if the dog is lost, what
// does the second attempt print?
//
// ## Why
// The cycle closes, for the same dog. But there is one path for all threads: if a thread wants a
// machine that another is just making, it gets an error, `Machine → Machine`. That is what this
// step gets wrong.
//
// ## Exercise
// The second attempt prints `false`. The dog's callback failed, and the container kept the owner of
// that dog. If the outermost `resolve` fails, drop the singletons that it made, and no others.
