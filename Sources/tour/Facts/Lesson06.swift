func bill(_ container: DIContainer) throws -> Bill {
  try container.resolve(name: "evening", arguments: "Xenia", "Yves")
}

await fact("A bill named evening has two guests and two cups.") {
  let isTyped = !coffeeShop().description.contains("Any.Type")
  try want(isTyped, "Write the types of the guests: `{ (c, one: String, other: String) in`.")
  for (one, other) in [("Xenia", "Yves"), ("Zoe", "Zoe"), ("Ty", "Maximiliana"), ("Yves", "Jo")] {
    let bill: Bill = try coffeeShop().resolve(name: "evening", arguments: one, other)
    try want("For \(one) and \(other), the `cups`", bill.cups, is: 2)
    try want("For \(one) and \(other), the price of a cup", bill.prices.cup, is: 200)
    let rest = bill.guest.replacing(one, with: "", maxReplacements: 1)
    let hasBoth = rest != bill.guest && rest.contains(other)
    try want(hasBoth, "For \(one) and \(other), `guest` is '\(bill.guest)', not both names.")
  }
}
await fact("It uses the registered evening prices, and keeps them.") {
  let prices = Prices(cup: 251)
  try wantUse(in: coffeeShop, of: prices, name: "evening", "400", "502", make: bill, \.text)
}
await fact("The prices, the other bill and the type `Bill` are unchanged.") {
  try wantUnchanged("struct", "container.register")
  let all = try registered(coffeeShop()) { c in
    _ = try (c.resolve(Bill.self, arguments: "Ben", 3), bill(c))
  }
  let prices = ["Prices: transient", #"Prices "evening": transient"#]
  let evening = #"Bill "evening" (String, String): transient → Prices "evening""#
  try wantRegistered(all, prices + ["Bill (String, Int): transient → Prices", evening])
}
