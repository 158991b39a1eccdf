// SPDX-License-Identifier: MIT-0

/// A shop whose kitchen counts, and needs some milliseconds.
private func shop(_ loads: Count, milliseconds: UInt64 = 20, dish: String = "stew") -> DIContainer {
  let container = coffeeShop()
  container.register(Kitchen.self) { _ in
    Kitchen {
      loads.add()
      try await Task.sleep(nanoseconds: milliseconds * 1_000_000)
      return Menu(dishes: [dish])
    }
  }
  return container
}

/// What a hundred tasks do at the same moment.
private func many<Result: Sendable>(
  _ work: @escaping @Sendable () async throws -> Result
) async throws -> [Result] {
  try await withThrowingTaskGroup(of: Result.self) { group in
    for _ in 1...100 { group.addTask { try await work() } }
    return try await group.reduce(into: []) { $0.append($1) }
  }
}

let facts = [
  Fact("Nothing is loaded before somebody reads the menu.") {
    let loads = Count()
    let container = shop(loads)
    try container.wantNothingMade()
    try await Task.sleep(nanoseconds: 20_000_000)
    try want("Loaded", loads.value, is: 0)
  },
  Fact("A hundred tasks read the menu, and it is loaded once.") {
    for milliseconds: UInt64 in [0, 20, 300] {
      let loads = Count()
      let dish = "stew of \(milliseconds) milliseconds"
      let container = shop(loads, milliseconds: milliseconds, dish: dish)
      for _ in 1...2 {
        let menus = try await many { try await menu(from: container).dishes }
        try want("They read", Set(menus), is: [[dish]])
        try want("Loaded, in \(milliseconds) milliseconds", loads.value, is: 1, "Keep the task.")
      }
    }
  },
  Fact("Each shop loads its own menu, from the kitchen that is registered.") {
    for dish in ["stew", "pie"] {
      let loads = Count()
      let container = shop(loads, dish: dish)
      try await want("Somebody reads", menu(from: container).dishes, is: [dish])
      try want("Loaded", loads.value, is: 1)
      try shop(loads).wantNothingCaptured()
    }
  },
  Fact("The jar is an actor as it was, and gets every tip.") {
    let container = coffeeShop()
    _ = try await many { try await container.resolve(TipJar.self).add(1) }
    try await want("The total", container.resolve(TipJar.self).total, is: 100)
    try want(TipJar.self is any Actor.Type, "Nothing else protects it from many tasks.")
  },
]
