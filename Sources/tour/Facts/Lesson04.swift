/// What the work creates: `["cup", "shop"]`.
func created(_ work: () throws -> Void) async rethrows -> [String] {
  try await output(work).matches(of: /a (\w+) is created/).map { "\($0.1)" }
}

await fact("The machine is an eager singleton. Only the menu is created before `bootstrap()`.") {
  let first = await created { _ = coffeeShop() }
  try want("Created", first, is: ["menu"], "Code outside braces runs at once.")
  let eager = ["Machine: eagerSingleton", "Menu: eagerSingleton", "Shop: eagerSingleton → Cup"]
  try wantRegistered(registered(coffeeShop()), ["Cup: transient"] + eager)
}
await fact("`bootstrap()` creates the machine, and then the shop with its cup.") {
  let shop = coffeeShop()
  let all = try await created { try shop.bootstrap() }
  try want("Created", all.filter { $0 != "cup" }, is: ["machine", "shop"])
  let early = try await output { try program() }.components(separatedBy: "Two guests")[0]
  try want("Before the two guests, the program prints", early, has: "a shop is created")
}
await fact("The shop has the registered cup. The four classes are unchanged.") {
  try wantUnchanged("final class")
  let cup = Cup()
  try wantUse(in: coffeeShop, of: cup, "another cup", "this cup") { (shop: Shop) in
    shop.cup === cup ? "this cup" : "another cup"
  }
}
