struct OtherCounter: Counter {
  let sold = Check.Notes()
  func sell(_ count: Int) -> String {
    sold.add("\(count)")
    return "\(count) cold bagels"
  }
}

// MARK: Facts
await fact("A test can make a courier from any counter, and from nothing else.") {
  let make: (OtherCounter) throws -> Courier = Courier.init
  let courier = try make(OtherCounter())
  try want("With its counter, it says", courier.send(5), is: "By bicycle: 5 cold bagels")
  try wantPlain("Courier", without: "DIContainer")
}
await fact("The courier's provider registers the courier, and nothing else.") {
  let provided = registered(DIContainer(providers: [CourierProvider()]))
  let isRight = provided.count == 1 && provided[0].hasPrefix("Courier: ")
  try want(isRight, "`CourierProvider` registers \(provided), and not just a `Courier`.")
}
await fact("The bakery lists three providers, and registers nothing itself.") {
  let isByHand = code(of: "bakery").contains(/register\((?!providers:)/)
  try want(!isByHand, "`bakery` registers something itself. List a provider instead.")
  for name in ["OvenProvider", "CounterProvider", "CourierProvider"] {
    try want(code().contains("\(name)("), "Nobody lists `\(name)`. Look at `bakery`.")
  }
  let found = registered(bakery()).map { $0.components(separatedBy: ":")[0] }
  try want("Registered", found, is: ["Counter", "Courier", "Oven"])
  for case .replaced(let key) in bakery().verify().warnings {
    throw Wrong("\(key) is registered twice, by a provider and by somebody else.")
  }
}
await fact("A courier says what the counter says, after \"By bicycle: \".") {
  let said = try bakery().resolve(Courier.self).send(4)
  try want("For four rolls", said, is: "By bicycle: Here you are: 4 warm rolls.")
  let (container, counter) = (bakery(), OtherCounter())
  container.register((any Counter).self, eagerSingleton: counter)
  let other = try container.resolve(Courier.self).send(3)
  try want("With another counter", other, is: "By bicycle: 3 cold bagels")
  try want("What that counter has sold", counter.sold.all, is: ["3"], "Ask it once.")
}
await fact("The courier gets the counter that is registered, and keeps it.") {
  try wantMade(
    in: bakery, of: "Here you are: 4 warm rolls.", or: OtherCounter() as any Counter,
    "4 cold bagels", text: { (courier: Courier) in courier.send(4) })
}
await fact("The oven and the counter are as they were.") {
  let container = bakery()
  container.register(Oven.self) { _ in Oven(bread: "cold bagels") }
  let said = try container.resolve((any Counter).self).sell(2)
  try want("With another oven, the counter says", said, is: "Here you are: 2 cold bagels.")
  let oven = registered(DIContainer(providers: [OvenProvider()]))
  try want("`OvenProvider` registers", oven, is: ["Oven: transient"])
  let counter = registered(DIContainer(providers: [CounterProvider()]))
  try want("`CounterProvider` registers", counter, is: ["Counter: transient"])
}
