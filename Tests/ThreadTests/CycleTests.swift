// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

// Singletons that need each other, on several threads. These are the cases to read: the explorer runs
// cycles of two and of three under thousands of schedules.

@Suite(.timeLimit(.minutes(5)))
struct CycleTests {
  // MARK: - What is seen

  @Test(.tags(.T3, .T6, .C2), arguments: [Place.factory, .callback])
  func outermostResolveWaitsForCallbacksOfOtherThreads(_ place: Place) async throws {
    // thread 1             │ thread 2                 │ thread 3
    // A's callback runs    │                          │
    //                      │ B's factory, or its      │ asks for A: waits
    //                      │ callback, takes A        │
    //                      │ B is complete: waits     │
    // A is complete        │ has B                    │ has A
    let completing = Pause()
    let bHasA = Latch()
    let container = DIContainer()
    let take: @Sendable (DIContainer) throws -> Part = { c in
      let a = try c.resolve(A.self)
      #expect(!a.isComplete)
      bHasA.open()
      return a
    }
    register(A.self, in: container) { try completing.stop() }
    container.register(
      B.self,
      lazySingleton: { c in B(next: place == .factory ? try take(c) : nil) },
      initCompleted: { b, c in if place == .callback { b.complete(next: try take(c)) } })
    let first = Worker { try container.resolve(A.self) }
    try await completing.reached()
    let second = Worker { Member(try container.resolve(B.self), ofCycle: 2) }
    let third = Worker { Member(try container.resolve(A.self), ofCycle: 1) }
    try await bHasA.opened()
    for thread in [second, third] {
      try await thread.rested()
      #expect(!thread.isDone)
    }
    completing.end()
    for thread in [second, third] { #expect(try await thread.value.isComplete) }
    #expect(try await second.value.part.next === first.value)
    #expect(try await third.value.part === first.value)
  }

  @Test(.tags(.T6, .C2))
  func outermostResolveWaitsForWhatACallbackMakes() async throws {
    // thread 1                    │ thread 2
    // A's callback runs           │
    //                             │ B takes A: waits
    // makes D; A is complete      │
    // D's callback runs           │ waits, since A is made of D
    // D is complete               │ has B
    let askingForD = Pause()
    let completingD = Pause()
    let container = DIContainer()
    container.register(
      A.self, lazySingleton: { _ in A(isComplete: false) },
      initCompleted: { a, c in
        try askingForD.stop()
        a.complete(next: try c.resolve(D.self))
      })
    container.register(B.self, lazySingleton: { c in B(next: try c.resolve(A.self)) })
    register(D.self, in: container) { try completingD.stop() }
    let first = Worker { try container.resolve(A.self) }
    try await askingForD.reached()
    let second = Worker { Member(try container.resolve(B.self), ofCycle: 3) }
    try await second.rested()
    askingForD.end()
    try await completingD.reached()
    try await second.rested()
    #expect(!second.isDone)
    completingD.end()
    #expect(try await second.value.isComplete)
    #expect(try await second.value.part.next === first.value)
  }

  @Test(.tags(.T2, .T3, .T6), arguments: [false, true])
  func cycleThatIsCompleteIsGivenToOthersWhileItsThreadGoesOn(fails: Bool) async throws {
    // thread 1                         │ thread 2
    // a link's factory makes B and A,  │
    // which are a cycle, and then C    │
    // B is complete, C's callback runs │
    //                                  │ asks for A: has it
    // C is complete, or fails          │
    let completingC = Pause()
    let container = DIContainer()
    container.register(A.self, lazySingleton: { c in A(next: try c.resolve(B.self)) })
    container.register(
      B.self, lazySingleton: { _ in B(isComplete: false) },
      initCompleted: { b, c in b.complete(next: try c.resolve(A.self)) })
    container.register(
      C.self, lazySingleton: { _ in C() },
      initCompleted: { _, _ in
        try completingC.stop()
        if fails { throw Failure("C") }
      })
    container.register(Link.self) { c in
      let link = Link(try c.resolve(A.self))
      _ = try c.resolve(C.self)
      return link
    }
    let first = Worker { try container.resolve(Link.self).part }
    try await completingC.reached()
    let second = Worker { Member(try container.resolve(A.self), ofCycle: 2) }
    let a = try await second.value
    #expect(a.isComplete)
    completingC.end()
    #expect(try await first.error as? Failure == (fails ? Failure("C") : nil))
    #expect(container[A.self] === a.part)
    #expect(container[B.self] === a.part.next)
  }

  // MARK: - What closes, and what cannot

  @Test(.tags(.T5, .T6, .C1), arguments: [[0, 1, 2], [0, 2, 1], [1, 2, 0], [2, 1, 0]])
  func cycleOfThreeThreadsClosesInACallback(_ order: [Int]) async throws {
    // thread 1             │ thread 2             │ thread 3
    // A's factory runs     │ B's factory runs     │ C's callback runs
    // asks for B           │ asks for C           │ asks for A
    //        in this order, and all have the same three
    let asking = [Pause(), Pause(), Pause()]
    let container = DIContainer()
    container.register(
      A.self,
      lazySingleton: { c in
        try asking[0].stop()
        return A(next: try c.resolve(B.self))
      })
    container.register(
      B.self,
      lazySingleton: { c in
        try asking[1].stop()
        return B(next: try c.resolve(C.self))
      })
    container.register(
      C.self, lazySingleton: { _ in C(isComplete: false) },
      initCompleted: { part, c in
        try asking[2].stop()
        part.complete(next: try c.resolve(A.self))
      })
    let workers = [
      Worker { Member(try container.resolve(A.self), ofCycle: 3) },
      Worker { Member(try container.resolve(B.self), ofCycle: 3) },
      Worker { Member(try container.resolve(C.self), ofCycle: 3) },
    ]
    for pause in asking { try await pause.reached() }
    for index in order {
      asking[index].end()
      try await workers[index].rested()
    }
    for (index, worker) in workers.enumerated() {
      #expect(try await worker.value.isComplete)
      #expect(try await worker.value.part.next === workers[(index + 1) % 3].value.part)
    }
  }

  @Test(.tags(.T5, .C4, .R9), arguments: [[0, 1, 2], [0, 2, 1], [1, 2, 0], [2, 1, 0]])
  func cycleBetweenThreadsStartsWithTheServiceOfTheThreadThatDetectsIt(_ order: [Int]) async throws
  {
    // thread 1                  │ thread 2                  │ thread 3
    // A's factory runs          │ B's factory runs          │ C's factory runs
    // asks for B through a link │ asks for C                │ asks for A
    //        in this order, and the last one detects it, then the others
    // A → Link → B → C → A      │ B → C → A → Link → B      │ C → A → Link → B → C
    let asking = [Pause(), Pause(), Pause()]
    let container = DIContainer()
    container.register(name: "outer") { c in Link(try c.resolve(A.self)) }
    container.register(name: "to B") { c in Link(try c.resolve(B.self)) }
    container.register(
      A.self,
      lazySingleton: { c in
        try asking[0].stop()
        return A(next: try c.resolve(Link.self, name: "to B").part)
      })
    container.register(
      B.self,
      lazySingleton: { c in
        try asking[1].stop()
        return B(next: try c.resolve(C.self))
      })
    container.register(
      C.self,
      lazySingleton: { c in
        try asking[2].stop()
        return C(next: try c.resolve(A.self))
      })
    let workers: [Worker<Part>] = [
      Worker { try container.resolve(Link.self, name: "outer").part },
      Worker { try container.resolve(B.self) },
      Worker { try container.resolve(C.self) },
    ]
    for pause in asking { try await pause.reached() }
    for thread in order {
      asking[thread].end()
      try await workers[thread].rested()
    }
    let cycles = [
      #"Circular dependency: A → Link "to B" → B → C → A"#,
      #"Circular dependency: B → C → A → Link "to B" → B"#,
      #"Circular dependency: C → A → Link "to B" → B → C"#,
    ]
    for (worker, cycle) in zip(workers, cycles) {
      let error = try await worker.error as? DIContainer.ResolutionError
      #expect(error?.description == cycle)
    }
    #expect(throws: DIContainer.ResolutionError.self) { try container.resolve(A.self) }
    container.register(B.self, lazySingleton: { _ in B() })
    #expect(try container.resolve(A.self).next === container[B.self])
  }
}
