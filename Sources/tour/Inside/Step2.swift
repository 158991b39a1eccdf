// Step 2: lifetimes.
//
// A registration is a factory and a lifetime. What was made for a singleton is
// kept in a second dictionary, and whoever asks next gets it from there.
//
// Left out: names, arguments, errors, rings, threads. And eager singletons: for
// these, `bootstrap()` goes through the registrations in their order.

private enum Lifetime { case transient, lazySingleton }

private struct Registration<Service> {
  let lifetime: Lifetime
  let factory: (Container) -> Service?
}

private final class Container {
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
}

// The demonstration

private final class Machine {}

private final class Cup {}

private struct Drink { let recipe: String }

enum Step2 {
  static func works() {
    let container = Container()
    container.register(Machine.self, .lazySingleton) { _ in Machine() }
    container.register(Cup.self) { _ in Cup() }

    let machine = container[Machine.self]
    let otherMachine = container[Machine.self]
    print("Is there one machine for all?", machine === otherMachine)

    let cup = container[Cup.self]
    let otherCup = container[Cup.self]
    print("Is there one cup for all?", cup === otherCup)
  }

  /// A shop wants to sell two drinks. The second takes the place of the first.
  static func fails() {
    let container = Container()
    container.register(Drink.self) { _ in Drink(recipe: "two shots") }
    container.register(Drink.self) { _ in Drink(recipe: "one shot, milk") }

    print("The drink:", container[Drink.self]?.recipe ?? "none")
  }
}

// Runs when this file is compiled alone: swiftc Step2.swift
private let alone: (Void, Void) = (Step2.works(), Step2.fails())
