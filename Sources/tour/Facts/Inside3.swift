let (container, other) = (Container(), Container())
other.register(Beans.self) { _ in Beans() }
_ = failure { try container.resolve(Dog.self) }
container.register(Machine.self) { c in try Machine(beans: c.resolve()) }
container.register(String.self) { _ in "" }
container.register(Int.self) { _ in 0 }
for _ in 1...2 { container.register(Kenya.Coffee.self) { _ in Kenya.Coffee() } }
container.register(Owner.self) { c in
  _ = try c.resolve(Machine.self)
  return try Owner(dog: c.resolve())
}
let error = failure { try container.resolve(Owner.self) }

await fact("The error lists the registered services, in alphabetical order, each once.") {
  let list = error.components(separatedBy: ":").dropLast().joined(separator: ":")
  let name = /[\w.]*(Beans|Coffee|Dog|Int|Machine|Owner|String)\w*/
  let names = list.matches(of: name).map { "\($0.0)" }
  try want("Named in '\(error)'", names, is: ["Coffee", "Int", "Machine", "Owner", "String"])
}
await fact("The path, and the error of a cycle, are as they were.") {
  let isThere = error.contains(/^Not registered.*: Owner → Machine → Beans$/)
  try want(isThere, "Found '\(error)', expected ': Owner → Machine → Beans' at its end.")
  let container = Container()
  container.register(Owner.self) { c in try Owner(dog: c.resolve()) }
  container.register(Dog.self) { c in try Dog(owner: c.resolve(Owner.self)) }
  let found = failure { try container.resolve(Owner.self) }
  try want("It says", found, is: "Circular dependency: Owner → Dog → Owner")
}
await fact("Two types of one name are two services.") {
  let missing = failure { try container.resolve(Peru.Coffee.self) }
  try want("Without a coffee of Peru, the error", missing, has: "Not registered")
  container.register(Peru.Coffee.self) { _ in Peru.Coffee() }
  _ = try (container.resolve(Kenya.Coffee.self), container.resolve(Peru.Coffee.self))
}
