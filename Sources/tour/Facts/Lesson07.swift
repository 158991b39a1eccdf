func shop() -> DIContainer {
  let shop = coffeeShop()
  shop.register(Beans.self, name: "kenya") { _ in Beans(origin: "Kenya") }
  shop.register(Radio.self) { _ in Radio(station: "Jazz") }
  return shop
}
func serves(_ barista: Barista) -> String { barista.serve() }
func radio(_ barista: Barista) -> String { "\(barista.radio as Any)" }

await fact("A barista serves coffee from Peru, with the registered machine and beans.") {
  let lima = Beans(origin: "Lima")
  try wantUse(in: shop, of: lima, name: "peru", "Peru", "Lima", serves)
  try wantUse(in: shop, of: Machine(beans: lima), "Peru", "Lima", serves)
}
await fact("A barista has the registered radio, or `nil` if there is none.") {
  let rock = Radio(station: "Rock")
  try wantUse(in: shop, of: rock, "Jazz", "Rock", without: "nil", radio)
}
await fact("If the radio cannot be created, its error is thrown. The registrations stay.") {
  let shop = shop()
  shop.register(Radio.self) { _ in throw Wrong(description: "Out of batteries") }
  let error = failure { try shop.resolve(Barista.self) }
  try want("With a broken radio, the error", error, is: "Out of batteries", "What hides it?")
  shop.register(Radio.self) { c in try Radio(station: c.resolve()) }
  let missing = failure { try shop.resolve(Barista.self) }
  try want("If a radio lacks its station, the error", missing, has: "'String' is not registered")
  try wantUnchanged("struct", "container.register(Beans")
  let wanted = ["Barista", "Beans \"peru\"", "Machine"].map { "\($0): transient" }
  try want("Registered", registered(coffeeShop()), is: wanted)
}
