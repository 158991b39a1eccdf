// SPDX-License-Identifier: MIT-0

private final class Inner {}
private final class Middle {
  let inner: Inner
  init(_ inner: Inner) { self.inner = inner }
}

private final class Outer {
  let middle: Middle
  init(_ middle: Middle) { self.middle = middle }
}

/// Three singletons in each other. `isBroken` decides whether the callback in the middle fails.
private func nested(
  failsIf isBroken: @escaping () -> Bool, _ lifetime: Lifetime = .lazySingleton
) -> Container {
  let container = Container()
  container.register(Inner.self, .lazySingleton) { _ in Inner() }
  container.register(Middle.self, .lazySingleton) { c in
    try Middle(c.resolve())
  } initCompleted: { _, _ in
    if isBroken() { throw IsLost() }
  }
  container.register(Outer.self, lifetime) { c in try Outer(c.resolve()) }
  return container
}

let facts = [
  Fact("If the outermost resolve fails, what it made is dropped.") {
    for lifetime in [Lifetime.lazySingleton, .transient] {
      let container = nested(failsIf: { true }, lifetime)
      for attempt in 1...3 {
        try want(
          (try? container.resolve(Outer.self)) == nil, "Attempt \(attempt) gets what has failed.")
        try want((try? container.resolve(Middle.self)) == nil, "The middle one is still kept.")
      }
    }
  },
  Fact("Also if a factory fails after others have made something.") {
    let container = Container()
    let made = Count()
    container.register(Inner.self, .lazySingleton) { _ in
      made.add()
      return Inner()
    }
    container.register(Middle.self) { c in
      _ = try c.resolve(Inner.self)
      throw IsLost()
    }
    for attempt in 1...3 {
      _ = try? container.resolve(Middle.self)
      try want("Inner singletons after attempt \(attempt)", made.value, is: attempt)
    }
  },
  Fact("What earlier resolves made stays.") {
    let container = nested(failsIf: { true })
    container.register(Cup.self, .lazySingleton) { _ in Cup() }
    let (cup, inner) = (try container.resolve(Cup.self), try container.resolve(Inner.self))
    _ = try? container.resolve(Outer.self)
    try want(container.resolve(Cup.self) === cup, "The cup is another one.")
    try want(container.resolve(Inner.self) === inner, "The inner singleton is another one.")
  },
  Fact("What a resolve made that went well stays, inner singletons too.") {
    nonisolated(unsafe) var isBroken = true
    let container = nested(failsIf: { isBroken })
    _ = try? container.resolve(Outer.self)
    isBroken = false
    let outer = try container.resolve(Outer.self)
    container.register(Walk.self) { _ in throw IsLost() }
    _ = try? container.resolve(Walk.self)
    try want(container.resolve(Outer.self) === outer, "The outer one is another.")
    try want(container.resolve(Middle.self) === outer.middle, "The middle one is another.")
    try want(container.resolve(Inner.self) === outer.middle.inner, "The inner one is another.")
  },
  Fact("The cycle of the owner and the dog is closed.") {
    let owner = try home().resolve(Owner.self)
    try want(owner.dog.owner === owner, "The dog has another owner, or none.")
    try want(home().resolve(Owner.self).dog !== owner.dog, "Two homes share a dog.")
  },
]
