// Goal: let the container call an initializer, and know when not to.
// - New: `autowire`.
// - Needs: `register`, `resolve`, `transient`, `lazySingleton`.
//
// `autowire` makes a factory of an initializer. It resolves each parameter by its type.

import DIContainer

struct Beans { let origin: String }
struct Grinder { let beans: Beans }
struct Radio { let station: String }

struct Machine {
  let grinder: Grinder
  var bar = 9
}

struct Barista {
  let machine: Machine
  let radio: Radio?
}

func coffeeShop() -> DIContainer {
  let container = DIContainer()
  container.register(Beans.self) { _ in Beans(origin: "Kenya") }
  container.register(
    Grinder.self, transient: DIContainer.autowire(Grinder.init))
  container.register(
    Machine.self, lazySingleton: DIContainer.autowire(Machine.init))
  container.register(
    Barista.self, transient: DIContainer.autowire(Barista.init))
  return container
}

func program() throws {
  let container = coffeeShop()
  let barista = try container.resolve(Barista.self)
  print("The machine works at", barista.machine.bar, "bar")
  print("The radio plays", barista.radio?.station ?? "nothing")
}

// ## Predict
// A barista has a radio, and none is registered. A machine has 9 bar by default. What is an error?
// ## Why
// The error is `'Int' is not registered`: `autowire` resolves every parameter of the machine, also
// one that has a default value, since Swift doesn't let it leave one out.
//
// The radio is an optional parameter: `nil`, until somebody registers a radio. If a parameter needs
// a name, an argument or a value of its own, write the factory yourself.
// ## Exercise
// Register the machine in another way, so that it works at 9 bar, and is still a lazy singleton. The
// types stay as they are.
// Don't register an `Int`, in any container: every number that an initializer takes would be a 9.
