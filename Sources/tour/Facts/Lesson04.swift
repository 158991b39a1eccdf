let facts = [
  Fact("A drink named double is twice the strong drink that is registered.") {
    let strong = Drink(recipe: "three shots")
    try wantMade(
      in: drinks(), of: ["two shots", "two shots"], or: strong, ["three shots", "three shots"],
      name: "strong", text: { $0.recipe.matches(of: /\w+ shots/).map { "\($0.output)" } },
      make: { try $0.resolve(Drink.self, name: "double") })
  },
  Fact("The other drinks are as they were.") {
    let container = drinks()
    let others = try [nil, "strong", "mild"].map { try container.resolve(Drink.self, name: $0) }
    try want("Recipes", others.map(\.recipe), is: ["water", "two shots", "one shot, milk"])
    try want("Drinks", container.resolveAll(Drink.self).count, is: 4)
  },
]
