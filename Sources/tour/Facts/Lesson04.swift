/// What the work makes: `["cup", "shop"]`.
func made(_ work: () throws -> Void) rethrows -> [String] {
  printed = []
  try work()
  return printed.compactMap { $0.firstMatch(of: /a (\w+) is made/).map { "\($0.1)" } }
}

// MARK: In the lesson's module
nonisolated(unsafe) var printed: [String] = []

/// The lesson finds this before Swift's.
func print(_ words: Any..., separator: String = " ", terminator: String = "\n") {
  printed.append(words.map { "\($0)" }.joined(separator: separator) + terminator)
  Swift.print(printed[printed.count - 1], terminator: "")
}

// MARK: Facts
await fact("The machine is an eager singleton, and the others are as they were.") {
  let eager = ["Machine", "Menu", "Shop"].map { "\($0): eagerSingleton" }
  try want("Registered", registered(coffeeShop()), is: ["Cup: transient"] + eager)
}
await fact("Only the menu is made before `bootstrap()`.") {
  let first = made { _ = coffeeShop() }
  try want("Made", first, is: ["menu"], "What stands outside of braces is made at once.")
}
await fact("`bootstrap()` makes the machine before the shop opens.") {
  let shop = coffeeShop()
  let all = try made { try shop.bootstrap() }.filter { $0 != "cup" }
  try want("It makes", all, is: ["machine", "shop"], "How and when is the machine registered?")
  let machine = try shop.resolve(Machine.self)
  shop.reset(keepingRegistrations: true)
  try want(shop.resolve(Machine.self) !== machine, "The factory has to make a new machine.")
  try wantSeparate(coffeeShop) { try $0.resolve(Shop.self) }
  let (last, cup) = (coffeeShop(), Cup())
  last.register(Cup.self, eagerSingleton: cup)
  let isSame = try last.resolve(Shop.self).cup === cup
  try want(isSame, "The check registers a cup, and the shop has another one.")
}
