final class Facts: Check {
  func shop(_ radio: String?) -> DIContainer {
    let shop = coffeeShop()
    shop.unregister(Radio.self)
    if let radio { shop.register(Radio.self) { _ in Radio(station: radio) } }
    return shop
  }

  override func facts() async {
    await fact("A barista serves coffee from Peru, of the beans that are registered.") {
      try wantMade(
        in: coffeeShop, of: "Coffee from Peru", or: Beans(origin: "Lima"), "Lima", name: "peru",
        text: { (barista: Barista) in barista.serve() })
      let shop = coffeeShop()
      shop.register(Beans.self, name: "kenya") { _ in Beans(origin: "Kenya") }
      let coffee = try shop.resolve(Barista.self).serve()
      try want("The coffee, if there are also beans named kenya", coffee, has: "Peru")
    }
    await fact("A barista has the radio that is registered, and works without one.") {
      try want("The radio", shop(nil).resolve(Barista.self).radio?.station, is: nil)
      try wantMade(
        in: { shop("Jazz") }, of: "with Jazz", or: Radio(station: "Rock"), "with Rock",
        isNeeded: false, text: { (barista: Barista) in barista.serve() })
    }
    await fact("If the radio can't be made, its error comes through.") {
      let shop = coffeeShop()
      shop.register(Radio.self) { _ in throw IsBroken() }
      let error = failure { try shop.resolve(Barista.self) }
      try want("With a broken radio", error, is: "IsBroken()", "The subscript hides the error.")
      shop.register(Radio.self) { c in
        _ = try c.resolve(Beans.self, name: "radio")
        return Radio(station: "Jazz")
      }
      let isMade = failure { try shop.resolve(Barista.self) } == "no error"
      try want(!isMade, "The check's radio needs something that is missing. That is an error.")
    }
  }
}
