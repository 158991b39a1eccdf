// Goal: register how a service is created, and resolve it by its type.
//
// A service is a type that you resolve. For each one, you register a factory: a closure that creates
// it. A factory is passed the container, here `c`, and resolves the dependencies of its service.

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
  container.register(Beans.self) { _ in Beans(origin: "Kenya") }
  return container
}

func program() throws {
  let container = coffeeShop()
  let ana = try container.resolve(Barista.self)
  let ben: Barista = try container.resolve()  // the same call
  print(ana.serve(), "and", ben.serve())
  print(container)
}

// ## Predict
// The barista is registered first, and its dependencies come later. Is that an error?
// ## Why
// It is not: a factory runs when its service is resolved. If something is missing then, `resolve`
// throws. A factory uses `c` and no container from outside. Otherwise a test that replaces the beans
// in its own container could still get these.
// ## Exercise
// A grinder needs electricity. Give it a second property, `power`, of the type `Power`. Register 230
// volts, and let `serve()` end with "ground at 230 volts". The grinder's factory resolves the power
// from the container. The other registrations stay as they are.
