import DIContainer

let rings = Lesson(
  title: "Rings",
  before: """
    Two components that need each other form a ring, and factories alone can never close it: each
    would have to be finished before the other.
    """,
  after: """
    The callback initCompleted runs once everything is made and sets the second half as a property,
    weak where the two would otherwise keep each other alive for ever.
    """
) {
  let container = DIContainer()
  container.register(Owner.self) { c in Owner(dog: try c.resolve()) }
  container.register(Dog.self) { c in Dog(owner: try c.resolve()) }
  do { _ = try container.resolve(Owner.self) } catch { show(error) }

  container.register(
    Dog.self, transient: { _ in Dog(owner: nil) },
    initCompleted: { dog, c in dog.owner = try c.resolve(Owner.self) })
  let owner = try container.resolve(Owner.self)
  show("Is the dog's owner its own? \(owner.dog.owner === owner)")
}

private final class Owner {
  let dog: Dog
  init(dog: Dog) { self.dog = dog }
}

private final class Dog {
  weak var owner: Owner?
  init(owner: Owner?) { self.owner = owner }
}
