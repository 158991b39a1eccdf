// SPDX-License-Identifier: MIT-0

private final class Probe<Tag> {}

/// Registers services, and notes what is made.
private final class Shop {
  let container = Container()
  var made: [String] = []

  func add<Tag>(_ tag: Tag.Type, _ lifetime: Lifetime) {
    container.register(Probe<Tag>.self, lifetime) { _ in
      self.made.append("\(tag)")
      return Probe()
    }
  }
}

let facts = [
  Fact("`bootstrap()` makes all eager singletons, in the order of registration.") {
    for _ in 1...20 {
      let shop = Shop()
      let types: [Any.Type] = [
        Int.self, Bool.self, String.self, Double.self, Float.self, UInt.self,
      ]
      let order = types.shuffled()
      for type in order { shop.add(type, .eagerSingleton) }
      try want("Made before `bootstrap()`", shop.made, is: [])
      shop.container.bootstrap()
      try want("Made", shop.made, is: order.map { "\($0)" }, "A dictionary has no order.")
    }
  },
  Fact("It makes nothing else.") {
    let shop = Shop()
    shop.add(Int.self, .transient)
    shop.add(Bool.self, .lazySingleton)
    shop.add(String.self, .eagerSingleton)
    shop.container.bootstrap()
    try want("Made", shop.made, is: ["String"])
  },
  Fact("What it makes is kept, and made once.") {
    let shop = Shop()
    shop.add(Int.self, .eagerSingleton)
    shop.add(Bool.self, .eagerSingleton)
    shop.container.register(Probe<String>.self, .eagerSingleton) { c in
      _ = (c[Probe<Bool>.self], c[Probe<Int>.self])
      return Probe()
    }
    shop.container.bootstrap()
    shop.container.bootstrap()
    let probe = shop.container[Probe<Int>.self]
    try want(probe != nil && shop.container[Probe<Int>.self] === probe, "It is not kept.")
    try want("Made", shop.made, is: ["Int", "Bool"])
  },
  Fact("Of what is registered twice, only the last is made.") {
    let (shop, drink) = (Shop(), Drink(recipe: "coffee"))
    shop.container.register(Drink.self, .eagerSingleton) { _ in
      shop.made.append("tea")
      return Drink(recipe: "tea")
    }
    shop.container.register(Drink.self, .eagerSingleton) { _ in drink }
    shop.container.bootstrap()
    try want("The drink", shop.container[Drink.self]?.recipe ?? "none", is: "coffee")
    try want("Made besides", shop.made, is: [])
  },
  Fact("Transients and lazy singletons are as they were.") {
    let shop = Shop()
    shop.add(Int.self, .transient)
    shop.add(Bool.self, .lazySingleton)
    let container = shop.container
    try want(container[Probe<Int>.self] !== container[Probe<Int>.self], "A transient is kept.")
    try want(container[Probe<Bool>.self] === container[Probe<Bool>.self], "A singleton is not.")
    try want("Made", shop.made, is: ["Int", "Int", "Bool"])
  },
]
