func evening(_ container: DIContainer) throws -> Bill {
  try container.resolve(Bill.self, name: "evening", arguments: "Xenia", "Yves")
}

await fact("A bill named evening, for two strings, has both and the price of two cups.") {
  let bill = try evening(coffeeShop())
  for part in ["Xenia", "Yves", "400 cents"] { try want("The bill", bill.text, has: part) }
  try want("Its cups", bill.cups, is: 2)
}
await fact("It has the evening's prices that are registered, and keeps them.") {
  try wantMade(
    in: coffeeShop, of: "400", or: Prices(cup: 251), "502", name: "evening",
    text: \Bill.text, make: evening)
}
await fact("The prices and the other bills are as they were.") {
  let container = coffeeShop()
  let ana = try container.resolve(Bill.self, arguments: "Ana and Co").text
  let ben = try container.resolve(Bill.self, arguments: "Ben", 3).text
  try want("The bills", [ana, ben], is: ["Ana and Co: 300 cents", "Ben: 900 cents"])
  let prices = try container.resolveAll(Prices.self).map(\.cup)
  try want("The prices", prices.sorted(), is: [200, 300])
}
