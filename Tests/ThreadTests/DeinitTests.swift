// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

// A deinit may use the container, wherever the last reference goes.

@Suite(.timeLimit(.minutes(5)))
struct DeinitTests {
  /// A way to free an object, in a container that has registered nothing yet.
  typealias Freeing = Way<
    @Sendable (DIContainer, _ last: @escaping @Sendable () -> OnDeinit) throws -> Void
  >

  private struct Offline: Error { let cause: OnDeinit }

  private static let freeing = [
    Freeing("register again") { c, last in
      c.register(eagerSingleton: last())
      c.register { _ in OnDeinit {} }
    },
    Freeing("unregister") { c, last in
      c.register(eagerSingleton: last())
      c.unregister(OnDeinit.self)
    },
    Freeing("unregister a factory") { c, last in
      let last = last()
      c.register { _ in [last] }
      c.unregister([OnDeinit].self)
    },
    Freeing("reset") { c, last in
      c.register(eagerSingleton: last())
      c.reset()
    },
    Freeing("reset that keeps registrations") { c, last in
      c.register(lazySingleton: { _ in last() })
      _ = try c.resolve(OnDeinit.self)
      c.reset(keepingRegistrations: true)
    },
    Freeing("reset in bootstrap") { c, last in
      c.register(
        eagerSingleton: { c -> OnDeinit in
          c.reset(keepingRegistrations: true)
          return last()
        })
      try c.bootstrap()
    },
    Freeing("reset in a callback") { c, last in
      c.register(OnDeinit.self, lazySingleton: { _ in last() }) { _, c in
        c.reset(keepingRegistrations: true)
      }
      c.register { c in
        _ = try c.resolve(OnDeinit.self)
        return Link(D())
      }
      _ = try c.resolve(Link.self)
    },
    Freeing("transient") { c, last in
      c.register { _ in last() }
      _ = try c.resolve(OnDeinit.self)
    },
    Freeing("error of resolveAll") { c, last in
      c.register { _ in last() }
      c.register(OnDeinit.self, name: "fails") { _ in throw Failure() }
      #expect(throws: Failure.self) { try c.resolveAll(OnDeinit.self) }
    },
    Freeing("error of a factory") { c, last in
      c.register(OnDeinit.self, lazySingleton: { _ in last() }) { _, _ in }
      c.register { c -> Link in
        _ = try c.resolve(OnDeinit.self)
        throw Failure()
      }
      #expect(c[Link.self] == nil)
    },
    Freeing("error that holds it") { c, last in
      c.register(Link.self, lazySingleton: { _ in throw Offline(cause: last()) })
      #expect(c[Link.self] == nil)
    },
    Freeing("container") { _, last in
      let c = DIContainer()
      c.register(lazySingleton: { _ in last() })
      _ = try c.resolve(OnDeinit.self)
    },
  ]

  /// In a factory, the callback would run later, and `verify` would try nothing.
  private static let freeingOutsideOfFactories = [
    Freeing("error of a callback") { c, last in
      c.register(OnDeinit.self, lazySingleton: { _ in last() }) { _, _ in throw Failure() }
      #expect(c[OnDeinit.self] == nil)
    },
    Freeing("verify, between two factories") { c, last in
      c.register { _ in last() }
      #expect(c.verify().description == "No errors.")
    },
    Freeing("verify") { c, last in
      c.register(lazySingleton: { _ in last() })
      #expect(c.verify().description == "No errors.")
    },
  ]

  /// The deinit resolves, and waits for a thread that does: it would hang under a lock, or between the
  /// claim of a singleton and its factory.
  @Test(
    arguments: freeing.flatMap { [($0, false), ($0, true)] }
      + freeingOutsideOfFactories.map { ($0, false) })
  func deinitCanUseTheContainer(_ way: Freeing, isInAFactory: Bool) async throws {
    let counts = Counter()
    let container = DIContainer()
    register(A.self, in: container)
    register(B.self, in: container)
    let free: @Sendable () throws -> Void = { [unowned container] in
      try way.act(DIContainer()) {
        OnDeinit {
          let a = container[A.self]
          let isFound = try? Worker { container[B.self] != nil }.join()
          if a != nil && isFound == true { counts.add("used") }
        }
      }
    }
    container.register(D.self) { _ in
      if isInAFactory { try free() }
      return D()
    }
    try await Worker {
      _ = try container.resolve(D.self)
      if !isInAFactory { try free() }
    }.value
    #expect(counts["used"] == 1)
    #expect(container[A.self]?.isComplete == true)
    #expect(container[B.self]?.isComplete == true)
  }
}
