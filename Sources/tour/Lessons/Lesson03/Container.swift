// Goal: register how a service is created, and resolve it by its type.
// A container creates the objects of a program, and passes each one its dependencies. A service is
// a type that it can create. For each service, you register a factory: a closure that creates an
// instance. If that needs dependencies, the closure takes the container, here `c`, and resolves
// them: the container finds the factory of each type, and returns what it creates.

import DIContainer

struct Beans { let origin: String }
struct Power { let volts: Int }  // for the exercise

struct Grinder {
  let beans: Beans
  func grind() -> String { "Coffee from \(beans.origin)" }
}

struct Barista {
  let grinder: Grinder
  func serve() -> String { grinder.grind() }
}

func coffeeShop() -> DIContainer {
  let container = DIContainer()
  container.register(Barista.self) { c in try Barista(grinder: c.resolve()) }
  container.register(Grinder.self) { c in try Grinder(beans: c.resolve()) }
  container.register(Beans.self) { Beans(origin: "Kenya") }
  return container
}

func program() throws {
  let container = coffeeShop()
  let ana = try container.resolve(Barista.self)
  let ben: Barista = try container.resolve()  // the same call
  print(ana.serve(), "and", ben.serve())
  let other = coffeeShop()
  other.register(Beans.self) { Beans(origin: "Peru") }
  print("Another shop:", try other.resolve(Barista.self).serve())
}

// ## Predict
// The barista is registered first, its dependencies later. Is that an error? The other shop
// registers beans again. Which beans does its barista use?
// ## Why
// It is not an error: a factory runs when its service is resolved. If a dependency is missing then,
// `resolve` throws. Registering a service again replaces its factory. The other barista uses beans
// from Peru, because the grinder's factory resolves them from `c`, and not from a global container.
// ## Exercise
// A grinder needs electricity. Give it a second property, `power`, of the type `Power`. Register
// 230 volts, and end the text of `serve()` with "ground at 230 volts". The grinder's factory
// resolves the power from the container. Do not change the other registrations.
