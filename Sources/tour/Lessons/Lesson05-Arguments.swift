// Goal: pass a factory what is known only when the program runs.
//
// Some of what a service needs is known only when the program runs, such as the name of a guest. A
// factory takes it as a parameter after the container, and you pass it when you resolve.

import DIContainer

private struct Prices { let cup: Int }

private struct Bill {
  let guest: String
  let cups: Int
  let prices: Prices
  var text: String { "\(guest): \(cups * prices.cup) cents" }
}

private func coffeeShop() -> DIContainer {
  let container = DIContainer()
  container.register(Prices.self) { _ in Prices(cup: 300) }
  container.register(Bill.self) { c, guest in
    try Bill(guest: guest, cups: 1, prices: c.resolve())
  }
  container.register(Bill.self) { c, guest, cups in
    try Bill(guest: guest, cups: cups, prices: c.resolve())
  }
  return container
}

func lesson5() throws {
  let container = coffeeShop()
  print(try container.resolve(Bill.self, arguments: "Ana").text)
  print(try container.resolve(Bill.self, arguments: "Ben", 3).text)
  print("Is there a bill for 3?", container[Bill.self, arguments: 3] != nil)
}

// ## Predict
// The last line asks for a bill with a number alone. What does it print, or is it an error?
//
// ## Why
// It prints false: nothing is found. The types of the arguments are part of the key, and a call has
// to match a key exactly. There are bills for a name, and for a name and a number. A factory with
// arguments is always a transient.
//
// ## Exercise
// Two guests share a bill for two cups. Register a bill for two names, each a `String`: its text
// has both names, and the price of two cups.
//
// The compiler may choose other types than you mean. Print the container to see them, and write `{
// (c, one: String, …) in` where it has to know.
