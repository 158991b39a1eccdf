// SPDX-License-Identifier: MIT-0

let facts = [
  Fact("There is a drink named double.") {
    try want("Named", drinks().contains(Drink.self, name: "double") ? "double" : "no", is: "double")
  },
  Fact("A double is twice the strong drink that is registered.") {
    try wantMade(
      in: drinks(), of: "two shots", or: Drink(recipe: "three shots"), "three", name: "strong",
      make: { try $0.resolve(Drink.self, name: "double") }
    ) { drink in
      let parts = drink.recipe.components(separatedBy: " shots")
      return parts.count == 3 ? drink.recipe : "not twice the strong one"
    }
  },
  Fact("The other drinks are as they were.") {
    let container = drinks()
    try want("Drinks", container.resolveAll(Drink.self).count, is: 4)
    for (name, recipe) in [(nil, "water"), ("strong", "two shots"), ("mild", "one shot, milk")] {
      let found = try container.resolve(Drink.self, name: name).recipe
      try want("The recipe of \(name ?? "the one without a name")", found, is: recipe)
    }
  },
]
