final class Facts: Check {
  func evening(_ container: DIContainer, _ guests: (String, String) = ("Ana", "Ben")) throws -> Bill
  {
    try container.resolve(Bill.self, name: "evening", arguments: guests.0, guests.1)
  }

  override func facts() async {
    await fact("A bill named evening, for two strings, has both and the price of two cups.") {
      let text = try evening(coffeeShop(), ("Xenia", "Yves")).text
      for part in ["Xenia", "Yves", "400 cents"] { try want("The bill", text, has: part) }
    }
    await fact("It has the evening's prices that are registered, and keeps them.") {
      try wantMade(
        in: coffeeShop, of: "400", or: Prices(cup: 250), "500", name: "evening",
        text: \Bill.text, make: { try evening($0) })
    }
    await fact("The prices and the other bills are as they were.") {
      let container = coffeeShop()
      let ana = try container.resolve(Bill.self, arguments: "Ana and Co").text
      let ben = try container.resolve(Bill.self, arguments: "Ben", 3).text
      try want("The bills", [ana, ben], is: ["Ana and Co: 300 cents", "Ben: 900 cents"])
      let prices = try container.resolveAll(Prices.self).map(\.cup)
      try want("The prices", prices.sorted(), is: [200, 300])
    }
  }
}
