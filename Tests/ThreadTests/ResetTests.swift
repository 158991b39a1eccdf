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
  func singletonRemovedWhileItIsCreatedIsNotKept(
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
}
