// Goal: read an error, and decide what may be missing.
// If something is missing, `resolve` throws an error, and the subscript `c[Radio.self]` is `nil`.

import DIContainer

struct Beans { let origin: String }
struct Machine { let beans: Beans }
struct Radio { let station: String }

struct Barista {
  let machine: Machine
  let radio: Radio?  // a barista can work without one

  func serve() -> String {
    let coffee = "Coffee from \(machine.beans.origin)"
    return radio.map { "\(coffee), with \($0.station)" } ?? coffee
  }
}

func coffeeShop() -> DIContainer {
  let container = DIContainer()
  container.register(Barista.self) { c in
    try Barista(machine: c.resolve(), radio: c[Radio.self])
  }
  container.register(Machine.self) { c in try Machine(beans: c.resolve(name: "kenya")) }
  container.register(Beans.self, name: "peru") { Beans(origin: "Peru") }
  return container
}

func program() throws {
  let shop = coffeeShop()
  do { print(try shop.resolve(Barista.self).serve()) } catch { print(error) }
  shop.register(Beans.self, name: "kenya") { Beans(origin: "Kenya") }
  print(try shop.resolve(Barista.self).serve())
  shop.register(Radio.self) { throw CancellationError() }
  do { print(try shop.resolve(Barista.self).serve()) } catch { print(error) }
}

// ## Predict
// The first `resolve` fails. Which services does the error name? For the second one, no radio is
// registered, and for the third one, a broken radio. What do the last two print?
// ## Why
// The error contains the path `Barista → Machine → Beans "kenya"`. The last service is missing; the
// service before it needs it. The last line of the error often shows the fix: a registered name.
// The subscript hides every error, even if a radio is registered but broken. So choose:
// - Required: `resolve`, so that a missing service is an error.
// - Optional: `resolve`, but only if `c.contains(Radio.self)` is true.
// - Optional, and it does not matter why it is missing: the subscript.
// ## Exercise
// Change the factories of the machine and the barista. The machine uses the beans named "peru". The
// barista uses a radio only if one is registered, and does not hide its errors.
