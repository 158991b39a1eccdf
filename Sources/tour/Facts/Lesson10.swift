let grinder = Grinder(beans: Beans(origin: "Peru"))

func shopWithNumbers() -> DIContainer {
  let container = coffeeShop()
  container.register(Int.self) { _ in 3 }
  container.register(Int?.self) { _ in 3 }
  return container
}

await fact("A barista has the machine that is registered: 9 bar, whatever numbers there are.") {
  try wantMade(
    in: shopWithNumbers, of: "9 bar", or: Machine(grinder: grinder, bar: 15), "15 bar",
    text: { (barista: Barista) in "\(barista.machine.bar) bar" })
  try want("Without a number, a machine's pressure", Machine(grinder: grinder).bar, is: 9)
}
await fact("The machine is still a lazy singleton, and nothing else is registered.") {
  let transient = ["Barista", "Beans", "Grinder"].map { "\($0): transient" }
  let container = coffeeShop()
  let asked = Notes()
  container.register(Grinder.self) { c in
    asked.add(c.contains(Int.self) || c.contains(Int?.self) ? "a number" : "no number")
    return grinder
  }
  _ = try container.resolve(Barista.self)
  try want("In the container that makes the grinder there is", asked.all, is: ["no number"])
  try want("Registered", registered(container), is: transient + ["Machine: lazySingleton"])
}
await fact("The machine gets the grinder that is registered, and keeps it.") {
  try wantMade(
    in: coffeeShop, of: "Kenya", or: grinder, "Peru", text: \Barista.machine.grinder.beans.origin)
}
await fact("A barista has a radio as soon as one is registered.") {
  let container = coffeeShop()
  container.register(Radio.self) { _ in Radio(station: "Jazz") }
  try want("The radio", container.resolve(Barista.self).radio?.station, is: "Jazz")
}
