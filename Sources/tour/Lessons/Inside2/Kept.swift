// Goal: keep singletons.
//
// A registration is a factory and a lifetime. A second dictionary keeps the singletons.

enum Lifetime { case transient, lazySingleton, eagerSingleton }

struct Registration<Service> {
  let lifetime: Lifetime
  let factory: (Container) -> Service?
}

final class Container {
  private var registrations: [ObjectIdentifier: Any] = [:]
  private var instances: [ObjectIdentifier: Any] = [:]

  func register<Service>(
    _ type: Service.Type, _ lifetime: Lifetime = .transient,
    factory: @escaping (Container) -> Service?
  ) {
    let id = ObjectIdentifier(type)
    registrations[id] = Registration(lifetime: lifetime, factory: factory)
    instances[id] = nil  // the instance of the old factory
  }

  subscript<Service>(_ type: Service.Type) -> Service? {
    let id = ObjectIdentifier(type)
    let found = registrations[id] as? Registration<Service>
    guard let registration = found else { return nil }
    if let instance = instances[id] as? Service { return instance }
    let instance = registration.factory(self)
    if registration.lifetime == .lazySingleton { instances[id] = instance }
    return instance
  }

  func bootstrap() {}
}

final class Machine { init() { print("A machine is created.") } }

func program() {
  let container = Container()
  container.register(Machine.self, .lazySingleton) { _ in Machine() }
  container.bootstrap()
  print("The shop opens.")

  let machine = container[Machine.self]
  print("Is there one machine?", machine === container[Machine.self])
}

// ## Predict
// When is the machine created, and how often?
// ## Why
// At its first use, once. The key is a type. In the real file, it also has a name and arguments.
// ## Exercise
// Add eager singletons: `bootstrap()` creates each `.eagerSingleton`, in the order of registration,
// if it does not exist yet. Each is created once, and kept. Registering a service again still
// replaces its registration.
