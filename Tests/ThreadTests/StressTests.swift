import DIContainer
import TestSupport
import Testing

// Every operation at the same time as every other one, for the thread sanitizer. Two threads repeat
// two operations, for every pair of operations: in a random mix, two short operations seldom meet.

/// Containers that two threads use. They have singletons in a cycle, transients, services with
/// arguments, and services that fail two times of three, in their factory or in their callback.
struct Playground: Sendable {
  let parent = DIContainer()
  let child: DIContainer
  let frozen: DIContainer  // Nothing is registered in it later.
  let watch: Watch

  init(_ watch: Watch) {
    self.watch = watch
    child = DIContainer(parent: parent)
    frozen = DIContainer(parent: parent)
    for container in [parent, child, frozen] { watch.add(container) }
    register(in: parent)
    frozen.register(D.self, eagerSingleton: { _ in watch.add(D()) })
  }

  func register(in container: DIContainer) {
    let watch = watch
    let counts = Counter()
    let failsTwice: @Sendable (String) throws -> Void = { place in
      if counts.add(place) % 3 != 0 { throw Failure() }
    }
    container.register(A.self, lazySingleton: { _ in watch.add(A(isComplete: false)) }) { a, c in
      a.complete(next: try c.resolve(B.self))
    }
    container.register(
      B.self, lazySingleton: { c in watch.add(B(next: c[D.self], isComplete: false)) },
      initCompleted: { b, c in b.complete(next: try c.resolve(C.self, name: "in the cycle")) })
    container.register(
      C.self, name: "in the cycle",
      lazySingleton: { c in watch.add(C(next: try c.resolve(A.self))) })
    container.register(C.self) { c in C(next: try c.resolve(A.self)) }
    container.register(
      C.self,
      transient: { (c, depth: Int) in
        C(next: depth > 0 ? try c.resolve(C.self, arguments: depth - 1) : try c.resolve(B.self))
      }, initCompleted: { part, _ in part.complete(next: part.next) })
    container.register(
      D.self, name: "factory fails",
      lazySingleton: { c in
        _ = try c.resolve(A.self)
        try failsTwice("factory")
        return watch.add(D())
      })
    container.register(
      D.self, name: "callback fails", lazySingleton: { _ in watch.add(D(isComplete: false)) },
      initCompleted: { d, c in
        _ = try c.resolve(A.self)
        // This takes some microseconds, without a lock, which would order two threads.
        _ = (0..<300).shuffled()
        try failsTwice("callback")
        d.complete()
      })
    container.register(
      D.self, name: "needs that",
      lazySingleton: { c in watch.add(D(next: try c.resolve(D.self, name: "callback fails"))) })
  }

  /// Verifies while a thread that the closure has started still resolves.
  func verifyWithAThreadThatGoesOn() throws {
    let (begun, mayEnd) = (Latch(), Latch())
    let resolving = Shared<Worker<Void>?>(nil)
    let verification = parent.verify { copy in
      resolving.value = Worker {
        begun.open()
        while !mayEnd.isOpen { _ = (copy[C.self], copy[Latch.self], try? copy.resolve(Latch.self)) }
      }
      try begun.wait()
      for _ in 0..<20 { _ = try? copy.resolve(D.self, name: "factory fails") }
      _ = try copy.resolve(Latch.self)
    }
    #expect(verification.description.contains("'Latch' is not registered."))
    mayEnd.open()
    try resolving.value?.join()
  }
}

/// An operation on the containers.
typealias Operation = Way<@Sendable (Playground) throws -> Void>

extension Operation {
  static let all =
    ["factory fails", "callback fails", "needs that"].map { name in
      Operation(name) { p in expectComplete(try p.child.resolve(D.self, name: name)) }
    } + others

  private static let others = [
    Operation("register") { p in p.register(in: p.parent) },
    Operation("register in the child") { p in
      p.child.register(D.self) { _ in D() }
      for number in 1...20 { p.child.register(Link.self, name: "\(number)") { _ in Link(D()) } }
    },
    Operation("member of the cycle") { p in expectComplete(try p.child.resolve(A.self)) },
    Operation("transient") { p in expectComplete(try p.child.resolve(C.self)) },
    Operation("arguments") { p in expectComplete(try p.frozen.resolve(C.self, arguments: 3)) },
    Operation("resolveAll") { p in
      for part in try p.child.resolveAll(C.self) { expectComplete(part) }
    },
    Operation("optional and subscript") { p in
      let a: A? = try p.child.resolve()
      if let other = p.child[C.self] { expectComplete(other) }
      expectComplete(try #require(a))
    },
    Operation("missing service") { p in
      #expect(p.child[Latch.self] == nil)
      #expect(throws: DIContainer.ResolutionError.self) { try p.child.resolve(Latch.self) }
      let isAbsent = try DIContainer.autowire { (missing: Latch?) in missing == nil }(p.child)
      #expect(isAbsent)
    },
    Operation("unregister") { p in
      p.child.unregister(D.self)
      p.parent.unregister(C.self, arguments: Int.self)
    },
    Operation("contains") { p in #expect(p.frozen.contains(A.self)) },
    Operation("description") { p in #expect(p.parent.description.contains("A: lazySingleton")) },
    Operation("reset of a child") { p in
      p.child.reset()
      expectComplete(try DIContainer(parent: p.child).resolve(B.self))
    },
    Operation("reset that keeps registrations") { p in
      p.parent.reset(keepingRegistrations: true)
      p.frozen.reset(keepingRegistrations: true)
    },
    Operation("bootstrap") { p in for _ in 0..<50 { try p.frozen.bootstrap() } },
    Operation("verify") { p in #expect(p.child.verify().mermaid.contains("_A([\"A\"])")) },
    Operation("verify with a thread that goes on") { p in try p.verifyWithAThreadThatGoesOn() },
  ]

  private static func expectComplete(_ part: Part) { #expect(part.isComplete) }

  /// Repeats it. A reset now and then has the instances created again. (Not until the other thread
  /// ends: a cycle that is always reset before it closes has no end.)
  func repeatedly(_ rounds: Int, in playground: Playground, _ successes: Counter) throws {
    for round in 0..<rounds {
      if round % 4 == 0 { playground.parent.reset(keepingRegistrations: true) }
      do {
        try act(playground)
        successes.add(testDescription)
      } catch is Failure {
      } catch DIContainer.ResolutionError.notRegistered {
        // The other thread has unregistered it.
      }
    }
  }
}

@Suite(.timeLimit(.minutes(5)))
struct StressTests {
  private static let rounds = hasThreadSanitizer ? 40 : 10

  @Test func everyPairOfOperationsRunsAtTheSameTime() async throws {
    let (watch, successes) = (Watch(), Counter())
    for (index, first) in Operation.all.enumerated() {
      for second in Operation.all[index...] {
        let playground = Playground(watch)
        let begun = [Latch(), Latch()]
        let workers = [(0, first), (1, second)].map { thread, operation in
          Worker {
            begun[thread].open()
            try begun[1 - thread].wait()
            try operation.repeatedly(Self.rounds, in: playground, successes)
          }
        }
        for worker in workers {
          let error = try await worker.error
          #expect(error == nil, "\(first.testDescription), and \(second.testDescription)")
        }
      }
    }
    for operation in Operation.all {
      #expect(successes[operation.testDescription] > Self.rounds, "\(operation.testDescription)")
    }
    #expect(await watch.emptied(), "\(watch.alive)")
  }
}
