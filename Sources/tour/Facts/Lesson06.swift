// SPDX-License-Identifier: MIT-0

let facts = [
  Fact("A barista has a machine that works at 9 bar.") {
    try want("The pressure", coffeeShop().resolve(Barista.self).machine.bar, is: 9)
  },
  Fact("No number is registered.") {
    let keys = coffeeShop().lifetimes.keys.sorted()
    try want("Registered", keys, is: ["Barista", "Beans", "Grinder", "Machine"])
  },
  Fact("The machine is a lazy singleton, and not made before it is needed.") {
    let container = coffeeShop()
    try want("The lifetime", container.lifetimes["Machine"], is: "lazySingleton")
    try container.wantNothingMade()
    let machine = try container.resolve(Machine.self)
    try want(coffeeShop().resolve(Machine.self) !== machine, "Two shops share one machine.")
  },
  Fact("The machine gets the grinder that is registered, and keeps it.") {
    let grinder = Grinder(beans: Beans(origin: "Peru"))
    try wantMade(in: coffeeShop(), of: "Kenya", or: grinder, "Peru", isSingleton: true) {
      (barista: Barista) in barista.machine.grinder.beans.origin
    }
  },
  Fact("Another machine can have another pressure.") {
    let grinder = Grinder(beans: Beans(origin: "Peru"))
    let bars = [Machine(grinder: grinder, bar: 15).bar, Machine(grinder: grinder).bar]
    try want("The pressure, with 15 and without", bars, is: [15, 9])
  },
  Fact("A barista has a radio as soon as one is registered.") {
    let container = coffeeShop()
    try want("The radio before", container.resolve(Barista.self).radio?.station, is: nil)
    container.register(Radio.self) { _ in Radio(station: "Jazz") }
    try want("The radio", container.resolve(Barista.self).radio?.station, is: "Jazz")
  },
]
