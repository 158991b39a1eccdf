extension Container {
  fileprivate func add<Tag>(_ tag: Tag.Type, _ lifetime: Lifetime, _ made: Notes) {
    register(Probe<Tag>.self, lifetime) { _ in Probe(made) }
  }
}

let facts = [
  Fact("`bootstrap()` makes all eager singletons, in the order of registration.") {
    let types: [Any.Type] = [Int.self, Bool.self, String.self, Double.self, Float.self, UInt.self]
    for _ in 1...20 {
      let (container, made, order) = (Container(), Notes(), types.shuffled())
      for type in order { container.add(type, .eagerSingleton, made) }
      try want("Made before `bootstrap()`", made.all, is: [])
      container.bootstrap()
      try want("Made", made.all, is: order.map { "\($0)" }, "A dictionary has no order.")
    }
  },
  Fact("It makes nothing else.") {
    let (container, made) = (Container(), Notes())
    container.add(Int.self, .transient, made)
    container.add(Bool.self, .lazySingleton, made)
    container.bootstrap()
    try want("Made", made.all, is: [])
    try want("Transients", container[Probe<Int>.self], different: 3)
    try want("Lazy singletons", container[Probe<Bool>.self], different: 1)
  },
  Fact("What it makes is kept, and made once.") {
    let (container, made) = (Container(), Notes())
    container.add(Int.self, .eagerSingleton, made)
    container.register(Drink.self, .eagerSingleton) { c in
      c[Probe<Int>.self].map { _ in Drink(recipe: "made of the first one") }
    }
    for _ in 1...2 { container.bootstrap() }
    try want("Eager singletons", container[Probe<Int>.self], different: 1)
    try want("Made", made.all, is: ["Int"])
  },
  Fact("Of what is registered twice, only the last is made.") {
    let (container, first, last) = (Container(), Notes(), Notes())
    for made in [first, last] { container.add(Int.self, .eagerSingleton, made) }
    container.bootstrap()
    try want("Made of the first and the last", [first.all, last.all], is: [[], ["Int"]])
  },
]
