// SPDX-License-Identifier: MIT-0

// # Lesson 3: Lifetimes
// 6 minutes. Goal: choose how often a service is made, and when.
//
// A service has one of three lifetimes:
//
// - A transient is made at each use. A factory without a label is one.
// - A lazy singleton is made once, at its first use.
// - An eager singleton is made once, by `bootstrap()`. It can also be an instance
//   that you already have, like the menu here.

import DIContainer

private final class Cup { init() { print("  a cup is made") } }
private final class Machine { init() { print("  a machine is made") } }
private final class Shop { init() { print("  a shop is made") } }
private final class Menu { init() { print("  a menu is made") } }

func lesson3() throws {
  print("Registering")
  let container = DIContainer()
  container.register(Cup.self) { _ in Cup() }
  container.register(Shop.self, eagerSingleton: { _ in Shop() })
  container.register(Machine.self, lazySingleton: { _ in Machine() })
  container.register(Menu.self, eagerSingleton: Menu())

  print("bootstrap()")
  try container.bootstrap()

  print("Two guests")
  let cup = try container.resolve(Cup.self)
  let otherCup = try container.resolve(Cup.self)
  print("One cup for both?", cup === otherCup)

  let machine = try container.resolve(Machine.self)
  let otherMachine = try container.resolve(Machine.self)
  print("One machine for both?", machine === otherMachine)
}

// ## Predict
// Which of the four is made first, and which last? Which is made twice?
//
// ## It prints
//     Registering
//       a menu is made
//     bootstrap()
//       a shop is made
//     Two guests
//       a cup is made
//       a cup is made
//     One cup for both? false
//       a machine is made
//     One machine for both? true
//
// The menu was made in the line that registers it, and the shop by `bootstrap()`.
// For two uses, there were two cups, but only one machine.
//
// `bootstrap()` also freezes the container: if you register after it, the program
// ends with a message. Call it when everything is registered, before the real
// work starts. A small program can do without it.
//
// ## Exercise
// The first guest waits while the machine heats up. Let `bootstrap()` make the
// machine, and make it before the shop opens. One word is not enough: find out
// how `bootstrap()` chooses what to make first.
//
// ## Then it prints
//     Registering
//       a menu is made
//     bootstrap()
//       a machine is made
//       a shop is made
//     Two guests
//       a cup is made
//       a cup is made
//     One cup for both? false
//     One machine for both? true
