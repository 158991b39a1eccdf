// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

// Singletons that need each other, on several threads. `CycleSchedules.swift` has every order of a
// cycle of two and of three; these are the cases to read.

/// What a thread got, and whether it and its cycle were complete at that moment.
struct Member: Sendable {
  let part: Part
  let isComplete: Bool
  let isCycleComplete: Bool

  init(_ part: Part, ofCycle count: Int) {
    self.part = part
    var cycle = [part]
    while cycle.count < count { cycle.append(cycle[cycle.count - 1].next ?? part) }
    isComplete = part.isComplete
    isCycleComplete = cycle.allSatisfy(\.isComplete)
  }
}

@Suite(.timeLimit(.minutes(5)))
struct CycleTests {
  // MARK: - What is seen

  @Test(.tags(.T6))
  func singletonIsSeenOnlyAfterItsCallback() async throws {
    // thread 1                    │ thread 2             │ thread 3
    // A's callback runs           │                      │
    //                             │ asks for A: waits    │
    // makes B of A, goes on       │                      │
    //                             │                      │ asks for B: waits
    // A is complete               │ has A                │ has B
    let aEntered = Latch()
    let aMayAsk = Latch()
    let aHasB = Latch()
    let aMayEnd = Latch()
    let container = DIContainer()
    container.register(
      A.self, lazySingleton: { _ in A(isComplete: false) },
      initCompleted: { a, c in
        aEntered.open()
        try aMayAsk.wait()
        let b = try c.resolve(B.self)
        aHasB.open()
        try aMayEnd.wait()
        a.complete(next: b)
      })
    container.register(B.self, lazySingleton: { c in B(next: try c.resolve(A.self)) })
    let first = Worker { try container.resolve(A.self) }
    try await aEntered.opened()
    let second = Worker { Member(try container.resolve(A.self), ofCycle: 2) }
    try await second.rested()
    #expect(!second.isDone)
    aMayAsk.open()
    try await aHasB.opened()
    let third = Worker { Member(try container.resolve(B.self), ofCycle: 2) }
    try await third.rested()
    #expect(!second.isDone)
    #expect(!third.isDone)
    aMayEnd.open()
    #expect(try await second.value.part === first.value)
    #expect(try await second.value.isComplete)
    #expect(try await third.value.isCycleComplete)
  }

  @Test(.tags(.T6))
  func memberThatIsCompleteIsSeenOnlyWhenItsCycleIs() async throws {
    // thread 1                    │ thread 2
    // A is complete, of B         │
    // B's callback runs           │
    //                             │ asks for A: waits
    // B is complete               │ has A
    let bEntered = Latch()
    let bMayEnd = Latch()
    let container = DIContainer()
    container.register(
      A.self, lazySingleton: { _ in A(isComplete: false) },
      initCompleted: { a, c in a.complete(next: try c.resolve(B.self)) })
    container.register(
      B.self, lazySingleton: { _ in B(isComplete: false) },
      initCompleted: { b, c in
        bEntered.open()
        try bMayEnd.wait()
        b.complete(next: try c.resolve(A.self))
      })
    let first = Worker { Member(try container.resolve(A.self), ofCycle: 2) }
    try await bEntered.opened()
    let second = Worker { Member(try container.resolve(A.self), ofCycle: 2) }
    try await second.rested()
    #expect(!second.isDone)
    bMayEnd.open()
    #expect(try await first.value.isCycleComplete)
    #expect(try await second.value.isCycleComplete)
    #expect(try await second.value.part === first.value.part)
  }

  @Test(.tags(.T6, .C6))
  func singletonIsSharedAtItsTurnAndOutlivesALaterFailure() async throws {
    // thread 1                    │ thread 2
    // A is complete               │
    // B's callback runs           │ asks for A: has it
    // fails                       │
    let bEntered = Latch()
    let bMayFail = Latch()
    let container = DIContainer()
    container.register(Link.self) { c in
      _ = try c.resolve(A.self)
      return Link(try c.resolve(B.self))
    }
    container.register(
      A.self, lazySingleton: { _ in A(isComplete: false) }, initCompleted: { a, _ in a.complete() })
    container.register(
      B.self, lazySingleton: { _ in B() },
      initCompleted: { _, _ in
        bEntered.open()
        try bMayFail.wait()
        throw Failure()
      })
    let first = Worker { try container.resolve(Link.self) }
    try await bEntered.opened()
    let a = try await Worker { try container.resolve(A.self) }.value
    #expect(a.isComplete)
    bMayFail.open()
    #expect(try await first.error is Failure)
    #expect(container[A.self] === a)
  }

