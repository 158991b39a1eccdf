await fact("The verification finds nothing, and nothing else is registered.") {
  let text = "\(verify(shop()))"
  try want(text == "No errors.", "It says:\n\(text)")
  let wanted = ["Barista", "Beans \"kenya\"", "Bill (String)", "Machine", "Radio \"bar\""]
  try want("Registered", registered(shop()), is: wanted.map { "\($0): transient" })
}
await fact("It would find a bill that can't be made, in the shop that it is given.") {
  let (shop, other) = (shop(), shop())
  shop.unregister(Beans.self, name: "kenya")
  other.register(Bill.self) { (c, guest: String) in
    try Bill(guest: guest, barista: c.resolve(name: "Ben"))
  }
  for (shop, missing) in [(shop, "beans"), (other, "the barista of the bill")] {
    let isMissed = verify(shop).errors.isEmpty
    try want(!isMissed, "The check has a shop without \(missing), and you find no error.")
  }
}
await fact("The coffee is from the beans that are registered, and the barista too.") {
  func origin(_ bill: Bill) -> String { bill.barista.machine.beans.origin }
  func bill(_ c: DIContainer) throws -> Bill { try c.resolve(arguments: "Ana") }
  try wantMade(
    in: shop, of: "Kenya", or: Beans(origin: "Nairobi"), "Nairobi", name: "kenya", text: origin,
    make: bill)
  let barista = Barista(radio: nil, machine: Machine(beans: Beans(origin: "Lima")))
  try wantMade(in: shop, of: "Kenya", or: barista, "Lima", text: origin, make: bill)
}
await fact("A barista has the radio that is registered, and works without one.") {
  try wantMade(
    in: shop, of: "Jazz", or: Radio(station: "Rock"), "Rock", name: "bar", without: "nothing",
    text: { (barista: Barista) in barista.radio?.station ?? "nothing" })
}
