import DIContainer
import Testing

// A factory whose error is caught, after it has shared with another thread what it began.

/// The first thread resolves "outer", which does without "inner". That makes A and needs B, which
/// the second thread makes; B takes A as it is, and so is handed to the first thread. Then "inner"
/// fails and takes A with it.
private struct HandedOverInVain {
  let container = DIContainer()
  let first: Worker<Link>
  let second: Worker<B>

  init(outerNeeds: Bool) async throws {
    let (container, counts, watched) = (container, Counter(), Shared<Worker<Link>?>(nil))
    let (aIsMade, mayAsk, bAsks) = (Latch(), Latch(), Latch())
    container.register(
      D.self, lazySingleton: { _ in D(isComplete: false) },
      initCompleted: { d, _ in d.complete() })
    container.register(Link.self, name: "outer") { c in
      if outerNeeds { _ = try c.resolve(D.self) }
      #expect(c[Link.self, name: "inner"] == nil)
      return Link(C())
    }
    container.register(Link.self, name: "inner") { c -> Link in
      if counts.add("inner") == 1 {
        let a = try c.resolve(A.self)
        aIsMade.open()
        try bAsks.wait()
        _ = (a, try c.resolve(B.self))
      }
      throw Failure(number: 7)
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
    first = Worker { try container.resolve(Link.self, name: "outer") }
    watched.value = first
    try await bAsks.opened()
    try await first.rested()
    mayAsk.open()
  }
}

@Suite struct CaughtFailures {
  /// R2, T5, C6
  @Test(arguments: [false, true])
  func whoHandedOverFailsWithWhatItIsMadeOfAndNobodyElse(outerNeeds: Bool) async throws {
    let test = try await HandedOverInVain(outerNeeds: outerNeeds)
    #expect(try await test.first.error == nil)
    #expect(try await test.second.error as? Failure == Failure(number: 7))
    let third = Worker { try test.container.resolve(B.self) }
    let b = try await third.value
    #expect(b.next === test.container[A.self])
  }

  /// R2, T5: who dropped what it had taken is not concerned by it any longer.
  @Test(arguments: [false, true])
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
          if failing { throw Failure(number: 1) }
          a.complete()
        })
      container.register(
        B.self,
        lazySingleton: { c -> B in
          if counts.add("B") == 1 { try bMayAsk.wait() }
          _ = try c.resolve(A.self)
          throw Failure(number: 2)
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
      #expect(try await first.error as? Failure == (failing ? Failure(number: 1) : nil))
      asked.value = nil
      return second
    }
    let second = try await run()
    #expect(await watch.emptied(), "\(watch.alive)")
    mayExit.open()
    try await second.value
  }
}