  @Test(.tags(.T6, .C2))
  func whatACallbackMakesIsWaitedForByWhoTookItsInstance() async throws {
    // thread 1                    │ thread 2
    // A's callback runs           │
    //                             │ B's callback asks for A: waits
    // asks for B: takes it        │
    //                             │ takes A; B is complete, but of A: waits
    // makes D; A is complete      │
    // D's callback runs           │ waits, since A is made of D
    // D is complete               │ has B
    let aEntered = Latch()
    let aMayAsk = Latch()
    let dEntered = Latch()
    let dMayEnd = Latch()
    let container = DIContainer()
    container.register(
      A.self, lazySingleton: { _ in A(isComplete: false) },
      initCompleted: { a, c in
        aEntered.open()
        try aMayAsk.wait()
        _ = try c.resolve(B.self)
        a.complete(next: try c.resolve(D.self))
      })
    container.register(
      B.self, lazySingleton: { _ in B(isComplete: false) },
      initCompleted: { b, c in b.complete(next: try c.resolve(A.self)) })
    container.register(
      D.self, lazySingleton: { _ in D(isComplete: false) },
      initCompleted: { d, _ in
        dEntered.open()
        try dMayEnd.wait()
        d.complete()
      })
    let first = Worker { Member(try container.resolve(A.self), ofCycle: 2) }
    try await aEntered.opened()
    let second = Worker { Member(try container.resolve(B.self), ofCycle: 3) }
    try await second.rested()
    aMayAsk.open()
    try await dEntered.opened()
    try await second.rested()
    #expect(!second.isDone)
    #expect(!first.isDone)
    dMayEnd.open()
    #expect(try await second.value.isCycleComplete)
    #expect(try await first.value.isCycleComplete)
  }

  /// What is made of a finished part is finished at once, and nobody's callback is due.
  @Test(.tags(.T5, .T10))
  func whatIsMadeOfAPartThatAnotherThreadFinishedLeavesNothing() async throws {
    // thread 1                            │ thread 2
    //                                     │ A's callback runs
    // C asks for B, and B for A: waits    │
    //                                     │ asks for B: waits
    // takes A, B is made                  │
    //                                     │ takes B: both are finished
    // C is made of what is finished       │
    let watch = Watch()
    func run() async throws {
      let container = watch.add(DIContainer())
      let aEntered = Latch()
      let bEntered = Latch()
      let isFinished = Latch()
      container.register(
        A.self, lazySingleton: { _ in watch.add(A()) },
        initCompleted: { _, c in
          aEntered.open()
          try bEntered.wait()
          _ = try c.resolve(B.self)
        })
      container.register(
        B.self,
        lazySingleton: { c in
          bEntered.open()
          return watch.add(B(next: try c.resolve(A.self)))
        })
      container.register(
        C.self,
        lazySingleton: { c in
          let b = try c.resolve(B.self)
          try isFinished.wait()
          return watch.add(C(next: b))
        })
      let second = Worker {
        _ = try container.resolve(A.self)
        isFinished.open()
      }
      try await aEntered.opened()
      let first = Worker { _ = try container.resolve(C.self) }
      try await second.value
      try await first.value
    }
    try await run()
    #expect(watch.count == 4)
    #expect(await watch.emptied())
  }

  // MARK: - What closes, and what cannot

  /// The two orders in which two threads may ask for each other's singleton.
  private static let orders = [[0, 1], [1, 0]]

