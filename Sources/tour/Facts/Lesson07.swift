/// What your test says of a shop that is in order, whatever yours is, but for this change.
private func wantTest(
  toFail isBroken: Bool = true, _ name: String, _ change: (DIContainer) -> Void = { _ in }
) throws {
  let shop = DIContainer { shop in
    shop.register(Barista.self) { c in try Barista(machine: c.resolve()) }
    shop.register(Machine.self) { c in try Machine(beans: c.resolve(name: "chile")) }
    shop.register(Beans.self, name: "chile") { _ in Beans(origin: "Chile") }
    change(shop)
  }
  let found = failure { try testShop(shop) }
  let advice = "Let it make a barista, or verify the shop."
  try want((found != "no error") == isBroken, "It says of a shop \(name): \(found). \(advice)")
}

let facts = [
  Fact("The test passes for a shop in order.") { try wantTest(toFail: false, "in order") },
  Fact("The test fails for a shop that can't make a barista, whatever is missing.") {
    try wantTest("whose barista needs another machine") { shop in
      shop.register(Barista.self) { c in try Barista(machine: c.resolve(name: "kenya")) }
    }
    try wantTest("whose beans are sold out") { shop in
      shop.register(Beans.self, name: "chile") { _ in throw SoldOut() }
    }
  },
  Fact("Your shop passes it.") { try testShop(coffeeShop()) },
  Fact("A barista serves coffee from Peru, of the beans that are registered.") {
    try wantMade(
      in: coffeeShop(), of: "Coffee from Peru", or: Beans(origin: "Lima"), "Lima", name: "peru",
      text: { (barista: Barista) in try barista.serve() })
    try want("Warnings", coffeeShop().verify().warnings.count, is: 0, "`verify()` says which.")
  },
  Fact("Nothing more is registered, and nothing is renamed.") {
    try want("Registered", coffeeShop().keys, is: ["Barista", "Beans \"peru\"", "Machine"])
  },
]
