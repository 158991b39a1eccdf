struct OtherCounter: Counter {
  func sell(_ count: Int) -> String { "\(count) cold bagels" }
}

extension Check {
  func create(_: String, _ make: (OtherCounter) -> Courier) -> Courier { make(OtherCounter()) }
}

nonisolated(unsafe) var isIdle = false  // Then the provider registers nothing.
extension CourierProvider {
  @_dynamicReplacement(for:register(in:)) func registerUnlessIdle(in container: DIContainer) {
    if !isIdle { register(in: container) }
  }
}

// MARK: Facts
await fact("A courier can be created with any counter, and only with one.") {
  try wantPlainInitializer("Courier")
  let courier: Courier = try create("a counter", Courier.init)
  try want("It says", courier.send(5), is: "By bicycle: 5 cold bagels")
}
await fact("Each provider registers its own service, and the bakery lists all three.") {
  let lifetime = bakery().description.firstMatch(of: /Courier: (\w+)/)?.1 ?? "transient"
  let own = ["Courier: \(lifetime) → Counter"]
  try wantRegistered(registered(DIContainer(providers: [CourierProvider()])), own)
  try wantRegistered(registered(bakery()), own + ["Counter: transient → Oven", "Oven: transient"])
  isIdle = true
  try want(bakery()[Courier.self] == nil, "`bakery()` gets its courier without `CourierProvider`.")
  isIdle = false
}
await fact("The courier and its provider have their own file. The old types are unchanged.") {
  let types = try declarations("struct", "class", "enum", "actor")
  let wrong = types.filter { $0.contains(/^Courier.* in (Bakery|Counter|Oven|Providers).swift/) }
  try want("In an old file", wrong, is: [])
  try wantUnchanged("protocol", "struct")
}
await fact("A courier uses the registered counter.") {
  let four = "Here you are: 4 warm rolls."
  try wantUse(in: bakery, of: OtherCounter() as any Counter, four, "4 cold bagels") {
    (courier: Courier) in courier.send(4)
  }
}
