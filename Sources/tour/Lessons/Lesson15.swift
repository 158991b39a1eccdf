import DIContainer

let rings = Lesson(
  title: "Rings",
  before: """
    An owner has a dog, and the dog knows its owner. Two parts that need each other form a ring.
    Initializers alone can never close it: each part would have to be finished before the other.
    """,
  code: Snippet(run: Code.run),
  after: """
    The first attempt is an error that names the ring. In the second, the dog is made without an
    owner, and `initCompleted` hands it over when both are made. The container knows which owner
    this dog was made for, and answers with that very one.

    The property is `weak`, because two objects that hold each other would never be freed.
    """,
  exercise: """
    Turn it round: make the dog with its owner, and give the owner its dog in `initCompleted`.
    """,
  solution: ringsSolution)

private enum Code {
  final class Owner {
    let dog: Dog
    init(dog: Dog) { self.dog = dog }
  }

  final class Dog {
    weak var owner: Owner?
    init(owner: Owner?) { self.owner = owner }
  }

  static func run() throws {
    let container = DIContainer()
    container.register(Owner.self) { c in try Owner(dog: c.resolve()) }
    container.register(Dog.self) { c in try Dog(owner: c.resolve(Owner.self)) }
    do {
      _ = try container.resolve(Owner.self)
    } catch {
      print(error)
    }

    container.register(Dog.self) { _ in
      Dog(owner: nil)
    } initCompleted: { dog, c in
      dog.owner = try c.resolve(Owner.self)
    }
    let owner = try container.resolve(Owner.self)
    print("Is the dog's owner its own?", owner.dog.owner === owner)
  }
}
