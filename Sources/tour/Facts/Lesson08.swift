// Must not compile: Courier()

struct OtherCounter: Counter {
  func sell(_ count: Int) -> String {
    print("sold")
    return "\(count) cold bagels"
  }
}

extension Check {
  func create(_: String, _ make: (OtherCounter) -> Courier) -> Courier { make(OtherCounter()) }
}

// MARK: Facts
await fact("A courier can be created with any counter, and only with one.") {
  try wantPlainInitializer("Courier")
  let courier: Courier = try create("a counter", Courier.init)
  var said = ""
  let sold = await output { said = courier.send(5) }
  try want("It says", said, is: "By bicycle: 5 cold bagels")
  try want("Its counter has", sold, is: "sold")
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
  try want(source.contains("CourierProvider("), "Nobody lists `CourierProvider()`.")
  let warnings = bakery().verify().warnings.map { "\($0)" }
  try want("Warnings of `verify`", warnings, is: [])
}
await fact("The courier and its provider have their own file. The lifetimes are unchanged.") {
  let old = registered(bakery()).filter { !$0.hasPrefix("Courier") }
  try want("Registered", old, is: ["Counter: transient", "Oven: transient"])
  let types = try declarations("struct", "class", "enum", "actor")
  let wrong = types.filter { $0.contains(/^Courier.* in (Bakery|Counter|Oven|Providers).swift/) }
  try want("In an old file", wrong, is: [])
}
await fact("A courier uses the registered counter. The counter and the oven are unchanged.") {
  let four = "Here you are: 4 warm rolls."
  try wantUse(in: bakery, of: OtherCounter() as any Counter, four, "4 cold bagels") {
    (courier: Courier) in courier.send(4)
  }
  try wantUse(in: bakery, of: Oven(bread: "cold bagels"), "warm rolls", "cold bagels") {
    (counter: any Counter) in counter.sell(4)
  }
}
