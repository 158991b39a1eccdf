import DIContainer
import TestSupport
import Testing

private final class First: Sendable {}
private final class Second: Sendable {}
private final class Outer: Sendable {}

@Suite(.timeLimit(.minutes(5)))
struct FinishedElsewhereTests {
  /// What is made of a finished part is finished at once, and nobody's callback is due.
  ///
  ///     thread 1                               │ thread 2
  ///                                            │ First is made, its callback begins
  ///     Outer's factory asks for Second,       │
  ///     and Second's for First: waits          │
  ///                                            │ the callback asks for Second: waits
  ///     takes First, Second is made            │
  ///                                            │ takes Second: both are finished
  ///     Outer is made of what is finished      │
  @Test(.tags(.T5, .T10))
  func whatIsMadeOfAPartThatAnotherThreadFinishedLeavesNothing() async throws {
    let watch = Watch()
    func run() async throws {
      let container = watch.add(DIContainer())
      let isCompleting = Latch()
      let isAsking = Latch()
      let isFinished = Latch()
      container.register(
        First.self, lazySingleton: { _ in watch.add(First()) },
        initCompleted: { _, c in
          isCompleting.open()
          try isAsking.wait()
          _ = try c.resolve(Second.self)
        })
      container.register(
        Second.self,
        lazySingleton: { c in
          isAsking.open()
          _ = try c.resolve(First.self)
          return watch.add(Second())
        })
      container.register(
        Outer.self,
        lazySingleton: { c in
          _ = try c.resolve(Second.self)
          try isFinished.wait()
          return watch.add(Outer())
        })
      let two = Worker {
        _ = try container.resolve(First.self)
        isFinished.open()
      }
      try await isCompleting.opened()
      let one = Worker { _ = try container.resolve(Outer.self) }
      try await two.value
      try await one.value
    }
    try await run()
    #expect(watch.count == 4)
    #expect(await watch.emptied())
  }
}
