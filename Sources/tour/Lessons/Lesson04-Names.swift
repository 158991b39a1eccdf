// Goal: have several factories for one service.
//
// The container finds a factory by its key. So far, the key was the type of the service. A key can
// have a name too, so that one service has several factories.

import DIContainer

private struct Drink { let recipe: String }

private func drinks() -> DIContainer {
  let container = DIContainer()
  container.register(Drink.self) { _ in Drink(recipe: "water") }
  container.register(Drink.self, name: "strong") { _ in
    Drink(recipe: "two shots")
  }
  container.register(Drink.self, name: "mild") { _ in
    Drink(recipe: "one shot, milk")
  }
  return container
}

func lesson4() throws {
  let container = drinks()
  print("Just a drink:", try container.resolve(Drink.self).recipe)
  let strong = try container.resolve(Drink.self, name: "strong")
  print("A strong one:", strong.recipe)
  for drink in try container.resolveAll(Drink.self) {
    print("One of all:", drink.recipe)
  }
}

// ## Predict
// One drink has no name. Does it get in the way of the other two? How many drinks does `resolveAll`
// make?
//
// ## Why
// Drinks with and without a name live side by side. `resolveAll` makes all three, in the order in
// which they were registered. To register the same key again replaces the earlier factory.
//
// ## Exercise
// Register a drink named "double": the strong one, poured twice. Its recipe has the recipe of the
// strong one two times, and that of another strong one, if somebody registers that later.
