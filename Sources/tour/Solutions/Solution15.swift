import DIContainer

let ringsSolution = Solution(
  code: Snippet(run: Code.run),
  after: """
    It doesn't matter which of the two has the callback. But one of them has to hold the other
    weakly, and then somebody else has to keep that one: here, the variable `owner`.
    """)

private enum Code {
  final class Owner {
    var dog: Dog?
  }

  final class Dog {
    weak var owner: Owner?
    init(owner: Owner) { self.owner = owner }
  }

  static func run() throws {
    let container = DIContainer()
    container.register(Dog.self) { c in try Dog(owner: c.resolve()) }
    container.register(Owner.self) { _ in
      Owner()
    } initCompleted: { owner, c in
      owner.dog = try c.resolve(Dog.self)
    }
    let owner = try container.resolve(Owner.self)
    print("Is the dog's owner its own?", owner.dog?.owner === owner)
  }
}
