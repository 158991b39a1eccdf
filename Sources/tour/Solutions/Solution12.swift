import DIContainer

let providersSolution = Solution(
  code: Snippet(run: Code.run),
  after: """
    A whole part of the program was replaced by another name in one list. `[Kitchen(), DiningRoom(),
    VeganKitchen()]` does it too: the later registration of the menu replaces the earlier one.
    """)

private enum Code {
  struct Menu { let dishes: [String] }

  struct Waiter { let menu: Menu }

  struct VeganKitchen: DIContainer.Provider {
    func register(in container: DIContainer) {
      container.register(
        Menu.self, lazySingleton: { _ in Menu(dishes: ["falafel"]) })
    }
  }

  struct DiningRoom: DIContainer.Provider {
    func register(in container: DIContainer) {
      container.register(Waiter.self) { c in try Waiter(menu: c.resolve()) }
    }
  }

  static func run() throws {
    let container = DIContainer(providers: [VeganKitchen(), DiningRoom()])
    let waiter = try container.resolve(Waiter.self)
    print("Today:", waiter.menu.dishes.joined(separator: ", "))
  }
}
