// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

// Every operation at the same time as every other one. The thread sanitizer is to see each lock that
// is missing, so two threads do two operations over and over, for every pair of operations. (In a
// random mix, two short operations meet too seldom.)
//
//     for _ in {1..20}; do swift test --skip-build --filter StressTests; done     more of it

/// Containers that two threads use. They hold singletons in a cycle, transients, what takes
/// arguments, and what fails two times of three, in its factory or in its callback.
struct Playground: Sendable {
  let parent = DIContainer()
  let child: DIContainer
  let frozen: DIContainer  // nothing is registered in it after it was made
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
      initCompleted: { link, c in
        for _ in 0..<5 { _ = try c.resolve(Link.self, name: "asks for itself") }
      })
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
        if counts.add("factory") % 3 != 0 { throw Failure() }
        return watch.add(D())
      })
    container.register(
      D.self, name: "callback fails", lazySingleton: { _ in watch.add(D(isComplete: false)) },
      initCompleted: { d, c in
        _ = try c.resolve(A.self)
        work()
        if counts.add("callback") % 3 != 0 { throw Failure() }
        d.complete()
      })
    container.register(
      D.self, name: "takes what fails",
      lazySingleton: { c in
        _ = try c.resolve(D.self, name: "callback fails")
        return watch.add(D(isComplete: false))
      },
      initCompleted: { d, _ in
        work()  // and the other thread drops what this is made of
        d.complete()
      })
  }

  /// Verifies while a thread that a factory has started still resolves.
  func verifyWithAThreadThatGoesOn() {
    let begun = Latch()
    let mayEnd = Latch()
    let resolving = Shared<Worker<Void>?>(nil)
    let verification = parent.verify { scratch in
      resolving.value = Worker {
        begun.open()
        var turn = 0
        while !mayEnd.isOpen {
          turn += 1
          if turn < 1000 { _ = scratch[Captured.self, name: "\(turn)"] }
          _ = scratch[Captured.self]
          _ = scratch[C.self]
          _ = try? scratch.resolve(Latch.self)
        }
      }
      try begun.wait()
      for _ in 0..<20 {
        _ = scratch[OnDeinit.self]
        _ = try? scratch.resolve(Gate.self)
        _ = try? scratch.resolve(D.self, name: "factory fails")
      }
      // What the report does with a cycle, it does while the thread goes on.
      let key = DIContainer.Key(service: A.self)
      throw DIContainer.ResolutionError.circularDependency([key, key])
    }
    #expect(verification.description.contains("Circular dependency: A → A"))
    mayEnd.open()
    try? resolving.value?.join()
  }
}

/// Takes some microseconds, without a lock, which would order what two threads do.
private func work() { _ = (0..<300).shuffled() }

/// Something that a thread does to the containers.
typealias Activity = Way<@Sendable (Playground) throws -> Void>

extension Activity {
  static let all = registering + others

  static let registering = [
    Activity("register") { p in p.register(in: p.parent) },
    Activity("register in the child") { p in
      p.child.register(D.self) { _ in D() }
      p.child.register(C.self, name: "own") { _ in C() }
    },
  ]

  static let others = [
    Activity("resolve a member of the cycle") { p in expectComplete(try p.child.resolve(A.self)) },
    Activity("resolve another member") { p in expectComplete(try p.parent.resolve(B.self)) },
    Activity("resolve a transient") { p in expectComplete(p.child[C.self]) },
    Activity("resolve with arguments") { p in expectComplete(p.frozen[C.self, arguments: 3]) },
    Activity("resolve what fails") { p in
      expectComplete(try p.parent.resolve(D.self, name: "factory fails"))
    },
    Activity("resolve what fails late") { p in
      expectComplete(try p.child.resolve(D.self, name: "callback fails"))
    },
    Activity("resolve what takes that") { p in
      expectComplete(try p.child.resolve(D.self, name: "takes what fails"))
    },
    Activity("resolve all") { p in
      for part in try p.child.resolveAll(C.self) { expectComplete(part) }
    },
    Activity("resolve into an optional") { p in
      let a: A? = try p.child.resolve()
      expectComplete(a)
    },
    Activity("ask for what is absent") { p in
      #expect(p.child[Captured.self] == nil)
      #expect(p.frozen[Captured?.self] == nil)
    },
    Activity("ask for what is missing") { p in
      #expect(throws: DIContainer.ResolutionError.self) { try p.child.resolve(Captured.self) }
      let isAbsent = try DIContainer.autowire { (captured: Captured?) in captured == nil }(p.child)
      #expect(isAbsent)
    },
    Activity("unregister") { p in
      p.child.unregister(D.self)
      p.parent.unregister(C.self, arguments: Int.self)
    },
    Activity("contains") { p in
      _ = p.child.contains(C.self, name: "own")
      #expect(p.frozen.contains(A.self))
    },
    Activity("describe") { p in #expect(p.parent.description.contains("A: lazySingleton")) },
    Activity("reset the child") { p in p.child.reset() },
    Activity("forget the instances") { p in
      p.parent.reset(keepingRegistrations: true)
      p.frozen.reset(keepingRegistrations: true)
    },
    Activity("bootstrap") { p in
      try p.frozen.bootstrap()
      for _ in 0..<500 { try p.empty.bootstrap() }  // takes the lock once, and does nothing else
    },
    Activity("verify") { p in #expect(p.child.verify().mermaid.contains("[\"parent: A\"]")) },
    Activity("verify with a thread that goes on") { p in p.verifyWithAThreadThatGoesOn() },
    Activity("create a child") { p in expectComplete(DIContainer(parent: p.child)[A.self]) },
  ]

  private static func expectComplete(_ part: Part?) {
    #expect(part?.isComplete != false)
  }

  /// Does it many times. At times the instances are forgotten, so that they are made again. (Not for
  /// as long as the other thread needs: a cycle that is always forgotten while it closes has no end.)
  func repeatedly(_ rounds: Int, in playground: Playground) throws {
    for round in 0..<rounds {
      if round % 4 == 0 { playground.parent.reset(keepingRegistrations: true) }
      do {
        try act(playground)
      } catch is Failure {
      } catch DIContainer.ResolutionError.notRegistered {
        // the other thread has unregistered it
      }
    }
  }
}

@Suite(.timeLimit(.minutes(5)))
struct StressTests {
  private static let rounds = hasThreadSanitizer ? 40 : 10

  @Test func everyPairOfOperationsRunsAtTheSameTime() async throws {
    let watch = Watch()
    for (index, first) in Activity.all.enumerated() {
      for second in Activity.all[index...] {
        let playground = Playground(watch)
        let gate = Gate(2)
        let workers = [first, second].map { activity in
          Worker {
            try gate.pass()
            try activity.repeatedly(Self.rounds, in: playground)
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

  /// What an operation reads after the lock is not written in place meanwhile. The sanitizer takes that
  /// for a race even if nobody else can see it, so this needs many rounds.
  @Test func everyOperationRunsWhileAnotherThreadRegisters() async throws {
    for activity in Activity.others {
      let playground = Playground(Watch())
      let gate = Gate(2)
      let isOver = Latch()
      let registering = Worker {
        try gate.pass()
        var count = 0
        while !isOver.isOpen {
          count += 1
          playground.child.register(Link.self, name: "\(count % 20)") { _ in Link(D()) }
        }
      }
      let other = Worker {
        try gate.pass()
        try activity.repeatedly(Self.rounds * 10, in: playground)
      }
      let error = try await other.error
      isOver.open()
      #expect(error == nil, "\(activity.testDescription)")
      try await registering.value
    }
  }
}
