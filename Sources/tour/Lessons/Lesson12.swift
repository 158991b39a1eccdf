// SPDX-License-Identifier: MIT-0

// # Lesson 12: Providers
// 5 minutes. Goal: group what belongs together, and replace a group as a whole.
//
// A provider is a type that registers what belongs together. A large program has
// one for each of its parts. Each can be left out or replaced as a whole.

import DIContainer

private struct Menu { let dishes: [String] }
private struct Waiter { let menu: Menu }

private struct Kitchen: DIContainer.Provider {
  func register(in container: DIContainer) {
    container.register(
      Menu.self, lazySingleton: { _ in Menu(dishes: ["soup", "cake"]) })
  }
}

private struct DiningRoom: DIContainer.Provider {
  func register(in container: DIContainer) {
    container.register(Waiter.self) { c in try Waiter(menu: c.resolve()) }
  }
}

func lesson12() throws {
  let container = DIContainer(providers: [DiningRoom(), Kitchen()])
  let waiter = try container.resolve(Waiter.self)
  print("Today:", waiter.menu.dishes.joined(separator: ", "))
  print(container)
}

// ## Predict
// The waiter needs the menu, and the kitchen comes second. Does that work? And
// what do you see if you print a container?
//
// ## It prints
//     Today: soup, cake
//     Waiter: transient
//     Menu: lazySingleton (made)
//
// A container prints what is registered, in order, whichever provider it comes
// from. A provider doesn't have to know what the others register, or which of
// them comes first.
//
// ## Exercise
// Today a vegan cooks. Write a provider for that kitchen, and change one line of
// the rest.
//
// ## Then it prints
//     Today: falafel
//     Waiter: transient
//     Menu: lazySingleton (made)
