let keys = registered(coffeeShop()).compactMap { $0.firstMatch(of: /^Power(?: "(.+)")?:/) }
let name = keys.first?.1.map(String.init)
func says(_ ana: Barista) -> String { ana.serve() }

await fact("A grinder has a property `power`, and `serve()` ends with its volts.") {
  let grinder = try coffeeShop().resolve(Grinder.self)
  let power = Mirror(reflecting: grinder).descendant("power") as? Power
  try want("The volts of a grinder's `power`", power?.volts, is: 230)
  let text = try says(coffeeShop().resolve())
  try want(text.hasSuffix("ground at 230 volts"), "It ends differently: '\(text)'.")
}
await fact("A barista and a grinder use the registered services. The rest is unchanged.") {
  try want("How often `Power` is registered", keys.count, is: 1)
  try wantUse(in: coffeeShop, of: Power(volts: 110), name: name, " 230", " 110", says)
  try wantUse(in: coffeeShop, of: Beans(origin: "Peru"), "Kenya", "Peru", says)
  let other = coffeeShop()
  other.register(Beans.self) { _ in Beans(origin: "Lima") }
  let grinder = try other.resolve(Grinder.self)
  try wantUse(in: coffeeShop, of: grinder, "Kenya", "Lima", says)
  try wantUnchanged("container.register(Barista", "container.register(Beans")
  let others = registered(coffeeShop()).filter { !$0.hasPrefix("Power") }
  try want("Registered", others, is: ["Barista", "Beans", "Grinder"].map { "\($0): transient" })
}
