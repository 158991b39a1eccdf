/// A shop whose kitchen notes what it loads, and needs some milliseconds.
private func shop(_ loaded: Notes, dish: String = "stew", milliseconds: UInt64 = 0) -> DIContainer {
  let container = coffeeShop()
  container.register(Kitchen.self) { _ in
    Kitchen {
      loaded.add(dish)
      try await Task.sleep(nanoseconds: milliseconds * 1_000_000)
      return Menu(dishes: [dish])
    }
  }
  return container
}

let facts = [
  Fact("Nothing is loaded before somebody reads the menu.") {
    let loaded = Notes()
    try shop(loaded).wantNothingMade()
    try await Task.sleep(nanoseconds: 20_000_000)
    try want("Loaded", loaded.all, is: [])
  },
  Fact("A hundred tasks read the menu, and it is loaded once.") {
    for milliseconds: UInt64 in [0, 20, 300] {
      let (loaded, dish) = (Notes(), "stew of \(milliseconds) milliseconds")
      let container = shop(loaded, dish: dish, milliseconds: milliseconds)
      try container.bootstrap()  // nothing is registered any more
      for _ in 1...2 {
        let tasks = (1...100).map { _ in Task { try await menu(from: container).dishes } }
        for task in tasks { try await want("A task reads", task.value, is: [dish]) }
        try want("How often it is loaded", loaded.all.count, is: 1, "Keep the task.")
      }
    }
  },
  Fact("Each shop loads from its own kitchen.") { try shop(Notes()).wantNothingCaptured() },
  Fact("The jar is an actor as it was, and gets every tip.") {
    let container = coffeeShop()
    let tasks = (1...100).map { _ in Task { try await container.resolve(TipJar.self).add(1) } }
    for task in tasks { try await task.value }
    try await want("The total", container.resolve(TipJar.self).total, is: 100)
    try want(TipJar.self is any Actor.Type, "Nothing else protects it from many tasks.")
  },
]
