import DIContainer

let threadsSolution = Solution(
  code: Snippet(run: Code.run),
  after: """
    The service is the task, and everybody awaits the value of the same one. If it fails, it has
    failed for everybody: the container keeps the task. Where a failure should be tried again,
    register a service of your own that does so.
    """)

private enum Code {
  struct Menu {
    let dishes: [String]

    static func load() async throws -> Menu {
      print("The menu is loaded.")
      return Menu(dishes: ["soup", "cake"])
    }
  }

  static func run() async throws {
    let container = DIContainer()
    container.register(lazySingleton: { _ in Task { try await Menu.load() } })

    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...100 {
        group.addTask {
          let task = try container.resolve(Task<Menu, any Error>.self)
          _ = try await task.value
        }
      }
      try await group.waitForAll()
    }
    let task = try container.resolve(Task<Menu, any Error>.self)
    print("Today:", try await task.value.dishes.joined(separator: ", "))
  }
}
