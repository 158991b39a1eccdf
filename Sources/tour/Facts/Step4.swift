/// The error for beans, which a dog's machine needs, where more is registered, and some of it twice.
private func message() -> String {
  let container = Container()
  _ = failure { try container.resolve(Machine.self) }
  container.register(Machine.self) { c in try Machine(beans: c.resolve()) }
  container.register(Dog.self) { c in try (c.resolve(Machine.self), Dog(owner: nil)).1 }
  for _ in 1...2 {
    container.register(Kenya.Coffee.self) { _ in Kenya.Coffee() }
    container.register(Peru.Coffee.self) { _ in Peru.Coffee() }
    container.register(Cup.self) { _ in Cup() }
  }
  return failure { try container.resolve(Dog.self) }
}

let facts = [
  Fact("The error says what is registered, in alphabetical order, each name once.") {
    let list = message().firstMatch(of: /.+:/)?.output ?? ""
    let names = list.matches(of: /Beans|Coffee|Cup|Dog|Machine|Owner/).map { "\($0.output)" }
    try want("Named in '\(message())'", names, is: ["Coffee", "Cup", "Dog", "Machine"])
  },
  Fact("The path is still there.") {
    let isThere = message().contains(/^Not registered.*: Dog → Machine → Beans$/)
    try want(isThere, "Found '\(message())', wanted ': Dog → Machine → Beans' at its end.")
  },
  Fact("A cycle is the error that it was.") {
    let container = Container()
    container.register(Owner.self) { c in try Owner(dog: c.resolve()) }
    container.register(Dog.self) { c in try Dog(owner: c.resolve(Owner.self)) }
    let found = failure { try container.resolve(Owner.self) }
    try want("It says", found, is: "Circular dependency: Owner → Dog → Owner")
  },
  Fact("Two types of one name are two services.") {
    let container = Container()
    container.register(Kenya.Coffee.self) { c in
      try (c.resolve(Peru.Coffee.self), Kenya.Coffee()).1
    }
    container.register(Peru.Coffee.self) { _ in Peru.Coffee() }
    _ = try container.resolve(Kenya.Coffee.self)
  },
]
