import DIContainer

let namesSolution = Solution(
  code: Snippet(run: Code.run),
  after: """
    "double" needs "strong", and both are drinks. That is not a ring: the names differ, and so do
    the keys.
    """)

private enum Code {
  struct Drink { let recipe: String }

  static func run() throws {
    let container = DIContainer()
    container.register(Drink.self, name: "strong") { _ in
      Drink(recipe: "two shots")
    }
    container.register(Drink.self, name: "double") { c in
      let strong = try c.resolve(Drink.self, name: "strong")
      return Drink(recipe: "\(strong.recipe), \(strong.recipe)")
    }

    print("A double:", try container.resolve(Drink.self, name: "double").recipe)
  }
}
