// SPDX-License-Identifier: MIT-0

private struct NoSuchInitializer: Error {}

/// Is called by `Barista()` if the barista has no such initializer of its own.
private protocol NothingToPass {}
extension NothingToPass { init() throws { throw NoSuchInitializer() } }
extension Barista: NothingToPass {}

private struct Labelled: Machine {
  let label: String
  let cups = Count()

  func brew() -> String {
    cups.add()
    return label
  }
}

let facts = [
  Fact("Nobody can make a barista without a machine.") {
    try want(
      (try? Barista()) == nil,
      "`Barista()` compiles. Give the initializer a machine without a default value.")
  },
  Fact("The baristas use the machine that `hire` is given.") {
    let machines = ["red", "blue"].map { Labelled(label: $0) }
    let shops = machines.map { hire(for: $0) }
    for (machine, shop) in zip(machines, shops) {
      for barista in [shop.ana, shop.ben] {
        let served = barista.serve()
        let found = "With a \(machine.label) machine, it serves '\(served)'. Look at `hire`."
        try want(served.contains(machine.label), found)
      }
    }
  },
  Fact("Ana and Ben share one machine.") {
    let machine = Labelled(label: "red")
    let shop = hire(for: machine)
    for (cups, barista) in zip(1..., [shop.ana, shop.ben]) {
      _ = barista.serve()
      try want("Cups from the machine", machine.cups.value, is: cups, "Look at `hire`.")
    }
  },
]
