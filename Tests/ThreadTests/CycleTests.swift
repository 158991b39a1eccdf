// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

// Singletons that need each other, on several threads. The explorer runs cycles of two and of three
// under thousands of schedules.

@Suite(.timeLimit(.minutes(5)))
struct CycleTests {
  /// Three threads in a cycle, which go on in a given order.
  ///
  ///     thread 1                  │ thread 2                  │ thread 3
  ///     A's factory runs          │ B's factory runs          │ C's factory or callback runs
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

  /// At least one thread fails with the cycle, and the next resolve starts again.
  @Test(arguments: Cycle.orders)
  func cycleOfFactoriesOnThreeThreadsIsAnError(_ order: [Int]) async throws {
    let cycle = try await Cycle(closedIn: .factory, order)
    let turns = [
      #"Circular dependency: A → Link "to B" → B → C → A"#,
      #"Circular dependency: B → C → A → Link "to B" → B"#,
      #"Circular dependency: C → A → Link "to B" → B → C"#,
    ]
    for thread in cycle.threads {
      let error = try await thread.error as? DIContainer.ResolutionError
      #expect(turns.contains { $0 == error?.description })
    }
    let container = cycle.container
    #expect(throws: DIContainer.ResolutionError.self) { try container.resolve(A.self) }
    container.register(B.self, lazySingleton: { _ in B() })
    #expect(try container.resolve(A.self).next === container[B.self])
  }
}
