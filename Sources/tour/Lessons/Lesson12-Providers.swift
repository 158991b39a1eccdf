// SPDX-License-Identifier: MIT-0

// # Lesson 12: Providers
// 7 minutes. Goal: group what belongs together, and replace a group as a whole.
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
  let today: [any DIContainer.Provider] = [DiningRoom(), Kitchen()]
  let tomorrow: [any DIContainer.Provider] = [DiningRoom(), Kitchen()]

  for providers in [today, tomorrow] {
    let container = DIContainer(providers: providers)
    let waiter = try container.resolve(Waiter.self)
    print(providers.map { "\(type(of: $0))" }.joined(separator: " and "))
    print("serve", waiter.menu.dishes.joined(separator: ", "))
    print(container)
  }
}

// ## Predict
// The waiter needs the menu, and the kitchen comes second. Does that work?
//
// ## It prints
//     DiningRoom and Kitchen
//     serve soup, cake
//     Waiter: transient
//     Menu: lazySingleton (made)
//     DiningRoom and Kitchen
//     serve soup, cake
//     Waiter: transient
//     Menu: lazySingleton (made)
//
// A container prints what is registered, in order, whichever provider it comes
// from. A provider doesn't have to know what the others register, or which of
// them comes first.
//
// ## Exercise
// Today a vegan cooks. Write a provider `VeganKitchen`, and change one line of
// the rest. Tomorrow is as before.
//
// ## Then it prints
//     DiningRoom and VeganKitchen
//     serve falafel
//     Waiter: transient
//     Menu: lazySingleton (made)
//     DiningRoom and Kitchen
//     serve soup, cake
//     Waiter: transient
//     Menu: lazySingleton (made)
