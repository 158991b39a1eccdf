// SPDX-License-Identifier: MIT-0

import DIContainer
import Foundation
import TestSupport
import Testing

// Two singletons that need each other, on two threads. The explorer runs cycles of two and of three
// under thousands of schedules.

@Suite(.timeLimit(.minutes(5)))
struct CycleTests {
  /// The index of the thread that goes on first.
  ///
  ///     thread 1                  │ thread 2
  ///     an outer link needs A     │
  ///     A's factory runs          │ B's factory or callback runs
  ///     asks for B through a link │ asks for A
  private func closeCycle(
    in place: Place, of container: DIContainer, first: Int
  ) async throws -> [Worker<Member>] {
    let asking = [Pause(), Pause()]
    let thread = Shared<ObjectIdentifier?>(nil)  // A service of the main actor depends on it.
    container.register { c in Link(try c.resolve(B.self)) }
    container.register(name: "outer") { c in Link(try c.resolve(A.self)) }
    container.register(
      A.self,
      lazySingleton: { c in
        try asking[0].stop()
        return A(next: try c.resolve(Link.self).part)
      })
    let close: @Sendable (DIContainer) throws -> Part = { c in
      try asking[1].stop()
      return try c.resolve(A.self)
    }
    container.register(
      B.self,
      lazySingleton: { c in
        thread.value = ObjectIdentifier(Thread.current)
        return B(next: place == .factory ? try close(c) : nil, isComplete: false)
      },
      initCompleted: { b, c in
        #expect(thread.value == ObjectIdentifier(Thread.current))
        b.complete(next: place == .callback ? try close(c) : b.next)
      })
    let threads = [
      Worker { Member(try container.resolve(Link.self, name: "outer").part, ofCycle: 2) },
      Worker { Member(try container.resolve(B.self), ofCycle: 2) },
    ]
    for pause in asking { try await pause.reached() }
    for index in [first, 1 - first] {
      asking[index].end()
      try await threads[index].rested()
    }
    return threads
  }

  @Test(arguments: [0, 1]) func cycleOfTwoThreadsClosesInACallback(first: Int) async throws {
    let threads = try await closeCycle(in: .callback, of: DIContainer(), first: first)
    for (index, thread) in threads.enumerated() {
      #expect(try await thread.value.isComplete)
      #expect(try await thread.value.part.next === threads[1 - index].value.part)
    }
  }

  /// It has no outer service. The next resolve starts again.
  @Test(arguments: [0, 1]) func cycleOfFactoriesOnTwoThreadsIsAnError(first: Int) async throws {
    let container = DIContainer()
    let texts = ["Circular dependency: A → Link → B → A", "Circular dependency: B → A → Link → B"]
    for thread in try await closeCycle(in: .factory, of: container, first: first) {
      let error = try await thread.error as? DIContainer.ResolutionError
      #expect(texts.contains { $0 == error?.description })
    }
    register(B.self, in: container)
    #expect(try container.resolve(A.self).next === container[B.self])
  }
}
