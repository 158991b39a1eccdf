// SPDX-License-Identifier: MIT-0

// # Lesson 4: Names
// 7 minutes. Goal: have several factories for one service.
//
// The container finds a factory by its key. So far, the key was the type of the
// service. A key can have a name too. So one service can have several factories.

import DIContainer

private struct Drink { let recipe: String }

func lesson4() throws {
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

// ## Predict
// One drink has no name. Does it get in the way of the other two? How many drinks
// does `resolveAll` make?
//
// ## It prints
//     Just a drink: water
//     A strong one: two shots
//     All of them:
//     - water
//     - two shots
//     - one shot, milk
//
// Drinks with and without a name live side by side. `resolveAll` makes all of
// them, in the order in which they were registered.
//
// To register the same key again is different: that replaces the earlier one.
//
// ## Exercise
// Register a drink named "double". Its factory resolves the strong one, and pours
// it twice. Then the strong one changes. Add this at the end:
//
//     container.register(Drink.self, name: "strong") { _ in
//       Drink(recipe: "three shots")
//     }
//     let double = try container.resolve(Drink.self, name: "double")
//     print("Now a double:", double.recipe)
//     print(container)
//
// ## Then it prints
//     Just a drink: water
//     A strong one: two shots
//     All of them:
//     - water
//     - two shots
//     - one shot, milk
//     - two shots, two shots
//     Now a double: three shots, three shots
//     Drink: transient
//     Drink "mild": transient
//     Drink "double": transient
//     Drink "strong": transient
