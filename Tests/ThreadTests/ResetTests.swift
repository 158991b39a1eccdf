// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

// Singletons that a container resets, unregisters or replaces while they are created.

@Suite(.timeLimit(.minutes(5)))
struct ResetTests {
  typealias Removing = Way<@Sendable (DIContainer) -> Void>

  private static let removing = [
    Removing("reset that keeps registrations") { c in c.reset(keepingRegistrations: true) },
    Removing("unregister") { c in c.unregister(A.self) },
    Removing("reset") { c in c.reset() },
    Removing("register") { c in c.register(A.self, lazySingleton: { _ in A() }) },
  ]

  @Test(arguments: removing, Place.allCases)
  func singletonRemovedWhileItIsCreatedIsReturnedButNotKept(
    _ way: Removing, _ place: Place
  ) async throws {
    // thread 1                │ thread 2           │ thread 3
    // A runs                  │                    │
    //                         │ asks for A: waits  │
    //                         │                    │ removes A
    //                         │                    │ asks for A: has another one, or nil
    // A is complete           │ has the same A     │
    let creating = Pause()
    let counts = Counter()
    let container = DIContainer()
    let child = DIContainer(parent: container)
    register(A.self, in: container, place) { if counts.add("A") == 1 { try creating.stop() } }
    let first = Worker { try container.resolve(A.self) }
    try await creating.reached()
    let second = Worker { try child.resolve(A.self) }
    try await second.rested()
    let third = Worker {
      way.act(container)
      return container[A.self]
    }
    let other = try await third.value
    #expect(!second.isDone)
    creating.end()
    let a = try await first.value
    #expect(a.isComplete)
    #expect(try await second.value === a)
    #expect(other !== a)
    #expect(container[A.self] === other)
    #expect(counts["A"] == (way.testDescription.contains("keeps") ? 2 : 1))
  }

  @Test(arguments: Place.allCases)
  func failureOfASingletonBeforeAResetDoesNotConcernItsSuccessor(_ place: Place) async throws {
    // thread 1             │ thread 2             │ thread 3
    // A runs               │                      │
    //                      │ resets, A runs       │
    // fails                │                      │
    //                      │                      │ asks for A: waits
    //                      │ A is complete        │ has the same A
    let pauses = [Pause(), Pause()]
    let counts = Counter()
    let container = DIContainer()
    register(A.self, in: container, place) {
      let run = counts.add("A")
      try pauses[run - 1].stop()
      if run == 1 { throw Failure() }
    }
    let first = Worker { try container.resolve(A.self) }
    try await pauses[0].reached()
    container.reset(keepingRegistrations: true)
    let second = Worker { try container.resolve(A.self) }
    try await pauses[1].reached()
    pauses[0].end()
    #expect(try await first.error is Failure)
    let third = Worker { try container.resolve(A.self) }
    try await third.rested()
    pauses[1].end()
    #expect(try await third.value === second.value)
    #expect(try await container[A.self] === second.value)
  }
}
