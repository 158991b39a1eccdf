import DIContainer

let children = Lesson(
  title: "Child containers",
  before: """
    A child container sees everything that its parent has registered and may register more, or its
    own version, for itself alone: a branch of the shop, the session of a user, one test.
    """,
  after: """
    A transient of the parent was made with what the child registers, the till is a singleton of
    the parent and shared, and the parent never sees what a child does.
    """
) {
  let shop = DIContainer()
  shop.register(Beans.self) { _ in Beans(origin: "Kenya") }
  shop.register(Coffee.self) { c in Coffee(beans: try c.resolve()) }
  shop.register(Till.self, lazySingleton: { _ in Till() })

  let branch = DIContainer(parent: shop)
  branch.register(Beans.self) { _ in Beans(origin: "Peru") }

  show("Shop: coffee from \(try shop.resolve(Coffee.self).beans.origin)")
  show("Branch: coffee from \(try branch.resolve(Coffee.self).beans.origin)")
  show("Do they share the till? \(try shop.resolve(Till.self) === branch.resolve(Till.self))")
}

private struct Beans { let origin: String }

private struct Coffee { let beans: Beans }

private final class Till {}
