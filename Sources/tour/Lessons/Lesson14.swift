import DIContainer

let children = Lesson(
  title: "Child containers",
  before: """
    A child container sees everything that its parent has registered. It can register more for
    itself, or something else in the parent's place: for one branch of a shop, for the session of
    one user, or for one request.
    """,
  code: Snippet(run: Code.run),
  after: """
    The coffee is a transient of the parent. It was made with the branch's own beans. The till is a
    singleton of the parent: there is one, the parent keeps it, and it was made with what the parent
    has. So what a child registers never reaches a singleton of its parent. `verify()` of the child
    warns you where that matters.

    The parent never sees what a child registers.
    """,
  exercise: """
    Give the branch a till of its own.
    """,
  solution: childrenSolution)

private enum Code {
  struct Beans { let origin: String }

  struct Coffee { let beans: Beans }

  final class Till {}

  static func run() throws {
    let shop = DIContainer()
    shop.register(Beans.self) { _ in Beans(origin: "Kenya") }
    shop.register(Coffee.self) { c in try Coffee(beans: c.resolve()) }
    shop.register(Till.self, lazySingleton: { _ in Till() })

    let branch = DIContainer(parent: shop)
    branch.register(Beans.self) { _ in Beans(origin: "Peru") }

    print("Shop:   coffee from", try shop.resolve(Coffee.self).beans.origin)
    print("Branch: coffee from", try branch.resolve(Coffee.self).beans.origin)

    let till = try shop.resolve(Till.self)
    let branchTill = try branch.resolve(Till.self)
    print("Do they share a till?", till === branchTill)
  }
}
