func origin(_ bill: Bill) -> String { bill.barista.machine.beans.origin }
func radio(_ barista: Barista) -> String { "\(barista.radio as Any)" }
func bill(_ c: DIContainer) throws -> Bill { try c.resolve(arguments: "Ana") }

await fact("The verification finds nothing, and nothing else is registered.") {
  try want("It says", "\(verify(shop()))", is: "No errors.")
  let wanted = ["Barista", "Beans", "Bill (String)", "Machine", "Radio \"bar\""]
  try want("Registered", registered(shop()), is: wanted.map { "\($0): transient" })
}
await fact("The verification finds a bill that cannot be created.") {
  let (poor, empty, closed) = (shop(), shop(), shop())
  poor.register(Bill.self) { c, guest in try Bill(guest: guest, barista: c.resolve(name: "Ben")) }
  try want(!verify(poor).errors.isEmpty, "No error is found if a bill lacks its barista.")
  empty.unregister(Barista.self)
  try want(!verify(empty).errors.isEmpty, "No error is found in a shop without a barista.")
  closed.unregister(Bill.self, arguments: String.self)
  try want(!verify(closed).errors.isEmpty, "No error is found if no bill is registered.")
}
await fact("The bill, the barista and the machine use the registered services.") {
  let peru = Machine(beans: Beans(origin: "Peru"))
  try wantUse(in: shop, of: Beans(origin: "Lima"), "Kenya", "Lima", make: bill, origin)
  try wantUse(in: shop, of: peru, "Kenya", "Peru", make: bill, origin)
  let barista = Barista(radio: nil, machine: peru)
  try wantUse(in: shop, of: barista, "Kenya", "Peru", make: bill, origin)
}
await fact("A machine works at 9 bar, even if an `Int` is registered. The types are unchanged.") {
  try wantUnchanged("struct")
  let shop = shop()
  shop.register(Int.self) { _ in 3 }
  try want("The pressure", shop.resolve(Machine.self).bar, is: 9)
}
await fact("A barista has the registered radio, or `nil` if there is none.") {
  let rock = Radio(station: "Rock")
  try wantUse(in: shop, of: rock, name: "bar", "Jazz", "Rock", without: "nil", radio)
}
