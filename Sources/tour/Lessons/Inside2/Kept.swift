// Goal: keep what is shared.
// - Needs: `register`, `transient`, `lazySingleton`, `eagerSingleton`, `bootstrap`.
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
    instances[id] = nil  // the old factory's instance goes with it
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

final class Machine { init() { print("A machine is made.") } }

func program() {
  let container = Container()
  container.register(Machine.self, .lazySingleton) { _ in Machine() }
  container.bootstrap()
  print("The shop opens.")

  let machine = container[Machine.self]
  print("Is there one machine for all?", machine === container[Machine.self])
}

// ## Predict
// When is the machine made, and how often?
// ## Why
// At its first use, once. The key is a type: the real file's has a name and the arguments' types too.
// ## Exercise
// Add eager singletons: `bootstrap()` makes all that are `.eagerSingleton`, in the order in which
// they were registered, or their first use does, if it is earlier. Each is made once, and kept. To
// register a service again replaces it here too.
