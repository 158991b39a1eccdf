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
  Fact("A hundred tasks put tips into one jar, and none is lost.") {
    let container = coffeeShop()
    for round in 1...20 {
      _ = try await many {
        let jar = try container.resolve(TipJar.self)
        for _ in 1...100 { await jar.add(1) }
      }
      let total = try await container.resolve(TipJar.self).total
      try want("The total", total, is: 10_000 * round, "What does the jar do with many tasks?")
    }
  },
]
