@MainActor let (peru, till) = (Beans(origin: "Peru"), Till())
extension Check {
  func create(_: String, _ make: (Beans, Till) -> Barista) -> Barista { make(peru, till) }
  func create(_: String, _ make: (Till, Beans) -> Barista) -> Barista { make(till, peru) }
}

nonisolated(unsafe) var isPaidTwice = false
extension Barista {
  @_dynamicReplacement(for:serve()) func serveOfTheCheck() -> String {
    if isPaidTwice { _ = serve() }
    return serve()
  }
}

// MARK: Facts
await fact("A barista takes beans and a till, and each bar has a new till.") {
  let barista: Barista = try create("beans and a till", Barista.init)
  try want("A barista with beans from Peru has", barista.serve(), is: "coffee from Peru")
  try want("In the till that this barista was given", till.cents, is: 300)
  try want("The barista of `openBar()` has", openBar().serve(), is: "coffee from Kenya")
  let tills = Mirror(reflecting: openBar()).children.compactMap { $0.value as? Till }
  try want("In the tills of a new bar", tills.map(\.cents), is: [0])
}
await fact("Only `openBar()` creates beans and tills. It takes nothing. There is no box.") {
  for type in ["Barista", "Beans", "Till"] { try wantPlainInitializer(type) }
  try wantCreated(/\b(Beans|Till)(\.init)?\(/, by: "func openBar()")
  try wantNothingShared("Create the beans, the till and the barista in `openBar()`.")
  let types = try declarations("struct", "class", "actor").map { "\($0.prefix { $0 != " " })" }
  try want("The types", types.sorted(), is: ["Barista", "Beans", "Till"])
  let body = parts(of: "source", "func openBar()").joined()
  try want(!body.contains(/\b(Any|DIContainer)\b/), "`openBar()` needs no box and no container.")
}
await fact("The program prints the cents in Ana's till: 600.") {
  try await want("The program prints", output { program() }, has: "600")
  isPaidTwice = true
  try await want("If each guest pays twice, it prints", output { program() }, has: "1200")
}
