let facts = [
  Fact("Nothing more is registered, and nothing is renamed.") {
    let keys = ["Barista", "Beans \"kenya\"", "Bill (String)", "Machine", "Radio \"bar\""]
    try want("Registered", shop().keys, is: keys)
  },
  Fact("The verification finds nothing.") {
    try want("\(verify(shop()))" == "No errors.", "It says:\n\(verify(shop()))")
  },
  Fact("It would find a bill that can't be made, in the shop that it is given.") {
    let shops = [shop(), shop(), shop()]
    shops[0].unregister(Beans.self, name: "kenya")
    shops[2].unregister(Barista.self)
    shops[1].register(Bill.self) { (c, guest: String) in
      try Bill(guest: guest, barista: c.resolve(name: "Ben"))
    }
    for shop in shops where verify(shop).errors.isEmpty {
      throw Wrong("It finds no error. Let the closure ask for a bill, and let its error through.")
    }
  },
  Fact("The coffee is from the beans that are registered.") {
    try wantMade(
      in: shop(), of: "Kenya", or: Beans(origin: "Nairobi"), "Nairobi", name: "kenya",
      text: \.barista.machine.beans.origin, make: { try $0.resolve(Bill.self, arguments: "Ana") })
  },
  Fact("A barista has the radio that is registered, and works without one.") {
    try wantMade(
      in: shop(), of: "Jazz", or: Radio(station: "Rock"), "Rock", name: "bar", without: "none",
      text: { (barista: Barista) in barista.radio?.station ?? "none" })
  },
]
