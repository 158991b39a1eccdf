// Goal: see that a container is a dictionary of closures.
// - Needs: `register`.
//
// The key is a service's type. The value is a factory, which asks the container for what it needs.

final class Container {
  private var factories: [ObjectIdentifier: (Container) -> Any?] = [:]

  func register<Service>(
    _ type: Service.Type, factory: @escaping (Container) -> Service?
  ) {
    factories[ObjectIdentifier(type)] = factory
  }

  /// The service, or `nil` if it is not registered.
  subscript<Service>(_ type: Service.Type) -> Service? {
    factories[ObjectIdentifier(type)]?(self) as? Service
  }
}

struct Beans { let origin: String }

final class Machine {
  let beans: Beans
  init(beans: Beans) { self.beans = beans }
}

struct Barista { let machine: Machine }
final class Cup {}

func shop() -> Container {
  let container = Container()
  container.register(Barista.self) { c in
    c[Machine.self].map { machine in Barista(machine: machine) }
  }
  container.register(Machine.self) { c in
    c[Beans.self].map { beans in Machine(beans: beans) }
  }
  container.register(Beans.self) { _ in Beans(origin: "Kenya") }
  container.register(Cup.self) { _ in Cup() }
  return container
}

func program() {
  let container = shop()
  let barista = container[Barista.self]
  print("The beans are from", barista?.machine.beans.origin ?? "nowhere")
  let machine = container[Machine.self]
  print("Is there one machine for all?", machine === barista?.machine)
}

// ## Predict
// The barista is registered first. Does the container find the rest? Is there one machine for all?
// ## Why
// The order doesn't matter: a factory runs when it is needed. But each use makes a new machine.
// ## Exercise
// Let everybody in a shop share one machine, and don't change the class `Container`. The machine
// still gets its beans from it, and not before somebody needs the machine. Cups stay as they are.
