final class Facts: Check {
  override func facts() async {
    await fact("A barista has a machine of 9 bar, whatever numbers are registered.") {
      let container = coffeeShop()
      container.register(Int.self) { _ in 3 }
      container.register(Int?.self) { _ in 3 }
      let pressure = try container.resolve(Barista.self).machine.bar
      try want("The pressure, while a number 3 is registered", pressure, is: 9)
    }
    await fact("Another machine may have another pressure.") {
      let grinder = Grinder(beans: Beans(origin: "Peru"))
      let others = [Machine(grinder: grinder), Machine(grinder: grinder, bar: 15)]
      try want("Without a number, and with 15", others.map(\.bar), is: [9, 15])
    }
    await fact("No number is registered, and the machine is a lazy singleton.") {
      let wanted = ["Barista", "Beans", "Grinder", "Machine"]
      let found = lifetimes(coffeeShop())
      try want("Registered", found.keys.sorted(), is: wanted)
      try want("The machine", found["Machine"], is: "lazySingleton")
    }
    await fact("The machine gets the grinder that is registered, and keeps it.") {
      try wantMade(
        in: coffeeShop, of: "Kenya", or: Grinder(beans: Beans(origin: "Peru")), "Peru",
        isSingleton: true, text: \Barista.machine.grinder.beans.origin)
    }
    await fact("A barista has a radio as soon as one is registered.") {
      let container = coffeeShop()
      container.register(Radio.self) { _ in Radio(station: "Jazz") }
      try want("The radio", container.resolve(Barista.self).radio?.station, is: "Jazz")
    }
  }
}
