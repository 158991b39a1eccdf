import DIContainer

let threads = Lesson(
  title: "Threads and tasks",
  before: """
    Every method of the container may be called from every thread and task. Here a hundred tasks ask
    for one till at the same moment.
    """,
  code: Snippet(run: Code.run),
  after: """
    The factory ran once, and all got the same till. Nobody got it before it was finished.

    What the till does with a hundred tasks is up to the till. That is why it is an actor here. The
    container protects its own state, and leaves the isolation of a service to the service.
    """,
  exercise: """
    The menu is loaded from far away: `Menu.load()` is `async`, and a factory can't `await`. Let a
    hundred tasks read the menu, and load it once. (A factory can make a `Task`.
    Then the task is the service.)
    """,
  solution: threadsSolution)

private enum Code {
  actor Till {
    private(set) var total = 0
    init() { print("A till is made.") }
    func add(_ cents: Int) { total += cents }
  }

  static func run() async throws {
    let container = DIContainer()
    container.register(Till.self, lazySingleton: { _ in Till() })

    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...100 {
        group.addTask { try await container.resolve(Till.self).add(300) }
      }
      try await group.waitForAll()
    }
    print("Total:", try await container.resolve(Till.self).total)
  }
}
