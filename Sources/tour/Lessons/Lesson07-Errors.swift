// SPDX-License-Identifier: MIT-0

// # Lesson 7: Errors that say where
// 6 minutes. Goal: read an error, and find the line to change.
//
// If something is missing, `resolve` throws an error. It says what is missing,
// the path to it from the service that you asked for, and what is registered for
// the same service.

import DIContainer

private struct Beans { let origin: String }
private struct Machine { let beans: Beans }

private struct Barista {
  let machine: Machine
  func serve() -> String { "Coffee from \(machine.beans.origin)" }
}

private struct SoldOut: Error, CustomStringConvertible {
  let description = "Sold out until Monday."
}

func lesson7() throws {
  let container = DIContainer()
  container.register(Barista.self) { c in try Barista(machine: c.resolve()) }
  container.register(Machine.self) { c in
    try Machine(beans: c.resolve(name: "kenya"))
  }
  container.register(
    Beans.self, name: "peru", lazySingleton: { _ in Beans(origin: "Peru") })

  do {
    print(try container.resolve(Barista.self).serve())
  } catch {
    print(error)
  }

  container.register(
    Beans.self, name: "kenya", lazySingleton: { _ in throw SoldOut() })
  do {
    print(try container.resolve(Barista.self).serve())
  } catch {
    print(error)
  }
  print(container)
}

// ## Predict
// Three types are registered, and the first `resolve` fails. Which of them does
// the error name? And what does the second `resolve` print?
//
// ## It prints
//     'Beans "kenya"' is not registered.
//       Path: Barista → Machine → Beans "kenya"
//       Registered for Beans: Beans "peru"
//     Sold out until Monday.
//     Barista: transient
//     Machine: transient
//     Beans "peru": lazySingleton (not made)
//     Beans "kenya": lazySingleton (not made)
//
// Read the path from the right. The last name is missing. The one before it needs
// it, so that is the factory to look at. The third line often shows the cure:
// here, a name that exists.
//
// An error that a factory throws arrives unchanged, like the last one. No error
// is kept: the next `resolve` tries again.
//
// ## Exercise
// The machine asks for the wrong beans. Serve coffee from the beans that are
// registered. Don't register more.
//
// ## Then it prints
//     Coffee from Peru
//     Coffee from Peru
//     Barista: transient
//     Machine: transient
//     Beans "peru": lazySingleton (made)
//     Beans "kenya": lazySingleton (not made)
