await fact("A grinder gets the power that is registered, and keeps it.") {
  let shop = coffeeShop()
  try want("The volts", shop.resolve(Grinder.self).power.volts, is: shop[Power.self]?.volts)
  try wantMade(
    in: coffeeShop, of: "ground at 230 volts", or: Power(volts: 110), "ground at 110 volts",
    text: { (ana: Barista) in ana.serve() })
  let says = try shop.resolve(Barista.self).serve()
  try want(says.hasSuffix("ground at 230 volts"), "It ends in other words: '\(says)'.")
}
await fact("A grinder gets the beans that are registered, and keeps them.") {
  try wantMade(
    in: coffeeShop, of: "Kenya", or: Beans(origin: "Peru"), "Peru",
    text: { (ana: Barista) in ana.serve() })
}
