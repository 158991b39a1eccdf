import DIContainer

let childrenSolution = Solution(
  code: Snippet(run: Code.run),
  after: """
    The branch keeps its till as long as the branch lives. When a session or a request ends, let its
    child container go, and its singletons go with it.
    """)

private enum Code {
  final class Till {}

  static func run() throws {
    let shop = DIContainer()
    shop.register(Till.self, lazySingleton: { _ in Till() })

    let branch = DIContainer(parent: shop)
    branch.register(Till.self, lazySingleton: { _ in Till() })

    let till = try shop.resolve(Till.self)
    let branchTill = try branch.resolve(Till.self)
    print("Do they share a till?", till === branchTill)
  }
}
