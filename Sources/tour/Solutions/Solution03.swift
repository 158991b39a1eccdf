import DIContainer

let lifetimesSolution = Solution(
  code: Snippet(run: Code.run),
  after: """
    A lazy singleton became an eager one, and `bootstrap()` made both in the order in which they
    are registered. A machine that is resolved before `bootstrap()` would be made then: eager means
    "no later than `bootstrap()`".
    """)

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

  static func run() throws {
    let container = DIContainer()
    container.register(Cup.self) { _ in Cup() }
    container.register(Machine.self, eagerSingleton: { _ in Machine() })
    container.register(Shop.self, eagerSingleton: { _ in Shop() })

    print("bootstrap()")
    try container.bootstrap()

    print("The first guest")
    _ = try container.resolve(Machine.self)
    _ = try container.resolve(Cup.self)
  }
}
