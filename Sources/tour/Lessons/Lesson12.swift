import DIContainer

let providers = Lesson(
  title: "Providers",
  before: """
    A provider is a type that registers what belongs together. A large program has one for each of
    its parts, and each can be left out or replaced as a whole.
    """,
  code: Snippet(run: Code.run),
  after: """
    To print a container lists what is registered, in order, whichever provider it comes from. No
    provider has to care what the others register, or which of them comes first.
    """,
  exercise: """
    Today a vegan cooks. Write a provider for that kitchen, and change one line of the rest.
    """,
  solution: providersSolution)

private enum Code {
  struct Menu { let dishes: [String] }

  struct Waiter { let menu: Menu }

  struct Kitchen: DIContainer.Provider {
    func register(in container: DIContainer) {
      container.register(
        Menu.self, lazySingleton: { _ in Menu(dishes: ["soup", "cake"]) })
    }
  }

  struct DiningRoom: DIContainer.Provider {
    func register(in container: DIContainer) {
      container.register(Waiter.self) { c in try Waiter(menu: c.resolve()) }
    }
  }

  static func run() throws {
    let container = DIContainer(providers: [Kitchen(), DiningRoom()])
    let waiter = try container.resolve(Waiter.self)
    print("Today:", waiter.menu.dishes.joined(separator: ", "))
    print(container)
  }
}
