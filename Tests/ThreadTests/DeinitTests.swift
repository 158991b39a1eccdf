// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

// What is freed may use the container: no lock is held then, and no resolve is between two steps.

@Suite(.timeLimit(.minutes(5)))
struct DeinitTests {
  @Test(.tags(.T3, .T8, .K1, .M1))
  func whatIsReplacedOrRemovedMayUseTheContainer() async throws {
    let counts = Counter()
    let worker = Worker {
      let container = DIContainer()
      let useContainer: @Sendable () -> Void = { [weak container] in
        container?.register(B.self, lazySingleton: { _ in B() })
        if container?[B.self] != nil { counts.add("used") }
      }
      for name in ["replaced", "removed", "reset"] {
        container.register(name: name, eagerSingleton: OnDeinit(useContainer))
      }
      container.register(
        name: "forgotten", lazySingleton: { _ in OnDeinit(useContainer) })
      _ = try container.resolve(OnDeinit.self, name: "forgotten")
      container.register(name: "replaced", eagerSingleton: OnDeinit {})
      container.unregister(OnDeinit.self, name: "removed")
      container.reset(keepingRegistrations: true)
      container.reset()
    }
    try await worker.value
    #expect(counts["used"] == 4)
  }

  @Test(.tags(.R2, .T3, .T8), arguments: [Place.factory, .callback])
  func whatAFailureDropsMayUseTheContainer(_ place: Place) async throws {
    let counts = Counter()
    let worker = Worker {
      let container = DIContainer()
      container.register(
        OnDeinit.self,
        lazySingleton: { c in
          OnDeinit { [weak c] in if c?[A.self]?.isComplete == true { counts.add("used") } }
        }, initCompleted: { _, _ in })
      container.register(
        A.self, lazySingleton: { _ in A(isComplete: false) },
        initCompleted: { a, _ in a.complete() })
      container.register(
        Link.self,
        transient: { c -> Link in
          guard place == .factory else { return Link(B()) }
          _ = try c.resolve(OnDeinit.self)
          throw Failure()
        },
        initCompleted: { _, c in
          _ = try c.resolve(OnDeinit.self)
          throw Failure()
        })
      #expect(throws: Failure.self) { try container.resolve(Link.self) }
      #expect(container[A.self]?.isComplete == true)
      #expect(container[A.self] === container[A.self])
    }
    try await worker.value
    #expect(counts["used"] == 1)
  }

  /// How a container lets the last reference to something go.
  struct LettingGo: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable (DIContainer, _ last: @escaping @Sendable () -> OnDeinit) throws -> Void

    init(
      _ name: String,
      _ run: @escaping @Sendable (DIContainer, @escaping @Sendable () -> OnDeinit) throws -> Void
    ) {
      testDescription = name
      self.run = run
    }

