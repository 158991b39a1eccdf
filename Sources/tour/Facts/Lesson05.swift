func evening(_ container: DIContainer) throws -> Bill {
  try container.resolve(Bill.self, name: "evening", arguments: "Xenia", "Yves")
}

await fact("A bill named evening, for two strings, has both and the price of two cups.") {
  let bill = try evening(coffeeShop())
  for part in ["Xenia", "Yves"] { try want("Its `guest`", bill.guest, has: part) }
  try want("Its `cups`", bill.cups, is: 2)
  let twins = try coffeeShop().resolve(Bill.self, name: "evening", arguments: "Zoe", "Zoe")
  try want("The `cups` of two guests of one name", twins.cups, is: 2)
  try want("Its text", bill.text, is: "\(bill.guest): 400 cents")
}
await fact("It has the evening's prices that are registered, and keeps them.") {
  try wantMade(
    in: coffeeShop, of: "400 cents", or: Prices(cup: 251), "502 cents", name: "evening",
    text: \Bill.text, make: evening)
}
await fact("The prices and the other bills are as they were.") {
  let container = coffeeShop()
  let ana = try container.resolve(Bill.self, arguments: "Ana and Co").text
  let ben = try container.resolve(Bill.self, arguments: "Ben", 3).text
  try want("The bills", [ana, ben], is: ["Ana and Co: 300 cents", "Ben: 900 cents"])
  let prices = try container.resolveAll(Prices.self).map(\.cup)
  try want("The prices", prices.sorted(), is: [200, 300])
  let wanted = [
    "Bill \"evening\" (String, String)", "Bill (String)", "Bill (String, Int)", "Prices",
    "Prices \"evening\"",
  ]
  let found = registered(container)
  try want("Registered", found, is: wanted.map { "\($0): transient" }.sorted())
}
