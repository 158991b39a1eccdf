// SPDX-License-Identifier: MIT-0

/// A shop in order, whatever the reader's does, with a change.
private func shop(_ change: (DIContainer) -> Void = { _ in }) -> DIContainer {
  DIContainer { container in
    container.register(Barista.self) { c in try Barista(machine: c.resolve()) }
    container.register(Machine.self) { c in try Machine(beans: c.resolve(name: "chile")) }
    container.register(Beans.self, name: "chile") { _ in Beans(origin: "Chile") }
    change(container)
  }
}

let facts = [
  Fact("The test passes for a shop that can make a barista.") {
    do { try testShop(shop()) } catch { throw Wrong("It fails for a good shop: \(error)") }
  },
  Fact("The test fails for a shop that can't, whatever is missing.") {
    let broken = [
      "whose machine asks for beans that nobody registered": shop { shop in
        shop.register(Machine.self) { c in try Machine(beans: c.resolve(name: "kenya")) }
      },
      "without beans": shop { $0.unregister(Beans.self, name: "chile") },
      "without a machine": shop { $0.unregister(Machine.self) },
      "whose barista needs another machine": shop { shop in
        shop.register(Barista.self) { c in try Barista(machine: c.resolve(name: "new")) }
      },
      "whose beans are sold out": shop { shop in
        shop.register(Beans.self, name: "chile") { _ in throw Wrong("sold out") }
      },
    ]
    for (mistake, shop) in broken.sorted(by: { $0.key < $1.key }) {
      do { try testShop(shop) } catch { continue }
      throw Wrong("It passes for a shop \(mistake). Let it make a barista, or verify the shop.")
    }
  },
  Fact("Your shop passes it.") { try testShop(coffeeShop()) },
  Fact("A barista serves coffee from Peru, of the beans that are registered.") {
    let beans = Beans(origin: "Lima")
    try wantMade(in: coffeeShop(), of: "Coffee from Peru", or: beans, "Lima", name: "peru") {
      (barista: Barista) in try barista.serve()
    }
  },
  Fact("Nothing more is registered, and nothing is renamed.") {
    let keys = coffeeShop().lifetimes.keys.sorted()
    try want("Registered", keys, is: ["Barista", "Beans \"peru\"", "Machine"])
  },
]
