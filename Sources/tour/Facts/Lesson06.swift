func shop() -> DIContainer {
  let shop = coffeeShop()
  shop.register(Beans.self, name: "kenya") { _ in Beans(origin: "Kenya") }
  shop.register(Radio.self) { _ in Radio(station: "Jazz") }
  return shop
}

await fact("A barista serves coffee from Peru, with the beans that are registered.") {
  try wantUse(
    in: shop, "Coffee from Peru", Beans(origin: "Lima"), "Coffee from Lima", name: "peru",
    text: { (barista: Barista) in barista.serve() })
  try want("Without a radio", coffeeShop().resolve(Barista.self).serve(), is: "Coffee from Peru")
}
await fact("A barista has the radio that is registered, and none if there is none.") {
  try wantUse(
    in: shop, "has Jazz", Radio(station: "Rock"), "has Rock", without: "has no radio",
    text: { (barista: Barista) in barista.radio.map { "has \($0.station)" } ?? "has no radio" })
  try want("With a radio", shop().resolve(Barista.self).serve(), is: "Coffee from Peru, with Jazz")
  let made = Notes()
  let shop = shop()
  shop.register(Radio.self) { _ in
    made.add("a radio")
    return Radio(station: "Pop")
  }
  _ = try shop.resolve(Barista.self)
  try want("Created for one barista", made.all, is: ["a radio"])
}
await fact("If the radio cannot be created, its error comes through.") {
  let shop = shop()
  shop.register(Radio.self) { _ in throw Wrong(description: "Out of batteries") }
  let error = failure { try shop.resolve(Barista.self) }
  try want("With a broken radio, the error", error, is: "Out of batteries", "What hides it?")
  shop.register(Radio.self) { c in try Radio(station: c.resolve()) }
  let missing = failure { try shop.resolve(Barista.self) }
  try want("If a radio lacks its station, the error", missing, has: "'String' is not registered")
}
await fact("A barista gets the machine that is registered. The registrations stay.") {
  let machine = Machine(beans: Beans(origin: "Lima"))
  try wantUse(
    in: shop, "Peru", machine, "Lima", text: { (barista: Barista) in barista.machine.beans.origin })
  let wanted = ["Barista", "Beans \"peru\"", "Machine"].map { "\($0): transient" }
  try want("Registered", registered(coffeeShop()), is: wanted)
}
