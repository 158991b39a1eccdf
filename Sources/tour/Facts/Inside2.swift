/// A service that notes that it is created: `Probe<Int>` notes "Int".
final class Probe<Tag> { init(_ made: Notes) { made.add("\(Tag.self)") } }

func add<Tag>(_ tag: Tag.Type, _ lifetime: Lifetime, _ made: Notes, to container: Container) {
  container.register(Probe<Tag>.self, lifetime) { _ in Probe(made) }
}

await fact("`bootstrap()` creates all eager singletons, in the order of registration.") {
  let types: [Any.Type] = [Int.self, Bool.self, String.self, Double.self, Float.self]
  for _ in 1...20 {
    let (container, made, order) = (Container(), Notes(), types.shuffled())
    for type in order { add(type, .eagerSingleton, made, to: container) }
    try want("Created before `bootstrap()`", made.all, is: [])
    container.bootstrap()
    try want("Created", made.all, is: order.map { "\($0)" }, "Keep the order.")
  }
}
await fact("It creates nothing else.") {
  let (container, made) = (Container(), Notes())
  add(Int.self, .transient, made, to: container)
  add(Bool.self, .lazySingleton, made, to: container)
  container.bootstrap()
  try want("Created", made.all, is: [])
  try want("Transients", container[Probe<Int>.self], different: 3)
  try want("Lazy singletons", container[Probe<Bool>.self], different: 1)
}
await fact("Each is kept and created once, also if it is used earlier.") {
  let (container, made) = (Container(), Notes())
  container.register([Probe<Int>?].self, .eagerSingleton) { c in [c[Probe<Int>.self]] }
  add(Int.self, .eagerSingleton, made, to: container)
  let early = container[Probe<Int>.self]
  for _ in 1...2 { container.bootstrap() }
  try want(early === container[Probe<Int>.self], "An early instance is not kept.")
  try want("Eager singletons", container[Probe<Int>.self], different: 1)
  try want("Created", made.all, is: ["Int"])
}
await fact("Only the last registration of a service counts, and only in its container.") {
  let (container, other, replaced, made) = (Container(), Container(), Notes(), Notes())
  for notes in [replaced, made] { add(Int.self, .eagerSingleton, notes, to: container) }
  add(Bool.self, .eagerSingleton, replaced, to: container)
  add(Bool.self, .lazySingleton, made, to: container)
  add(Int.self, .lazySingleton, replaced, to: other)
  other.bootstrap()
  container.bootstrap()
  try want("Created by a registration that was replaced", replaced.all, is: [])
  try want("Created by the last ones", made.all, is: ["Int"])
  add(Int.self, .lazySingleton, made, to: container)
  _ = container[Probe<Int>.self]
  try want("Created, with one that is registered later", made.all, is: ["Int", "Int"])
}
