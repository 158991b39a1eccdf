struct OtherCounter: Counter {
  let sold = Check.Notes()
  func sell(_ count: Int) -> String {
    sold.add("\(count)")
    return "\(count) cold bagels"
  }
}

/// Is called without a counter if the courier has no such initializer of its own.
protocol NothingToPass {}
extension NothingToPass { init() throws { throw CancellationError() } }
extension Courier: NothingToPass {}

/// The provider that registers nothing, so that what the bakery still has comes from somebody else.
nonisolated(unsafe) var leftOut = ""

extension OvenProvider {
  @_dynamicReplacement(for:register(in:))
  func registerUnlessLeftOut(in container: DIContainer) {
    if leftOut != "OvenProvider" { register(in: container) }
  }
}

extension CounterProvider {
  @_dynamicReplacement(for:register(in:))
  func registerUnlessLeftOut(in container: DIContainer) {
    if leftOut != "CounterProvider" { register(in: container) }
  }
}

extension CourierProvider {
  @_dynamicReplacement(for:register(in:))
  func registerUnlessLeftOut(in container: DIContainer) {
    if leftOut != "CourierProvider" { register(in: container) }
  }
}

// MARK: Facts
await fact("A test can make a courier from any counter, and from nothing else.") {
  let make: (OtherCounter) throws -> Courier = Courier.init
  let counter = OtherCounter()
  let courier = try make(counter)
  try want("With its counter, it says", courier.send(5), is: "By bicycle: 5 cold bagels")
  try want((try? Courier()) == nil, "`Courier()` makes one. A counter has no default value.")
  let takesNil = takesNil(OtherCounter.self, Courier.init, like: courier)
  try want(!takesNil, "Its counter may be `nil`. Take a counter that is not optional.")
}
await fact("The courier's provider registers the courier, and nothing else.") {
  let provided = registered(DIContainer(providers: [CourierProvider()]))
  let isRight = provided.count == 1 && provided[0].hasPrefix("Courier: ")
  try want(isRight, "`CourierProvider` registers \(provided), and not just a `Courier`.")
}
await fact("The bakery lists three providers, and registers nothing itself.") {
  for (name, service) in [
    ("OvenProvider", "Oven"), ("CounterProvider", "Counter"), ("CourierProvider", "Courier"),
  ] {
    leftOut = name
    let others = ["Counter", "Courier", "Oven"].filter { $0 != service }
    let found = registered(bakery()).map { $0.components(separatedBy: ":")[0] }
    try want("Registered, if `\(name)` registers nothing", found, is: others, "Look at `bakery`.")
  }
  leftOut = ""
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
  let provided = DIContainer(providers: [OvenProvider(), CounterProvider()])
  let wanted = ["Counter: transient", "Oven: transient"]
  try want("Their providers register", registered(provided), is: wanted)
}
