struct OtherCounter: Counter {
  func sell(_ count: Int) -> String { "\(count) cold bagels" }
}

extension Check {
  func create(_: String, _ make: (OtherCounter) -> Courier) -> Courier { make(OtherCounter()) }
}

// MARK: Facts
await fact("A courier can be created with any counter, and only with one.") {
  try wantPlainInitializer("Courier")
  let courier: Courier = try create("a counter", Courier.init)
  try want("It says", courier.send(5), is: "By bicycle: 5 cold bagels")
}
await fact("Each provider registers its own service, and the bakery lists all three.") {
  let all: [any DIContainer.Provider] = [CounterProvider(), CourierProvider(), OvenProvider()]
  var provided: [String] = []
  for (provider, service) in zip(all, ["Counter", "Courier", "Oven"]) {
    let own = registered(DIContainer(providers: [provider]))
    let isRight = own.map { "\($0.prefix { $0 != ":" })" } == [service]
    try want(isRight, "`\(type(of: provider))` registers \(own), and not only `\(service)`.")
    provided += own
  }
  try want("The bakery registers", registered(bakery()), is: provided)
  let body = text("source").firstMatch(of: /func bakery(.|\n)*?\n}/)?.output.0 ?? ""
  try want(!body.contains(/\.register(?!\(providers)/), "`bakery()` itself registers something.")
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
