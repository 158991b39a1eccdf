// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

// Every operation at the same time as every other one, for the thread sanitizer. Two threads repeat two
// operations, for every pair of operations: in a random mix, two short operations seldom meet.

/// Containers that two threads use. They have singletons in a cycle, transients, services with
/// arguments, and services that fail two times of three, in their factory or in their callback.
struct Playground: Sendable {
  let parent = DIContainer()
  let child: DIContainer
  let frozen: DIContainer  // Nothing is registered in it later.
  let empty: DIContainer
  let watch: Watch

  init(_ watch: Watch) {
    self.watch = watch
    child = DIContainer(parent: parent)
    frozen = DIContainer(parent: parent)
    empty = DIContainer(parent: parent)
    for container in [parent, child, frozen, empty] { watch.add(container) }
    register(in: parent)
    frozen.register(D.self, eagerSingleton: { _ in watch.add(D()) })
  }

  func register(in container: DIContainer) {
    let watch = watch
    let counts = Counter()
    let failsTwice: @Sendable (String) throws -> Void = { place in
      if counts.add(place) % 3 != 0 { throw Failure() }
    }
    container.register(
      A.self,
      lazySingleton: { c in
        _ = try c.resolve(Link.self, name: "asks for itself")
        return watch.add(A(isComplete: false))
      }, initCompleted: { a, c in a.complete(next: try c.resolve(B.self)) })
    container.register(
      B.self, lazySingleton: { c in watch.add(B(next: c[D.self], isComplete: false)) },
      initCompleted: { b, c in b.complete(next: try c.resolve(C.self, name: "in the cycle")) })
    container.register(
      C.self, name: "in the cycle",
      lazySingleton: { c in watch.add(C(next: try c.resolve(A.self))) })
    container.register(
      Link.self, name: "asks for itself", transient: { _ in Link(D()) },
      initCompleted: { _, c in _ = try c.resolve(Link.self, name: "asks for itself") })
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
        work()
        try failsTwice("callback")
        d.complete()
      })
    container.register(
      D.self, name: "needs that",
      lazySingleton: { c in
        _ = try c.resolve(D.self, name: "callback fails")
        return watch.add(D(isComplete: false))
      },
      initCompleted: { d, _ in
        work()  // Meanwhile the other thread drops its dependency.
        d.complete()
      })
  }

  /// Verifies while a thread that the closure has started still resolves.
  func verifyWithAThreadThatGoesOn() {
    let (begun, mayEnd) = (Latch(), Latch())
    let resolving = Shared<Worker<Void>?>(nil)
    let verification = parent.verify { copy in
      resolving.value = Worker {
        begun.open()
        var turn = 0
        while !mayEnd.isOpen {
          turn += 1
          if turn < 1000 { _ = copy[Missing.self, name: "\(turn)"] }
          _ = copy[C.self]
          _ = try? copy.resolve(Latch.self)
        }
      }
      try begun.wait()
      for _ in 0..<20 {
        _ = copy[OnDeinit.self]
        _ = try? copy.resolve(D.self, name: "factory fails")
      }
      // The report names the members of the cycle while the thread goes on.
      let key = DIContainer.Key(service: A.self)
      throw DIContainer.ResolutionError.circularDependency([key, key])
    }
    #expect(verification.description.contains("Circular dependency: A → A"))
    mayEnd.open()
    try? resolving.value?.join()
  }
}

/// Nobody registers it.
private final class Missing: Sendable {}

/// Takes some microseconds, without a lock, which would order two threads.
private func work() { _ = (0..<300).shuffled() }

/// An operation on the containers.
typealias Operation = Way<@Sendable (Playground) throws -> Void>

extension Operation {
  static let all = [
    Operation("register") { p in p.register(in: p.parent) },
    Operation("register in the child") { p in
      p.child.register(D.self) { _ in D() }
      for number in 1...20 { p.child.register(Link.self, name: "\(number)") { _ in Link(D()) } }
    },
    Operation("member of the cycle") { p in expectComplete(try p.child.resolve(A.self)) },
    Operation("another member") { p in expectComplete(try p.parent.resolve(B.self)) },
    Operation("transient") { p in expectComplete(p.child[C.self]) },
    Operation("arguments") { p in expectComplete(p.frozen[C.self, arguments: 3]) },
    Operation("failing factory") { p in
      expectComplete(try p.parent.resolve(D.self, name: "factory fails"))
    },
    Operation("failing callback") { p in
      expectComplete(try p.child.resolve(D.self, name: "callback fails"))
    },
    Operation("dependency that fails") { p in
      expectComplete(try p.child.resolve(D.self, name: "needs that"))
    },
    Operation("resolveAll") { p in
      for part in try p.child.resolveAll(C.self) { expectComplete(part) }
    },
    Operation("optional") { p in
      let a: A? = try p.child.resolve()
      expectComplete(a)
    },
    Operation("missing service") { p in
      #expect(p.child[Missing.self] == nil)
      #expect(p.frozen[Missing?.self] == nil)
      #expect(throws: DIContainer.ResolutionError.self) { try p.child.resolve(Missing.self) }
      let isAbsent = try DIContainer.autowire { (missing: Missing?) in missing == nil }(p.child)
      #expect(isAbsent)
    },
    Operation("unregister") { p in
      p.child.unregister(D.self)
      p.parent.unregister(C.self, arguments: Int.self)
    },
    Operation("contains") { p in #expect(p.frozen.contains(A.self)) },
    Operation("description") { p in #expect(p.parent.description.contains("A: lazySingleton")) },
    Operation("reset of the child") { p in p.child.reset() },
    Operation("reset that keeps registrations") { p in
      p.parent.reset(keepingRegistrations: true)
      p.frozen.reset(keepingRegistrations: true)
    },
    Operation("bootstrap") { p in
      try p.frozen.bootstrap()
      for _ in 0..<500 { try p.empty.bootstrap() }  // does little more than take the lock
    },
    Operation("verify") { p in #expect(p.child.verify().mermaid.contains("[\"parent: A\"]")) },
    Operation("verify with a thread that goes on") { p in p.verifyWithAThreadThatGoesOn() },
    Operation("child") { p in expectComplete(DIContainer(parent: p.child)[A.self]) },
  ]

  private static func expectComplete(_ part: Part?) {
    #expect(part?.isComplete != false)
  }

  /// Repeats it. A reset now and then has the instances created again. (Not until the other thread
  /// ends: a cycle that is always reset before it closes has no end.)
  func repeatedly(_ rounds: Int, in playground: Playground) throws {
    for round in 0..<rounds {
      if round % 4 == 0 { playground.parent.reset(keepingRegistrations: true) }
      do {
        try act(playground)
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
    let watch = Watch()
    for (index, first) in Operation.all.enumerated() {
      for second in Operation.all[index...] {
        let playground = Playground(watch)
        let begun = [Latch(), Latch()]
        let workers = [(0, first), (1, second)].map { thread, operation in
          Worker {
            begun[thread].open()
            try begun[1 - thread].wait()
            try operation.repeatedly(Self.rounds, in: playground)
          }
        }
        for worker in workers {
          let error = try await worker.error
          #expect(error == nil, "\(first.testDescription), and \(second.testDescription)")
        }
      }
    }
    #expect(await watch.emptied(), "\(watch.alive)")
  }
}
