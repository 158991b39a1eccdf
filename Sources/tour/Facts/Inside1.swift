await fact("Everybody gets one machine, and each shop has its own.") {
  let container = shop()
  try want("Machines in a shop", container[Machine.self], different: 1)
  let machines = [shop()[Machine.self], shop()[Machine.self]]
  try want(machines[0] !== machines[1], "Two shops share a machine.")
  weak var machine = container[Machine.self]
  try want(machine != nil, "The machine goes when nobody uses it.")
  let isSame = container[Barista.self]?.machine === container[Machine.self]
  try want(isSame, "The barista has another machine.")
  container.register(Beans.self) { _ in Beans(origin: "Lima") }
  try want(container[Machine.self] === machine, "With other beans, there is another machine.")
}
await fact("The machine gets its beans from the container, when somebody needs it.") {
  let container = shop()
  container.register(Beans.self) { _ in Beans(origin: "Peru") }
  let machine = container[Machine.self]
  try want("Its beans, after others were registered", machine?.beans.origin, is: "Peru")
  try want("Its beans in another shop", shop()[Machine.self]?.beans.origin, is: "Kenya")
}
await fact("The class `Container` is as it was, and keeps nothing.") {
  let container = shop()
  let variables = Mirror(reflecting: container).children.map { $0.label ?? "" }
  try want("The variables of `Container`", variables, is: ["factories"])
  _ = container[Machine.self]  // the one that the shop keeps
  container.register(Machine.self) { _ in Machine(beans: Beans(origin: "Peru")) }
  try want("Machines with a factory that makes new ones", container[Machine.self], different: 3)
  try want("Cups", container[Cup.self], different: 3)
}
