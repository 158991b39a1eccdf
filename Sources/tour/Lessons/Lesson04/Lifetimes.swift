// Goal: choose when and how often a service is created, and what keeps it.
// A service has one of three lifetimes:
// - A transient is created at each use. A factory without a label registers one.
// - A lazy singleton is created at its first use, and the container keeps it.
// - An eager singleton exists already, like the menu here, or is created by `bootstrap()`.

import DIContainer

final class Cup { init() { print("  a cup is created") } }
final class Machine { init() { print("  a machine is created") } }
final class Menu { init() { print("  a menu is created") } }

final class Shop {
  let cup: Cup
  init(cup: Cup) {
    self.cup = cup
    print("  a shop is created")
  }
}

func coffeeShop() -> DIContainer {
  let container = DIContainer()
  container.register(Cup.self) { Cup() }
  container.register(Shop.self, eagerSingleton: { c in try Shop(cup: c.resolve()) })
  container.register(Machine.self, lazySingleton: { Machine() })
  container.register(Menu.self, eagerSingleton: Menu())
  return container
}

func program() throws {
  let container = coffeeShop()
  print("bootstrap()")
  try container.bootstrap()
  print("Two guests")
  for _ in 1...2 {
    _ = try container.resolve(Cup.self)
    _ = try container.resolve(Machine.self)
    _ = try container.resolve(Shop.self)
  }
  print(container)
}

// ## Predict
// Which of the four is created first? How many cups are created?
// ## Why
// The line that registers the menu creates it. The code in braces runs later: `bootstrap()` creates
// the eager singletons in the order of registration, here a shop with a cup. The shop keeps that
// cup, although a cup is a transient: a captive dependency. The two guests get two more cups, and
// share one machine and one shop. After `bootstrap()`, registering ends the program with a message.
// ## Exercise
// The first guest waits while the machine heats up. Register the machine as an eager singleton that
// `bootstrap()` creates before the shop. Changing one word is not enough. `coffeeShop()` itself
// still creates only the menu, and the shop's factory resolves only a cup. Change nothing else.
