await fact("The verification finds nothing, and nothing else is registered.") {
  let text = "\(verify(shop()))"
  try want(text == "No errors.", "It says:\n\(text)")
  let wanted = ["Barista", "Beans", "Bill (String)", "Machine", "Radio \"bar\""]
  try want("Registered", registered(shop()), is: wanted.map { "\($0): transient" })
}
await fact("It finds a bill that cannot be created in the shop that it is given.") {
  let (shop, other) = (shop(), shop())
  shop.unregister(Beans.self)
  other.register(Bill.self) { (c, guest: String) in
    try Bill(guest: guest, barista: c.resolve(name: "Ben"))
  }
  for (shop, missing) in [(shop, "beans"), (other, "the barista of the bill")] {
    let isMissed = verify(shop).errors.isEmpty
    try want(!isMissed, "The check has a shop without \(missing), and you find no error.")
  }
}
await fact("The machine, the barista and the bill use what is registered.") {
  func origin(_ bill: Bill) -> String { bill.barista.machine.beans.origin }
  func bill(_ c: DIContainer) throws -> Bill { try c.resolve(arguments: "Ana") }
  try wantUse(in: shop, "Kenya", Beans(origin: "Nairobi"), "Nairobi", text: origin, make: bill)
  let machine = Machine(beans: Beans(origin: "Lima"))
  try wantUse(in: shop, "Kenya", machine, "Lima", text: origin, make: bill)
  let barista = Barista(radio: nil, machine: machine)
  try wantUse(in: shop, "Kenya", barista, "Lima", text: origin, make: bill)
  try want("The guest of a bill for Ana", bill(shop()).guest, is: "Ana")
}
await fact("A machine works at 9 bar, whatever numbers are registered.") {
  let shop = shop()
  shop.register(Int.self) { _ in 3 }
  try want("The pressure", shop.resolve(Machine.self).bar, is: 9)
  try want("The default value", Machine(beans: Beans(origin: "Peru")).bar, is: 9)
}
await fact("A barista has the radio that is registered, and none if there is none.") {
  try wantUse(
    in: shop, "has Jazz", Radio(station: "Rock"), "has Rock", name: "bar", without: "has no radio",
    text: { (barista: Barista) in barista.radio.map { "has \($0.station)" } ?? "has no radio" })
}
