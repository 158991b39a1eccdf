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
      try want("Made", made.all, is: order.map { "\($0)" }, "Keep the order.")
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
  Fact("What it makes is kept, and made once, also if it is registered twice.") {
    let (container, made) = (Container(), Notes())
    container.register(Drink.self, .eagerSingleton) { c in
      c[Probe<Int>.self].map { _ in Drink(recipe: "made of one that comes later") }
    }
    for notes in [Notes(), made] { container.add(Int.self, .eagerSingleton, notes) }
    container.add(Bool.self, .eagerSingleton, made)
    _ = container[Probe<Bool>.self]
    for _ in 1...2 { container.bootstrap() }
    try want("Eager singletons", container[Probe<Int>.self], different: 1)
    try want("Made", made.all, is: ["Bool", "Int"])
  },
]
