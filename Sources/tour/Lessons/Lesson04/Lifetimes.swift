// Goal: choose how often a service is made, when, and who keeps it.
// - New: `transient`, `lazySingleton`, `eagerSingleton`, `bootstrap`, captive dependency.
// - Needs: `register`, `resolve`.
//
// A service has one of three lifetimes:
// - A transient is made at each use, and not kept. A factory without a label makes one.
// - A lazy singleton is made once, at its first use, and the container keeps it.
// - An eager singleton is made by `bootstrap()` or an earlier use, or is an instance, as the menu.

import DIContainer

final class Cup { init() { print("  a cup is made") } }
final class Machine { init() { print("  a machine is made") } }
final class Menu { init() { print("  a menu is made") } }

final class Shop {
  let cup: Cup
  init(cup: Cup) {
    self.cup = cup
    print("  a shop is made")
  }
}

func coffeeShop() -> DIContainer {
  let container = DIContainer()
  container.register(Cup.self) { _ in Cup() }
  container.register(
    Shop.self, eagerSingleton: { c in try Shop(cup: c.resolve()) })
  container.register(Machine.self, lazySingleton: { _ in Machine() })
  container.register(Menu.self, eagerSingleton: Menu())
  return container
}

func program() throws {
  print("Registering")
  let container = coffeeShop()

  print("bootstrap()")
  try container.bootstrap()

  print("Two guests")
  var shopCups: [Cup] = []
  for _ in 1...2 {
    _ = try container.resolve(Cup.self)
    _ = try container.resolve(Machine.self)
    shopCups.append(try container.resolve(Shop.self).cup)
  }
  print("Is the shop's cup the same?", shopCups[0] === shopCups[1])
}

// ## Predict
// Which of the four is made first? How many cups are made?
// ## Why
// The menu is made by the line that registers it. What stands in braces is a closure, which runs
// later: `bootstrap()` makes the shop, with a cup. The shop keeps that cup, although a cup is a
// transient: a captive dependency, which lives as long as the singleton that was given it. Two
// guests get two more cups, and share one machine, one shop and the shop's cup.
//
// `bootstrap()` also freezes the container: if you register after it, the program ends with a
// message. Call it when everything is registered, before the real work starts.
// ## Exercise
// The first guest waits while the machine heats up. Register the machine as an eager singleton, and
// let `bootstrap()` make it before the shop opens. One word is not enough. `coffeeShop()` itself
// still makes only the menu, and the other lifetimes stay.
