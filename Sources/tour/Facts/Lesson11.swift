// SPDX-License-Identifier: MIT-0

let facts = [
  Fact("Nothing more is registered, and nothing is renamed.") {
    let keys = ["Barista", "Beans \"kenya\"", "Bill (String)", "Machine", "Radio \"bar\""]
    try want("Registered", shop().lifetimes.keys.sorted(), is: keys)
  },
  Fact("The verification finds nothing.") {
    try want("\(verify(shop()))" == "No errors.", "It says:\n\(verify(shop()))")
  },
  Fact("It would find a bill that can't be made, in the shop that it is given.") {
    let shops = [shop(), shop()]
    shops[0].register(Bill.self) { (c, guest: String) in
      try Bill(guest: guest, barista: c.resolve(name: "Ben"))
    }
    shops[1].unregister(Beans.self, name: "kenya")
    for shop in shops {
      try want(
        !verify(shop).errors.isEmpty,
        "It finds no error. Let the closure ask for a bill, and let its error through.")
    }
  },
  Fact("The coffee is from the beans that are registered.") {
    let beans = Beans(origin: "Nairobi")
    try wantMade(in: shop(), of: "Kenya", or: beans, "Nairobi", name: "kenya") { c in
      try c.resolve(Bill.self, arguments: "Ana")
    } text: { bill in
      bill.barista.machine.beans.origin
    }
  },
  Fact("A barista has the radio that is registered, and works without one.") {
    let radio = Radio(station: "Rock")
    try wantMade(in: shop(), of: "Jazz", or: radio, "Rock", name: "bar", isOptional: true) {
      (barista: Barista) in barista.radio?.station ?? "nothing"
    }
    let shop = shop()
    shop.unregister(Radio.self, name: "bar")
    try want(shop[Barista.self] != nil, "Without a radio, there is no barista.")
  },
]
