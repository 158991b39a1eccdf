// Goal: register how each part is made, and resolve one by its type.
// - New: `register`, `resolve`.
// - Needs: constructor injection.
//
// With constructor injection, somebody has to make all the parts, in the right order. A container
// does that. A service is a type that you can ask for. For each service, you register a factory: a
// closure that makes it. The factory is given the container, here `c`, and resolves what it needs.

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
// The barista is registered first, and what it needs comes later. Is that an error?
// ## Why
// It isn't: a factory runs each time its service is resolved. If something is missing, `resolve`
// throws.
//
// A factory asks `c`, and no container from outside. Otherwise it works today, and a container that
// is built on this one, in lesson 11 or in a test, still gets this one's parts.
// ## Exercise
// Now a grinder needs electricity. Give it a second property, `power`, of the type `Power`.
// Register 230 volts, and let `serve()` end with "ground at 230 volts". The grinder's factory gets
// the power from the container. The other registrations, and how often a grinder is made, stay.
