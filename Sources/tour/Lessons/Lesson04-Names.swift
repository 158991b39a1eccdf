// SPDX-License-Identifier: MIT-0

// # Lesson 4: Names
// 7 minutes. Goal: have several factories for one service.
//
// The container finds a factory by its key. So far, the key was the type of the service. A key can
// have a name too. So one service can have several factories.

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
  let drink = try container.resolve(Drink.self)
  print("Just a drink:", drink.recipe)

  let strong = try container.resolve(Drink.self, name: "strong")
  print("A strong one:", strong.recipe)

  print("All of them:")
  for drink in try container.resolveAll(Drink.self) {
    print("-", drink.recipe)
  }
}

// ## Predict
// One drink has no name. Does it get in the way of the other two? How many drinks does `resolveAll`
// make?
//
// ## It prints
//     Just a drink: water
//     A strong one: two shots
//     All of them:
//     - water
//     - two shots
//     - one shot, milk
//
// Drinks with and without a name live side by side. `resolveAll` makes all of them, in the order in
// which they were registered.
//
// To register the same key again is different: that replaces the earlier one.
//
// ## Exercise
// Register a drink named "double". It is the strong one, poured twice: its recipe has the recipe of
// the strong one two times. If somebody registers another strong drink, the next double is made of
// that.
