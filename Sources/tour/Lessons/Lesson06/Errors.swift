// Goal: read an error, and decide what may be missing.
//
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
  container.register(Beans.self, name: "peru") { _ in Beans(origin: "Peru") }
  return container
}

func program() throws {
  let shop = coffeeShop()
  do { print(try shop.resolve(Barista.self).serve()) } catch { print(error) }
  shop.register(Beans.self, name: "kenya") { _ in Beans(origin: "Kenya") }
  print(try shop.resolve(Barista.self).serve())
  shop.register(Radio.self) { _ in throw CancellationError() }
  do { print(try shop.resolve(Barista.self).serve()) } catch { print(error) }
}

// ## Predict
// The first `resolve` fails. Which services does the error name? For the second one, no radio is
// registered, and for the third one, a broken one. What do these two print?
// ## Why
// The error has the path `Barista → Machine → Beans "kenya"`. The last service is missing, and the
// factory of the service before it needs it. The last line often shows the fix: a registered name.
//
// The subscript hides every error, even if a radio is registered and broken. So choose:
// - Required: `resolve`. If it is missing, that is an error.
// - Optional: if `c.contains(Radio.self)` is true, `resolve` it.
// - Optional, and the reason why it is missing does not matter: the subscript.
// ## Exercise
// Change the factories of the machine and the barista. The machine uses the registered beans. If a
// radio is registered, the barista has it, and its errors come through. Otherwise, `radio` is `nil`.
