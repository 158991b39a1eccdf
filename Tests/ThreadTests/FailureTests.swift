// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

// What a failure on one thread means to another.

@Suite(.timeLimit(.minutes(5)))
struct FailureTests {
  @Test(.tags(.T2, .R2, .R7), arguments: [Place.factory, .callback])
  func whoWaitsForASingletonThatFailsTriesAgain(_ place: Place) async throws {
    // thread 1             │ threads 2 to 4
    // A runs               │
    //                      │ ask for A: wait
    // fails                │ one makes A, all have it
    let failing = Pause()
    let counts = Counter()
    let container = DIContainer()
    let failOnce: @Sendable () throws -> Void = {
      guard counts.add("A") == 1 else { return }
      try failing.stop()
      throw Failure()
    }
    container.register(
      A.self,
      lazySingleton: { _ -> A in
        if place == .factory { try failOnce() }
        return A(isComplete: false)
      },
      initCompleted: { a, _ in
        if place == .callback { try failOnce() }
        a.complete()
      })
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

  @Test(.tags(.T2, .T6, .R2, .C6), arguments: [false, true])
  func transientWaitsForWhatItWasGivenAndFailsWithIt(fails: Bool) async throws {
    // thread 1                │ thread 2
    // A's callback runs       │
    //                         │ a link's factory takes A
    //                         │ the link is made: waits
    // A is complete, or fails │ has the link, or fails with the same error
    let completing = Pause()
    let container = DIContainer()
    container.register(
      A.self, lazySingleton: { _ in A(isComplete: false) },
      initCompleted: { a, _ in
        try completing.stop()
        if fails { throw Failure("A") }
        a.complete()
      })
    container.register(Link.self) { c in Link(try c.resolve(A.self)) }
    let first = Worker { try container.resolve(A.self) }
    try await completing.reached()
    let second = Worker { Member(try container.resolve(Link.self).part, ofCycle: 1) }
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

  @Test(.tags(.T2, .T9, .R7))
  func whatIsMadeOfADroppedInstanceIsNotGivenOutOnAnyThread() async throws {
    // thread 1             │ thread 2             │ thread 3             │ thread 4
    // A's callback runs    │                      │                      │
    //                      │ takes A, makes B     │                      │
    //                      │                      │ takes B, makes C     │
    // fails                │                      │                      │
    //                      │                      │                      │ has another C
    //                      │ makes nothing more,  │ makes nothing more,  │
    //                      │ fails with A's error │ fails with A's error │
    let failing = Pause()
    let holdingB = Pause()
    let holdingC = Pause()
    let counts = Counter()
    let container = DIContainer()
    container.register(
      A.self, lazySingleton: { _ in A(isComplete: false) },
      initCompleted: { a, _ in
        a.complete()
        guard counts.add("A") == 1 else { return }
        try failing.stop()
        throw Failure("A")
      })
    container.register(B.self, lazySingleton: { c in B(next: try c.resolve(A.self)) })
    container.register(C.self, lazySingleton: { c in C(next: try c.resolve(B.self)) })
    container.register(
      D.self,
      lazySingleton: { _ in
        counts.add("D")
        return D()
      })
    let hold: @Sendable (DIContainer, Part, Pause) throws -> Link = { c, part, pause in
      try pause.stop()
      #expect(throws: Failure("A")) { try c.resolve(D.self) }
      return Link(part)
    }
    container.register(name: "B") { c in try hold(c, try c.resolve(B.self), holdingB) }
    container.register(name: "C") { c in try hold(c, try c.resolve(C.self), holdingC) }
    let first = Worker { try container.resolve(A.self) }
    try await failing.reached()
    let second = Worker { try container.resolve(Link.self, name: "B") }
    try await holdingB.reached()
    let third = Worker { try container.resolve(Link.self, name: "C") }
    try await holdingC.reached()
    failing.end()
    #expect(try await first.error as? Failure == Failure("A"))
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

  @Test(.tags(.T2, .R7))
  func factoryThatWasGivenADroppedInstanceKeepsItsClaimToItsEnd() async throws {
    // thread 1             │ thread 2             │ thread 3
    // A's callback runs    │                      │
    //                      │ B's factory takes A  │
    // fails                │                      │
    //                      │                      │ asks for B: waits
    //                      │ fails with A's error │ makes another
    let failing = Pause()
    let holdingA = Pause()
    let counts = Counter()
    let container = DIContainer()
    container.register(
      A.self, lazySingleton: { _ in A() },
      initCompleted: { _, _ in
        guard counts.add("A") == 1 else { return }
        try failing.stop()
        throw Failure("A")
      })
    container.register(
      B.self,
      lazySingleton: { c in
        let a = try c.resolve(A.self)
        if counts.add("B") == 1 { try holdingA.stop() }
        return B(next: a)
      })
    let first = Worker { try container.resolve(A.self) }
    try await failing.reached()
    let second = Worker { try container.resolve(B.self) }
    try await holdingA.reached()
    failing.end()
    #expect(try await first.error as? Failure == Failure("A"))
    let third = Worker { try container.resolve(B.self) }
    try await third.rested()
    #expect(counts["B"] == 1)
    holdingA.end()
    #expect(try await second.error as? Failure == Failure("A"))
    #expect(try await third.value === container[B.self])
    #expect(try await third.value.next === container[A.self])
  }

  /// Its own ancestor is there for a callback, dropped or not.
  @Test(.tags(.T2, .T9, .C3), arguments: [false, true])
  func callbackThatTakesADroppedAncestorIsNotKept(ancestorHasCallback: Bool) async throws {
    // thread 1                │ thread 2
    // A's callback runs       │
    //                         │ a link's factory takes A, makes B
    //                         │ "outer" is made of the link
    //                         │ B's callback runs
    // fails                   │
    //                         │ takes the link, fails with A's error
    let failing = Pause()
    let asking = Pause()
    let counts = Counter()
    let container = DIContainer()
    container.register(
      A.self, lazySingleton: { _ in A() },
      initCompleted: { _, _ in
        guard counts.add("A") == 1 else { return }
        try failing.stop()
        throw Failure("A")
      })
    container.register(
      B.self, lazySingleton: { _ in B() },
      initCompleted: { _, c in
        guard counts.add("B") == 1 else { return }
        try asking.stop()
        _ = try c.resolve(Link.self)
      })
    let make: @Sendable (DIContainer) throws -> Link = { c in
      counts.add("Link")
      _ = try c.resolve(A.self)
      return Link(try c.resolve(B.self))
    }
    if ancestorHasCallback {
      container.register(Link.self, transient: make, initCompleted: { _, _ in })
    } else {
      container.register(Link.self, transient: make)
    }
    container.register(name: "outer") { c in Link(try c.resolve(Link.self).part) }
    let first = Worker { try container.resolve(A.self) }
    try await failing.reached()
    let second = Worker { try container.resolve(Link.self, name: "outer") }
    try await asking.reached()
    failing.end()
    #expect(try await first.error as? Failure == Failure("A"))
    asking.end()
    #expect(try await second.error as? Failure == Failure("A"))
    #expect(counts["Link"] == 1)
    #expect(!container.description.contains("(made)"))
    #expect(try container.resolve(Link.self).part === container[B.self])
  }

  /// What the outer factory does when "inner", which has made A for another thread, has failed.
  private enum Afterwards {
    case fails, returns, makesAnother, asksForB, waitsForTheOther, asksForWhatNeedsB
  }

  @Test(.tags(.T2, .T4, .T5, .R2))
  func whatACaughtFailureDropsIsNotGivenOut() async throws {
    let all: [Afterwards] = [
      .fails, .returns, .makesAnother, .asksForB, .waitsForTheOther, .asksForWhatNeedsB,
    ]
    for afterwards in all { try await failAfterSharing(aIsMadeBefore: false, afterwards) }
  }

  /// (To wait for the other thread then would be to wait for oneself, since A is still due: T4.)
  @Test(.tags(.T2, .T5, .R2))
  func whatWasMadeBeforeACaughtFailureIsShared() async throws {
    let all: [Afterwards] = [.returns, .makesAnother, .asksForB, .asksForWhatNeedsB]
    for afterwards in all { try await failAfterSharing(aIsMadeBefore: true, afterwards) }
  }

  private func failAfterSharing(aIsMadeBefore: Bool, _ afterwards: Afterwards) async throws {
    // thread 1                            │ thread 2
    // "outer" does without "inner":       │
    // makes A, before "inner" or for it   │
    //                                     │ B's factory runs
    // "inner" asks for B: waits           │ takes A, B is made
    // "inner" fails: A goes if made for it│ B goes if A does: fails with the same error
    let title: Comment = "\(afterwards), A was made before: \(aIsMadeBefore)"
    let aIsMade = Pause()
    let bAsks = Pause()
    let counts = Counter()
    let maker = Shared<Worker<B>?>(nil)
    let container = DIContainer()
    container.register(
      D.self, lazySingleton: { _ in D(isComplete: false) },
      initCompleted: { d, _ in d.complete() })
    container.register(Link.self, name: "outer") { c in
      if aIsMadeBefore { _ = try c.resolve(A.self) }
      if afterwards == .fails { return try c.resolve(Link.self, name: "inner") }
      #expect(c[Link.self, name: "inner"] == nil, title)
      switch afterwards {
      case .asksForB: return Link(try c.resolve(B.self))
      case .waitsForTheOther: _ = try? maker.value?.join()
      case .asksForWhatNeedsB: return Link(try c.resolve(C.self))
      case .makesAnother: return Link(try c.resolve(D.self))
      default: break
      }
      return Link(D())
    }
    container.register(Link.self, name: "inner") { c -> Link in
      if counts.add("inner") == 1 {
        _ = try c.resolve(A.self)
        try aIsMade.stop()
        _ = try c.resolve(B.self)
      }
      throw Failure("inner")
    }
    container.register(
      A.self, lazySingleton: { _ in A(isComplete: false) },
      initCompleted: { a, _ in a.complete() })
    container.register(
      B.self,
      lazySingleton: { c in
        if counts.add("B") == 1 { try bAsks.stop() }
        return B(next: try c.resolve(A.self))
      })
    container.register(
      C.self, lazySingleton: { _ in C(isComplete: false) },
      initCompleted: { part, c in part.complete(next: try c.resolve(B.self)) })
    let first = Worker { try container.resolve(Link.self, name: "outer") }
    try await aIsMade.reached()
    let second = Worker { try container.resolve(B.self) }
    maker.value = second
    try await bAsks.reached()
    aIsMade.end()
    try await first.rested()
    bAsks.end()
    #expect((try await first.error == nil) == (afterwards != .fails), title)
    let failure = try await second.error as? Failure
    #expect(failure == (aIsMadeBefore ? nil : Failure("inner")), title)
    let b = try container.resolve(B.self)
    #expect(b.next === container[A.self], title)
    #expect(b.next?.isComplete == true, title)
    #expect(try container.resolve(C.self).next === b, title)
    if aIsMadeBefore { #expect(try await second.value === b, title) }
  }

  // MARK: - What a failure does not concern

  @Test(.tags(.T3, .T9, .T10), arguments: [false, true])
  func whatACaughtFailureTookIsNotWaitedForAndNotKept(takenFails: Bool) async throws {
    // thread 1                │ thread 2
    // A's callback runs       │
    //                         │ B's factory takes A, and fails
    //                         │ again for a link that does without B: has it
    // A is complete, or fails │
    //            the container goes, and thread 2 lives
    let watch = Watch()
    let completing = Pause()
    let living = Pause()
    func run() async throws -> Worker<Void> {
      let container = watch.add(DIContainer())
      let ofFirst = Shared<DIContainer?>(container)
      let ofSecond = Shared<DIContainer?>(container)
      container.register(
        A.self, lazySingleton: { _ in watch.add(A()) },
        initCompleted: { _, _ in
          try completing.stop()
          if takenFails { throw Failure("A") }
        })
      container.register(
        B.self,
        lazySingleton: { c -> B in
          _ = try c.resolve(A.self)
          throw Failure("B")
        })
      container.register(Link.self) { c in
        #expect(c[B.self] == nil)
        return Link(watch.add(C()))
      }
      let first = Worker { _ = try ofFirst.exchange(nil)?.resolve(A.self) }
      try await completing.reached()
      let second = Worker {
        #expect(throws: Failure("B")) { try ofSecond.value?.resolve(B.self) }
        _ = try ofSecond.exchange(nil)?.resolve(Link.self)
        try living.stop()
      }
      try await living.reached()
      completing.end()
      #expect(try await first.error as? Failure == (takenFails ? Failure("A") : nil))
      return second
    }
    let second = try await run()
    #expect(watch.count == 3)
    #expect(await watch.emptied(), "\(watch.alive)")
    living.end()
    try await second.value
  }
}
