// SPDX-License-Identifier: MIT-0

// # Lesson 2: A container
// 9 minutes. Goal: register how each part is made, and resolve one by its type.
//
// With constructor injection, somebody has to make all the parts, in the right order, and pass them
// on. A container does that.
//
// A service is a type that you can ask for. For each service, the container keeps a factory: a
// closure that makes it. The factory is given the container, here `c`, and asks it for what the
// service needs. To register is to hand over a factory. To resolve is to ask for the service.

import DIContainer

private struct Beans { let origin: String }
private struct Power { let volts: Int }  // for the exercise
private struct Grinder { let beans: Beans }
private struct Machine { let grinder: Grinder }

private struct Barista {
  let machine: Machine
  func serve() -> String { "Coffee from \(machine.grinder.beans.origin)" }
}

private func coffeeShop() -> DIContainer {
  let container = DIContainer()
  container.register(Barista.self) { c in try Barista(machine: c.resolve()) }
  container.register(Machine.self) { c in try Machine(grinder: c.resolve()) }
  container.register(Grinder.self) { c in try Grinder(beans: c.resolve()) }
  container.register(Beans.self) { _ in Beans(origin: "Kenya") }
  return container
}

func lesson2() throws {
  let container = coffeeShop()
  let ana = try container.resolve(Barista.self)
  print("Ana:", ana.serve())

  // The same. Here the type of the variable says what is wanted.
  let ben: Barista = try container.resolve()
  print("Ben:", ben.serve())
  print(container)
}

// ## Predict
// The barista is registered first, and what it needs comes later. Is that an error?
//
// ## It prints
//     Ana: Coffee from Kenya
//     Ben: Coffee from Kenya
//     Barista: transient
//     Machine: transient
//     Grinder: transient
//     Beans: transient
//
// The order of the registrations doesn't matter: a factory runs when its service is resolved, and
// not before. And the code that resolves a barista no longer knows about beans. A container prints
// what is registered.
//
// `resolve` throws, because something may be missing. So you call it with `try`, in a factory too.
// The container passes the error on.
//
// A factory asks `c`, and no container from outside. Otherwise it works today, and later a test or
// a child container replaces something, and it still gets the old.
//
// ## Exercise
// Now a grinder needs electricity. Give it a second property, `power`, of the type `Power`.
// Register 230 volts, and let `serve()` end with "ground at 230 volts". If somebody registers
// another power, the next grinder has that.
