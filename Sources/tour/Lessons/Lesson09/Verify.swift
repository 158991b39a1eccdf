// Goal: find every missing service before the program needs it.
// `verify()` tries every registration in a copy of the container. It reports errors, and warns of
// wiring that is valid, but often a mistake. `autowire` turns an initializer into a factory that
// resolves every parameter by its type.

import DIContainer

struct Beans { let origin: String }
struct Radio { let station: String }

struct Machine {
  let beans: Beans
  var pressure = 9
}

struct Barista {
  let radio: Radio?  // it may be missing
  let machine: Machine
}

struct Bill {
  let guest: String
  let barista: Barista
}

func shop() -> DIContainer {
  let shop = DIContainer()
  shop.register(Beans.self) { Beans(origin: "Kenya") }
  shop.register(Radio.self, name: "bar") { Radio(station: "Jazz") }
  shop.register(Machine.self, transient: DIContainer.autowire(Machine.init))
  shop.register(Barista.self) { c in  // the subscript may be `nil`
    try Barista(radio: c[Radio.self, name: "baar"], machine: shop.resolve())
  }
  shop.register(Bill.self) { c, guest in try Bill(guest: guest, barista: c.resolve()) }
  return shop
}

func verify(_ shop: DIContainer) -> DIContainer.Verification { shop.verify() }

func program() { print(verify(shop())) }

// ## Predict
// Which service cannot be created? Which one can `verify()` not try?
// ## Why
// The error, `'Int' is not registered`, fails the test `#expect(shop.verify().errors.isEmpty)`.
// `autowire` cannot leave out a parameter that has a default value, so write that factory yourself.
// The warnings do not fail this test:
// - A bill needs a guest, so the method `verify` could not try it. Pass it a closure that does:
//   `shop.verify { c in _ = try c.resolve(Bill.self, arguments: "Ana") }`.
// - The barista asks for a radio that is not registered. It may be intended, or a misspelled name.
// - The factory of the barista resolves a machine from `shop`, and not from its parameter `c`.
// ## Exercise
// Change the factories and the function below `shop()`. It must find no errors and no warnings now,
// but would find a bill that cannot be created. Register nothing else, not even an `Int`. Keep all
// names, types and lifetimes. The pressure stays 9. Without a radio, `radio` is `nil`.
