// Goal: find everything that is missing, before the program runs.
// - New: warnings.
// - Needs: `register`, `resolve`, `name:`, `arguments:`, the subscript, `verify`.
//
// A container finds out that something is missing when it is needed. That can be late. `verify()`
// tries everything at once, on a copy that keeps nothing, and gives you all errors in one list. It
// also warns about what is allowed but often a mistake.

import DIContainer

struct Beans { let origin: String }
struct Radio { let station: String }
struct Machine { let beans: Beans }

struct Barista {
  let radio: Radio?  // a barista can work without one
  let machine: Machine
}

struct Bill {
  let guest: String
  let barista: Barista
}

func shop() -> DIContainer {
  let shop = DIContainer()
  shop.register(Beans.self, name: "kenya") { _ in Beans(origin: "Kenya") }
  shop.register(Radio.self, name: "bar") { _ in Radio(station: "Jazz") }
  shop.register(Machine.self) { _ in try Machine(beans: shop.resolve()) }
  shop.register(Barista.self) { c in  // the subscript may be `nil`
    try Barista(radio: c[Radio.self, name: "baar"], machine: c.resolve())
  }
  shop.register(Bill.self) { c, guest in
    try Bill(guest: guest, barista: c.resolve())
  }
  return shop
}

func verify(_ shop: DIContainer) -> DIContainer.Verification {
  shop.verify()
}

func program() { print(verify(shop())) }

// ## Predict
// Which services can't be made? And which one can't `verify()` try?
// ## Why
// The error, `'Beans' is not registered`, is what a test is for:
// `#expect(container.verify().errors.isEmpty)`. Warnings fail no test, and each says what to do:
// - Nothing asked for a bill with a name, so nobody knows whether one can be made. `verify` takes a
//   closure that asks for one: `verify { c in _ = try c.resolve(Bill.self, arguments: "Ana") }`.
// - The barista asked for a radio that is not there. That may be meant, or a misspelled name.
// - The machine's factory asks `shop`, and not the container that it is given: see lesson 3.
// ## Exercise
// Change the factories and the function `verify`, so that it finds nothing, and would still find a
// bill that can't be made. Don't register more, rename nothing that is registered, and leave the
// types and the lifetimes. A radio stays something that may be absent.
