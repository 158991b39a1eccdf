// Must not compile: Barista(beans: Beans(origin: String()))
// Must not compile: Barista(till: Till())
// Must not compile: Beans()
// Must not compile: Services.self

/// Calls an initializer that takes its dependencies in any order.
func create<A, B, C>(_ a: A, _ b: B, make: (A, B) -> C) -> C { make(a, b) }
func create<A, B, C>(_ a: A, _ b: B, make: (B, A) -> C) -> C { make(b, a) }

// MARK: Facts
await fact("The program prints 600 cents.") {
  try await want("The program prints", output { program() }, has: "In the till: 600")
}
await fact("A barista takes beans and a till, and each bar has a new till.") {
  let till = Till()
  let barista = create(Beans(origin: "Peru"), till, make: Barista.init)
  try want("A barista with beans from Peru has", barista.serve(), is: "coffee from Peru")
  try want("In the till that this barista was given", till.cents, is: 300)
  _ = openBar().serve()
  let tills = Mirror(reflecting: openBar()).children.compactMap { $0.value as? Till }
  try want("In the tills of a new bar", tills.map(\.cents), is: [0])
}
await fact("Nothing has a default value, and `openBar()` takes nothing.") {
  for type in ["Barista", "Beans", "Till"] { try wantPlainInitializer(type) }
  _ = openBar as () -> Barista
}
await fact("`Services` is gone, and nothing is global or static.") {
  try want("Declared", declarations("var", "type.property", "type.method"), is: [])
}
