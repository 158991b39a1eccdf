import DIContainer

let threads = Lesson(
  title: "Threads",
  before: """
    Every method of the container may be called from every thread, so a hundred tasks can ask for
    one singleton at the same moment.
    """,
  after: """
    The factory ran once and all got the same till; what the till does with a hundred tasks at a
    time is its own affair, which is why it is an actor here.
    """
) {
  let container = DIContainer()
  container.register(
    Till.self,
    lazySingleton: { _ in
      show("a till is made")
      return Till()
    })

  try await withThrowingTaskGroup(of: Void.self) { group in
    for _ in 1...100 {
      group.addTask { try await container.resolve(Till.self).add(3) }
    }
    try await group.waitForAll()
  }
  show("Total: \(try await container.resolve(Till.self).total)")
}

private actor Till {
  var total = 0
  func add(_ euros: Int) { total += euros }
}
