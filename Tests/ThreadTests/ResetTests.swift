// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

// What is in the making while it is forgotten, removed or replaced.

@Suite(.timeLimit(.minutes(5)))
struct ResetTests {
  /// How a singleton is lost while it is made.
  typealias Losing = Way<@Sendable (DIContainer) -> Void>

  private static let losing = [
    Losing("forget") { c in c.reset(keepingRegistrations: true) },
    Losing("unregister") { c in c.unregister(A.self) },
    Losing("reset") { c in c.reset() },
    Losing("replace") { c in c.register(A.self, lazySingleton: { _ in A() }) },
  ]

  @Test(arguments: losing, [Place.factory, .callback])
  func singletonForgottenWhileItIsMadeIsReturnedButNotKept(
    _ way: Losing, _ place: Place
  ) async throws {
    // thread 1                │ thread 2           │ thread 3
    // A runs                  │                    │
    //                         │ asks for A: waits  │
    //                         │                    │ loses A
    //                         │                    │ asks for A: has another, if there is one
    // A is complete           │ has the same A     │
    let making = Pause()
    let counts = Counter()
    let container = DIContainer()
    let child = DIContainer(parent: container)
    register(A.self, in: container, place) { if counts.add("A") == 1 { try making.stop() } }
    let first = Worker { try container.resolve(A.self) }
    try await making.reached()
    let second = Worker { try child.resolve(A.self) }
    try await second.rested()
    let third = Worker {
      way.act(container)
      return container[A.self]
    }
    let other = try await third.value
    #expect(!second.isDone)
    making.end()
    let a = try await first.value
    #expect(a.isComplete)
    #expect(try await second.value === a)
    #expect(other !== a)
    #expect(container[A.self] === other)
    #expect(counts["A"] == (way.testDescription == "forget" ? 2 : 1))
  }

  /// What becomes of the one that was forgotten does not concern the next one.
  @Test(arguments: [Place.factory, .callback], [false, true])
  func singletonThatBeginsAgainAfterAResetIsMadeOnce(_ place: Place, firstFails: Bool) async throws
  {
    // thread 1             │ thread 2             │ thread 3
    // A runs               │                      │
    //                      │ forgets A            │
    //                      │ A runs               │
    // A is made, or fails  │                      │
    //                      │                      │ asks for A: waits
    //                      │ A is complete        │ has the same A
    let pauses = [Pause(), Pause()]
    let counts = Counter()
    let container = DIContainer()
    register(A.self, in: container, place) {
      let run = counts.add("A")
      if run <= 2 { try pauses[run - 1].stop() }
      if run == 1 && firstFails { throw Failure() }
    }
    let first = Worker { try container.resolve(A.self) }
    try await pauses[0].reached()
    let second = Worker {
      container.reset(keepingRegistrations: true)
      return try container.resolve(A.self)
    }
    try await pauses[1].reached()
    pauses[0].end()
    #expect(try await (first.error is Failure) == firstFails)
    let third = Worker { try container.resolve(A.self) }
    try await third.rested()
    pauses[1].end()
    let a = try await second.value
    #expect(a.isComplete)
    #expect(try await third.value === a)
    #expect(container[A.self] === a)
    #expect(counts["A"] == 2)
  }
}
