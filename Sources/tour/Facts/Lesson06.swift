func shop() -> DIContainer {
  let shop = coffeeShop()
  shop.register(Beans.self, name: "kenya") { _ in Beans(origin: "Kenya") }
  shop.register(Radio.self) { _ in Radio(station: "Jazz") }
  return shop
}

await fact("A barista serves coffee from Peru, of the beans that are registered.") {
  try wantMade(
    in: shop, of: "Coffee from Peru", or: Beans(origin: "Lima"), "Coffee from Lima",
    name: "peru", text: { (barista: Barista) in barista.serve() })
}
await fact("A barista has the radio that is registered, and works without one.") {
  try wantMade(
    in: shop, of: "Jazz", or: Radio(station: "Rock"), "Rock", without: "nothing",
    text: { (barista: Barista) in barista.radio?.station ?? "nothing" })
}
await fact("If the radio can't be made, its error comes through.") {
  let shop = shop()
  shop.register(Radio.self) { _ in throw Wrong("Out of batteries") }
  let error = failure { try shop.resolve(Barista.self) }
  try want("With a broken radio, the error", error, is: "Out of batteries", "What hides it?")
  shop.register(Radio.self) { c in try Radio(station: c.resolve()) }
  let missing = failure { try shop.resolve(Barista.self) }
  try want("If a radio lacks its station, the error", missing, has: "'String' is not registered")
}
await fact("Nothing else is registered, and the lifetimes stay.") {
  let wanted = ["Barista", "Beans \"peru\"", "Machine"].map { "\($0): transient" }
  try want("Registered", registered(coffeeShop()), is: wanted)
}
