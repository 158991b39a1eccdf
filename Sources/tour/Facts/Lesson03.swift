func says(_ ana: Barista) -> String { ana.serve() }

let power = registered(coffeeShop()).compactMap { $0.firstMatch(of: /^Power(?: "(.+)")?:/) }
let name = power.first?.1.map(String.init)

await fact("A grinder gets the power that is registered, and keeps it.") {
  try want(power.count == 1, "Register `Power` once. Found: \(registered(coffeeShop()))")
  try wantMade(
    in: coffeeShop, of: "ground at 230 volts", or: Power(volts: 110), "ground at 110 volts",
    name: name, text: says)
  let ana = try says(coffeeShop().resolve())
  try want(ana.hasSuffix("ground at 230 volts"), "It ends in other words: '\(ana)'.")
}
await fact("A grinder gets the beans that are registered, and keeps them.") {
  try wantMade(in: coffeeShop, of: "Kenya", or: Beans(origin: "Peru"), "Peru", text: says)
}
await fact("A barista gets the grinder that is registered. The lifetimes stay.") {
  let transient = ["Barista", "Beans", "Grinder"].map { "\($0): transient" }
  let others = registered(coffeeShop()).filter { !$0.hasPrefix("Power") }
  try want("Registered, besides the power", others, is: transient)
  let other = coffeeShop()
  other.register(Beans.self) { _ in Beans(origin: "Lima") }
  other.register(Power.self, name: name) { _ in Power(volts: 12) }
  let grinder = try other.resolve(Grinder.self)
  let text = try says(coffeeShop().resolve())
  let wanted = text.replacing("Kenya", with: "Lima").replacing("230", with: "12")
  try wantMade(in: coffeeShop, of: text, or: grinder, wanted, text: says)
}
