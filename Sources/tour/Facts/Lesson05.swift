func evening(_ container: DIContainer) throws -> Bill {
  try container.resolve(Bill.self, name: "evening", arguments: "Xenia", "Yves")
}

await fact("A bill named evening, for two strings, has both and the price of two cups.") {
  let bill = try evening(coffeeShop())
  for part in ["Xenia", "Yves"] { try want("Its `guest`", bill.guest, has: part) }
  try want("Its `cups`", bill.cups, is: 2)
  try want("Its text", bill.text, is: "\(bill.guest): 400 cents")
  let twins = try coffeeShop().resolve(Bill.self, name: "evening", arguments: "Zoe", "Zoe")
  try want("The `cups` of two guests of one name", twins.cups, is: 2)
  try want(
    "Both in the `guest` of two guests of one name",
    twins.guest.split(separator: "Zoe", omittingEmptySubsequences: false).count, is: 3)
}
await fact("It has the evening's prices that are registered, and keeps them.") {
  try wantUse(
    in: coffeeShop, "400 cents", Prices(cup: 251), "502 cents", name: "evening",
    text: \Bill.text, make: evening)
  let bill = Bill(guest: "Ana", cups: 4, prices: Prices(cup: 5))
  try want("The text of four cups for 5 cents", bill.text, is: "Ana: 20 cents")
}
await fact("The prices and the other bills are as they were.") {
  let container = coffeeShop()
  let ana = try container.resolve(Bill.self, arguments: "Ana and Co").text
  let ben = try container.resolve(Bill.self, arguments: "Ben", 3).text
  try want("The bills", [ana, ben], is: ["Ana and Co: 300 cents", "Ben: 900 cents"])
  for (name, price) in [(nil, 300), ("evening", 200)] {
    try want("A price", container.resolve(Prices.self, name: name).cup, is: price)
  }
  try wantUse(
    in: coffeeShop, "600 cents", Prices(cup: 7), "14 cents", text: \Bill.text,
    make: { try $0.resolve(Bill.self, arguments: "Ana", 2) })
  let wanted = [
    "Bill \"evening\" (String, String)", "Bill (String)", "Bill (String, Int)", "Prices",
    "Prices \"evening\"",
  ]
  let found = registered(container)
  try want("Registered", found, is: wanted.map { "\($0): transient" }.sorted())
}
