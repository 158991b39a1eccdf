struct OtherCounter: Counter {
  let sold = Check.Notes()
  func sell(_ count: Int) -> String {
    sold.add("\(count)")
    return "\(count) cold bagels"
  }
}

// MARK: Facts
let four = "Here you are: 4 warm rolls."

await fact("A test can make a courier from any counter, and from nothing else.") {
  let counter = OtherCounter()
  let courier = try take(counter, make: Courier.init)
  try want("With its counter, it says", courier.send(5), is: "By bicycle: 5 cold bagels")
  try want("What that counter has sold", counter.sold.all, is: ["5"], "Ask it once.")
  try wantPlain("Courier", without: "DIContainer")
}
await fact("Each provider registers its own service, and nothing else.") {
  let all: [any DIContainer.Provider] = [CounterProvider(), CourierProvider(), OvenProvider()]
  for (provider, service) in zip(all, ["Counter", "Courier", "Oven"]) {
    let provided = registered(DIContainer(providers: [provider]))
    let isRight = provided.count == 1 && provided[0].hasPrefix("\(service): ")
    try want(isRight, "`\(service)Provider` registers \(provided), and not just a `\(service)`.")
  }
}
await fact("The bakery lists three providers, and registers nothing itself.") {
  let isByHand = code(of: "bakery").contains(/register\((?!providers:)/)
  try want(!isByHand, "`bakery` registers something itself. List a provider instead.")
  for name in ["OvenProvider", "CounterProvider", "CourierProvider"] {
    try want(code().contains("\(name)("), "Nobody lists `\(name)`. Look at `bakery`.")
  }
  let files = code().matches(of: /(?m)^import DIContainer/).count
  try want(files > 4, "The courier and its provider have no file of their own.")
  let others = registered(bakery()).filter { !$0.hasPrefix("Courier: ") }
  try want("Also registered", others, is: ["Counter: transient", "Oven: transient"])
  for case .replaced(let key) in bakery().verify().warnings {
    throw Wrong("\(key) is registered twice, by a provider and by somebody else.")
  }
}
await fact("The courier gets the counter that is registered, and keeps it.") {
  try wantMade(
    in: bakery, of: "By bicycle: \(four)", or: OtherCounter() as any Counter,
    "By bicycle: 4 cold bagels", text: { (courier: Courier) in courier.send(4) })
}
await fact("The oven and the counter are as they were.") {
  try want("The counter says", bakery().resolve((any Counter).self).sell(4), is: four)
  try wantMade(
    in: bakery, of: "4 warm rolls", or: Oven(bread: "cold bagels"), "4 cold bagels",
    text: { (counter: any Counter) in counter.sell(4) })
}
