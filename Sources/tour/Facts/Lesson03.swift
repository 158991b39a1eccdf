let facts = [
  Fact("The machine is an eager singleton, and the others are as they were.") {
    let lifetimes = coffeeShop().lifetimes
    for key in ["Machine", "Menu", "Shop"] {
      try want("The lifetime of \(key)", lifetimes[key], is: "eagerSingleton")
    }
    try want("The lifetime of Cup", lifetimes["Cup"], is: "transient")
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
  },
]