    static let all = [
      LettingGo("replace") { container, last in
        container.register(eagerSingleton: last())
        container.register { _ in OnDeinit {} }
      },
      LettingGo("unregister") { container, last in
        container.register(eagerSingleton: last())
        container.unregister(OnDeinit.self)
      },
      LettingGo("reset") { container, last in
        container.register(eagerSingleton: last())
        container.reset()
      },
      LettingGo("forget") { container, last in
        container.register(lazySingleton: { _ in last() })
        _ = try container.resolve(OnDeinit.self)
        container.reset(keepingRegistrations: true)
      },
      LettingGo("resolveAll") { container, last in
        container.register { _ in last() }
        container.register(OnDeinit.self, name: "fails") { _ in throw Failure() }
        #expect(throws: Failure.self) { try container.resolveAll(OnDeinit.self) }
      },
      LettingGo("bootstrap") { container, last in
        container.register(
          eagerSingleton: { c -> OnDeinit in
            c.reset(keepingRegistrations: true)
            return last()
          })
        try container.bootstrap()
      },
    ]
  }

  @Test(.tags(.T8, .C2), arguments: LettingGo.all)
  func whatADeinitResolvesInTheMiddleOfAResolveIsAPartOfIt(_ way: LettingGo) async throws {
    let texts = Shared<[String]>([])
    let container = DIContainer()
    container.register(
      A.self, lazySingleton: { _ in A(isComplete: false) }, initCompleted: { a, _ in a.complete() })
    container.register(Link.self) { [unowned container] _ in
      try way.run(DIContainer()) {
        OnDeinit {
          #expect(container[A.self]?.isComplete == false)
          do { _ = try container.resolve(B.self) } catch { texts.value.append("\(error)") }
        }
      }
      #expect(texts.value == ["'B' is not registered.\n  Path: Link → B"])
      return Link(C())
    }
    try await Worker { _ = try container.resolve(Link.self) }.value
    #expect(texts.value.count == 1)
    #expect(container[A.self]?.isComplete == true)
  }

  @Test(.tags(.T3, .T8))
  func whatAWaiterSawLastMayUseTheContainer() async throws {
    // thread 1                    │ thread 2
    // S's callback runs           │
    //                             │ asks for S: waits
    // fails                       │ makes another S
    //          the first S is freed by one of them: its deinit uses the container
    let isFreed = Latch()
    let entered = Latch()
    let mayFail = Latch()
    let counts = Counter()
    let container = DIContainer { $0.register(D.self) { _ in D() } }
    container.register(
      OnDeinit.self,
      lazySingleton: { [unowned container] _ in
        guard counts.add("S") == 1 else { return OnDeinit {} }
        return OnDeinit {
          if container[D.self] != nil { counts.add("used") }
          isFreed.open()
        }
      },
      initCompleted: { _, _ in
        guard counts["S"] == 1 else { return }
        entered.open()
        try mayFail.wait()
        throw Failure()
      })
    let first = Worker { _ = try container.resolve(OnDeinit.self) }
    try await entered.opened()
    let second = Worker { _ = try container.resolve(OnDeinit.self) }
    try await second.rested()
    mayFail.open()
    #expect(try await first.error is Failure)
    #expect(try await second.error == nil)
    try await isFreed.opened()
    #expect(counts["S"] == 2)
    #expect(counts["used"] == 1)
  }

  // MARK: - What goes with something that another thread dropped

  @Test(.tags(.R2, .T3, .T8))
  func whatWasMadeOfADroppedInstanceMayUseTheContainer() async throws {
    // thread 1                       │ thread 2
    // "inner" makes A, callback due  │
    //                                │ makes B for a transient T, callback due
    // asks for B: waits              │
    //                                │ takes A; T is made; B is complete; waits for A
    // has B; "inner" fails, A goes   │ T goes: its deinit uses the container
    // "outer", which did without     │
    // "inner", is made               │
    let aIsMade = Latch()
    let bIsMade = Latch()
    let mayTakeA = Latch()
    let mayFail = Latch()
    let tIsFreed = Latch()
    let container = DIContainer()
    container.register(D.self, lazySingleton: { _ in D() })
    container.register(A.self, lazySingleton: { _ in A() }, initCompleted: { _, _ in })
    container.register(B.self, lazySingleton: { _ in B() }, initCompleted: { _, _ in })
    container.register(Link.self, name: "inner") { c -> Link in
      _ = try c.resolve(A.self)
      aIsMade.open()
      try bIsMade.wait()
      _ = try c.resolve(B.self)
      try mayFail.wait()
      throw Failure("inner")
    }
    container.register(Link.self, name: "outer") { c in
      #expect(c[Link.self, name: "inner"] == nil)
      try tIsFreed.wait()
      return Link(C())
    }
    container.register(
      OnDeinit.self,
      transient: { [unowned container] c in
        _ = try c.resolve(B.self)
        bIsMade.open()
        try mayTakeA.wait()
        _ = try c.resolve(A.self)
        return OnDeinit {
          #expect(container[D.self] != nil)
          tIsFreed.open()
        }
      }, initCompleted: { _, _ in })
    let first = Worker { try container.resolve(Link.self, name: "outer") }
    try await aIsMade.opened()
    let second = Worker { _ = try container.resolve(OnDeinit.self) }
    try await bIsMade.opened()
    try await first.rested()
    mayTakeA.open()
    try await second.rested()
    mayFail.open()
    #expect(try await second.error as? Failure == Failure("inner"))
    #expect(try await first.error == nil)
  }

  @Test(.tags(.R2, .T8))
  func whatACaughtFailureOnAnotherThreadDropsMayUseTheContainer() async throws {
    // thread 1                       │ thread 2
    //                                │ B's factory makes X, callback due
    // "inner" makes A, callback due  │
    //                                │ asks for A: waits
    // takes X                        │
    // asks for B, may be absent:waits│ takes A, fails: X goes
    // "inner" fails, A goes          │
    //            X is freed by one of them: its deinit uses the container
    let xIsMade = Latch()
    let aIsMade = Latch()
    let mayTakeX = Latch()
    let xIsFreed = Latch()
    let secondEnded = Latch()
    let counts = Counter()
    let container = DIContainer()
    container.register(
      D.self, lazySingleton: { _ in D(isComplete: false) }, initCompleted: { d, _ in d.complete() })
    container.register(
      OnDeinit.self, name: "X",
      lazySingleton: { [unowned container] _ in
        OnDeinit {
          #expect(container[D.self] != nil)
          xIsFreed.open()
        }
      }, initCompleted: { _, _ in })
    container.register(A.self, lazySingleton: { _ in A() }, initCompleted: { _, _ in })
    container.register(
      B.self,
      lazySingleton: { c -> B in
        guard counts.add("B") == 1 else { throw Failure("B again") }
        _ = try c.resolve(OnDeinit.self, name: "X")
        xIsMade.open()
        try aIsMade.wait()
        _ = try c.resolve(A.self)
        throw Failure("B")
      })
    container.register(Link.self, name: "inner") { c -> Link in
      _ = try c.resolve(A.self)
      aIsMade.open()
      try mayTakeX.wait()
      _ = try c.resolve(OnDeinit.self, name: "X")
      #expect(c[B.self] == nil)
      try secondEnded.wait()
      throw Failure("inner")
    }
    container.register(Link.self, name: "outer") { c in
      #expect(c[Link.self, name: "inner"] == nil)
      return Link(C())
    }
    let second = Worker {
      defer { secondEnded.open() }
      _ = try container.resolve(B.self)
    }
    try await xIsMade.opened()
    let first = Worker { try container.resolve(Link.self, name: "outer") }
    try await aIsMade.opened()
    try await second.rested()
    mayTakeX.open()
    #expect(try await second.error as? Failure == Failure("B"))
    #expect(try await first.error == nil)
    try await xIsFreed.opened()
    #expect(try await Worker { try container.resolve(D.self) }.value.isComplete)
  }
}
