import DIContainer
import TestSupport
import Testing

// The effect of a failure on other threads. The explorer runs random failures under thousands of
// schedules.

@Suite(.timeLimit(.minutes(5)))
struct FailureTests {
  let container = DIContainer()
  let counts = Counter()
  let failing = Pause()

  /// Registers an `A` that fails when it is created first, while its thread is at the pause.
  private func registerFailingA(_ place: Place = .callback) {
    register(A.self, in: container, place) { [counts, failing] in
      guard counts.add("A") == 1 else { return }
      try failing.stop()
      throw Failure("A")
    }
  }

  @Test(arguments: Place.allCases)
  func threadThatWaitsForAFailingSingletonTriesAgain(_ place: Place) async throws {
    // thread 1             │ threads 2 to 4
    // A runs               │
    //                      │ ask for A, one in a factory that has D: wait
    // fails                │ one creates A, all have it, and D stays
    registerFailingA(place)
    register(D.self, in: container)
    container.register { c in Link(try (c.resolve(D.self), c.resolve(A.self)).0) }
    let first = Worker { try container.resolve(A.self) }
    try await failing.reached()
    let link = Worker { place == .factory ? try container.resolve(Link.self) : Link(D()) }
    let others = (3...4).map { _ in Worker { try container.resolve(A.self) } }
    for other in others { try await other.rested() }
    try await link.rested()
    failing.end()
    #expect(try await first.error is Failure)
    #expect(try await link.value.part === container[D.self] || place == .callback)
    for other in others { #expect(try await complete(other.value, 1) === container[A.self]) }
    #expect(counts["A"] == 2)
  }

  @Test func resolveThatHasTakenADroppedInstanceFailsWithItsError() async throws {
    // thread 1             │ threads 2 and 3          │ thread 4
    // A's callback runs    │                          │
    //                      │ have A: wait             │ catches the error of a factory that
    //                      │                          │ has A, and has D
    // fails                │ fail with A's error      │
    //                      │                          │ has a link with D
    let holding = Pause()
    registerFailingA()
    register(B.self, with: A.self, in: container)
    register(D.self, in: container)
    container.register { c in Link(try c.resolve(A.self)) }
    container.register(name: "fails") { c -> Link in
      _ = try c.resolve(A.self)
      throw Failure()
    }
    container.register(name: "holds") { c in
      #expect(c[Link.self, name: "fails"] == nil)
      let link = Link(try c.resolve(D.self))
      try holding.stop()
      return link
    }
    let first = Worker { _ = try container.resolve(A.self) }
    try await failing.reached()
    let others = [
      Worker { _ = try container.resolve(Link.self) }, Worker { _ = try container.resolve(B.self) },
    ]
    for other in others { try await other.rested() }
    let fourth = Worker { try container.resolve(Link.self, name: "holds") }
    try await holding.reached()
    failing.end()
    for thread in [first] + others {
      #expect(try await thread.error as? Failure == Failure("A"))
    }
    #expect(!container.description.contains("(created)"))
    holding.end()
    #expect(try await fourth.value.part === container[D.self])
  }

  /// At once, although a factory still has the dropped instance. That factory fails, and the one
  /// that resolved its service can go on without it.
  @Test(arguments: [false, true])
  func nextUseAfterAFailureTriesAgain(whileAThirdThreadHasTakenIt: Bool) async throws {
    // thread 1             │ thread 2                   │ thread 3      │ thread 4
    // A's callback runs    │                            │               │
    //                      │ a link in another one      │               │
    //                      │ has B, which needs A       │ a link has B  │
    // fails                │                            │               │
    //                      │                            │ fails         │
    //                      │                            │               │ has another B
    //                      │                            │               │ D's callback runs
    //                      │ the inner link fails, and  │               │
    //                      │ the outer one has D: waits │               │
    //                      │ has the outer link         │               │ has D
    let (holding, completingD) = ([Pause(), Pause()], Pause())
    registerFailingA()
    register(B.self, with: A.self, in: container)
    container.register(C.self) { throw Failure() }
    register(D.self, in: container) { try completingD.stop() }
    for (index, pause) in holding.enumerated() {
      container.register(name: "\(index)") { c in
        let b = try c.resolve(B.self)
        try pause.stop()
        #expect(c[C.self] == nil)  // This failure does not hide the other one.
        return Link(b)
      }
    }
    container.register(name: "outer") { c in
      do { return try c.resolve(Link.self, name: "0") } catch {
        #expect(error as? Failure == Failure("A"))
        return Link(try c.resolve(D.self))
      }
    }
    let first = Worker { try container.resolve(A.self) }
    try await failing.reached()
    let second = Worker { try container.resolve(Link.self, name: "outer") }
    try await holding[0].reached()
    let third = Worker {
      whileAThirdThreadHasTakenIt ? try container.resolve(Link.self, name: "1") : nil
    }
    if whileAThirdThreadHasTakenIt { try await holding[1].reached() }
    failing.end()
    #expect(try await first.error as? Failure == Failure("A"))
    holding[1].end()
    #expect(try await third.error as? Failure == (whileAThirdThreadHasTakenIt ? Failure("A") : nil))
    for _ in 1...2 {
      let again = try await Worker { try container.resolve(Link.self, name: "1") }.value
      #expect(again.part === container[B.self])
      #expect(again.part.next === container[A.self])
    }
    let fourth = Worker { try container.resolve(D.self) }
    try await completingD.reached()
    holding[0].end()
    try await second.rested()
    #expect(!second.isDone)
    completingD.end()
    #expect(try await second.value.part === fourth.value)
    #expect(counts["A"] == 2)
  }

  @Test func bootstrapInAFactoryFreezesOnlyIfEachEagerSingletonExists() async throws {
    // thread 1             │ thread 2
    // A's callback runs    │
    //                      │ a factory calls bootstrap,
    //                      │ which has A, and creates B
    // fails                │
    //                      │ B exists: A does not
    let creatingB = Pause()
    container.register(A.self, eagerSingleton: { _ in A() }) { _, _ in
      if counts.add("A") > 1 { return }
      try failing.stop()
      throw Failure("A")
    }
    container.register(eagerSingleton: {
      try creatingB.stop()
      return B()
    })
    container.register { c in
      try c.bootstrap()
      return Link(D())
    }
    let first = Worker { try container.resolve(A.self) }
    try await failing.reached()
    let second = Worker { try container.resolve(Link.self) }
    try await creatingB.reached()
    failing.end()
    #expect(try await first.error is Failure)
    creatingB.end()
    #expect(try await second.error is Failure)
    container.register(C.self) { C() }  // would end the program
    #expect(container.description.contains("A: eagerSingleton (not created)"))
  }
}
