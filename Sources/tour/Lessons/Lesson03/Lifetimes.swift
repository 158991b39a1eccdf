// Goal: choose how often a service is made, when, and who keeps it.
//
// A service has one of three lifetimes:
//
// - A transient is made at each use. A factory without a label is one. The container doesn't keep
//   it: it belongs to whoever resolved it.
// - A lazy singleton is made once, at its first use, and the container keeps it.
// - An eager singleton is made once, by `bootstrap()`, and kept too. It can also be an instance
//   that you already have, like the menu here.

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
  for _ in 1...2 {
    _ = try container.resolve(Cup.self)
    _ = try container.resolve(Machine.self)
  }
  let shop = try container.resolve(Shop.self)
  let otherShop = try container.resolve(Shop.self)
  print("One cup from the shop?", shop.cup === otherShop.cup)
}

// ## Predict
// Which of the four is made first? How many cups are made? Does the shop give both the same one?
// ## Why
// The menu is made by the line that registers it, and the shop by `bootstrap()`, with a cup for it.
// Two guests get two more cups, and share one machine.
//
// The container keeps the shop, and the shop keeps its cup. So this cup lives as long as the shop,
// although a cup is a transient. If a singleton needs a new one each time, give it a closure that
// makes one.
//
// `bootstrap()` also freezes the container: if you register after it, the program ends with a
// message. Call it when everything is registered, before the real work starts.
// ## Exercise
// The first guest waits while the machine heats up. Register the machine as an eager singleton, and
// let `bootstrap()` make it before the shop opens. One word is not enough.
