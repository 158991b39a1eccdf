let facts = [
  Fact("A barista has a machine of 9 bar, and another may have another pressure.") {
    let machine = try coffeeShop().resolve(Barista.self).machine
    let others = [Machine(grinder: machine.grinder), Machine(grinder: machine.grinder, bar: 15)]
    try want("The pressures", [machine.bar] + others.map(\.bar), is: [9, 9, 15])
    let passes = try readersFiles()[0].text.contains(/Machine\([^{}]*bar:(?! Int\b)/)
    try want(!passes, "The factory passes a pressure. Leave it out, and the default value is used.")
  },
  Fact("No number is registered, and the machine is a lazy singleton.") {
    try want("Registered", coffeeShop().keys, is: ["Barista", "Beans", "Grinder", "Machine"])
    try want("The machine", coffeeShop().lifetimes["Machine"], is: "lazySingleton")
    try coffeeShop().wantNothingMade()
  },
  Fact("The machine gets the grinder that is registered, and keeps it.") {
    try wantMade(
      in: coffeeShop(), of: "Kenya", or: Grinder(beans: Beans(origin: "Peru")), "Peru",
      isSingleton: true, text: \Barista.machine.grinder.beans.origin)
  },
  Fact("A barista has a radio as soon as one is registered.") {
    let container = coffeeShop()
    container.register(Radio.self) { _ in Radio(station: "Jazz") }
    try want("The radio", container.resolve(Barista.self).radio?.station, is: "Jazz")
  },
]
