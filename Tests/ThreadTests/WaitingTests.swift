// SPDX-License-Identifier: MIT-0

import DIContainer
import Foundation
import TestSupport
import Testing

// Which thread waits for which. The table in each test shows its threads, and time runs downwards.

@Suite(.timeLimit(.minutes(5)))
struct WaitingTests {
  // MARK: Singletons

  @Test func singletonIsCreatedOnceHoweverManyThreadsResolveIt() async throws {
    // thread 1             │ threads 2 to 4, each in its way
    // A's factory runs     │
    //                      │ ask for A: wait
    // A exists             │ have A
    let creating = Pause()
    let counts = Counter()
    let container = DIContainer()
    container.register(
      A.self,
      eagerSingleton: { _ in
        counts.add("A")
        try creating.stop()
        return A()
      })
    let first = Worker { try container.resolve(A.self) }
    try await creating.reached()
    let others = [
      Worker { container[A.self] }, Worker { try container.resolveAll(A.self).first },
      Worker {
        try container.bootstrap()
        return container[A.self]
      },
    ]
    for other in others {
      try await other.rested()
      #expect(!other.isDone)
    }
    creating.end()
    let a = try await first.value
    for other in others { #expect(try await other.value === a) }
    #expect(counts["A"] == 1)
  }

  /// The main factory of a program may run for hours.
  @Test func factoryThatRunsGivesOtherThreadsItsFinishedSingletons() async throws {
    let running = Pause()
    let container = DIContainer()
    container.register(B.self, lazySingleton: { _ in B() })
    register(C.self, with: B.self, in: container)
    container.register(
      A.self,
      lazySingleton: { c in
        let c = try c.resolve(C.self)
        try running.stop()
        return A(next: c)
      })
    let first = Worker { try container.resolve(A.self) }
    try await running.reached()
    #expect(container.description.contains("C: lazySingleton (created)"))
    let c = try await Worker { try container.resolve(C.self) }.value
    #expect(c.next === container[B.self])
    running.end()
    #expect(try await first.value.next === c)
  }

  // MARK: Slow services

  @Test(arguments: Place.allCases)
  func slowSingletonDelaysOnlyThreadsThatNeedIt(_ place: Place) async throws {
    let takingLong = Pause()
    let container = DIContainer()
    let child = DIContainer(parent: container)
    register(A.self, in: container, place) { try takingLong.stop() }
    let first = Worker { try container.resolve(A.self) }
    try await takingLong.reached()
    try await Worker {
      register(B.self, in: container)
      #expect(try container.resolveAll(B.self).first === child[B.self])
      #expect(container.contains(A.self))
      #expect(container.description.contains("A: lazySingleton (not created)"))
      try DIContainer(parent: container).bootstrap()
      #expect(container.unregister(B.self))
    }.value
    #expect(!first.isDone)
    takingLong.end()
    #expect(try await first.value === child[A.self])
  }

  @Test func outermostResolveWaitsUntilItsInstanceIsFinished() async throws {
    // thread 1             │ thread 2                 │ thread 3
    // A's factory runs     │                          │
    //                      │ B's factory asks for A:  │ asks for A: waits
    //                      │ waits                    │
    // A's callback runs    │ has A, and B is          │
    //                      │ complete: waits          │
    // it creates D, and A  │                          │
    // is complete          │ waits, since A           │ waits
    // D's callback runs    │ needs D                  │
    // D is complete        │ has B                    │ has A
    let (creating, askingForD, completingD) = (Pause(), Pause(), Pause())
    let bHasA = Latch()
    let container = DIContainer()
    container.register(
      A.self,
      lazySingleton: { _ in
        try creating.stop()
        return A(isComplete: false)
      },
      initCompleted: { a, c in
        try askingForD.stop()
        a.complete(next: try c.resolve(D.self))
      })
    register(B.self, with: A.self, in: container) { bHasA.open() }
    register(D.self, in: container) { try completingD.stop() }
    let first = Worker { try container.resolve(A.self) }
    try await creating.reached()
    let second = Worker { Member(try container.resolve(B.self), ofCycle: 3) }
    let third = Worker { Member(try container.resolve(A.self), ofCycle: 2) }
    for thread in [second, third] { try await thread.rested() }
    creating.end()
    try await bHasA.opened()
    for pause in [askingForD, completingD] {
      try await pause.reached()
      for thread in [second, third] {
        try await thread.rested()
        #expect(!thread.isDone)
      }
      pause.end()
    }
    for thread in [second, third] { #expect(try await thread.value.isComplete) }
    #expect(try await second.value.part.next === first.value)
    #expect(try await third.value.part === first.value)
  }

  // MARK: Services that are not needed

  @Test func serviceThatAResolveDoesNotNeedDoesNotConcernIt() async throws {
    // thread 1                  │ thread 2
    // C's factory needs B,      │
    // whose factory runs        │ a link's factory has A, and needs B: waits
    // has B; has A, and needs   │ has B, and goes on
    // A's callback: waits       │
    //                           │ creates D, runs A's callback, and D's
    // has C                     │
    //                           │ D's callback fails
    let (creatingB, holding, completingD) = (Pause(), Pause(), Pause())
    let container = DIContainer()
    register(A.self, in: container)
    register(B.self, in: container, .factory) { try creatingB.stop() }
    register(D.self, in: container) {
      try completingD.stop()
      throw Failure("D")
    }
    container.register(
      C.self,
      lazySingleton: { c in
        let b = try c.resolve(B.self)
        _ = try c.resolve(A.self)
        return C(next: b)
      })
    container.register { c in
      _ = try (c.resolve(A.self), c.resolve(B.self))
      try holding.stop()
      return Link(try c.resolve(D.self))
    }
    let first = Worker { try container.resolve(C.self) }
    try await creatingB.reached()
    let second = Worker { try container.resolve(Link.self) }
    try await second.rested()
    creatingB.end()
    try await holding.reached()
    try await first.rested()
    #expect(!first.isDone)
    holding.end()
    try await completingD.reached()
    #expect(try await first.value.next === container[B.self])
    #expect(!second.isDone)
    completingD.end()
    #expect(try await second.error as? Failure == Failure("D"))
    for service in ["A", "B", "C"] {
      #expect(container.description.contains("\(service): lazySingleton (created)"))
    }
  }

  // MARK: Factories that wait for threads

  @Test func factoryCanWaitForAServiceOfAThreadThatNeedsItsOwn() async throws {
    // thread 1                     │ thread 2                    │ thread 3
    // A's factory has B, whose     │                             │
    // callback is due              │                             │
    //                              │ a link's factory has C,     │
    //                              │ which needs B, and D        │
    //                              │ D is complete: waits for B  │
    // has C, waits for thread 3    │                             │ has D
    // runs B's callback            │ has the link                │
    let holding = Pause()
    let container = DIContainer()
    register(B.self, in: container)
    register(C.self, with: B.self, in: container)
    register(D.self, in: container)
    container.register { c in
      _ = try c.resolve(C.self)
      return Link(try c.resolve(D.self))
    }
    container.register(
      A.self,
      lazySingleton: { [unowned container] c in
        _ = try c.resolve(B.self)
        try holding.stop()
        _ = try c.resolve(C.self)
        return A(next: try Worker { try container.resolve(D.self) }.join())
      })
    let first = Worker { try container.resolve(A.self) }
    try await holding.reached()
    let second = Worker { try container.resolve(Link.self) }
    try await second.rested()
    #expect(!second.isDone)
    holding.end()
    #expect(try await first.value.next === container[D.self])
    #expect(try await second.value.part === container[D.self])
  }

  // MARK: Threads of factories

  @Test func taskOfAFactoryResolvesIndependently() async throws {
    // thread 1                     │ task
    // a link's factory needs A,    │
    // whose factory runs           │
    //                              │ another link's factory needs A: waits
    // A exists                     │ has the same A
    let task = Shared<Task<(Link, Part), any Error>?>(nil)
    let counts = Counter()
    let asking = Latch()
    let container = DIContainer()
    container.register(Link.self) { c in
      if counts.add("link") == 2 { asking.open() }
      return Link(try c.resolve(A.self))
    }
    container.register(
      A.self,
      lazySingleton: { c in
        counts.add("A")
        task.value = Task {
          defer { asking.open() }  // It fails at once if it counts as a part of this factory.
          return (try c.resolve(Link.self), try c.resolve(A.self))
        }
        try asking.wait()
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
