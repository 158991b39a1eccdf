private struct FreeDayClock: Clock { let isSunday = true }

let facts = [
  Fact("A spy counts how often it is asked, and says that it is Sunday.") {
    let spy = SpyClock()
    try want("Answers", (1...3).map { _ in spy.isSunday }, is: [true, true, true])
    try want("The count after three questions", spy.count, is: 3, "Count in `isSunday`.")
    try want("The count of another spy", SpyClock().count, is: 0, "Don't share the count.")
  },
  Fact("The test's orders ask the spy that it is given.") {
    let spies = [SpyClock(), SpyClock()]
    let shops = spies.map { testShop(with: $0) }
    for (spy, shop) in zip(spies, shops) {
      try want(shop[Clock.self] is SpyClock, "The spy is not registered in place of the stub.")
      try want("The price", shop.resolve(Order.self).price, is: 250)
      try want("The count of the spy", spy.count, is: 1, "Look at `testShop`.")
    }
  },
  Fact("The real shop has its clock, and an order the one that is registered.") {
    try wantMade(in: shop(), of: 300, or: FreeDayClock() as Clock, 250, text: \Order.price)
  },
]
