await fact("A barista and its machine refer to each other, whichever is resolved first.") {
  let (shop, other) = (shop(), Lesson10.shop())
  let (barista, machine): (Barista, Machine) = try (shop.resolve(), other.resolve())
  try want(barista.machine.barista === barista, "Its machine has another barista, or none.")
  let isRing = (machine.barista as Barista?)?.machine === machine
  try want(isRing, "The machine's barista has another machine, or there is no barista.")
  try want("The display", barista.machine.display, is: "This is the machine of Ana.")
}
await fact("The machine's callback resolves the barista. The rest is unchanged.") {
  let verification = shop().verify()
  try want("The verification", "\(verification)", is: "No errors.")
  let isCallback = verification.mermaid.contains("Machine -.-> Barista")
  try want(isCallback, "The machine does not resolve a barista in `initCompleted`.")
  let wanted = ["Barista: lazySingleton", "Machine: lazySingleton"]
  try want("Registered", registered(shop()), is: wanted)
  try wantUnchanged("final class Barista", "shop.register(Barista")
}
await fact("When nobody uses the shop, the barista and the machine are freed.") {
  weak var machine: Machine?
  do { machine = try shop().resolve(Barista.self).machine }
  try want(machine == nil, "They are not freed: what keeps them?")
}
