// Goal: register several factories for one service, and pass arguments to a factory.
//
// The container finds a factory by its key: the type of the service, a name, and the types of the
// arguments. A factory takes arguments after the container, for values that are known only when the
// program runs, such as the name of a guest. You pass them when you resolve.

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
  container.register(Prices.self) { _ in Prices(cup: 300) }
  container.register(Prices.self, name: "evening") { _ in Prices(cup: 200) }
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
// Which price does the first bill have? The last one is resolved with a number alone. What is printed?
// ## Why
// Prices with and without a name have different keys, and the bill resolves the prices without one.
// `resolveAll` resolves both. Registering a key again replaces its factory.
//
// No bill is registered for a number alone: the types of all arguments have to match. The error
// lists the keys of the bills. A factory with arguments is always a transient.
// ## Exercise
// In the evening, two guests share a bill. Register a bill named "evening" for two guests, each a
// `String`. Its `guest` has both names, its `cups` are 2, and its prices are the registered
// prices named "evening". The type `Bill` and the other registrations stay as they are. Where the
// compiler cannot infer a `String`, write the types: `{ (c, one: String, …) in`.
