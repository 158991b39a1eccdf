// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

protocol Wanted: AnyObject {}

/// A way to use a container that leaves nothing behind.
struct Use: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let run: @Sendable (DIContainer, Watch) throws -> Void

  init(_ name: String, _ run: @escaping @Sendable (DIContainer, Watch) throws -> Void) {
    testDescription = name
    self.run = run
  }

  /// A leaf of each lifetime, whose closures hold something.
  private static func addLeaves(_ container: DIContainer, _ watch: Watch) {
    let captured = watch.add(Captured())
    container.register(
      A.self,
      lazySingleton: { _ in
        watch.add(captured)
        return watch.add(A())
      }, initCompleted: { a, _ in a.complete() })
    container.register(B.self, eagerSingleton: { _ in watch.add(B()) })
    container.register(C.self) { _ in watch.add(C()) }
    container.register(D.self, eagerSingleton: watch.add(D()))
  }

  /// A → B → C, and C back to A in its callback.
  private static func addCycle(
    _ container: DIContainer, _ watch: Watch, then last: @escaping () throws -> Void = {}
  ) {
    container.register(
      A.self, lazySingleton: { c in watch.add(A(next: try c.resolve(B.self))) },
      initCompleted: { a, c in a.complete(next: try c.resolve(B.self)) })
    container.register(B.self) { c in watch.add(B(next: try c.resolve(C.self))) }
    container.register(
      C.self, transient: { _ in watch.add(C()) },
      initCompleted: { part, c in
        part.complete(next: try c.resolve(A.self))
        try last()
      })
  }

  static let all: [Use] = [
    Use("success") { c, watch in
      addLeaves(c, watch)
      for _ in 0..<2 { _ = try (c.resolve(A.self), c.resolve(B.self), c.resolve(C.self)) }
      _ = try (c.resolveAll(A.self), c[D.self])
      try c.bootstrap()
    },
    Use("arguments") { c, watch in
      c.register(A.self) { (c, depth: Int) in
        watch.add(A(next: depth > 0 ? try c.resolve(A.self, arguments: depth - 1) : nil))
      }
      _ = try c.resolve(A.self, arguments: 20)
    },
    Use("runaway recursion") { c, watch in
      c.register(A.self) { (c, depth: Int) in
        _ = watch.add(Captured())
        return A(next: try c.resolve(A.self, arguments: depth + 1))
      }
      // The address sanitizer makes frames several times larger.
      let worker = Worker(stack: 8192) { c[A.self, arguments: 0] == nil }
      let fails = try worker.join()
      #expect(fails)
    },
    Use("not registered") { c, watch in
      c.register(A.self, lazySingleton: { c in watch.add(A(next: try c.resolve(B.self))) })
      c.register(
        B.self, lazySingleton: { _ in watch.add(B()) },
        initCompleted: { b, c in b.complete(next: try c.resolve(C.self)) })
      for _ in 0..<2 { #expect(c[A.self] == nil) }
    },
    Use("wrong component") { c, watch in
      c.register(
        Wanted.self, lazySingleton: { _ -> Part in watch.add(A()) }, initCompleted: { _, _ in })
      for _ in 0..<2 { #expect(c[Wanted.self] == nil) }
    },
    Use("factory fails") { c, watch in
      c.register(
        A.self,
        lazySingleton: { c -> A in
          watch.add(try c.resolve(B.self))
          watch.add(try c.resolve(C.self))
          throw Failure()
        })
      c.register(B.self, lazySingleton: { _ in B() })
      c.register(C.self, lazySingleton: { _ in C() }, initCompleted: { part, _ in part.complete() })
      for _ in 0..<2 { #expect(throws: Failure.self) { try c.resolve(A.self) } }
    },
    Use("cycle through a callback") { c, watch in
      addCycle(c, watch)
      _ = try (c.resolve(B.self), c.resolve(C.self), c.resolve(A.self))
    },
    Use("callback fails") { c, watch in
      addCycle(c, watch) { throw Failure() }
      for _ in 0..<2 {
        #expect(throws: Failure.self) { try c.resolve(A.self) }
        #expect(throws: Failure.self) { try c.resolve(C.self) }
      }
    },
    Use("cycle") { c, watch in
      let captured = watch.add(Captured())
      c.register(
        A.self, lazySingleton: { c in A(next: try c.resolve(B.self), isComplete: captured === c) })
      c.register(B.self) { c in B(next: try c.resolve(C.self)) }
      c.register(C.self) { c in C(next: try c.resolve(A.self)) }
      for _ in 0..<2 { #expect(c[A.self] == nil) }
      for _ in 0..<2 { #expect(c[B.self] == nil) }
    },
    Use("bootstrap fails") { c, watch in
      addLeaves(c, watch)
      c.register(Part.self, eagerSingleton: { _ in throw Failure() })
      #expect(throws: Failure.self) { try c.bootstrap() }
    },
    Use("child") { c, watch in
      addCycle(c, watch)
      let child = watch.add(DIContainer(parent: c))
      child.register(B.self) { c in watch.add(B(next: try c.resolve(C.self))) }
      _ = try (child.resolve(B.self), child.resolve(A.self), child.resolve(C.self))
      _ = try child.resolveAll(B.self)
    },
  ]
}

@Suite(.timeLimit(.minutes(5)))
struct LeakTests {
  @Test(.tags(.T10), arguments: Use.all)
  func nothingOutlivesTheContainer(_ use: Use) async throws {
    let watch = Watch()
    func run() throws { try use.run(watch.add(DIContainer()), watch) }
    try run()
    #expect(await watch.emptied(), "\(watch.alive)")
    #expect(watch.count > 1)
  }

  /// In the container's lifetime.
  @Test(.tags(.T10))
  func nothingOfAFailedResolveIsKept() throws {
    let watch = Watch()
    let container = DIContainer()
    for name in ["factory", "callback"] {
      container.register(
        A.self, name: name,
        lazySingleton: { c -> A in
          watch.add(try c.resolve(B.self, name: name))
          let a = watch.add(A())
          if name == "factory" { throw Failure() }
          return a
        }, initCompleted: { _, _ in throw Failure() })
      container.register(
        B.self, name: name, lazySingleton: { _ in B() }, initCompleted: { b, c in b.complete() })
    }
    #expect(throws: Failure.self) { try container.resolve(A.self, name: "factory") }
    #expect(watch.alive == [])
    #expect(throws: Failure.self) { try container.resolve(A.self, name: "callback") }
    // B's turn came before A's and it was finished.
    #expect(watch.alive == ["B"])
  }

  @Test(.tags(.T10, .R2))
  func whatACaughtFailureDropsIsFreedWhenTheOutermostResolveEnds() throws {
    let watch = Watch()
    let container = DIContainer()
    container.register(C.self) { c in C(next: c[A.self]) }
    container.register(
      A.self,
      lazySingleton: { c -> A in
        _ = try c.resolve(B.self)
        throw Failure()
      })
    container.register(
      B.self, transient: { _ in watch.add(B()) }, initCompleted: { b, _ in b.complete() })
    _ = try container.resolve(C.self)
    #expect(watch.count == 1)
    #expect(watch.alive == [])
  }

  /// A run loop, or a server: it resolves all the time, and lets go.
  @Test(.tags(.T10))
  func factoryThatRunsForLongKeepsNothingThatItLetGo() throws {
    struct Offline: Error { let cause: Captured }
    let watch = Watch()
    let container = DIContainer()
    container.register(B.self, lazySingleton: { _ in B() }, initCompleted: { _, _ in })
    container.register(C.self) { _ in watch.add(C()) }
    let wired = DIContainer.autowire { (part: C) in watch.add(Link(part)) }
    container.register(Link.self, transient: wired)
    container.register(Link.self, name: "due") { c in watch.add(Link(try c.resolve(B.self))) }
    container.register(
      D.self,
      lazySingleton: { c -> D in
        _ = try c.resolve(Link.self, name: "due")
        throw Offline(cause: watch.add(Captured()))
      })
    container.register(A.self) { c in
      for _ in 1...100 {
        _ = try c.resolve(Link.self)
        _ = try c.resolve(Link.self, name: "due")
        #expect(c[D.self] == nil)
        #expect(watch.alive == ["Link"], "the one that B was made for: its callback may ask for it")
      }
      return A()
    }
    _ = try container.resolve(A.self)
    #expect(watch.count == 500)
  }

  @Test(.tags(.T10, .K1, .M1))
  func removedRegistrationsGoWithTheirInstancesAndClosures() throws {
    let watch = Watch()
    let container = DIContainer()
    func register() throws {
      let captured = watch.add(Captured())
      for name in [nil, "name"] {
        container.register(
          A.self, name: name,
          lazySingleton: { _ in watch.add(A(isComplete: captured === container)) },
          initCompleted: { a, _ in a.complete() })
        _ = try container.resolve(A.self, name: name)
      }
    }
    try register()
    let first = Set(watch.alive)
    #expect(first == ["A", "Captured"])
    try register()
    #expect(watch.alive.count == 3, "replaced")
    #expect(container.unregister(A.self))
    #expect(container.unregister(A.self, name: "name"))
    #expect(watch.alive == [], "unregistered")
    try register()
    container.reset()
    #expect(watch.alive == [], "reset")
  }

  /// Why a factory captures its container as `[unowned container]`, or asks the one it is given.
  @Test(.tags(.T10, .M1))
  func factoryThatKeepsItsContainerKeepsItForEver() {
    weak var kept: DIContainer?
    weak var freed: DIContainer?
    do {
      let container = DIContainer()
      container.register(Bool.self) { _ in container.contains(A.self) }
      kept = container
      let other = DIContainer()
      other.register(Bool.self) { [unowned other] _ in other.contains(A.self) }
      freed = other
    }
    #expect(kept != nil)
    #expect(freed == nil)
    kept?.reset()  // lets the factory go, and with it the container
    #expect(kept == nil)
  }

  /// What is under construction while it is replaced or removed.
  @Test(.tags(.T10))
  func registrationRemovedByItsOwnFactoryGoes() throws {
    let watch = Watch()
    let container = DIContainer()
    for remove in [
      { container.reset() }, { container.unregister(A.self) },
      { container.register(A.self) { _ in A() } },
    ] as [() -> Void] {
      container.register(
        A.self,
        lazySingleton: { _ in
          remove()
          return watch.add(A())
        }, initCompleted: { a, c in a.complete(next: c[A.self]) })
      _ = try container.resolve(A.self)
      #expect(watch.alive == [])
    }
  }

  @Test(.tags(.T10), arguments: [false, true])
  func threadThatWaitedKeepsNothing(failing: Bool) async throws {
    // thread 1                    │ thread 2
    // A's factory runs            │
    //                             │ asks for A: waits
    // A is made, or fails         │ has A, or makes another, or fails
    //         the container goes, and thread 2 lives
    let watch = Watch()
    let making = Pause()
    let living = Pause()
    func run() async throws -> Worker<Void> {
      let container = watch.add(DIContainer())
      let ofSecond = Shared<DIContainer?>(container)
      container.register(
        A.self,
        lazySingleton: { _ in
          watch.add(Captured())
          try making.stop()
          if failing { throw Failure() }
          return watch.add(A())
        })
      let first = Worker { container[A.self] != nil }
      try await making.reached()
      let second = Worker {
        _ = ofSecond.exchange(nil)?[A.self]
        try living.stop()
      }
      try await second.rested()
      making.end()
      try await living.reached()
      #expect(try await first.value == !failing)
      return second
    }
    let second = try await run()
    #expect(await watch.emptied(), "\(watch.alive)")
    #expect(!second.isDone)
    living.end()
    try await second.value
  }
}
