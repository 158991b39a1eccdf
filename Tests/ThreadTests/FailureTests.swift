// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

// The effect of a failure on other threads. The explorer runs random failures under thousands of
// schedules.

@Suite(.timeLimit(.minutes(5)))
struct FailureTests {
  @Test(arguments: Place.allCases)
  func threadThatWaitsForAFailingSingletonTriesAgain(_ place: Place) async throws {
    // thread 1             │ threads 2 to 4
    // A runs               │
    //                      │ ask for A: wait
    // fails                │ one creates A, all have it
    let failing = Pause()
    let counts = Counter()
    let container = DIContainer()
    register(A.self, in: container, place) {
      guard counts.add("A") == 1 else { return }
      try failing.stop()
      throw Failure()
    }
    let first = Worker { try container.resolve(A.self) }
    try await failing.reached()
    let others = (2...4).map { _ in Worker { try container.resolve(A.self) } }
    for other in others { try await other.rested() }
    failing.end()
    #expect(try await first.error is Failure)
    for other in others {
      #expect(try await other.value === container[A.self])
      #expect(try await other.value.isComplete)
    }
    #expect(counts["A"] == 2)
  }

  @Test(arguments: [false, true])
  func singletonSurvivesALaterFailureIfItsDependenciesAreComplete(isComplete: Bool) async throws {
    // thread 1                │ thread 2                  │ thread 3
    // C's factory has A       │                           │
    // A's callback runs       │                           │
    //                         │ a link's factory has B,   │
    //                         │ which needs C             │ asks for B: waits
    // A is complete, or not   │                           │
    //                         │ fails: B stays, or not    │ has B, or another one
    let (completing, failing) = (Pause(), Pause())
    let created = Shared<B?>(nil)
    let container = DIContainer()
    register(A.self, in: container) { try completing.stop() }
    register(C.self, with: A.self, in: container)
    register(B.self, with: C.self, in: container)
    container.register(Link.self) { c in
      created.value = try c.resolve(B.self)
      try failing.stop()
      throw Failure()
    }
    let first = Worker { try container.resolve(C.self) }
    try await completing.reached()
    let second = Worker { try container.resolve(Link.self) }
    try await failing.reached()
    let third = Worker { try container.resolve(B.self) }
    try await third.rested()
    if isComplete {
      completing.end()
      _ = try await first.value
    }
    failing.end()
    #expect(try await second.error is Failure)
    #expect(container.description.contains("B: lazySingleton (created)") == isComplete)
    completing.end()
    _ = try await first.value
    let b = try await third.value
    #expect((b === created.value) == isComplete)
    #expect(container[B.self] === b)
  }

  @Test func instanceThatNeedsADroppedInstanceIsNeverReturned() async throws {
    // thread 1             │ thread 2              │ thread 3
    // A's callback runs    │                       │
    //                      │ a link in a link has  │
    //                      │ B, which needs A      │
    // fails                │                       │
    //                      │                       │ a link creates A and B again
    //                      │ the inner link fails  │
    //                      │ with A's error        │
    let (failing, holding) = (Pause(), Pause())
    let counts = Counter()
    let container = DIContainer()
    register(A.self, in: container) {
      guard counts.add("A") == 1 else { return }
      try failing.stop()
      throw Failure("A")
    }
    register(B.self, with: A.self, in: container)
    register(D.self, in: container)
    container.register(name: "inner") { c in
      let b = try c.resolve(B.self)
      try holding.stop()
      return Link(b)
    }
    container.register(name: "outer") { c in
      do { return try c.resolve(Link.self, name: "inner") } catch {
        #expect(error as? Failure == Failure("A"))
        return Link(try c.resolve(D.self))
      }
    }
    container.register(name: "again") { c in Link(try c.resolve(B.self)) }
    let first = Worker { try container.resolve(A.self) }
    try await failing.reached()
    let second = Worker { try container.resolve(Link.self, name: "outer") }
    try await holding.reached()
    failing.end()
    #expect(try await first.error as? Failure == Failure("A"))
    let again = try await Worker { try container.resolve(Link.self, name: "again") }.value
    #expect(again.part === container[B.self])
    #expect(again.part.next === container[A.self])
    holding.end()
    #expect(try await second.value.part is D)
  }

