// Step 1: a dictionary.
//
// A container is a dictionary. The key is the type of a service. The value is a
// factory: a closure that makes one. It is given the container, and asks it for
// whatever it needs.
//
// Left out: lifetimes, names, arguments, errors, rings, threads.

private final class Container {
  private var factories: [ObjectIdentifier: (Container) -> Any?] = [:]

  func register<Service>(
    _ type: Service.Type, factory: @escaping (Container) -> Service?
  ) {
    factories[ObjectIdentifier(type)] = factory
  }

  /// The service, or `nil` where nothing is registered.
  subscript<Service>(_ type: Service.Type) -> Service? {
    factories[ObjectIdentifier(type)]?(self) as? Service
  }
}

// The demonstration

private struct Beans { let origin: String }

private final class Machine {
  let beans: Beans
  init(beans: Beans) { self.beans = beans }
}

private struct Barista { let machine: Machine }

enum Step1 {
  /// The order of the registrations doesn't matter.
  static func works() {
    let container = Container()
    container.register(Barista.self) { c in
      c[Machine.self].map { machine in Barista(machine: machine) }
    }
    container.register(Machine.self) { c in
      c[Beans.self].map { beans in Machine(beans: beans) }
    }
    container.register(Beans.self) { _ in Beans(origin: "Kenya") }

    let barista = container[Barista.self]
    print("The beans are from", barista?.machine.beans.origin ?? "nowhere")
  }

  static func fails() {
    let container = Container()
    container.register(Machine.self) { _ in
      Machine(beans: Beans(origin: "Kenya"))
    }

    let machine = container[Machine.self]
    let otherMachine = container[Machine.self]
    print("Is there one machine for all?", machine === otherMachine)
  }
}

// Runs when this file is compiled alone: swiftc Step1.swift
private let alone: (Void, Void) = (Step1.works(), Step1.fails())
