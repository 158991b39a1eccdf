import DIContainer

let lifetimes = Lesson(
  title: "Lifetimes",
  before: """
    A lifetime says how long the container keeps what a factory made: a transient is made at each
    use, a lazy singleton once, at its first use, and an eager singleton once, by bootstrap().
    """,
  after: """
    A factory without a label is a transient, an eager singleton may also be a finished instance
    such as the menu, and bootstrap() freezes the container: to register later ends the program.
    """
) {
  let container = DIContainer()
  container.register(Cup.self, transient: { _ in Cup() })
  container.register(Machine.self, lazySingleton: { _ in Machine() })
  container.register(Shop.self, eagerSingleton: { _ in Shop() })
  container.register(Menu.self, eagerSingleton: Menu())

  show("Before bootstrap():")
  try container.bootstrap()
  show("After bootstrap():")
  show("Is it the same cup? \(container[Cup.self] === container[Cup.self])")
  show("Is it the same machine? \(container[Machine.self] === container[Machine.self])")
}

private final class Cup {
  init() { show("  a cup is made") }
}

private final class Machine {
  init() { show("  a machine is made") }
}

private final class Shop {
  init() { show("  a shop is made") }
}

private final class Menu {
  init() { show("A menu is made.") }
}