  @Test func resolveThatWaitsForADependencyFailsWithIt() async throws {
    // thread 1             │ threads 2 and 3
    // A's callback runs    │
    //                      │ have A: wait
    // fails                │ fail with A's error
    let failing = Pause()
    let container = DIContainer()
    register(A.self, in: container) {
      try failing.stop()
      throw Failure("A")
    }
    register(B.self, with: A.self, in: container)
    container.register { c in Link(try c.resolve(A.self)) }
    let first = Worker { _ = try container.resolve(A.self) }
    try await failing.reached()
    let others = [
      Worker { _ = try container.resolve(Link.self) }, Worker { _ = try container.resolve(B.self) },
    ]
    for other in others { try await other.rested() }
    failing.end()
    for thread in [first] + others {
      #expect(try await thread.error as? Failure == Failure("A"))
    }
    #expect(!container.description.contains("(created)"))
  }

  @Test(arguments: Place.allCases)
  func instanceDroppedWhileAThreadWaitsForAnotherIsNotReturned(_ place: Place) async throws {
    // thread 1             │ thread 2               │ thread 3
    // D's callback runs    │                        │
    //                      │ has C, which needs D   │
    //                      │                        │ B's factory has C: waits for D
    //                      │ fails, and drops C     │
    // D is complete        │                        │ fails with the same error
    let (completing, failing) = (Pause(), Pause())
    let container = DIContainer()
    register(D.self, in: container) { try completing.stop() }
    register(C.self, with: D.self, in: container)
    register(B.self, with: C.self, in: container)
    register(A.self, in: container, place) {
      try failing.stop()
      throw Failure()
    }
    container.register { c in Link(try (c.resolve(C.self), c.resolve(A.self)).0) }
    let first = Worker { try container.resolve(D.self) }
    try await completing.reached()
    let second = Worker { _ = try container.resolve(Link.self) }
    try await failing.reached()
    let third = Worker { _ = try container.resolve(B.self) }
    try await third.rested()
    failing.end()
    #expect(try await second.error is Failure)
    completing.end()
    #expect(try await first.value === container[D.self])
    #expect(try await third.error is Failure)
    #expect(container.description.contains("C: lazySingleton (not created)"))
  }

  /// `verify` writes the text of an error when the error is thrown, before the instances are dropped.
  @Test func instancesOfAFailingFactoryAreDroppedTogether() async throws {
    // thread 1             │ thread 2 (verifies)    │ thread 3
    // D's callback runs    │                        │
    //                      │ A's factory has C, D   │
    // fails                │                        │
    //                      │ A fails with D's error │
    //                      │                        │ a link asks for A: waits
    //                      │ A and C are dropped    │ creates both again
    struct Slow: Error, CustomStringConvertible {
      let text = Pause()
      var description: String { "\((try? text.stop()) as Any)" }
    }
    let (verifying, completing, creating) = (Pause(), Pause(), Pause())
    let error = Slow()
    let counts = Counter()
    let copy = Shared(DIContainer())
    let second = Worker {
      _ = DIContainer().verify { c in
        copy.value = c
        register(C.self, in: c)
        register(D.self, in: c) {
          try completing.stop()
          if counts.add("D") == 1 { throw error }
        }
        c.register(
          A.self,
          lazySingleton: { c in
            let parts: (C, D) = try (c.resolve(), c.resolve())
            try creating.stop()
            return A(next: parts.0)
          })
        c.register { c in Link(try c.resolve(A.self)) }
        try verifying.stop()
        _ = try c.resolve(A.self)
      }
    }
    try await verifying.reached()
    let first = Worker { _ = try copy.value.resolve(D.self) }
    try await completing.reached()
    verifying.end()
    try await creating.reached()
    completing.end()
    #expect(try await first.error is Slow)
    creating.end()
    try await error.text.reached()
    let third = Worker { _ = try copy.value.resolve(Link.self) }
    try await third.rested()
    error.text.end()
    try await second.value
    try await third.value
  }
}
