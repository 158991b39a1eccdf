final class OtherCounter: Counter {
  let sold = Notes()
  func sell(_ count: Int) -> String {
    sold.add("\(count)")
    return "\(count) cold bagels"
  }
}

let four = "Here you are: 4 warm rolls."

await fact("A courier can be created with any counter, and only with one.") {
  let counter = OtherCounter()
  let courier = try create(counter as any Counter, make: Courier.init)
  try want("With its counter, it says", courier.send(5), is: "By bicycle: 5 cold bagels")
  try want("Its counter is asked for", counter.sold.all, is: ["5"])
  try refuse("Courier()")
  try refuse("Courier.init as () -> Courier")
  try refuse("Courier.init as ((any Counter)?) -> Courier")
  try refuse("Courier.init as (DIContainer) -> Courier")
  try wantOneInitializer("Courier")
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
  let others = registered(bakery()).filter { !$0.hasPrefix("Courier: ") }
  try want("Also registered", others, is: ["Counter: transient", "Oven: transient"])
  try want("Registered", registered(bakery()).count, is: 3, "Look at `bakery`.")
  for name in ["OvenProvider(", "CounterProvider(", "CourierProvider("] {
    try want(source().contains(name), "Nobody lists `\(name)…)`. Look at `bakery`.")
  }
  for case .replaced(let key) in bakery().verify().warnings {
    throw Wrong(description: "\(key) is registered twice.")
  }
}
await fact("The courier and its provider have their own file.") {
  for type in try declarations("struct", "class", "enum", "actor")
  where type.contains(/.* Courier.* in (Bakery|Counter|Oven|Providers).swift/) {
    throw Wrong(description: "There is a \(type).")
  }
}
await fact("The courier gets the counter that is registered, and keeps it.") {
  try wantUse(
    in: bakery, "By bicycle: \(four)", OtherCounter() as any Counter, "By bicycle: 4 cold bagels",
    text: { (courier: Courier) in courier.send(4) })
}
await fact("The oven and the counter are as they were.") {
  try want("The counter says", bakery().resolve((any Counter).self).sell(4), is: four)
  try wantUse(
    in: bakery, "4 warm rolls", Oven(bread: "cold bagels"), "4 cold bagels",
    text: { (counter: any Counter) in counter.sell(4) })
}
