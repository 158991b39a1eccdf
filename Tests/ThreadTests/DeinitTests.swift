// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

// What is freed may use the container: no lock is held then, and no resolve is between two steps.

@Suite(.timeLimit(.minutes(5)))
struct DeinitTests {
  @Test(arguments: [Place.factory, .callback])
  func deinitOfADroppedInstanceCanUseTheContainer(_ place: Place) async throws {
    let counts = Counter()
    let worker = Worker {
      let container = DIContainer()
      container.register(
        OnDeinit.self,
        lazySingleton: { c in
          OnDeinit { [weak c] in if c?[A.self]?.isComplete == true { counts.add("used") } }
        }, initCompleted: { _, _ in })
      register(A.self, in: container)
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
  typealias LettingGo = Way<
    @Sendable (DIContainer, _ last: @escaping @Sendable () -> OnDeinit) throws -> Void
  >

  private static let lettingGo = [
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

  @Test(arguments: lettingGo)
  func resolveInADeinitIsPartOfTheResolveAroundIt(_ way: LettingGo) async throws {
    let texts = Shared<[String]>([])
    let container = DIContainer()
    register(A.self, in: container)
    container.register(Link.self) { [unowned container] _ in
      try way.act(DIContainer()) {
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
}