  @Test(.tags(.T5, .C4, .R9), arguments: orders)
  func cycleBetweenThreadsBeginsWithTheServiceOfWhoeverMeetsIt(_ order: [Int]) async throws {
    // thread 1                    │ thread 2
    // A's factory runs            │ B's factory runs
    // asks for B through a link   │
    //                             │ asks for A
    // A → Link → B → A            │ B → A → Link → B
    let entered = [Latch(), Latch()]
    let mayAsk = [Latch(), Latch()]
    let container = DIContainer()
    container.register(name: "outer") { c in Link(try c.resolve(A.self)) }
    container.register(name: "to B") { c in Link(try c.resolve(B.self)) }
    container.register(
      A.self,
      lazySingleton: { c in
        entered[0].open()
        try mayAsk[0].wait()
        return A(next: try c.resolve(Link.self, name: "to B").part)
      })
    container.register(
      B.self,
      lazySingleton: { c in
        entered[1].open()
        try mayAsk[1].wait()
        return B(next: try c.resolve(A.self))
      })
    let workers: [Worker<Part>] = [
      Worker { try container.resolve(Link.self, name: "outer").part },
      Worker { try container.resolve(B.self) },
    ]
    for latch in entered { try await latch.opened() }
    mayAsk[order[0]].open()
    try await workers[order[0]].rested()
    mayAsk[order[1]].open()
    let cycles = [
      #"Circular dependency: A → Link "to B" → B → A"#,
      #"Circular dependency: B → A → Link "to B" → B"#,
    ]
    for (worker, cycle) in zip(workers, cycles) {
      let error = try await worker.error as? DIContainer.ResolutionError
      #expect(error?.description == cycle)
    }
    #expect(throws: DIContainer.ResolutionError.self) { try container.resolve(A.self) }
    container.register(B.self, lazySingleton: { _ in B() })
    #expect(try container.resolve(A.self).next === container[B.self])
  }

  @Test(.tags(.T5), arguments: orders)
  func whoDoesWithoutTheOtherSucceeds(_ order: [Int]) async throws {
    // thread 1                          │ thread 2
    // A's factory runs                  │ B's factory runs
    // asks for B, which may be absent   │
    //                                   │ asks for A
    // has A, with B or without          │ has B, or the cycle
    let entered = [Latch(), Latch()]
    let mayAsk = [Latch(), Latch()]
    let container = DIContainer()
    container.register(
      A.self,
      lazySingleton: { c in
        entered[0].open()
        try mayAsk[0].wait()
        return A(next: c[B.self])
      })
    container.register(
      B.self,
      lazySingleton: { c in
        entered[1].open()
        try mayAsk[1].wait()
        return B(next: try c.resolve(A.self))
      })
    let first = Worker<Part> { try container.resolve(A.self) }
    let second = Worker<Part> { try container.resolve(B.self) }
    for latch in entered { try await latch.opened() }
    mayAsk[order[0]].open()
    try await [first, second][order[0]].rested()
    mayAsk[order[1]].open()
    #expect(try await first.value === container[A.self])
    switch try await second.result {
    case .success(let b): #expect(b === container[B.self])
    case .failure(let error): #expect(error is DIContainer.ResolutionError)
    }
    #expect(try container.resolve(B.self).next === container[A.self])
  }

  @Test(.tags(.T5, .T6), arguments: orders)
  func oppositeOrdersSucceedOnBothThreads(_ order: [Int]) async throws {
    // thread 1                    │ thread 2
    // makes A, callback due       │ makes B, callback due
    // asks for B                  │
    //                             │ asks for A
    // both are complete           │ both are complete
    let halfMade = [Latch(), Latch()]
    let mayAsk = [Latch(), Latch()]
    let counts = Counter()
    let container = DIContainer()
    container.register(
      A.self,
      lazySingleton: { _ in
        counts.add("A")
        return A(isComplete: false)
      }, initCompleted: { a, _ in a.complete() })
    container.register(
      B.self,
      lazySingleton: { _ in
        counts.add("B")
        return B(isComplete: false)
      }, initCompleted: { b, _ in b.complete() })
    container.register([Part].self, name: "A first") { c in
      let a = try c.resolve(A.self)
      halfMade[0].open()
      try mayAsk[0].wait()
      return [a, try c.resolve(B.self)]
    }
    container.register([Part].self, name: "B first") { c in
      let b = try c.resolve(B.self)
      halfMade[1].open()
      try mayAsk[1].wait()
      return [try c.resolve(A.self), b]
    }
    let workers = ["A first", "B first"].map { name in
      Worker {
        let parts = try container.resolve([Part].self, name: name)
        return (parts, areComplete: parts.allSatisfy(\.isComplete))
      }
    }
    for latch in halfMade { try await latch.opened() }
    mayAsk[order[0]].open()
    try await workers[order[0]].rested()
    mayAsk[order[1]].open()
    for worker in workers {
      let (parts, areComplete) = try await worker.value
      #expect(parts[0] === container[A.self])
      #expect(parts[1] === container[B.self])
      #expect(areComplete)
    }
    #expect(counts["A"] == 1)
    #expect(counts["B"] == 1)
  }
}
