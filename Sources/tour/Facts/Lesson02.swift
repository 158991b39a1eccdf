final class Facts: Check {
  override func facts() async {
    await fact("A grinder gets the power that is registered, and keeps it.") {
      try wantMade(
        in: coffeeShop, of: "ground at 230 volts", or: Power(volts: 110), "ground at 110 volts",
        text: { (ana: Barista) in ana.serve() })
      let power: Power = try coffeeShop().resolve(Grinder.self).power
      try want("The grinder's volts", power.volts, is: 230)
    }
    await fact("A grinder gets the beans that are registered, and keeps them.") {
      try wantMade(
        in: coffeeShop, of: "Kenya", or: Beans(origin: "Peru"), "Peru",
        text: { (ana: Barista) in ana.serve() })
    }
  }
}
