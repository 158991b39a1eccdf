// Goal: read an error, and decide what may be absent.
// - New: the subscript, `contains`.
// - Needs: `register`, `resolve`, `name:`.
//
// If something is missing, `resolve` throws an error. The subscript, `c[Radio.self]`, gives `nil`.

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

struct IsBroken: Error {}

func coffeeShop() -> DIContainer {
  let container = DIContainer()
  container.register(Barista.self) { c in
    try Barista(machine: c.resolve(), radio: c[Radio.self])
  }
  container.register(Machine.self) { c in
    try Machine(beans: c.resolve(name: "kenya"))
  }
  container.register(Beans.self, name: "peru") { _ in Beans(origin: "Peru") }
  return container
}

func program() throws {
  let shop = coffeeShop()
  do { print(try shop.resolve(Barista.self).serve()) } catch { print(error) }

  shop.register(Beans.self, name: "kenya") { _ in Beans(origin: "Kenya") }
  print(try shop.resolve(Barista.self).serve())

  shop.register(Radio.self) { _ in throw IsBroken() }
  do { print(try shop.resolve(Barista.self).serve()) } catch { print(error) }
}

// ## Predict
// The first `resolve` fails. Which services does the error name? No radio is registered for the
// second one, and a broken one for the third. What do they print?
// ## Why
// The error has the path `Barista → Machine → Beans "kenya"`. Read it from the right. The last name
// is missing. The one before it needs it, so that is the factory to look at. The error's last line
// often shows the cure: a name that exists.
//
// The subscript hides every error, also that a radio is registered and can't be made. So choose:
// - "I need it": `resolve`. If it is missing, that is an error.
// - "I take it if it is registered": ask `c.contains(Radio.self)`, and then `resolve` it.
// - "I don't care why it isn't there": the subscript.
// ## Exercise
// Repair the shop: let the machine ask for the beans that are registered. A barista takes the
// radio if one is registered. If it can't be made, its error comes through. Change nothing else.
