struct OtherCounter: Counter {
  let sold = Notes()
  func sell(_ count: Int) -> String {
    sold.add("\(count)")
    return "\(count) cold bagels"
  }
}

await fact("The courier's provider registers the courier, and the bakery has it.") {
  let provided = DIContainer(providers: [CourierProvider()])
  let isThere = provided.contains(Courier.self)
  try want(isThere, "`CourierProvider` does not register a `Courier` without a name.")
  let isReplaced = provided.contains((any Counter).self) || provided.contains(Oven.self)
  try want(!isReplaced, "`CourierProvider` also registers what another provider registers.")
  try want(bakery().contains(Courier.self), "The bakery has no courier. Look at `bakery`.")
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
    in: bakery, of: "warm", or: OtherCounter() as any Counter, "cold",
    text: { (courier: Courier) in courier.send(4) })
}
await fact("The oven and the counter are as they were.") {
  let container = bakery()
  container.register(Oven.self) { _ in Oven(bread: "cold bagels") }
  let said = try container.resolve((any Counter).self).sell(2)
  try want("With another oven, the counter says", said, is: "Here you are: 2 cold bagels.")
}
