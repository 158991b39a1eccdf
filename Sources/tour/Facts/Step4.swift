// SPDX-License-Identifier: MIT-0

/// What the error says, when a container has a machine without beans, and this.
private func message(_ register: (Container) -> Void = { _ in }) -> String {
  let container = Container()
  container.register(Machine.self) { c in try Machine(beans: c.resolve()) }
  register(container)
  do { _ = try container.resolve(Machine.self) } catch { return "\(error)" }
  return "no error"
}

/// The names in an error, before its path.
private func names(in message: String) -> [String] {
  let list = message.components(separatedBy: ": ").dropLast().joined(separator: ": ")
  let words = list.split { !$0.isLetter && !$0.isNumber }.map(String.init)
  return words.filter { ["Beans", "Coffee", "Cup", "Dog", "Machine", "Owner"].contains($0) }
}

let facts = [
  Fact("The error says what is registered, in alphabetical order.") {
    let few = message()
    try want("Named in '\(few)'", names(in: few), is: ["Machine"])
    let more = message { container in
      container.register(Owner.self) { _ in Owner(dog: Dog(owner: nil)) }
      container.register(Dog.self) { _ in Dog(owner: nil) }
      container.register(Cup.self) { _ in Cup() }
    }
    try want("Named in '\(more)'", names(in: more), is: ["Cup", "Dog", "Machine", "Owner"])
  },
  Fact("A type that is registered twice is named once.") {
    let text = message { container in
      for _ in 1...2 { container.register(Cup.self) { _ in Cup() } }
    }
    try want("Named in '\(text)'", names(in: text), is: ["Cup", "Machine"])
  },
  Fact("The path is still there.") {
    let text = message()
    let isRight = text.hasPrefix("Not registered") && text.hasSuffix(": Machine → Beans")
    try want(isRight, "The error says '\(text)'.")
  },
  Fact("A cycle is the error that it was.") {
    let container = Container()
    container.register(Owner.self) { c in try Owner(dog: c.resolve()) }
    container.register(Dog.self) { c in try Dog(owner: c.resolve(Owner.self)) }
    do {
      _ = try container.resolve(Owner.self)
    } catch {
      try want("It says", "\(error)", is: "Circular dependency: Owner → Dog → Owner")
    }
  },
  Fact("Two types of one name are two services.") {
    let container = Container()
    container.register(Kenya.Coffee.self) { _ in Kenya.Coffee() }
    container.register(Peru.Coffee.self) { _ in Peru.Coffee() }
    _ = try (container.resolve(Kenya.Coffee.self), container.resolve(Peru.Coffee.self))
  },
]
