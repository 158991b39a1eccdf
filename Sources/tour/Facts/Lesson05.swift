func bill(_ container: DIContainer) throws -> Bill {
  try container.resolve(name: "evening", arguments: "Xenia", "Yves")
}

await fact("A bill named evening has two guests and two cups.") {
  for (one, other) in [("Xenia", "Yves"), ("Zoe", "Zoe")] {
    let bill: Bill = try coffeeShop().resolve(name: "evening", arguments: one, other)
    try want("Its `cups`", bill.cups, is: 2)
    let names = bill.guest.matches(of: /Xenia|Yves|Zoe/).map { "\($0.output)" }
    try want("Both names in its `guest`", names.sorted(), is: [one, other])
  }
}
await fact("It has the evening's prices that are registered, and keeps them.") {
  let prices = Prices(cup: 251)
  try wantUse(in: coffeeShop, of: prices, name: "evening", "400", "502", make: bill, \.text)
}
await fact("The prices, the other bill and the type `Bill` are as they were.") {
  let container = coffeeShop()
  let keys = ["(String, Int)", "\"evening\" (String, String)"].map { "Bill \($0)" }
  let all = (keys + ["Prices", "Prices \"evening\""]).map { "\($0): transient" }.sorted()
  try want("Registered", registered(container), is: all)
  let ben = try container.resolve(Bill.self, arguments: "Ben", 3).text
  let zoe = Bill(guest: "Zoe", cups: 2, prices: try container.resolve(name: "evening")).text
  try want("Two bills", [ben, zoe], is: ["Ben: 900 cents", "Zoe: 400 cents"])
}
