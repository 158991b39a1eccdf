import DIContainer
import TestSupport
import Testing

// A factory whose error is caught, after it has shared with another thread what it began.

/// The first thread resolves "outer", which does without "inner". That makes A and needs B, which
/// the second thread makes; B takes A as it is, and so is handed to the first thread. Then "inner"
/// fails, and takes A with it if it made A.
private struct HandedOverInVain {
  enum Outer: CaseIterable {
    case needsNothingMore, hasMadeAnother, needsB, waitsForB, asksForB, hasMadeA, isInner
  }

  let container = DIContainer()
  let first: Worker<Link>
  let second: Worker<B>

  init(_ outer: Outer) async throws {
    let (container, counts, maker) = (container, Counter(), Shared<Worker<B>?>(nil))
    let (aIsMade, mayAsk, bAsks) = (Latch(), Latch(), Latch())
    container.register(
      D.self, lazySingleton: { _ in D(isComplete: false) },
      initCompleted: { d, _ in d.complete() })
    container.register(Link.self, name: "outer") { c in
      if outer == .hasMadeAnother { _ = try c.resolve(D.self) }
      if outer == .hasMadeA { _ = try c.resolve(A.self) }
      #expect(c[Link.self, name: "inner"] == nil)
      switch outer {
      case .waitsForB: _ = try? maker.value?.join()  // T4: B was not begun here
      case .asksForB: return Link(try c.resolve(C.self))
      case .needsB: break
      default: return Link(D())
      }
      return Link(try c.resolve(B.self))
    }
    container.register(
      C.self, lazySingleton: { _ in C(isComplete: false) },
      initCompleted: { part, c in part.complete(next: try c.resolve(B.self)) })
    container.register(Link.self, name: "inner") { c -> Link in
      if counts.add("inner") == 1 {
        let a = try c.resolve(A.self)
        aIsMade.open()
        try bAsks.wait()
        _ = (a, try c.resolve(B.self))
      }
      throw Failure("7")
    }
    container.register(
      A.self, lazySingleton: { _ in A(isComplete: false) },
      initCompleted: { a, _ in a.complete() })
    container.register(
      B.self,
      lazySingleton: { c in
        if counts.add("B") == 1 {
          bAsks.open()
          try mayAsk.wait()
        }
        return B(next: try c.resolve(A.self))
      })
    second = Worker {
      try aIsMade.wait()
      return try container.resolve(B.self)
    }
    maker.value = second
    first = Worker {
      try container.resolve(Link.self, name: outer == .isInner ? "inner" : "outer")
    }
    try await bAsks.opened()
    try await first.rested()
    mayAsk.open()
  }
}

