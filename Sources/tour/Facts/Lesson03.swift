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
    let (shop, without) = (coffeeShop(), coffeeShop())
    let isFirst = shop.description.contains(/Machine:(.|\n)*Shop:/)
    without.unregister(Machine.self)
    let isNeeded = without[Shop.self] == nil
    try want(isFirst || isNeeded, "The shop is made first. Look at the order of the registrations.")
    try shop.bootstrap()
    try want(!shop.description.contains("(not made)"), "Not all are made:\n\(shop)")
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
