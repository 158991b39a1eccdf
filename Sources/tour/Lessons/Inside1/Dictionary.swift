// Goal: see that a container is a dictionary of closures.
// The key is the type of a service. The value is a factory, which receives the container.

final class Container {
  private var factories: [ObjectIdentifier: (Container) -> Any?] = [:]

  func register<Service>(_ type: Service.Type, factory: @escaping (Container) -> Service?) {
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

func shop() -> Container {
  let container = Container()
  container.register(Barista.self) { c in c[Machine.self].map { Barista(machine: $0) } }
  container.register(Machine.self) { c in c[Beans.self].map { Machine(beans: $0) } }
  container.register(Beans.self) { _ in Beans(origin: "Kenya") }
  return container
}

func program() {
  let container = shop()
  let machine = container[Barista.self]?.machine
  print("The beans are from", machine?.beans.origin ?? "nowhere")
  print("Is there one machine?", machine === container[Machine.self])
}

// ## Predict
// The barista is registered first. Does the container find the rest? Is there one machine?
// ## Why
// The order does not matter, because a factory runs at each use. So each use creates a machine. In
// `DIContainer.swift`, a key also has a name and arguments, and a value can keep a singleton.
// ## Exercise
// Make each shop share one machine, created on first use with the beans registered then. Without
// beans, there is no machine yet. A shop that nobody uses is freed. Use no global or static
// variable, and change only the registration of the machine.
