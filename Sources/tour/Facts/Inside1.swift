await fact("Each shop has one machine, which its barista uses.") {
  let (container, other) = (shop(), shop())
  weak var machine = container[Barista.self]?.machine
  try want(machine != nil, "The machine is freed when nobody uses it.")
  container.register(Beans.self) { _ in Beans(origin: "Lima") }
  try want(container[Barista.self]?.machine === machine, "A second barista has another machine.")
  try want(container[Machine.self] === machine, "The barista has another machine.")
  try want(other[Machine.self] !== machine, "Two shops share a machine.")
}
await fact("The machine is created at its first use, if the container has beans then.") {
  let (container, made) = (shop(), Notes())
  container.register(Beans.self) { _ in
    made.add("beans")
    return Beans(origin: "Peru")
  }
  try want("Created before its first use", made.all, is: [])
  let origins = [container, container, shop()].map { $0[Machine.self]?.beans.origin }
  try want("The beans of three uses", origins, is: ["Peru", "Peru", "Kenya"])
  try want("Created for two uses", made.all, is: ["beans"])
  let empty = shop()
  empty.register(Beans.self) { _ in nil }
  try want(empty[Machine.self] == nil, "Without beans, there is a machine.")
  empty.register(Beans.self) { _ in Beans(origin: "Peru") }
  try want("With beans, later", empty[Machine.self]?.beans.origin, is: "Peru")
}
await fact("The class `Container` and the other services are unchanged. Nothing is global.") {
  try wantUnchanged("final class", "struct", "container.register(Ba", "container.register(Be")
  try wantNothingShared("Keep the machine in a variable of `shop()`.")
}
