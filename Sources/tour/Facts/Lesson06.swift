func bill(_ container: DIContainer) throws -> Bill {
  try container.resolve(name: "evening", arguments: "Xenia", "Yves")
}

await fact("A bill named evening has two guests and two cups.") {
  let isTyped = !registered(coffeeShop()).contains { $0.contains(/Any\.Type/) }
  try want(isTyped, "Write the types of the guests: `{ (c, one: String, other: String) in`.")
  for (one, other) in [("Xenia", "Yves"), ("Zoe", "Zoe")] {
    let bill: Bill = try coffeeShop().resolve(name: "evening", arguments: one, other)
    try want("Its `cups`", bill.cups, is: 2)
    let names = bill.guest.matches(of: /Xenia|Yves|Zoe/).map { "\($0.output)" }
    try want("Both names in its `guest`", names.sorted(), is: [one, other])
  }
}
await fact("It uses the registered evening prices, and keeps them.") {
  let prices = Prices(cup: 251)
  try wantUse(in: coffeeShop, of: prices, name: "evening", "400", "502", make: bill, \.text)
}
await fact("The prices, the other bill and the type `Bill` are unchanged.") {
  try wantUnchanged("struct", "container.register")
  let container = coffeeShop()
  let keys = ["(String, Int)", "\"evening\" (String, String)"].map { "Bill \($0)" }
  let all = (keys + ["Prices", "Prices \"evening\""]).map { "\($0): transient" }.sorted()
  try want("Registered", registered(container), is: all)
}
