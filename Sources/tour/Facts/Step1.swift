// SPDX-License-Identifier: MIT-0

let facts = [
  Fact("Everybody gets one machine, and each shop has its own.") {
    let container = shop()
    let machine = container[Machine.self]
    try want(machine != nil, "There is no machine.")
    try want(container[Machine.self] === machine, "Each use makes a new machine.")
    try want(container[Barista.self]?.machine === machine, "The barista has another machine.")
    try want(shop()[Machine.self] !== machine, "Two shops share one machine.")
  },
  Fact("The machine gets its beans from the container, when somebody needs it.") {
    let container = shop()
    let bought = Count()
    container.register(Beans.self) { _ in
      bought.add()
      return Beans(origin: "Peru")
    }
    let machines = [container[Machine.self], container[Machine.self]]
    let origin = machines[0]?.beans.origin ?? "nowhere"
    try want("After other beans were registered, they are from", origin, is: "Peru")
    try want("Beans bought for one machine", bought.value, is: 1)
  },
  Fact("The container itself keeps nothing.") {
    let container = shop()
    container.register(Machine.self) { _ in Machine(beans: Beans(origin: "Peru")) }
    try want(container[Machine.self] !== container[Machine.self], "It keeps a machine.")
    try want(container[Cup.self] !== container[Cup.self], "It keeps a cup.")
  },
]
