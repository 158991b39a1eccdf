// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

// What a failure on one thread means to another.

@Suite(.timeLimit(.minutes(5)))
struct FailureTests {
  @Test(arguments: [Place.factory, .callback])
  func threadThatWaitsForAFailingSingletonTriesAgain(_ place: Place) async throws {
    // thread 1             │ threads 2 to 4
    // A runs               │
    //                      │ ask for A: wait
    // fails                │ one makes A, all have it
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

  // MARK: - What is made of what failed

  @Test(arguments: [false, true])
  func transientWaitsForItsPartsAndFailsWithThem(fails: Bool) async throws {
    // thread 1                │ thread 2
    // A's callback runs       │
    //                         │ a link's factory takes A
    //                         │ another link is made of this one: waits
    // A is complete, or fails │ has the link, or fails with the same error
    let completing = Pause()
    let container = DIContainer()
    register(A.self, in: container) {
      try completing.stop()
      if fails { throw Failure("A") }
    }
    container.register(Link.self) { c in Link(try c.resolve(A.self)) }
    container.register(Link.self, name: "outer") { c in Link(try c.resolve(Link.self).part) }
    let first = Worker { try container.resolve(A.self) }
    try await completing.reached()
    let second = Worker {
      Member(try container.resolve(Link.self, name: "outer").part, ofCycle: 1)
    }
    try await second.rested()
    #expect(!second.isDone)
    completing.end()
    if fails {
      #expect(try await first.error as? Failure == Failure("A"))
      #expect(try await second.error as? Failure == Failure("A"))
    } else {
      #expect(try await second.value.part === first.value)
      #expect(try await second.value.isComplete)
    }
  }

  /// It is kept if that is complete.
  @Test(arguments: [false, true], [false, true])
  func failureDropsWhatIsMadeOfAnotherThreadsOpenSingleton(
    isComplete: Bool, takesItsWhole: Bool
  ) async throws {
    // thread 1                │ thread 2
    // makes C of A            │
    // A's callback runs       │
    //                         │ a link's factory has B, which is made of A, or of C
    // A is complete, or not   │
    //                         │ the link's factory fails: B stays, or not
    let completing = Pause()
    let failing = Pause()
    let made = Shared<B?>(nil)
    let container = DIContainer()
    register(A.self, in: container) { try completing.stop() }
    container.register(C.self, lazySingleton: { c in C(next: try c.resolve(A.self)) })
    container.register(
      B.self,
      lazySingleton: { c in
        B(next: takesItsWhole ? try c.resolve(C.self) : try c.resolve(A.self))
      })
    container.register(Link.self) { c in
      made.value = try c.resolve(B.self)
      try failing.stop()
      throw Failure()
    }
    let first = Worker { try container.resolve(C.self) }
    try await completing.reached()
    let second = Worker { try container.resolve(Link.self) }
    try await failing.reached()
    if isComplete {
      completing.end()
      _ = try await first.value
    }
    failing.end()
    #expect(try await second.error is Failure)
    #expect(container.description.contains("B: lazySingleton (made)") == isComplete)
    completing.end()
    _ = try await first.value
    let b = try await Worker { try container.resolve(B.self) }.value
    #expect((b === made.value) == isComplete)
  }

  @Test func instanceMadeOfADroppedOneIsNeverReturned() async throws {
    // thread 1             │ thread 2             │ thread 3             │ thread 4
    // A's callback runs    │                      │                      │
    //                      │ a link in a link has │                      │
    //                      │ B, made of A         │                      │
    //                      │                      │ takes B, makes C     │
    // fails                │                      │                      │
    //                      │                      │                      │ has another C
    //                      │ makes nothing more,  │ makes nothing more,  │
    //                      │ fails with A's error │ fails with A's error │
    let holdingB = Pause()
    let holdingC = Pause()
    let counts = Counter()
    let container = DIContainer()
    let a = try await FailingA(in: container)
    container.register(B.self, lazySingleton: { c in B(next: try c.resolve(A.self)) })
    container.register(C.self, lazySingleton: { c in C(next: try c.resolve(B.self)) })
    register(D.self, in: container, .factory) { counts.add("D") }
    let hold: @Sendable (DIContainer, Part, Pause) throws -> Link = { c, part, pause in
      try pause.stop()
      #expect(throws: Failure("A")) { try c.resolve(D.self) }
      return Link(part)
    }
    container.register(name: "B") { c in try hold(c, try c.resolve(B.self), holdingB) }
    container.register(name: "C") { c in try hold(c, try c.resolve(C.self), holdingC) }
    container.register(name: "outer") { c in Link(try c.resolve(Link.self, name: "B").part) }
    let second = Worker { try container.resolve(Link.self, name: "outer") }
    try await holdingB.reached()
    let third = Worker { try container.resolve(Link.self, name: "C") }
    try await holdingC.reached()
    try await a.fail()
    let c = try await Worker { try container.resolve(C.self) }.value
    #expect(c.next === container[B.self])
    #expect(c.next?.next === container[A.self])
    #expect(c.next?.next?.isComplete == true)
    for (thread, pause) in [(second, holdingB), (third, holdingC)] {
      pause.end()
      #expect(try await thread.error as? Failure == Failure("A"))
    }
    #expect(counts["D"] == 0)
    #expect(container[C.self] === c)
    #expect(try await Worker { try container.resolve(D.self) }.value === container[D.self])
  }

  /// What it takes later, and nobody drops, does not hide that.
  @Test(arguments: [nil, "completed", "of C"])
  func factoryWithADroppedPartKeepsItsClaimUntilItFails(later: String?) async throws {
    // thread 1             │ thread 2             │ thread 3             │ thread 4
    // A's callback runs    │                      │ C's callback runs    │
    //                      │ B's factory takes A  │                      │
    // fails                │                      │                      │
    //                      │                      │                      │ asks for B: waits
    //                      │ takes a later link   │                      │
    //                      │                      │ C is complete        │
    //                      │ fails with A's error │                      │ makes another
    let completingC = Pause()
    let holdingA = Pause()
    let counts = Counter()
    let container = DIContainer()
    let a = try await FailingA(in: container)
    register(C.self, in: container) { try completingC.stop() }
    container.register(
      Link.self, name: "completed", transient: { _ in Link(D()) }, initCompleted: { _, _ in })
    container.register(Link.self, name: "of C") { c in Link(try c.resolve(C.self)) }
    register(B.self, madeOf: A.self, in: container) { [unowned container] in
      counts.add("B")
      try holdingA.stop()
      if let later { _ = try container.resolve(Link.self, name: later) }
    }
    let third = Worker { try container.resolve(C.self) }
    try await completingC.reached()
    let second = Worker { try container.resolve(B.self) }
    try await holdingA.reached()
    try await a.fail()
    let fourth = Worker { try container.resolve(B.self) }
    try await fourth.rested()
    #expect(counts["B"] == 1)
    holdingA.end()
    try await second.rested()
    completingC.end()
    #expect(try await second.error as? Failure == Failure("A"))
    _ = try await third.value
    #expect(try await fourth.value === container[B.self])
    #expect(try await fourth.value.next === container[A.self])
    #expect(counts["B"] == 2)
  }
}
