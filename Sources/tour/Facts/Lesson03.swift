func says(_ ana: Barista) -> String { ana.serve() }

let keys = registered(coffeeShop()).compactMap { $0.firstMatch(of: /^Power(?: "(.+)")?:/) }
let name = keys.first?.1.map(String.init)

await fact("A grinder has a property `power`, and `serve()` ends with its volts.") {
  let grinder = try coffeeShop().resolve(Grinder.self)
  let power = Mirror(reflecting: grinder).descendant("power") as? Power
  try want("The volts of a grinder's `power`", power?.volts, is: 230)
  let ana = try says(coffeeShop().resolve())
  try want(ana.hasSuffix("ground at 230 volts"), "It ends differently: '\(ana)'.")
}
await fact("A grinder gets the power that is registered, and keeps it.") {
  try want(keys.count == 1, "Register `Power` once. Registered: \(registered(coffeeShop()))")
  try wantUse(
    in: coffeeShop, "ground at 230 volts", Power(volts: 110), "ground at 110 volts", name: name,
    text: says)
  try refuse("Grinder()")
  try refuse("Grinder.init as (Beans) -> Grinder")
}
await fact("A grinder gets the beans that are registered, and keeps them.") {
  try wantUse(in: coffeeShop, "Kenya", Beans(origin: "Peru"), "Peru", text: says)
}
await fact("A barista gets the grinder that is registered. The lifetimes stay.") {
  let others = registered(coffeeShop()).filter { !$0.hasPrefix("Power") }
  let transient = ["Barista", "Beans", "Grinder"].map { "\($0): transient" }
  try want("Registered, besides the power", others, is: transient)
  let other = coffeeShop()
  other.register(Beans.self) { _ in Beans(origin: "Lima") }
  let grinder = try other.resolve(Grinder.self)
  try wantUse(in: coffeeShop, "Kenya", grinder, "Lima", text: says)
}
