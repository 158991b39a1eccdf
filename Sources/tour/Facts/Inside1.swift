await fact("Each shop has one machine, which its barista uses.") {
  let (container, other) = (shop(), shop())
  weak var machine = container[Barista.self]?.machine
  try want(machine != nil, "The machine is freed when nobody uses it.")
  container.register(Beans.self) { _ in Beans(origin: "Lima") }
  try want(container[Barista.self]?.machine === machine, "A second barista has another machine.")
  try want(container[Machine.self] === machine, "The barista has another machine.")
  try want(other[Machine.self] !== machine, "Two shops share a machine.")
}
await fact("The machine is created at its first use, with beans from the container.") {
  let (container, made) = (shop(), Notes())
  container.register(Beans.self) { _ in
    made.add("beans")
    return Beans(origin: "Peru")
  }
  try want("Created before its first use", made.all, is: [])
  let origins = [container, container, shop()].map { $0[Machine.self]?.beans.origin }
  try want("The beans of three uses", origins, is: ["Peru", "Peru", "Kenya"])
  try want("Created for two uses", made.all, is: ["beans"])
}
await fact("The class `Container` and the other services are as they were.") {
  let container = shop()
  let variables = Mirror(reflecting: container).children.map { $0.label ?? "" }
  try want("The variables of `Container`", variables, is: ["factories"])
  _ = container[Machine.self]  // the one that the shop keeps
  let machine = Machine(beans: Beans(origin: "Rome"))
  container.register(Machine.self) { _ in machine }
  try want(container[Barista.self]?.machine === machine, "A barista ignores the new machine.")
  container.register(Machine.self) { _ in Machine(beans: Beans(origin: "Peru")) }
  try want(container[Machine.self] !== container[Machine.self], "It keeps what a factory creates.")
}
