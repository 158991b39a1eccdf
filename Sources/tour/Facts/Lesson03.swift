let keys = coffeeShop().description.matches(of: /(?m)^(Power(?: "(.+)")?): \w+/)
let name = keys.first?.2.map(String.init)
func says(_ ana: Barista) -> String { ana.serve() }

await fact("A grinder has a property `power`, and `serve()` ends with its volts.") {
  let grinder = try coffeeShop().resolve(Grinder.self)
  let power = Mirror(reflecting: grinder).descendant("power")
  try want("The type of `power`", power.map { "\(type(of: $0))" }, is: "Power")
  try want("The volts of a grinder's `power`", (power as? Power)?.volts, is: 230)
  let text = try says(coffeeShop().resolve())
  try want(text.hasSuffix("ground at 230 volts"), "It ends differently: '\(text)'.")
}
await fact("A barista and a grinder use the registered services. The rest is unchanged.") {
  try want("How often `Power` is registered", keys.count, is: 1)
  let grinder = "Grinder: transient → Beans, \(keys[0].1)"
  let others = ["Barista: transient → Grinder", grinder, "Beans: transient"]
  try wantRegistered(registered(coffeeShop()), others + ["\(keys[0].0)"])
  try wantUse(in: coffeeShop, of: Power(volts: 110), name: name, " 230", " 110", says)
  try wantUse(in: coffeeShop, of: Beans(origin: "Peru"), "Kenya", "Peru", says)
}
