let facts = [
  Fact("The machine is an eager singleton, and the others are as they were.") {
    let eager = coffeeShop().lifetimes.filter { $0.value == "eagerSingleton" }.keys.sorted()
    try want("Eager singletons", eager, is: ["Machine", "Menu", "Shop"])
    try want("The lifetime of Cup", coffeeShop().lifetimes["Cup"], is: "transient")
  },
  Fact("Only the menu is made before `bootstrap()`.") {
    try coffeeShop().wantNothingMade(but: "Menu")
  },
  Fact("`bootstrap()` makes the machine before the shop opens.") {
    let (shop, other) = (coffeeShop(), coffeeShop())
    let isFirst = shop.description.contains(/Machine:(.|\n)*Shop:/)
    _ = try other.resolve(Shop.self)
    let isNeeded = other.description.contains(/Machine: .+ \(made\)/)
    try want(isFirst || isNeeded, "The shop is made first. Look at the order of the registrations.")
    try shop.bootstrap()
    let machine = try shop.resolve(Machine.self)
    shop.reset(keepingRegistrations: true)
    try want(shop.resolve(Machine.self) !== machine, "Its factory makes no machine.")
    try coffeeShop().wantNothingCaptured()
  },
]