@Suite struct CaughtFailures {
  @Test(.rules(.R2, .T5, .C6), arguments: HandedOverInVain.Outer.allCases)
  private func whoHandedOverFailsWithWhatItIsMadeOf(_ outer: HandedOverInVain.Outer) async throws {
    let test = try await HandedOverInVain(outer)
    let (first, second) = try await (test.first.error, test.second.error)
    if outer != .asksForB { #expect((first == nil) == (outer != .isInner)) }
    #expect(second as? Failure == (outer == .hasMadeA ? nil : Failure("7")))
    let third = Worker { try (test.container.resolve(B.self), test.container.resolve(C.self)) }
    let (b, c) = try await third.value
    #expect(b.next === test.container[A.self])
    #expect(c.next === b)
  }

  /// Who dropped what it had taken is not concerned by it any longer.
  @Test(.rules(.R2, .T5, .T9), arguments: [false, true])
  func whatWasTakenInVainConcernsNobody(failing: Bool) async throws {
    let (watch, counts) = (Watch(), Counter())
    let (aAsks, bMayAsk, aMayEnd, mayExit, isDone) = (Latch(), Latch(), Latch(), Latch(), Latch())
    func run() async throws -> Worker<Void> {
      let asked = Shared<DIContainer?>(watch.add(DIContainer()))
      let container = try #require(asked.value)
      container.register(
        A.self, lazySingleton: { _ in watch.add(A(isComplete: false)) },
        initCompleted: { a, c in
          aAsks.open()
          #expect(c[B.self] == nil)
          try aMayEnd.wait()
          if failing { throw Failure("1") }
          a.complete()
        })
      container.register(
        B.self,
        lazySingleton: { c -> B in
          if counts.add("B") == 1 { try bMayAsk.wait() }
          _ = try c.resolve(A.self)
          throw Failure("2")
        })
      container.register(Link.self) { c in
        #expect(c[B.self] == nil)
        return Link(C())
      }
      let second = Worker {
        // Both while A's callback still runs.
        _ = try asked.value?.resolve(Link.self)
        let other = DIContainer { $0.register(D.self, lazySingleton: { _ in D() }) { _, _ in } }
        _ = try other.resolve(D.self)
        aMayEnd.open()
        isDone.open()
        try mayExit.wait()
      }
      try await eventually { counts["B"] == 1 }
      let first = Worker { [container = Shared<DIContainer?>(container)] in
        defer { container.value = nil }
        _ = try container.value?.resolve(A.self)
      }
      try await aAsks.opened()
      try await first.rested()
      bMayAsk.open()
      try await isDone.opened()
      #expect(try await first.error as? Failure == (failing ? Failure("1") : nil))
      asked.value = nil
      return second
    }
    let second = try await run()
    #expect(await watch.emptied(), "\(watch.alive)")
    mayExit.open()
    try await second.value
  }

  @Test(.rules(.R2, .T3, .T8))
  func whatALostHandOverFreesMayUseTheContainer() async throws {
    let container = DIContainer()
    let (aIsMade, bAsked, mayTake, mayFail, fourthEnded) = (
      Latch(), Latch(), Latch(), Latch(), Latch()
    )
    container.register(D.self, lazySingleton: { _ in D() })
    container.register(A.self, lazySingleton: { _ in A() }, initCompleted: { _, _ in })
    container.register(B.self, lazySingleton: { _ in B() }, initCompleted: { _, _ in })
    container.register(Link.self, name: "F") { c -> Link in
      _ = try c.resolve(A.self)
      aIsMade.open()
      try bAsked.wait()
      _ = try c.resolve(B.self)  // waits until B is finished
      try mayFail.wait()  // the other has handed over, and waits
      throw Failure()
    }
    container.register(Link.self, name: "outer") { c in
      _ = c[Link.self, name: "F"]
      try fourthEnded.wait()
      return Link(C())
    }
    container.register(
      LastWords.self,
      transient: { [unowned container] c in
        _ = try c.resolve(B.self)
        bAsked.open()
        try mayTake.wait()
        _ = try c.resolve(A.self)  // takes it
        return LastWords { _ = container[D.self] }
      }, initCompleted: { _, _ in })
    let third = Worker { try container.resolve(Link.self, name: "outer") }
    try await aIsMade.opened()
    let fourth = Worker { _ = try container.resolve(LastWords.self) }
    try await bAsked.opened()
    try await third.rested()
    mayTake.open()
    try await fourth.rested()
    mayFail.open()
    #expect(try await fourth.error is Failure)
    fourthEnded.open()
    #expect(try await third.error == nil)
  }

  /// B goes with what it is made of, at once.
  @Test(.rules(.R2, .T4), arguments: [false, true])
  func whatIsLostIsNotTaken(waits: Bool) async throws {
    let test = try await HandedOverInVain(waits ? .waitsForB : .needsB)
    let error = try await test.first.error
    #expect(error == nil, "\(error as Any)")
  }

  @Test(.rules(.R2, .T8))
  func whatACaughtFailureFreesMayUseTheContainer() async throws {
    let container = DIContainer()
    let counts = Counter()
    let (xIsMade, aIsMade, mayGo, thirdEnded, said) = (
      Latch(), Latch(), Latch(), Latch(), Latch()
    )
    container.register(
      D.self, lazySingleton: { _ in D(isComplete: false) }, initCompleted: { d, _ in d.complete() })
    container.register(
      LastWords.self,
      lazySingleton: { [unowned container] _ in
        LastWords {
          said.open()
          _ = container[D.self]
        }
      }, initCompleted: { _, _ in })
    container.register(A.self, lazySingleton: { _ in A() }, initCompleted: { _, _ in })
    container.register(
      B.self,
      lazySingleton: { c -> B in
        guard counts.add("B") == 1 else { throw Failure("4") }
        _ = try c.resolve(LastWords.self)
        xIsMade.open()
        try aIsMade.wait()
        _ = try c.resolve(A.self)
        throw Failure("3")
      })
    container.register(Link.self, name: "H") { c -> Link in
      _ = try c.resolve(A.self)
      aIsMade.open()
      try mayGo.wait()
      _ = try c.resolve(LastWords.self)  // takes it
      _ = c[B.self]  // the other takes A, and fails
      try thirdEnded.wait()
      throw Failure("5")
    }
    container.register(Link.self, name: "outer") { c in
      _ = c[Link.self, name: "H"]

      return Link(C())
    }
    let third = Worker {
      defer { thirdEnded.open() }
      _ = try container.resolve(B.self)
    }
    try await xIsMade.opened()
    let fourth = Worker { try container.resolve(Link.self, name: "outer") }
    try await aIsMade.opened()
    try await third.rested()
    mayGo.open()
    #expect(try await third.error as? Failure == Failure("3"))
    #expect(try await fourth.error == nil)
    #expect(said.isOpen)
    let fifth = Worker { try container.resolve(D.self) }
    #expect(try await fifth.value.isComplete)
  }
}
