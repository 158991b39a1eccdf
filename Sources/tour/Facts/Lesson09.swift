// SPDX-License-Identifier: MIT-0

private struct FreeDayClock: Clock { let isSunday = true }

let facts = [
  Fact("A spy counts how often it is asked, and says that it is Sunday.") {
    let spy = SpyClock()
    try want("The count of a new spy", spy.count, is: 0)
    try want("Answers", (1...3).map { _ in spy.isSunday }, is: [true, true, true])
    try want("The count after three questions", spy.count, is: 3, "Count in `isSunday`.")
    try want("The count of another spy", SpyClock().count, is: 0, "Don't share the count.")
  },
  Fact("The test's orders ask the spy that it is given.") {
    let spies = [SpyClock(), SpyClock()]
    let shops = spies.map { testShop(with: $0) }
    for expected in 1...2 {
      for (spy, shop) in zip(spies, shops) {
        let order = try shop.resolve(Order.self)
        try want("The count before the price", spy.count, is: expected - 1)
        try want("The price", order.price, is: 250)
        try want("The count after it", spy.count, is: expected)
      }
    }
  },
  Fact("The real shop has its clock, and an order the one that is registered.") {
    try wantMade(in: shop(), of: "300", or: FreeDayClock() as Clock, "250") {
      (order: Order) in "\(order.price)"
    }
  },
]
