import DIContainer

let names = Lesson(
  title: "Names",
  before: """
    The container finds a factory by its key, and the type of the service is only a part of it: with
    a name as well, one service can have several factories.
    """,
  after: """
    The unnamed key and each named one live side by side, and resolveAll gives every one of them in
    the order in which they were registered.
    """
) {
  let container = DIContainer()
  container.register(Drink.self) { _ in Drink(recipe: "water") }
  container.register(Drink.self, name: "strong") { _ in Drink(recipe: "two shots") }
  container.register(Drink.self, name: "mild") { _ in Drink(recipe: "one shot, milk") }

  show(try container.resolve(Drink.self).recipe)
  show(try container.resolve(Drink.self, name: "strong").recipe)
  show(try container.resolveAll(Drink.self).map(\.recipe).joined(separator: " + "))
}

private struct Drink { let recipe: String }
