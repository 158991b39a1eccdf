import DIContainer

let providers = Lesson(
  title: "Providers",
  before: """
    A provider is a type that registers the services that belong together, so a large program keeps
    its registrations in several files and every part can be left out or replaced as a whole.
    """,
  after: """
    The description of the container lists its registrations in order, whichever provider they came
    from, and a provider never has to care what the others have registered before it.
    """
) {
  let container = DIContainer(providers: [Kitchen(), FrontOfHouse()])
  show(try container.resolve(Waiter.self).menu.dishes.joined(separator: ", "))
  show(container)
}

private struct Kitchen: DIContainer.Provider {
  func register(in container: DIContainer) {
    container.register(Menu.self, lazySingleton: { _ in Menu(dishes: ["soup", "cake"]) })
  }
}

private struct FrontOfHouse: DIContainer.Provider {
  func register(in container: DIContainer) {
    container.register(Waiter.self) { c in Waiter(menu: try c.resolve()) }
  }
}

private struct Menu { let dishes: [String] }

private struct Waiter { let menu: Menu }
