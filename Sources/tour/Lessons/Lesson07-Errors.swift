// Goal: read an error, find the line to change, and write a test.
//
// If something is missing, `resolve` throws an error. It says what is missing, the path to it from
// the service that you asked for, and what is registered for the same service.

import DIContainer

private struct Beans { let origin: String }
private struct Machine { let beans: Beans }

private struct Barista {
  let machine: Machine
  func serve() -> String { "Coffee from \(machine.beans.origin)" }
}

private struct SoldOut: Error {}

private func coffeeShop() -> DIContainer {
  let container = DIContainer()
  container.register(Barista.self) { c in try Barista(machine: c.resolve()) }
  container.register(Machine.self) { c in
    try Machine(beans: c.resolve(name: "kenya"))
  }
  container.register(
    Beans.self, name: "peru", lazySingleton: { _ in Beans(origin: "Peru") })
  return container
}

/// A test of a shop: it passes if it returns, and fails if it throws.
private func testShop(_ shop: DIContainer) throws {
  // So far, it passes whatever happens.
}

func lesson7() throws {
  let shop = coffeeShop()
  do { print(try shop.resolve(Barista.self).serve()) } catch { print(error) }

  shop.register(Beans.self, name: "kenya") { _ in throw SoldOut() }
  do { print(try shop.resolve(Barista.self).serve()) } catch { print(error) }
}

// ## Predict
// Three services are registered, and the first `resolve` fails. Which of them does the error name?
// And what does the second `resolve` print?
//
// ## Why
// The first error has the path `Barista → Machine → Beans "kenya"`. Read it from the right. The
// last name is missing. The one before it needs it, so that is the factory to look at. The error's
// last line often shows the cure: a name that exists.
//
// A factory's error arrives unchanged, and no error is kept: the next `resolve` tries again.
//
// ## Exercise
// First write the test, `testShop`: it fails if the shop that it is given can't make a barista,
// whatever is missing, and passes if it can. Then repair the shop. The machine asks for the wrong
// beans: let it ask for those that are registered.
