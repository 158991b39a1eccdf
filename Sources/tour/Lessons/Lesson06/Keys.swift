// Goal: register several factories for one service, and pass arguments to a factory.
// The container finds a factory by its key: the type of the service, a name, and the types of the
// arguments. A factory takes arguments after the container, for values that are known only at run
// time, such as the name of a guest. You pass them when you resolve the service.

import DIContainer

struct Prices { let cup: Int }

struct Bill {
  let guest: String
  let cups: Int
  let prices: Prices
  var text: String { "\(guest): \(cups * prices.cup) cents" }
}

func coffeeShop() -> DIContainer {
  let container = DIContainer()
  container.register(Prices.self) { Prices(cup: 300) }
  container.register(Prices.self, name: "evening") { Prices(cup: 200) }
  container.register(Bill.self) { c, guest, cups in
    try Bill(guest: guest, cups: cups, prices: c.resolve())
  }
  return container
}

func program() throws {
  let container = coffeeShop()
  print("A cup costs", try container.resolveAll(Prices.self).map(\.cup))
  print(try container.resolve(Bill.self, arguments: "Ben", 3).text)
  do { print(try container.resolve(Bill.self, arguments: 3).text) } catch { print(error) }
}

// ## Predict
// Which price does the first bill use? The last is resolved with only a number. What is printed?
// ## Why
// Prices with and without a name have different keys. The bill resolves the prices without one, and
// `c.resolve(name: "evening")` resolves the others. `resolveAll` resolves both. No bill is
// registered for only a number: the types of all arguments must match. The error lists the keys of
// the bills. A factory with arguments is always a transient.
// ## Exercise
// In the evening, two guests share a bill. Register a second bill, named "evening", for two guests,
// each a `String`. Its `guest` has both names, its `cups` is 2, and it resolves only the prices
// named "evening". Do not change the type `Bill` or the other registrations. If the compiler cannot
// infer the types of the guests, begin with `{ (c, one: String, other: String) in`.
