import DIContainer
import Foundation
import TestSupport
import Testing

// Which thread waits for which. The table in each test shows its threads, and time runs downwards.

@Suite(.timeLimit(.minutes(5)))
struct WaitingTests {
  @Test func singletonIsCreatedOnceHoweverManyThreadsResolveIt() async throws {
    // thread 1             │ threads 2 to 4, each in its way
    // A's factory runs     │
    //                      │ ask for A: wait
    // A exists             │ have A
    let creating = Pause()
    let counts = Counter()
    let container = DIContainer()
    container.register(eagerSingleton: { _ in
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

  /// The main factory of a program may run for hours, and other threads need what it has created.
  @Test(arguments: Place.allCases)
  func slowSingletonDelaysOnlyThreadsThatNeedIt(_ place: Place) async throws {
    let takingLong = Pause()
    let container = DIContainer()
    let child = DIContainer(parent: container)
    container.register(C.self, lazySingleton: { _ in C() })
    container.register(
      A.self,
      lazySingleton: { c in
        let part = try c.resolve(C.self)
        if place == .factory { try takingLong.stop() }
        return A(next: part)
      }, initCompleted: { _, _ in if place == .callback { try takingLong.stop() } })
    let first = Worker { try container.resolve(A.self) }
    try await takingLong.reached()
    let lines = "C: lazySingleton (created)\nA: lazySingleton (not created)"
    #expect(container.description == lines)
    let c = try await Worker {
      register(B.self, in: container)
      #expect(try container.resolveAll(B.self).first === child[B.self])
      try child.bootstrap()
      #expect(container.unregister(B.self) && container.contains(A.self))
      return try container.resolve(C.self)
    }.value
    #expect(!first.isDone)
    takingLong.end()
    #expect(try await first.value.next === c)
  }

  /// It is finished when all callbacks have run of each thread that it depends on.
  @Test func outermostResolveWaitsUntilItsInstanceIsFinished() async throws {
    // thread 1             │ thread 2                  │ thread 3
    // A's callback runs    │                           │
    //                      │ has B, which has A: waits │
    //                      │                           │ has C, which has B: waits
    // D's callback runs    │                           │
    // has A                │ has B                     │ has C
    let (completingA, completingD) = (Pause(), Pause())
    let container = DIContainer()
    container.register(A.self, lazySingleton: { _ in A(isComplete: false) }) { a, c in
      try completingA.stop()
      a.complete(next: try c.resolve(D.self))
    }
    register(B.self, with: A.self, in: container)
    register(C.self, with: B.self, in: container)
    register(D.self, in: container) { try completingD.stop() }
    register(Part.self, in: container)
    let first = Worker {
      _ = try container.resolve(Part.self)  // an earlier outermost resolve
      return complete(try container.resolve(A.self), 2)
    }
    try await completingA.reached()
    let second = Worker { complete(try container.resolve(B.self), 3) }
    try await second.rested()
    let third = Worker { complete(try container.resolve(C.self), 4) }
    for pause in [completingA, completingD] {
      try await pause.reached()
      try await second.rested()
      try await third.rested()
      #expect(!second.isDone && !third.isDone)
      pause.end()
    }
    #expect(try await third.value.next === second.value)
    #expect(try await second.value.next === first.value)
  }

  /// The next resolve after the failure starts again. `first` is the index of the thread that goes
  /// on first. The explorer runs cycles of two and three threads under thousands of schedules.
  @Test(arguments: Place.allCases, [0, 1])
  func cycleOfTwoThreadsClosesInACallbackAndFailsInFactories(
    closesIn place: Place, first: Int
  ) async throws {
    // thread 1                  │ thread 2
    // an outer link needs A     │
    // A's factory runs          │ B's factory or callback runs
    // asks for B through a link │ asks for A
    let asking = [Pause(), Pause()]
    let thread = Shared<ObjectIdentifier?>(nil)  // A service of the main actor depends on it.
    let container = DIContainer()
    container.register { c in Link(try c.resolve(B.self)) }
    container.register(name: "outer") { c in Link(try c.resolve(A.self)) }
    container.register(lazySingleton: { c in
      try asking[0].stop()
      return A(next: try c.resolve(Link.self).part)
    })
    let close: @Sendable (DIContainer) throws -> Part = { c in
      try asking[1].stop()
      return try c.resolve(A.self)
    }
    container.register(
      B.self,
      lazySingleton: { c in
        thread.value = ObjectIdentifier(Thread.current)
        return B(next: place == .factory ? try close(c) : nil, isComplete: false)
      },
      initCompleted: { b, c in
        #expect(thread.value == ObjectIdentifier(Thread.current))
        b.complete(next: place == .callback ? try close(c) : b.next)
      })
    let threads = [
      Worker { complete(try container.resolve(Link.self, name: "outer").part, 2) },
      Worker { complete(try container.resolve(B.self), 2) },
    ]
    for pause in asking { try await pause.reached() }
    for index in [first, 1 - first] {
      asking[index].end()
      try await threads[index].rested()
    }
    let texts = ["Circular dependency: A → Link → B → A", "Circular dependency: B → A → Link → B"]
    for (index, thread) in threads.enumerated() {
      if place == .callback {
        #expect(try await thread.value.next === threads[1 - index].value)
      } else {
        let error = try await thread.error
        #expect(texts.contains { error.map { "\($0)" } == $0 })
      }
    }
    if place == .callback { return }
    register(B.self, in: container)
    #expect(try container.resolve(A.self).next === container[B.self])
  }

  typealias Removing = Way<@Sendable (DIContainer) -> Void>

  private static let removing = [
    Removing("reset that keeps registrations") { c in c.reset(keepingRegistrations: true) },
    Removing("unregister") { c in c.unregister(A.self) },
    Removing("reset") { c in c.reset() },
    Removing("register") { c in c.register(A.self, lazySingleton: { _ in A() }) },
  ]

  @Test(arguments: removing, Place.allCases)
  func singletonRemovedWhileItIsCreatedIsNotKept(_ way: Removing, _ place: Place) async throws {
    // thread 1                │ thread 2           │ thread 3
    // A runs                  │ asks for A: waits  │
    //                         │                    │ removes A, and has another one, or nil
    // A is complete           │ has the same A     │
    let creating = Pause()
    let counts = Counter()
    let container = DIContainer()
    register(A.self, in: container, place) { if counts.add("A") == 1 { try creating.stop() } }
    let first = Worker { try container.resolve(A.self) }
    try await creating.reached()
    let second = Worker { try container.resolve(A.self) }
    try await second.rested()
    way.act(container)
    let other = try await Worker { container[A.self] }.value
    #expect(!second.isDone)
    creating.end()
    #expect(try await first.value === second.value)
    #expect(try await other !== first.value)
    #expect(container[A.self] === other)
  }

  /// Even the service that the factory creates.
  @Test func threadThatAFactoryStartsResolvesIndependently() async throws {
    let counts = Counter()
    let container = DIContainer()
    container.register(Link.self) { c in
      if counts.add("link") > 1 { return Link(A()) }
      return Link(try Worker { try c.resolve(Link.self) }.join().part)
    }
    #expect(try await Worker { try container.resolve(Link.self) }.value.part is A)
    #expect(counts["link"] == 2)
  }
}
