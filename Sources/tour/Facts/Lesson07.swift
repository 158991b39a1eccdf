func shop() -> DIContainer {
  let shop = coffeeShop()
  shop.register(Beans.self, name: "kenya") { _ in Beans(origin: "Kenya") }
  return shop
}

await fact("A barista serves coffee from Peru, with the registered machine and beans.") {
  let all = try registered(coffeeShop()).map { $0.replacing(", Radio", with: "") }  // It may try.
  let machine = #"Machine: transient → Beans "peru""#
  try wantRegistered(all, ["Barista: transient → Machine", machine, #"Beans "peru": transient"#])
  try wantUnchanged("struct", "container.register(Beans")
  let lima = Beans(origin: "Lima")
  try wantUse(in: shop, of: lima, name: "peru", "Peru", "Lima") { ($0 as Barista).serve() }
}
await fact("A barista has the registered radio, or `nil` if there is none.") {
  let rock = Radio(station: "Rock")
  try wantUse(in: coffeeShop, of: rock, "none", "Rock", without: "none") {
    ($0 as Barista).radio?.station ?? "none"
  }
}
await fact("If a radio is registered, but cannot be created, its error is thrown.") {
  let radios: [(String, (DIContainer) throws -> Radio)] = [
    ("'String' is not registered", { c in try Radio(station: c.resolve()) }),
    ("'Radio \"car\"' is not registered", { c in try c.resolve(name: "car") }),
    ("'Radio' is not registered", { _ in try DIContainer().resolve() }),
    ("'Radio' is not registered?", { _ in throw Wrong(description: "'Radio' is not registered?") }),
  ]
  for (message, factory) in radios {
    let shop = coffeeShop()
    shop.register(Radio.self, transient: factory)
    let found = failure { try DIContainer(parent: shop).resolve(Barista.self) }
    try want("If the radio's factory throws, the error", found, has: message, "What hides it?")
  }
}
