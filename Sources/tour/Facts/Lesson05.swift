// SPDX-License-Identifier: MIT-0

let facts = [
  Fact("There is a bill for two strings.") {
    let container = coffeeShop()
    let isThere = container.contains(Bill.self, arguments: String.self, String.self)
    try want(isThere, "Registered is:\n\(container)")
  },
  Fact("It has both names, and the price of two cups.") {
    for (one, other) in [("Xenia", "Yves"), ("Cleo", "Dan")] {
      let text = try coffeeShop().resolve(Bill.self, arguments: one, other).text
      let hasAll = [one, other, "600 cents"].allSatisfy { text.contains($0) }
      try want(hasAll, "The bill of \(one) and \(other) says '\(text)', wanted 600 cents.")
    }
  },
  Fact("It has the prices that are registered, and keeps them.") {
    try wantMade(in: coffeeShop(), of: "600", or: Prices(cup: 350), "700") { c in
      try c.resolve(Bill.self, arguments: "Ana", "Ben")
    } text: { bill in
      bill.text
    }
  },
  Fact("The other bills are as they were.") {
    let container = coffeeShop()
    let ana = try container.resolve(Bill.self, arguments: "Ana").text
    let ben = try container.resolve(Bill.self, arguments: "Ben", 3).text
    try want("The bills", [ana, ben], is: ["Ana: 300 cents", "Ben: 900 cents"])
    try want(container[Bill.self, arguments: 3] == nil, "There is a bill for 3.")
  },
]
