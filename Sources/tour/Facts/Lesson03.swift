// SPDX-License-Identifier: MIT-0

let facts = [
  Fact("The machine is an eager singleton, and the others are as they were.") {
    let lifetimes = [
      "Cup": "transient", "Machine": "eagerSingleton", "Menu": "eagerSingleton",
      "Shop": "eagerSingleton",
    ]
    for (key, wanted) in lifetimes.sorted(by: <) {
      try want("The lifetime of \(key)", coffeeShop().lifetimes[key] ?? "none", is: wanted)
    }
  },
  Fact("Only the menu is made before `bootstrap()`.") {
    try coffeeShop().wantNothingMade(but: "Menu")
  },
  Fact("`bootstrap()` makes the machine before the shop opens.") {
    let shop = coffeeShop()
    let order = shop.description
    nonisolated(unsafe) var isMade = order.contains(/Machine:(.|\n)*Shop:/)
    shop.register(Cup.self) { _ in  // the shop's
      isMade = isMade || shop.description.contains("Machine: eagerSingleton (made)")
      return Cup()
    }
    try shop.bootstrap()
    try want(isMade, "The shop is made first. Look at the order of the registrations.")
  },
  Fact("There is one machine and one shop for all, and each guest gets a cup.") {
    let shop = coffeeShop()
    try shop.bootstrap()
    let machine = try shop.resolve(Machine.self)
    try want(shop.resolve(Machine.self) === machine, "There are two machines.")
    try want(coffeeShop().resolve(Machine.self) !== machine, "Two shops share one machine.")
    try want(shop.resolve(Shop.self) === shop.resolve(Shop.self), "There are two shops.")
    try want(shop.resolve(Cup.self) !== shop.resolve(Cup.self), "There is one cup for all.")
  },
]
