// Goal: use one container from many tasks.
//
// You may call every method of the container on every thread and in every task. Here a hundred
// tasks ask for one tip jar at the same moment.

import DIContainer

private actor TipJar {
  private(set) var total = 0
  init() { print("A tip jar is made.") }
  func add(_ cents: Int) { total += cents }
}

private struct Menu: Sendable { let dishes: [String] }

private struct Kitchen: Sendable {  // far away, so that it takes a while
  let load: @Sendable () async throws -> Menu
}

private func coffeeShop() -> DIContainer {
  let container = DIContainer()
  container.register(TipJar.self, lazySingleton: { _ in TipJar() })
  container.register(Kitchen.self) { _ in
    Kitchen {
      print("The menu is loaded.")
      return Menu(dishes: ["soup", "cake"])
    }
  }
  return container
}

/// Whoever reads the menu calls this. So far, each of them loads it.
private func menu(from container: DIContainer) async throws -> Menu {
  try await container.resolve(Kitchen.self).load()
}

func lesson16() async throws {
  let container = coffeeShop()
  try await withThrowingTaskGroup(of: Void.self) { group in
    for _ in 1...100 {
      group.addTask { try await container.resolve(TipJar.self).add(300) }
    }
    try await group.waitForAll()
  }
  print("Total:", try await container.resolve(TipJar.self).total)

  for guest in ["Ana", "Ben"] {
    let dishes = try await menu(from: container).dishes
    print("\(guest) reads:", dishes.joined(separator: ", "))
  }
}

// ## Predict
// How often is "A tip jar is made." printed? Can the total be less than 30000?
//
// ## Why
// The factory runs once, and all tasks get the same jar. What the jar does with a hundred tasks is
// up to it: the container protects its own state, and not the services. So the jar is an actor.
//
// ## Exercise
// Let the menu be loaded only once, when somebody reads it first, however many tasks read it at the
// same moment, and however long that takes. `menu(from:)` stays the way to it. A factory can't
// `await`, but it can make a `Task`, or an actor of your own: then that is the service.
