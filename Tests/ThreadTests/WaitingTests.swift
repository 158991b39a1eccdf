// SPDX-License-Identifier: MIT-0

import DIContainer
import Foundation
import TestSupport
import Testing

// Who waits for whom, and who does not. What each thread does is at the top of each test, downwards
// in time.

/// What runs factories.
enum Asking: CaseIterable { case resolve, resolveAll, bootstrap, verify }

@Suite(.timeLimit(.minutes(5)))
struct WaitingTests {
  @Test func singletonIsMadeOnceHoweverManyThreadsResolveIt() async throws {
    // thread 1             │ threads 2 to 5, each in its way
    // A's factory runs     │
    //                      │ ask for A: wait
    // A is made            │ have it
    let making = Pause()
    let counts = Counter()
    let container = DIContainer()
    container.register(
      A.self,
      eagerSingleton: { _ in
        counts.add("A")
        try making.stop()
        return A()
      })
    let bootstrap: @Sendable () throws -> A? = {
      try container.bootstrap()
      return container[A.self]
    }
    let first = Worker(bootstrap)
    try await making.reached()
    let others = [
      Worker(bootstrap), Worker { container[A.self] }, Worker { try container.resolve(A.self) },
      Worker { try container.resolveAll(A.self).first },
    ]
    for other in others {
      try await other.rested()
      #expect(!other.isDone)
    }
    making.end()
    let made = try await first.value
    for other in others { #expect(try await other.value === made) }
    #expect(counts["A"] == 1)
  }

  // MARK: - Slow singletons

  @Test(arguments: [Place.factory, .callback])
  func slowSingletonDelaysOnlyThreadsThatNeedIt(_ place: Place) async throws {
    // thread 1             │ thread 2             │ thread 3
    // A takes long         │                      │
    //                      │ does everything else │
    //                      │                      │ asks for A: waits
    // A is complete        │                      │ has it
    let takingLong = Pause()
    let container = DIContainer()
    let child = DIContainer(parent: container)
    register(A.self, in: container, place) { try takingLong.stop() }
    let first = Worker { try container.resolve(A.self) }
    try await takingLong.reached()
    let second = Worker {
      container.register(B.self, lazySingleton: { _ in B() })
      container.register(C.self) { _ in C() }
      let b = try container.resolve(B.self)
      #expect(child[B.self] === b)
      #expect(child[C.self] != nil)
      #expect(try container.resolveAll(B.self).count == 1)
      #expect(container.contains(A.self))
      #expect(!container.description.isEmpty)
      try DIContainer(parent: container).bootstrap()
      #expect(container.unregister(C.self))
    }
    try await second.value
    let third = Worker { try child.resolve(A.self) }
    try await third.rested()
    #expect(!third.isDone)
    takingLong.end()
    #expect(try await third.value === first.value)
    #expect(try await third.value.isComplete)
  }

  // MARK: - Factories that wait for threads

  @Test(arguments: [Place.factory, .callback])
  func factoryCanWaitForAThreadThatResolvesOtherServices(_ place: Place) async throws {
    // thread 1                     │ thread 2, which A starts
    // A waits for thread 2         │ makes B and C
    // A is complete                │
    let container = DIContainer()
    let ask: @Sendable () throws -> Part = { [unowned container] in
      try Worker { try container.resolve(B.self) }.join()
    }
    container.register(
      A.self,
      lazySingleton: { _ in A(next: place == .factory ? try ask() : nil, isComplete: false) },
      initCompleted: { a, _ in a.complete(next: place == .callback ? try ask() : a.next) })
    container.register(
      B.self, lazySingleton: { c in B(next: try c.resolve(C.self), isComplete: false) },
      initCompleted: { b, c in b.complete(next: try c.resolve(C.self)) })
    container.register(C.self, lazySingleton: { _ in C() })
    let a = try await Worker { try container.resolve(A.self) }.value
    #expect(a.next === container[B.self])
    #expect(a.next?.next === container[C.self])
    #expect(a.isComplete)
  }

  // MARK: - Threads and tasks that a factory starts

  /// Whoever registered it. A service of the main actor depends on it.
  @Test(arguments: Asking.allCases)
  func factoriesAndCallbacksRunOnTheThreadThatResolves(_ asking: Asking) async throws {
    let threads = Shared<[ObjectIdentifier]>([])
    let note: @Sendable () -> Void = { threads.value.append(ObjectIdentifier(Thread.current)) }
    let container = DIContainer()
    container.register(
      A.self,
      eagerSingleton: { c in
        note()
        return A(next: try c.resolve(B.self))
      }, initCompleted: { _, _ in note() })
    container.register(
      B.self,
      transient: { _ in
        note()
        return B()
      }, initCompleted: { _, _ in note() })
    let own = try await Worker {
      switch asking {
      case .resolve: _ = try container.resolve(A.self)
      case .resolveAll: _ = try container.resolveAll(A.self)
      case .bootstrap: try container.bootstrap()
      case .verify: #expect(container.verify().errors.isEmpty)
      }
      return ObjectIdentifier(Thread.current)
    }.value
    #expect(threads.value.count >= 4)
    #expect(Set(threads.value) == [own])
  }

  @Test(arguments: [false, true])
  func taskOfAFactoryResolvesIndependently(isDetached: Bool) async throws {
    let task = Shared<Task<(Link, Part), any Error>?>(nil)
    let counts = Counter()
    let container = DIContainer()
    container.register(Link.self) { c in Link(try c.resolve(A.self)) }
    container.register(
      A.self,
      lazySingleton: { c in
        counts.add("A")
        let resolve: @Sendable () async throws -> (Link, Part) = {
          (try c.resolve(Link.self), try c.resolve(A.self))
        }
        task.value = isDetached ? Task.detached(operation: resolve) : Task(operation: resolve)
        return A()
      })
    let link = try await Worker { try container.resolve(Link.self) }.value
    let (other, a) = try await #require(task.value).value
    #expect(other !== link)
    #expect(other.part === a)
    #expect(link.part === a)
    #expect(counts["A"] == 1)
  }
}
