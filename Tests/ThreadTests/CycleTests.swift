// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

// Singletons that need each other, on several threads. These are the cases to read: the explorer runs
// cycles of two and of three under thousands of schedules.

@Suite(.timeLimit(.minutes(5)))
struct CycleTests {
  // MARK: - What is seen

  @Test(arguments: [Place.factory, .callback])
  func outermostResolveWaitsForCallbacksOfOtherThreads(_ place: Place) async throws {
    // thread 1             │ thread 2                 │ thread 3
    // A's factory runs     │                          │
    //                      │ B's factory, or its      │ asks for A: waits
    //                      │ callback, does too:      │
    //                      │ waits                    │
    // A's callback runs    │ has A, and B is          │
    //                      │ complete: waits          │
    // it makes D, and A is │                          │
    // complete             │ waits, since A is        │ waits
    // D's callback runs    │ made of D                │
    // D is complete        │ has B                    │ has A
    let making = Pause()
    let askingForD = Pause()
    let completingD = Pause()
    let bHasA = Latch()
    let container = DIContainer()
    let take: @Sendable (DIContainer) throws -> Part = { c in
      let a = try c.resolve(A.self)
      #expect(!a.isComplete)
      bHasA.open()
      return a
    }
    container.register(
      A.self,
      lazySingleton: { _ in
        try making.stop()
        return A(isComplete: false)
      },
      initCompleted: { a, c in
        try askingForD.stop()
        a.complete(next: try c.resolve(D.self))
      })
    container.register(
      B.self,
      lazySingleton: { c in B(next: place == .factory ? try take(c) : nil) },
      initCompleted: { b, c in if place == .callback { b.complete(next: try take(c)) } })
    register(D.self, in: container) { try completingD.stop() }
    let first = Worker { try container.resolve(A.self) }
    try await making.reached()
    let second = Worker { Member(try container.resolve(B.self), ofCycle: 3) }
    let third = Worker { Member(try container.resolve(A.self), ofCycle: 2) }
    for thread in [second, third] { try await thread.rested() }
    making.end()
    try await bHasA.opened()
    for thread in [second, third] {
      try await thread.rested()
      #expect(!thread.isDone)
    }
    askingForD.end()
    try await completingD.reached()
    for thread in [second, third] {
      try await thread.rested()
      #expect(!thread.isDone)
    }
    completingD.end()
    for thread in [second, third] { #expect(try await thread.value.isComplete) }
    #expect(try await second.value.part.next === first.value)
    #expect(try await third.value.part === first.value)
  }

  // MARK: - What closes, and what cannot

  /// Three threads in a cycle, which go on in an order.
  ///
  ///     thread 1                  │ thread 2                  │ thread 3
  ///     A's factory runs          │ B's factory runs          │ C's factory or its callback runs
  ///     asks for B through a link │ asks for C                │ asks for A
  private struct Cycle {
    static let orders = [[0, 1, 2], [0, 2, 1], [1, 2, 0], [2, 1, 0]]
    let container: DIContainer
    let threads: [Worker<Member>]

    init(closedIn place: Place, _ order: [Int]) async throws {
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
      let close: @Sendable (DIContainer) throws -> Part = { c in
        try asking[2].stop()
        return try c.resolve(A.self)
      }
      container.register(
        C.self,
        lazySingleton: { c in
          C(next: place == .factory ? try close(c) : nil, isComplete: place == .factory)
        },
        initCompleted: { part, c in if place == .callback { part.complete(next: try close(c)) } })
      threads = [
        Worker { Member(try container.resolve(Link.self, name: "outer").part, ofCycle: 3) },
        Worker { Member(try container.resolve(B.self), ofCycle: 3) },
        Worker { Member(try container.resolve(C.self), ofCycle: 3) },
      ]
      self.container = container
      for pause in asking { try await pause.reached() }
      for index in order {
        asking[index].end()
        try await threads[index].rested()
      }
    }
  }

  @Test(arguments: Cycle.orders)
  func cycleOfThreeThreadsClosesInACallback(_ order: [Int]) async throws {
    let threads = try await Cycle(closedIn: .callback, order).threads
    for (index, thread) in threads.enumerated() {
      #expect(try await thread.value.isComplete)
      #expect(try await thread.value.part.next === threads[(index + 1) % 3].value.part)
    }
  }

  @Test(arguments: Cycle.orders)
  func cycleBetweenThreadsStartsWithTheServiceOfTheThreadThatDetectsIt(_ order: [Int]) async throws
  {
    let cycle = try await Cycle(closedIn: .factory, order)
    // The last one detects it, and then the others.
    let texts = [
      #"Circular dependency: A → Link "to B" → B → C → A"#,
      #"Circular dependency: B → C → A → Link "to B" → B"#,
      #"Circular dependency: C → A → Link "to B" → B → C"#,
    ]
    for (thread, text) in zip(cycle.threads, texts) {
      let error = try await thread.error as? DIContainer.ResolutionError
      #expect(error?.description == text)
    }
    let container = cycle.container
    #expect(throws: DIContainer.ResolutionError.self) { try container.resolve(A.self) }
    container.register(B.self, lazySingleton: { _ in B() })
    #expect(try container.resolve(A.self).next === container[B.self])
  }
}
