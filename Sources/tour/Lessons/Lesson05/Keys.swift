// Goal: have several factories for one service, and pass one what is known only later.
// - New: `name:`, `arguments:`, `resolveAll`.
// - Needs: `register`, `resolve`, `transient`.
//
// The container finds a factory by its key: the type of the service, a name, and the types of
// arguments. What is known only when the program runs, such as the name of a guest, a factory takes
// after the container, as an argument, and you pass it when you resolve.

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
  container.register(Bill.self) { c, guest in
    try Bill(guest: guest, cups: 1, prices: c.resolve())
  }
  container.register(Bill.self) { c, guest, cups in
    try Bill(guest: guest, cups: cups, prices: c.resolve())
  }
  return container
}

func program() throws {
  let container = coffeeShop()
  print("A cup costs", try container.resolveAll(Prices.self).map(\.cup))
  print(try container.resolve(Bill.self, arguments: "Ana").text)
  print(try container.resolve(Bill.self, arguments: "Ben", 3).text)
  do {
    print(try container.resolve(Bill.self, arguments: 3).text)
  } catch { print(error) }
}

// ## Predict
// Which prices do the bills have? The last line asks for a bill with a number. What does it print?
// ## Why
// Prices with and without a name live side by side, and a bill resolves those without one.
// `resolveAll` makes all of them. To register the same key again replaces the earlier factory.
//
// No bill is found for a number alone: a call has to match a key exactly, with the types of all
// arguments. The error shows the keys that there are. A factory with arguments is always a transient.
// ## Exercise
// In the evening, two guests share a bill. Register a bill named "evening" for two guests, each a
// `String`. Its `guest` has both names, its `cups` are 2, and its prices are the evening's, as they
// are registered. So its text has both names, and what two cups cost. The type `Bill` stays.
//
// The compiler may choose other types than you mean. Print the container to see them, and where it
// has to know, write `{ (c, one: String, …) in`.
