/// A cup in a machine, and a cup in a walk, which always fails. The first two note that they are made.
private func shop(failsAfterMachine: Bool = true) -> (container: Container, made: Notes) {
  let (container, made) = (Container(), Notes())
  container.register(Probe<Cup>.self, .lazySingleton) { _ in Probe(made) }
  container.register(Probe<Machine>.self, .lazySingleton) { c in
    _ = try c.resolve(Probe<Cup>.self)
    return Probe(made)
  } initCompleted: { _, _ in
    if failsAfterMachine { throw IsLost() }
  }
  container.register(Walk.self) { c in
    _ = try c.resolve(Probe<Cup>.self)
    throw IsLost()
  }
  return (container, made)
}

let facts = [
  Fact("If the outermost resolve fails, whatever fails, what it made is dropped.") {
    let (container, made) = shop()
    for attempt in 1...3 {
      let error = failure { try container.resolve(Probe<Machine>.self) }
      try want("The error of attempt \(attempt)", error, is: "IsLost()")
      _ = try? container.resolve(Walk.self)
      try want("Made in \(2 * attempt) failures", made.all.count, is: 3 * attempt, "Drop it.")
    }
  },
  Fact("What earlier resolves made stays.") {
    let (container, made) = shop()
    let cup = try container.resolve(Probe<Cup>.self)
    _ = try? container.resolve(Probe<Machine>.self)
    try want("Made", made.all, is: ["Cup", "Machine"])
    try want(container.resolve(Probe<Cup>.self) === cup, "The cup is another one.")
  },
  Fact("What a resolve made that went well stays, inner singletons too.") {
    let (container, made) = shop(failsAfterMachine: false)
    for _ in 1...2 {
      _ = try container.resolve(Probe<Machine>.self)
      _ = try? container.resolve(Walk.self)
      _ = try container.resolve(Probe<Cup>.self)
    }
    try want("Made", made.all, is: ["Cup", "Machine"])
    let (other, notes) = shop()
    other.register([Any?].self) { c in  // what it catches is no failure of the outermost
      [try? c.resolve(Walk.self), try c.resolve(Probe<Cup>.self)]
    }
    _ = try other.resolve([Any?].self)
    try want("Made", notes.all, is: ["Cup"])
  },
  Fact("The cycle of the owner and the dog is closed.") {
    let owner = try home().resolve(Owner.self)
    try want(owner.dog.owner === owner, "The dog has another owner, or none.")
    try want("Dogs of three homes", home().resolve(Owner.self).dog, different: 3)
  },
]
