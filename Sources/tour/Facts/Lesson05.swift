let facts = [
  Fact("A bill for two strings has both, and the price of two cups.") {
    let text = try coffeeShop().resolve(Bill.self, arguments: "Xenia", "Yves").text
    for part in ["Xenia", "Yves", "600 cents"] {
      try want("The bill", text, has: part, "Look at its factory.")
    }
  },
  Fact("It has the prices that are registered, and keeps them.") {
    try wantMade(
      in: coffeeShop(), of: 600, or: Prices(cup: 350), 700, text: \.text,
      make: { try $0.resolve(Bill.self, arguments: "Ana", "Ben") })
  },
  Fact("The other bills are as they were.") {
    let container = coffeeShop()
    let ana = try container.resolve(Bill.self, arguments: "Ana and Co").text
    let ben = try container.resolve(Bill.self, arguments: "Ben", 3).text
    try want("The bills", [ana, ben], is: ["Ana and Co: 300 cents", "Ben: 900 cents"])
  },
]
