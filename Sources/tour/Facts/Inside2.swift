let (container, other) = (Container(), Container())
other.register(Beans.self) { _ in Beans() }
_ = failure { try container.resolve(Dog.self) }
container.register(Machine.self) { c in try Machine(beans: c.resolve()) }
for _ in 1...2 { container.register(Kenya.Coffee.self) { _ in Kenya.Coffee() } }
container.register(Owner.self) { c in
  _ = try c.resolve(Machine.self)
  return try Owner(dog: c.resolve())
}
container.register([Int].self) { _ in [] }
let wanted = "Not registered (there is Array<Int>, Coffee, Machine, Owner): Owner → Machine → Beans"

await fact("The error lists the registered services, in alphabetical order, each once.") {
  try want("It says", failure { try container.resolve(Owner.self) }, is: wanted)
}
await fact("The error of a cycle is unchanged.") {
  let container = Container()
  container.register(Owner.self) { c in try Owner(dog: c.resolve()) }
  container.register(Dog.self) { c in try Dog(owner: c.resolve(Owner.self)) }
  let found = failure { try container.resolve(Owner.self) }
  try want("It says", found, is: "Circular dependency: Owner → Dog → Owner")
}
await fact("Two types of the same name are two services.") {
  let missing = failure { try container.resolve(Peru.Coffee.self) }
  try want("Without a coffee of Peru, the error", missing, has: "Not registered")
  container.register(Peru.Coffee.self) { _ in Peru.Coffee() }
  _ = try (container.resolve(Kenya.Coffee.self), container.resolve(Peru.Coffee.self))
  let error = failure { try container.resolve(Owner.self) }
  let once = error.replacing("Coffee, Coffee", with: "Coffee")
  try want("With two kinds of coffee, it says", once, is: wanted)
}
