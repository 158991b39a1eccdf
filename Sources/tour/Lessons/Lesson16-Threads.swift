// SPDX-License-Identifier: MIT-0

// # Lesson 16: Threads and tasks
// 9 minutes. Goal: use one container from many tasks.
//
// You may call every method of the container on every thread and in every task.
// Here a hundred tasks ask for one tip jar at the same moment.

import DIContainer

private actor TipJar {
  private(set) var total = 0
  init() { print("A tip jar is made.") }
  func add(_ cents: Int) { total += cents }
}

// For the exercise.
private struct Menu {
  let dishes: [String]

  static func load() async throws -> Menu {
    print("The menu is loaded.")
    return Menu(dishes: ["soup", "cake"])
  }
}

func lesson16() async throws {
  let container = DIContainer()
  container.register(TipJar.self, lazySingleton: { _ in TipJar() })

  try await withThrowingTaskGroup(of: Void.self) { group in
    for _ in 1...100 {
      group.addTask { try await container.resolve(TipJar.self).add(300) }
    }
    try await group.waitForAll()
  }
  print("Total:", try await container.resolve(TipJar.self).total)
  print(container)
}

// ## Predict
// How often is "A tip jar is made." printed? Can the total be less than 30000?
//
// ## It prints
//     A tip jar is made.
//     Total: 30000
//     TipJar: lazySingleton (made)
//
// The factory ran once, and all tasks got the same jar. None of them got it
// before it was finished.
//
// What the jar does with a hundred tasks is up to the jar. That is why it is an
// actor here. The container protects its own state, and not the services.
//
// ## Exercise
// The menu comes from far away: `Menu.load()` is `async`, and a factory can't
// `await`. After the total, let another hundred tasks read the menu, but load it
// only once. Each then adds a tip of 100. Print the dishes and the new total, and
// at last the container. (A factory can make a `Task`. Then the task is the
// service.)
//
// ## Then it prints
//     A tip jar is made.
//     Total: 30000
//     The menu is loaded.
//     Today: soup, cake
//     Total: 40000
//     TipJar: lazySingleton (made)
//     Task<Menu, Error>: lazySingleton (made)
