// Goal: group what belongs together, and replace a group as a whole.
//
// A provider is a type that registers what belongs together. A large program has one for each of
// its parts. Each can be left out or replaced as a whole.

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

private typealias Providers = [any DIContainer.Provider]

private func today() -> Providers { [DiningRoom(), Kitchen()] }
private func tomorrow() -> Providers { [DiningRoom(), Kitchen()] }

func lesson12() throws {
  for providers in [today(), tomorrow()] {
    let waiter = try DIContainer(providers: providers).resolve(Waiter.self)
    print("serve", waiter.menu.dishes.joined(separator: ", "))
  }
}

// ## Predict
// The waiter needs the menu, and the kitchen comes second. Does that work?
//
// ## Why
// It does: a provider doesn't have to know what the others register, or which of them comes first.
//
// ## Exercise
// Today a vegan cooks, and serves only falafel. Write a provider, `VeganKitchen`, and let it take
// the place of the kitchen in `today`.
