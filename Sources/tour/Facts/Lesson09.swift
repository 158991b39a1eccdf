func newBill(_ c: DIContainer) throws -> Bill { try c.resolve(arguments: "Ana") }

await fact("The verification finds nothing, and nothing else is registered.") {
  let shop = shop()
  let (before, found) = ("\(shop)", verify(shop))
  try want("The errors", found.errors.map { "\($0)" }.joined(separator: "\n"), is: "")
  try want("The warnings", found.warnings.map(\.description).joined(separator: "\n"), is: "")
  try want("Registered after the verification", "\(shop)", is: before)
  let all = try registered(shop) { c in _ = try newBill(c) }
  let barista = #"Barista: transient → Machine, Radio "bar""#
  let bill = "Bill (String): transient → Barista"
  let others = ["Beans: transient", "Machine: transient → Beans", #"Radio "bar": transient"#]
  try wantRegistered(all, others + [barista, bill])
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
  let lima = Beans(origin: "Lima")
  try wantUse(in: shop, of: lima, "Kenya", "Lima", make: newBill, \.barista.machine.beans.origin)
}
await fact("The pressure stays 9, even if an `Int` is registered. The types are unchanged.") {
  try wantUnchanged("struct")
  let shop = shop()
  shop.register(Int.self) { _ in 3 }
  try want("The pressure", shop.resolve(Machine.self).pressure, is: 9)
}
await fact("A barista has the registered radio, or `nil` if there is none.") {
  let rock = Radio(station: "Rock")
  try wantUse(in: shop, of: rock, name: "bar", "Jazz", "Rock", without: "none") {
    ($0 as Barista).radio?.station ?? "none"
  }
}
