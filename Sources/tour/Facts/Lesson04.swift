await fact("The machine is an eager singleton, and the others are as they were.") {
  let eager = ["Machine", "Menu", "Shop"].map { "\($0): eagerSingleton" }
  try want("Registered", registered(coffeeShop()), is: ["Cup: transient"] + eager)
}
await fact("Only the menu is made before `bootstrap()`.") {
  let made = coffeeShop().description.matches(of: /(?m)^(.+): .+ \(made\)$/)
  try want("Made", made.map { "\($0.1)" }, is: ["Menu"], "Only register, and resolve nothing.")
}
await fact("`bootstrap()` makes the machine before the shop opens.") {
  let (shop, other) = (coffeeShop(), coffeeShop())
  let isFirst = shop.description.contains(/Machine:(.|\n)*Shop:/)
  _ = try other.resolve(Shop.self)
  let isNeeded = other.description.contains(/Machine: .+ \(made\)/)
  try want(isFirst || isNeeded, "The shop is made first. Look at the order of registration.")
  try shop.bootstrap()
  let machine = try shop.resolve(Machine.self)
  shop.reset(keepingRegistrations: true)
  try want(shop.resolve(Machine.self) !== machine, "The factory has to make a new machine.")
  try wantSeparate(coffeeShop) { try $0.resolve(Shop.self) }
  let (last, cup) = (coffeeShop(), Cup())
  last.register(Cup.self, eagerSingleton: cup)
  let isSame = try last.resolve(Shop.self).cup === cup
  try want(isSame, "The check registers a cup, and the shop has another one.")
}
