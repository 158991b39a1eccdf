// Goal: see how a container keeps singletons.
//
// A registration is a factory and a lifetime. A second dictionary keeps the singletons, and an array
// keeps the order of registration, which a dictionary does not know.

enum Lifetime { case transient, lazySingleton, eagerSingleton }

struct Registration {
  let lifetime: Lifetime
  let factory: (Container) -> Any?
}

final class Container {
  private var registrations: [ObjectIdentifier: Registration] = [:]
  private var order: [ObjectIdentifier] = []
  private var instances: [ObjectIdentifier: Any] = [:]

  func register<Service>(
    _ type: Service.Type, _ lifetime: Lifetime, factory: @escaping (Container) -> Service?
  ) {
    let id = ObjectIdentifier(type)
    registrations[id] = Registration(lifetime: lifetime, factory: factory)
    instances[id] = nil  // the instance of the old factory
    order.removeAll { $0 == id }
    order.append(id)
  }

  subscript<Service>(_ type: Service.Type) -> Service? {
    instance(ObjectIdentifier(type)) as? Service
  }

  func bootstrap() {
    for id in order where registrations[id]?.lifetime == .eagerSingleton { _ = instance(id) }
  }

  private func instance(_ id: ObjectIdentifier) -> Any? {
    guard let registration = registrations[id] else { return nil }
    if let kept = instances[id] { return kept }
    let instance = registration.factory(self)
    if registration.lifetime != .transient { instances[id] = instance }
    return instance
  }
}

final class Machine { init() { print("A machine is created.") } }

func program() {
  let container = Container()
  container.register(Machine.self, .eagerSingleton) { _ in Machine() }
  container.bootstrap()
  print("The shop opens.")
  print("Is there one machine?", container[Machine.self] === container[Machine.self])
}

// ## Predict
// When is the machine created, and how often? What if a factory resolves a later eager singleton?
// ## Why
// `bootstrap()` creates it, once. A factory that resolves a later one creates it at that moment, and
// then it is kept. In the real file, a key is not only a type: it also has a name and arguments.
