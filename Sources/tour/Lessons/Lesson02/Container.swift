// Goal: register how each part is made, and resolve one by its type.
//
// With constructor injection, somebody has to make all the parts, in the right order, and pass them
// on. A container does that.
//
// A service is a type that you can ask for. For each service, the container keeps a factory: a
// closure that makes it. The factory is given the container, here `c`, and asks it for what the
// service needs. To register is to hand over a factory. To resolve is to ask for the service.

import DIContainer

struct Beans { let origin: String }
struct Power { let volts: Int }  // for the exercise
struct Grinder { let beans: Beans }
struct Machine { let grinder: Grinder }

struct Barista {
  let machine: Machine
  func serve() -> String { "Coffee from \(machine.grinder.beans.origin)" }
}

func coffeeShop() -> DIContainer {
  let container = DIContainer()
  container.register(Barista.self) { c in try Barista(machine: c.resolve()) }
  container.register(Machine.self) { c in try Machine(grinder: c.resolve()) }
  container.register(Grinder.self) { c in try Grinder(beans: c.resolve()) }
  container.register(Beans.self) { _ in Beans(origin: "Kenya") }
  return container
}

func program() throws {
  let container = coffeeShop()
  let ana = try container.resolve(Barista.self)
  print("Ana:", ana.serve())
  let ben: Barista = try container.resolve()  // the same
  print("Ben:", ben.serve())
  print(container)
}

// ## Predict
// The barista is registered first, and what it needs comes later. Is that an error?
// ## Why
// It isn't: a factory runs when its service is resolved, and not before.
//
// `resolve` throws, because something may be missing. So you call it with `try`, in a factory too.
//
// A factory asks `c`, and no container from outside. Otherwise it works today, and later a test or
// a child container replaces something, and it still gets the old.
// ## Exercise
// Now a grinder needs electricity. Give it a second property, `power`, of the type `Power`.
// Register 230 volts, and let `serve()` end with "ground at 230 volts".
