import DIContainer

let lifetimes = Lesson(
  title: "Lifetimes",
  before: """
    A lifetime says when a service is made, and how often:

    - a transient at each use. A factory without a label is one;
    - a lazy singleton once, at its first use;
    - an eager singleton once, by `bootstrap()`. It can also be an instance that you have already,
    like the menu here.
    """,
  code: Snippet(run: Code.run),
  after: """
    Read the output next to the code. The menu was there before the container did anything, the shop
    was made by `bootstrap()`, two cups were made for two uses, and one machine for two.

    `bootstrap()` also freezes the container: to register after it is a mistake that ends the
    program. Call it when all is registered, before the real work starts. A small program can do
    without it.
    """,
  exercise: """
    The first guest waits while the machine heats up. Let `bootstrap()` make the machine.
    """,
  solution: lifetimesSolution)

private enum Code {
  final class Cup {
    init() { print("  a cup is made") }
  }

  final class Machine {
    init() { print("  a machine is made") }
  }

  final class Shop {
    init() { print("  a shop is made") }
  }

  final class Menu {
    init() { print("  a menu is made") }
  }

  static func run() throws {
    print("Registering")
    let container = DIContainer()
    container.register(Cup.self) { _ in Cup() }
    container.register(Machine.self, lazySingleton: { _ in Machine() })
    container.register(Shop.self, eagerSingleton: { _ in Shop() })
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
}
