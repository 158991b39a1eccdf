import DIContainer

let names = Lesson(
  title: "Names",
  before: """
    The container finds a factory by its key. So far the key was the type of the service. A name can
    be a part of it too, and then one service can have several factories.
    """,
  code: Snippet(run: Code.run),
  after: """
    The one without a name and those with a name live side by side. `resolveAll` makes every one of
    them, in the order in which they are registered.

    The same key again is different: it replaces what was registered before.
    """,
  exercise: """
    Register a drink named "double". Its factory resolves the strong one, and pours it twice.
    """,
  solution: namesSolution)

private enum Code {
  struct Drink { let recipe: String }

  static func run() throws {
    let container = DIContainer()
    container.register(Drink.self) { _ in Drink(recipe: "water") }
    container.register(Drink.self, name: "strong") { _ in
      Drink(recipe: "two shots")
    }
    container.register(Drink.self, name: "mild") { _ in
      Drink(recipe: "one shot, milk")
    }

    let drink = try container.resolve(Drink.self)
    print("Just a drink:", drink.recipe)

    let strong = try container.resolve(Drink.self, name: "strong")
    print("A strong one:", strong.recipe)

    print("All of them:")
    for drink in try container.resolveAll(Drink.self) {
      print("-", drink.recipe)
    }
  }
}
