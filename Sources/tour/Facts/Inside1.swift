await fact("Each shop has one machine, which its barista uses.") {
  let container = shop()
  try want("Machines in a shop", container[Machine.self], different: 1)
  let machines = [shop()[Machine.self], shop()[Machine.self]]
  try want(machines[0] !== machines[1], "Two shops share a machine.")
  weak var machine = container[Machine.self]
  try want(machine != nil, "The machine is freed when nobody uses it.")
  let isSame = container[Barista.self]?.machine === container[Machine.self]
  try want(isSame, "The barista has another machine.")
  container.register(Beans.self) { _ in Beans(origin: "Lima") }
  try want(container[Machine.self] === machine, "With other beans, there is another machine.")
  let other = shop()
  let first = other[Barista.self]?.machine
  try want(first != nil && first === other[Machine.self], "The barista has another machine.")
}
await fact("The machine is created at its first use, with beans from the container.") {
  let container = shop()
  container.register(Beans.self) { _ in Beans(origin: "Peru") }
  let machine = container[Machine.self]
  try want("Its beans, after others were registered", machine?.beans.origin, is: "Peru")
  try want("Its beans in another shop", shop()[Machine.self]?.beans.origin, is: "Kenya")
  let made = Notes()
  let busy = shop()
  busy.register(Beans.self) { _ in
    made.add("beans")
    return Beans(origin: "Lima")
  }
  try want("Created before somebody uses the machine", made.all, is: [])
  _ = (busy[Machine.self], busy[Machine.self])
  try want("Created for two uses", made.all, is: ["beans"])
}
await fact("The class `Container` and the other services are as they were.") {
  let container = shop()
  let variables = Mirror(reflecting: container).children.map { $0.label ?? "" }
  try want("The variables of `Container`", variables, is: ["factories"])
  _ = container[Machine.self]  // the one that the shop keeps
  let machine = Machine(beans: Beans(origin: "Rome"))
  container.register(Machine.self) { _ in machine }
  try want(
    container[Barista.self]?.machine === machine, "A barista must use the registered machine.")
  container.register(Machine.self) { _ in Machine(beans: Beans(origin: "Peru")) }
  try want("Machines with a factory that creates new ones", container[Machine.self], different: 3)
  try want("Cups", container[Cup.self], different: 3)
}
