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
    let entered = Latch()
    let mayFail = Latch()
    let counts = Counter()
    let container = DIContainer()
    let failOnce: @Sendable () throws -> Void = {
      guard counts.add("A") == 1 else { return }
      entered.open()
      try mayFail.wait()
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
    try await entered.opened()
    let others = (2...4).map { _ in Worker { try container.resolve(A.self) } }
    for other in others { try await other.rested() }
    mayFail.open()
    #expect(try await first.error is Failure)
    for other in others {
      #expect(try await other.value === container[A.self])
      #expect(try await other.value.isComplete)
    }
    #expect(counts["A"] == 2)
  }

  @Test(.tags(.R2, .R7))
  func whoWaitsForASingletonThatAlwaysFailsGetsAnErrorOfItsOwn() async throws {
    // threads 1 to 4
    // one runs A's factory, three wait
    // it fails, one of the others runs A's factory, …
    let entered = Latch()
    let mayFail = Latch()
    let counts = Counter()
    let container = DIContainer()
    container.register(
      A.self,
      lazySingleton: { _ -> A in
        let number = counts.add("A")
        entered.open()
        try mayFail.wait()
        throw Failure("\(number)")
      })
    let workers = (1...4).map { _ in Worker { try container.resolve(A.self) } }
    try await entered.opened()
    for worker in workers { try await worker.rested() }
    mayFail.open()
    var errors: [String] = []
    for worker in workers { errors.append((try await worker.error as? Failure)?.description ?? "") }
    #expect(errors.sorted() == ["1", "2", "3", "4"])
  }

  // MARK: - Whoever took what failed

  @Test(.tags(.T2, .R2, .C6))
  func whoeverTookWhatFailsFailsWithTheSameError() async throws {
    // thread 1                    │ thread 2
    // A's callback runs           │ B's factory runs
    // asks for B: waits           │
    //                             │ takes A; the link to B is made: waits for A
    // has B, fails                │ fails with the same error
    let bEntered = Latch()
    let bMayAsk = Latch()
    let aMayFail = Latch()
    let counts = Counter()
    let container = DIContainer()
    container.register(
      A.self, lazySingleton: { _ in A(isComplete: false) },
      initCompleted: { a, c in
        a.complete(next: try c.resolve(B.self))
        guard counts.add("A") == 1 else { return }
        try aMayFail.wait()
        throw Failure("A")
      })
    container.register(
      B.self,
      lazySingleton: { c in
        bEntered.open()
        try bMayAsk.wait()
        return B(next: try c.resolve(A.self))
      })
    container.register(Link.self) { c in Link(try c.resolve(B.self)) }
    let second = Worker { try container.resolve(Link.self) }
    try await bEntered.opened()
    let first = Worker { try container.resolve(A.self) }
    try await first.rested()
    bMayAsk.open()
    try await second.rested()
    #expect(!second.isDone)
    aMayFail.open()
    #expect(try await first.error as? Failure == Failure("A"))
    #expect(try await second.error as? Failure == Failure("A"))
    #expect(!container.description.contains("(made)"))
    let b = try container.resolve(Link.self).part
    #expect(b.next === container[A.self])
    #expect(b.next?.isComplete == true)
    #expect(b.next?.next === b)
  }

  @Test(.tags(.T5, .C6))
  func failureReachesAThreadThatTookWhatWasMadeOfIt() async throws {
    // thread 1               │ thread 2               │ thread 3
    //                        │ B's callback runs      │
    // A's callback asks for  │                        │
    // B: waits               │ asks for A: takes it   │
    //                        │                        │ D's callback asks for B: waits
    //                        │ asks for D: takes it   │
    // has B, of D: waits     │ B is complete: waits   │ has B, of A and D
    //                        │                        │ D fails
    // fails, or tries again  │ fails                  │
    let aEntered = Latch()
    let bEntered = Latch()
    let bMayAskForA = Latch()
    let bHasA = Latch()
    let bMayAskForD = Latch()
    let dEntered = Latch()
    let dMayFail = Latch()
    let counts = Counter()
    let container = DIContainer()
    container.register(
      A.self, lazySingleton: { _ in A(isComplete: false) },
      initCompleted: { a, c in
        aEntered.open()
        a.complete(next: try c.resolve(B.self))
      })
    container.register(
      B.self, lazySingleton: { _ in B(isComplete: false) },
      initCompleted: { b, c in
        bEntered.open()
        try bMayAskForA.wait()
        _ = try c.resolve(A.self)
        bHasA.open()
        try bMayAskForD.wait()
        b.complete(next: try c.resolve(D.self))
      })
    container.register(
      D.self, lazySingleton: { _ in D(isComplete: false) },
      initCompleted: { d, c in
        dEntered.open()
        d.complete(next: try c.resolve(B.self))
        try dMayFail.wait()
        if counts.add("D") == 1 { throw Failure("D") }
      })
    let second = Worker { try container.resolve(B.self) }
    try await bEntered.opened()
    let first = Worker { try container.resolve(A.self) }
    try await aEntered.opened()
    try await first.rested()
    bMayAskForA.open()
    try await bHasA.opened()
    let third = Worker { try container.resolve(D.self) }
    try await dEntered.opened()
    try await third.rested()
    bMayAskForD.open()
    try await second.rested()
    try await first.rested()
    dMayFail.open()

    #expect(try await third.error as? Failure == Failure("D"))
    #expect(try await second.error as? Failure == Failure("D"))
    let result = try await first.result
    let a = try container.resolve(A.self)
    let b = try container.resolve(B.self)
    let d = try container.resolve(D.self)
    #expect(a.next === b)
    #expect(b.next === d)
    #expect(d.next === b)
    switch result {
    case .success(let part): #expect(part === a, "made of what was dropped")
    case .failure(let error): #expect(error as? Failure == Failure("D"))
    }
  }

  @Test(.tags(.T3, .T9))
  func whoeverAsksForWhatWasMadeOfADroppedInstanceGetsAnother() async throws {
    // thread 1               │ thread 2                  │ thread 3
    // A's callback runs      │ B's factory runs          │
    // asks for B: waits      │                           │
    //                        │ takes A, B is made        │
    // has B, fails           │ its link's factory goes on│
    //                        │                           │ asks for B: makes another
    //                        │ fails with A's error      │
    let bEntered = Latch()
    let bMayAsk = Latch()
    let linkHasB = Latch()
    let linkMayEnd = Latch()
    let counts = Counter()
    let container = DIContainer()
    container.register(
      A.self, lazySingleton: { _ in A(isComplete: false) },
      initCompleted: { a, c in
        a.complete(next: try c.resolve(B.self))
        if counts.add("A") == 1 { throw Failure("A") }
      })
    container.register(
      B.self,
      lazySingleton: { c in
        if counts.add("B") == 1 {
          bEntered.open()
          try bMayAsk.wait()
        }
        return B(next: try c.resolve(A.self))
      })
    container.register(Link.self) { c in
      let b = try c.resolve(B.self)
      linkHasB.open()
      try linkMayEnd.wait()
      return Link(b)
    }
    let second = Worker { try container.resolve(Link.self) }
    try await bEntered.opened()
    let first = Worker { try container.resolve(A.self) }
    try await first.rested()
    bMayAsk.open()
    try await linkHasB.opened()
    #expect(try await first.error as? Failure == Failure("A"))
    let b = try await Worker { try container.resolve(B.self) }.value
    #expect(!second.isDone)
    linkMayEnd.open()
    #expect(try await second.error as? Failure == Failure("A"))
    #expect(container[B.self] === b)
    #expect(b.next === container[A.self])
    #expect(b.next?.isComplete == true)
  }

  /// As the next test, one step further: what it has is made of what is dropped.
  @Test(.tags(.T2, .T9, .R7))
  func whoeverHasWhatIsMadeOfADroppedInstanceMakesNothingMore() async throws {
    // thread 1                    │ thread 2
    //                             │ B's factory runs
    // A's callback asks for B:    │
    // waits                       │
    //                             │ takes A as it is, makes B
    // has B, fails: A goes        │ has B, asks for D: fails
    let bEntered = Latch()
    let bMayAsk = Latch()
    let linkHasB = Latch()
    let linkMayAsk = Latch()
    let counts = Counter()
    let container = DIContainer()
    container.register(
      A.self, lazySingleton: { _ in A() },
      initCompleted: { _, c in
        _ = try c.resolve(B.self)
        throw Failure("A")
      })
    container.register(
      B.self,
      lazySingleton: { c in
        bEntered.open()
        try bMayAsk.wait()
        return B(next: try c.resolve(A.self))
      })
    container.register(
      D.self,
      lazySingleton: { _ in
        counts.add("D")
        return D()
      })
    container.register(Link.self) { c in
      let b = try c.resolve(B.self)
      linkHasB.open()
      try linkMayAsk.wait()
      #expect(throws: Failure("A")) { try c.resolve(D.self) }
      return Link(b)
    }
    let second = Worker { try container.resolve(Link.self) }
    try await bEntered.opened()
    let first = Worker { try container.resolve(A.self) }
    try await first.rested()
    bMayAsk.open()
    try await linkHasB.opened()
    #expect(try await first.error as? Failure == Failure("A"))
    linkMayAsk.open()
    #expect(try await second.error as? Failure == Failure("A"))
    #expect(counts["D"] == 0)
  }

  /// Another thread could take what it goes on to make, and would fail too.
  @Test(.tags(.T9, .R7))
  func factoryThatWasGivenADroppedInstanceMakesNothingMore() async throws {
    // thread 1                    │ thread 2
    // X's factory makes A,        │
    // callback due                │
    //                             │ a link's factory takes A
    // X fails: A is dropped       │
    //                             │ asks for D: fails with X's error
    let aIsMade = Latch()
    let xMayFail = Latch()
    let linkHasA = Latch()
    let linkMayAsk = Latch()
    let counts = Counter()
    let container = DIContainer()
    container.register(A.self, lazySingleton: { _ in A() }, initCompleted: { _, _ in })
    container.register(
      C.self, name: "X",
      lazySingleton: { c -> C in
        _ = try c.resolve(A.self)
        aIsMade.open()
        try xMayFail.wait()
        throw Failure("X")
      })
    container.register(
      D.self,
      lazySingleton: { _ in
        counts.add("D")
        return D()
      })
    container.register(Link.self) { c in
      let a = try c.resolve(A.self)
      linkHasA.open()
      try linkMayAsk.wait()
      #expect(throws: Failure("X")) { try c.resolve(D.self) }
      return Link(a)
    }
    let first = Worker { try container.resolve(C.self, name: "X") }
    try await aIsMade.opened()
    let second = Worker { try container.resolve(Link.self) }
    try await linkHasA.opened()
    xMayFail.open()
    #expect(try await first.error as? Failure == Failure("X"))
    linkMayAsk.open()
    #expect(try await second.error as? Failure == Failure("X"))
    #expect(counts["D"] == 0)
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
    let aIsMade = Latch()
    let bEntered = Latch()
    let bMayAsk = Latch()
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
        aIsMade.open()
        try bEntered.wait()
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
        if counts.add("B") == 1 {
          bEntered.open()
          try bMayAsk.wait()
        }
        return B(next: try c.resolve(A.self))
      })
    container.register(
      C.self, lazySingleton: { _ in C(isComplete: false) },
      initCompleted: { part, c in part.complete(next: try c.resolve(B.self)) })
    let second = Worker {
      try aIsMade.wait()
      return try container.resolve(B.self)
    }
    maker.value = second
    let first = Worker { try container.resolve(Link.self, name: "outer") }
    try await bEntered.opened()
    try await first.rested()
    bMayAsk.open()

    #expect((try await first.error == nil) == (afterwards != .fails), title)
    let failure = try await second.error as? Failure
    #expect(failure == (aIsMadeBefore ? nil : Failure("inner")), title)
    let b = try container.resolve(B.self)
    #expect(b.next === container[A.self], title)
    #expect(b.next?.isComplete == true, title)
    #expect(try container.resolve(C.self).next === b, title)
    if aIsMadeBefore { #expect(try await second.value === b, title) }
  }

  // MARK: - Whoever is not concerned

  @Test(.tags(.T3, .T9), arguments: [false, true])
  func whatWasTakenForACaughtFailureIsNotWaitedFor(takenFails: Bool) async throws {
    // thread 1                      │ thread 2
    //                               │ "link" does without B: B's factory runs
    // A's callback asks for B, which│
    // may be absent: waits          │
    //                               │ takes A, and B fails
    //                               │ has "link", and resolves in another container
    // A is complete, or fails       │
    let watch = Watch()
    let bEntered = Latch()
    let bMayAsk = Latch()
    let aEntered = Latch()
    let aMayEnd = Latch()
    let isDone = Latch()
    let mayExit = Latch()
    let counts = Counter()
    func run() async throws -> Worker<Void> {
      let container = watch.add(DIContainer())
      let ofFirst = Shared<DIContainer?>(container)
      let ofSecond = Shared<DIContainer?>(container)
      container.register(
        A.self, lazySingleton: { _ in watch.add(A(isComplete: false)) },
        initCompleted: { a, c in
          aEntered.open()
          #expect(c[B.self] == nil)
          try aMayEnd.wait()
          if takenFails { throw Failure("A") }
          a.complete()
        })
      container.register(
        B.self,
        lazySingleton: { c -> B in
          if counts.add("B") == 1 {
            bEntered.open()
            try bMayAsk.wait()
          }
          _ = try c.resolve(A.self)
          throw Failure("B")
        })
      container.register(Link.self) { c in
        #expect(c[B.self] == nil)
        return Link(C())
      }
      let second = Worker {
        _ = try ofSecond.exchange(nil)?.resolve(Link.self)
        let other = DIContainer { $0.register(D.self, lazySingleton: { _ in D() }) { _, _ in } }
        _ = try other.resolve(D.self)
        aMayEnd.open()
        isDone.open()
        try mayExit.wait()
      }
      try await bEntered.opened()
      let first = Worker { _ = try ofFirst.exchange(nil)?.resolve(A.self) }
      try await aEntered.opened()
      try await first.rested()
      bMayAsk.open()
      try await isDone.opened()
      #expect(try await first.error as? Failure == (takenFails ? Failure("A") : nil))
      return second
    }
    let second = try await run()
    // The second thread lives, and keeps nothing of what it took.
    #expect(await watch.emptied(), "\(watch.alive)")
    mayExit.open()
    try await second.value
  }

  /// A thread takes B unfinished and fails, and B fails too. Then the thread does `next`.
  private func takeAndFail(
    _ watch: Watch, then next: @escaping @Sendable (DIContainer) throws -> Void
  ) async throws {
    // thread 1                    │ thread 2
    // A's factory runs            │
    //                             │ B's callback asks for A: waits
    // takes B, and fails          │
    //                             │ has another A, and fails
    // goes on with something else │
    let aEntered = Latch()
    let bEntered = Latch()
    let bMayFail = Latch()
    let counts = Counter()
    let container = DIContainer()
    container.register(
      A.self,
      lazySingleton: { c in
        guard counts.add("A") == 1 else { return A() }
        aEntered.open()
        try bEntered.wait()
        _ = try c.resolve(B.self)
        throw Failure("A")
      })
    container.register(
      B.self, lazySingleton: { _ in watch.add(B(isComplete: false)) },
      initCompleted: { b, c in
        try aEntered.wait()
        bEntered.open()
        b.complete(next: try c.resolve(A.self))
        try bMayFail.wait()
        throw Failure("B")
      })
    container.register(
      C.self, lazySingleton: { _ in C(isComplete: false) },
      initCompleted: { part, _ in part.complete() })
    let second = Worker { _ = try container.resolve(B.self) }
    let first = Worker {
      #expect(throws: Failure("A")) { try container.resolve(A.self) }
      bMayFail.open()
      #expect(throws: Failure("B")) { try second.join() }
      try next(container)
    }
    try await first.value
  }

  @Test(.tags(.R2, .T5, .T9))
  func nextResolveOnAThreadIsNotConcernedByWhatTheLastOneTook() async throws {
    try await takeAndFail(Watch()) { container in
      let c = try container.resolve(C.self)
      #expect(c.isComplete)
      #expect(container[C.self] === c)
    }
  }

  @Test(.tags(.T10))
  func threadThatFailedKeepsNothingThatItTook() async throws {
    let watch = Watch()
    try await takeAndFail(watch) { _ in
      #expect(watch.count == 1)
      #expect(watch.alive == [])
    }
  }
}
