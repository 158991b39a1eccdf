await fact("A barista and its machine refer to each other, whichever is resolved first.") {
  let (shop, other) = (shop(), Lesson10.shop())
  let (barista, machine): (Barista, Machine) = try (shop.resolve(), other.resolve())
  try want(barista.machine.barista === barista, "Its machine has another barista, or none.")
  let isRing = (machine.barista as Barista?)?.machine === machine
  try want(isRing, "The machine's barista has another machine, or there is no barista.")
  try want("The display", barista.machine.display, is: "This is the machine of Ana.")
}
await fact("The machine's callback resolves the barista, and hides no error.") {
  let machine = "Machine: lazySingleton → Barista in `initCompleted`"
  try wantRegistered(registered(shop()), ["Barista: lazySingleton → Machine", machine])
  try wantUnchanged("final class Barista", "shop.register(Barista")
  let shop = shop()
  shop.register(Barista.self) { _ in throw Wrong(description: "Ill") }
  try want("With an ill barista, the error", failure { try shop.resolve(Machine.self) }, is: "Ill")
}
await fact("When nobody uses the shop, a barista is freed. A machine can outlive its barista.") {
  weak var barista: Barista?
  var machine: Machine?
  try wantFreed(shop) { shop in
    barista = try shop.resolve()
    machine = barista?.machine
  }
  try want(barista == nil, "The barista is not freed: what keeps it?")
  trial = "The barista is freed, the machine is still there, and its `display` is read. "
  try want(machine?.display.contains("Ana") == false, "The machine still displays a name.")
}
