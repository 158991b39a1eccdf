import DIContainer
import Foundation
import TestSupport
import Testing

// What nobody needs is freed. A deinit may use the container, wherever the last reference goes.

@Suite(.timeLimit(.minutes(5)))
struct FreeingTests {
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
    Freeing("reset") { c, last in
      c.register(eagerSingleton: last())
      c.reset()
    },
    Freeing("reset that keeps registrations") { c, last in
      c.register(lazySingleton: { _ in last() })
      _ = try c.resolve(OnDeinit.self)
      c.reset(keepingRegistrations: true)
    },
    Freeing("reset in a callback") { c, last in
      c.register(OnDeinit.self, lazySingleton: { _ in last() }) { _, c in
        c.reset(keepingRegistrations: true)
      }
      c.register { c in _ = try c.resolve(OnDeinit.self) }
      try c.resolve(Void.self)
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
    Freeing("register again, after its creation was dropped") { c, last in
      let counts = Counter()
      c.register(
        OnDeinit.self, lazySingleton: { _ in counts.add("") == 1 ? OnDeinit {} : last() }
      ) { _, _ in }
      c.register { c -> D in
        _ = try c.resolve(OnDeinit.self)
        throw Failure()
      }
      c.register { c in
        #expect(c[D.self] == nil)
        try Worker { _ = try c.resolve(OnDeinit.self) }.join()
        c.register { OnDeinit {} }
      }
      try c.resolve(Void.self)
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
    Freeing("error of another thread, which a failing thread has received") { c, last in
      let (completing, hasA, hasFailed) = (Latch(), Latch(), Latch())
      c.register(A.self, lazySingleton: { _ in A() }) { _, _ in
        completing.open()
        try hasA.wait()
        throw Offline(cause: last())
      }
      c.register { c -> Link in
        try completing.wait()
        _ = try c.resolve(A.self)
        hasA.open()
        try hasFailed.wait()
        throw Failure()
      }
      let other = Worker { #expect(c[Link.self] == nil) }
      #expect(c[A.self] == nil)
      hasFailed.open()
      try other.join()
    },
    Freeing("verify, between two factories") { c, last in
      c.register { _ in last() }
      #expect(c.verify().description == "No errors.")
    },
    Freeing("verify, with an error that a subscript hides") { c, last in
      c.register(Link.self) { (_: Int) in throw Offline(cause: last()) }
      c.register { c in _ = c[Link.self, arguments: 1] }
      #expect(c.verify().errors.isEmpty)
    },
    Freeing("verify") { c, last in
      c.register(lazySingleton: { _ in last() })
      #expect(c.verify().description == "No errors.")
    },
  ]

  /// The deinit resolves, and waits for a thread that does: it would hang under a lock, or between
  /// the claim of a singleton and its factory.
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
          let a = container[Link.self] == nil ? container[A.self] : nil
          let isFound = try? Worker { container[B.self] != nil }.join()
          if a != nil && isFound == true { counts.add("used") }
        }
      }
    }
    container.register(Link.self) { throw Failure() }
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

  /// The factory of a run loop or a server resolves all the time, and releases the instances.
  @Test func longRunningFactoryKeepsNothingThatItReleased() throws {
    struct Offline: Error { let cause: D }
    let watch = Watch()
    let container = DIContainer()
    container.register(B.self, lazySingleton: { _ in B() }) { _, _ in }
    container.register { _ in watch.add(C()) }
    container.register(transient: DIContainer.autowire { (part: C) in watch.add(Link(part)) })
    container.register(name: "due") { c in watch.add(Link(try c.resolve(B.self))) }
    container.register(lazySingleton: { c -> D in
      _ = try c.resolve(Link.self, name: "due")
      throw Offline(cause: watch.add(D()))
    })
    container.register { c in
      for _ in 1...100 {
        _ = try (c.resolve(Link.self), c.resolve(Link.self, name: "due"))
        #expect(c[D.self] == nil)
        #expect(watch.alive == ["Link"], "the ancestor of B, which its callback may ask for")
      }
      return A()
    }
    _ = try container.resolve(A.self)
    #expect(watch.count == 500)
  }

  /// Each callback resolves the next service. Their creations refer to each other.
  @Test func chainOf20000CallbacksIsFreedOnASmallStack() async throws {
    let watch = Watch()
    try await Worker(stack: 512) {
      let container = DIContainer()
      for index in 1...20_000 {
        container.register(D.self, name: "\(index)", lazySingleton: { _ in watch.add(D()) }) {
          _, c in
          _ = c[D.self, name: "\(index + 1)"]
        }
      }
      _ = try container.resolve(D.self, name: "1")
    }.value
    #expect(watch.count == 20_000)
    #expect(watch.alive == [])
  }

  #if compiler(>=6.2) && os(Linux)  // Exit tests are new in Swift 6.2.
    /// In a process without other tests, which need memory, too.
    @Test(.enabled(if: !hasSanitizer)) func factoryThatAsksAgainNeedsNoMoreMemory() async throws {
      await #expect(processExitsWith: .success) {
        let container = DIContainer()
        container.register(B.self, lazySingleton: { _ in B() }, initCompleted: { _, _ in })
        container.register(A.self) { c in
          func bytes(after rounds: Int) throws -> Int {
            for _ in 1...rounds { _ = try c.resolve(B.self) }
            let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            return (Int(pages.split(separator: " ")[1]) ?? 0) * 4096
          }
          let before = try bytes(after: 2_000)
          #expect(try bytes(after: 400_000) - before < 1_500_000)
          return A()
        }
        _ = try container.resolve(A.self)
      }
    }
  #endif
}
