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
  let container = shop()
  var uses = 0
  container.register(Beans.self) { _ in
    uses += 1
    return Beans(origin: "Peru")
  }
  let origins = [container, container, shop()].map { $0[Machine.self]?.beans.origin }
  try want("The beans of three uses", origins, is: ["Peru", "Peru", "Kenya"])
  try want("How often two uses create beans", uses, is: 1)
  let empty = shop()
  empty.register(Beans.self) { _ in nil }
  try want(empty[Machine.self] == nil, "Without beans, there is a machine.")
  empty.register(Beans.self) { _ in Beans(origin: "Peru") }
  try want("With beans, later", empty[Machine.self]?.beans.origin, is: "Peru")
}
await fact("A shop that nobody uses is freed. Nothing is global. The rest is unchanged.") {
  try wantFreed(shop) { container in _ = container[Machine.self] }
  try wantUnchanged("final class", "struct", "container.register(Ba", "container.register(Be")
  try wantNothingShared("Keep the machine in a variable of `shop()`.")
}
