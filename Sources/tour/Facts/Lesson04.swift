/// What the work creates: `["cup", "shop"]`.
func created(_ work: () throws -> Void) async rethrows -> [String] {
  try await output(work).matches(of: /a (\w+) is created/).map { "\($0.1)" }
}

await fact("The machine is an eager singleton. Only the menu is created before `bootstrap()`.") {
  let eager = ["Machine", "Menu", "Shop"].map { "\($0): eagerSingleton" }
  try want("Registered", registered(coffeeShop()), is: ["Cup: transient"] + eager)
  let first = await created { _ = coffeeShop() }
  try want("Created", first, is: ["menu"], "Code outside of braces runs at once.")
}
await fact("`bootstrap()` creates the machine, and then the shop with its cup.") {
  let shop = coffeeShop()
  let all = try await created { try shop.bootstrap() }
  try want("Created", all.filter { $0 != "cup" }, is: ["machine", "shop"])
}
await fact("The factories create new instances, with the registered cup. The rest is unchanged.") {
  try wantUnchanged("final class", "container.register(Cup", "container.register(Menu")
  let (shop, cup) = (coffeeShop(), Cup())
  let machine = try shop.resolve(Machine.self)
  shop.reset(keepingRegistrations: true)
  try want(shop.resolve(Machine.self) !== machine, "After a reset, there is the same machine.")
  try wantUse(in: coffeeShop, of: cup, "another cup", "this cup") { (shop: Shop) in
    shop.cup === cup ? "this cup" : "another cup"
  }
}
