// SPDX-License-Identifier: MIT-0

let facts = [
  Fact("Power is registered, with 230 volts.") {
    try want("Volts", coffeeShop()[Power.self]?.volts ?? 0, is: 230)
  },
  Fact("The coffee is from Kenya, and ground at 230 volts.") {
    let served = try coffeeShop().resolve(Barista.self).serve()
    let isRight = served.contains("Kenya") && served.contains("ground at 230 volts")
    try want(isRight, "It serves '\(served)'. Look at `serve()`.")
  },
  Fact("A grinder gets the power that is registered, and keeps it.") {
    try wantMade(in: coffeeShop(), of: "230", or: Power(volts: 110), "110") {
      (ana: Barista) in try ana.serve()
    }
  },
  Fact("A grinder gets the beans that are registered, and keeps them.") {
    try wantMade(in: coffeeShop(), of: "Kenya", or: Beans(origin: "Peru"), "Peru") {
      (ana: Barista) in try ana.serve()
    }
  },
]
