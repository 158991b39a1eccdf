import DIContainer
import TestSupport
import Testing

// Two and three threads, in the orders that matter. `RingSchedules.swift` has every order of a ring.

/// A transient between two singletons.
final class Link: Sendable {
  let part: Part
  init(_ part: Part) { self.part = part }
}

/// Uses the container while it is freed.
final class LastWords: Sendable {
  let say: @Sendable () -> Void
  init(_ say: @escaping @Sendable () -> Void) { self.say = say }
  deinit { say() }
}

@Suite struct Waiting {
  @Test(.rules(.T2))
  func singletonIsBuiltOnceHoweverManyThreadsAsk() async throws {
    let (entered, go, counts) = (Latch(), Latch(), Counter())
    let container = DIContainer()
    container.register(
      A.self,
      lazySingleton: { _ in
        counts.add("A")
        entered.open()
        try go.wait()
        return A()
      })
    let first = Worker { try container.resolve(A.self) }
    try await entered.opened()
    let others = (0..<6).map { _ in Worker { try container.resolve(A.self) } }
    for other in others { try await other.rested() }
    go.open()
    let made = try await first.value
    for other in others { #expect(try await other.value === made) }
    #expect(counts["A"] == 1)
  }

  @Test(.rules(.T2, .K5))
  func eagerSingletonIsBuiltOnceHoweverManyThreadsBootstrap() async throws {
    let (entered, go, counts) = (Latch(), Latch(), Counter())
    let container = DIContainer()
    container.register(
      A.self,
      eagerSingleton: { _ in
        counts.add("A")
        entered.open()
        try go.wait()
        return A()
      })
    let first = Worker { try container.bootstrap() }
    try await entered.opened()
    let second = Worker { try container.bootstrap() }
    let third = Worker { try container.resolve(A.self) }
    try await second.rested()
    try await third.rested()
    #expect(!second.isDone)
    go.open()
    try await first.value
    try await second.value
    #expect(try await third.value === container[A.self])
    #expect(counts["A"] == 1)
  }

  @Test(.rules(.T3), arguments: [RingSchedule.Place.factory, .callback])
  func slowSingletonDelaysOnlyThoseWhoAskForIt(_ place: RingSchedule.Place) async throws {
    let (entered, go) = (Latch(), Latch())
    let container = DIContainer()
    let child = DIContainer(parent: container)
    let hold: @Sendable () throws -> Void = {
      entered.open()
      try go.wait()
    }
    container.register(
      A.self,
      lazySingleton: { _ -> A in
        if place == .factory { try hold() }
        return A(isComplete: false)
      },
      initCompleted: { a, _ in
        if place == .callback { try hold() }
        a.complete()
      })
    let slow = Worker { try container.resolve(A.self) }
    try await entered.opened()
    let quick = Worker {
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
    try await quick.value
    let waiter = Worker { try child.resolve(A.self) }
    try await waiter.rested()
    #expect(!waiter.isDone)
    go.open()
    #expect(try await waiter.value === slow.value)
    #expect(try await waiter.value.isComplete)
  }

  /// What a replaced, removed or reset registration held is freed with no lock held.
  @Test(.rules(.T3, .T8))
  func deinitMayUseTheContainer() async throws {
    let counts = Counter()
    let worker = Worker {
      let container = DIContainer()
      let say: @Sendable () -> Void = { [weak container] in
        container?.register(B.self, lazySingleton: { _ in B() })
        if container?[B.self] != nil { counts.add("said") }
      }
      for name in ["replaced", "removed", "reset"] {
        container.register(name: name, eagerSingleton: LastWords(say))
      }
      container.register(name: "replaced", eagerSingleton: LastWords {})
      container.unregister(LastWords.self, name: "removed")
      container.reset()
    }
    try await worker.value
    #expect(counts["said"] == 3)
  }

  @Test(.rules(.T4), arguments: [RingSchedule.Place.factory, .callback])
  func factoryMayWaitForAThreadThatResolvesOtherServices(
    _ place: RingSchedule.Place
  ) async throws {
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
    let worker = Worker { try container.resolve(A.self) }
    let a = try await worker.value
    #expect(a.next === container[B.self])
    #expect(a.next?.next === container[C.self])
    #expect(a.isComplete)
  }

  @Test(.rules(.T6))
  func singletonIsSeenOnlyAfterItsCallback() async throws {
    let (entered, go) = (Latch(), Latch())
    let container = DIContainer()
    container.register(
      A.self, lazySingleton: { _ in A(isComplete: false) },
      initCompleted: { a, c in
        entered.open()
        try go.wait()
        // Built from what is not complete, so that it waits too.
        a.complete(next: try c.resolve(B.self))
        try c.resolve(Latch.self).open()
        try c.resolve(Latch.self, name: "go on").wait()
      })
    let (bIsMade, goOn) = (Latch(), Latch())
    container.register(eagerSingleton: bIsMade)
    container.register(name: "go on", eagerSingleton: goOn)
    container.register(B.self, lazySingleton: { c in B(next: try c.resolve(A.self)) })
    let first = Worker { try container.resolve(A.self) }
    try await entered.opened()
    let second = Worker { Member(try container.resolve(A.self), ofRing: 2) }
    try await second.rested()
    #expect(!second.isDone)
    go.open()
    try await bIsMade.opened()
    let third = Worker { Member(try container.resolve(B.self), ofRing: 2) }
    try await third.rested()
    #expect(!second.isDone)
    #expect(!third.isDone)
    goOn.open()
    #expect(try await second.value.part === first.value)
    #expect(try await second.value.isComplete)
    #expect(try await third.value.isRingComplete)
  }

  /// Nor through another that was completed earlier.
  @Test(.rules(.T6))
  func ringIsSeenOnlyWhenAllOfItIsComplete() async throws {
    let (entered, go) = (Latch(), Latch())
    let container = DIContainer()
    container.register(
      A.self, lazySingleton: { _ in A(isComplete: false) },
      initCompleted: { a, c in a.complete(next: try c.resolve(B.self)) })
    container.register(
      B.self, lazySingleton: { _ in B(isComplete: false) },
      initCompleted: { b, c in
        entered.open()
        try go.wait()
        b.complete(next: try c.resolve(A.self))
      })
    let first = Worker { Member(try container.resolve(A.self), ofRing: 2) }
    try await entered.opened()
    let second = Worker { Member(try container.resolve(A.self), ofRing: 2) }
    try await second.rested()
    go.open()
    #expect(try await first.value.isRingComplete)
    #expect(try await second.value.isRingComplete)
    #expect(try await second.value.part === first.value.part)
  }

  @Test(.rules(.T3, .T6))
  func singletonWithoutCallbackIsSharedWhileTheOutermostResolveGoesOn() async throws {
    let (entered, go) = (Latch(), Latch())
    let container = DIContainer()
    container.register(
      A.self,
      lazySingleton: { c in
        let b = try c.resolve(B.self)
        entered.open()
        try go.wait()
        return A(next: b)
      })
    container.register(B.self, lazySingleton: { _ in B() })
    let slow = Worker { try container.resolve(A.self) }
    try await entered.opened()
    let b = try await Worker { try container.resolve(B.self) }.value
    go.open()
    #expect(try await slow.value.next === b)
  }

  @Test(.rules(.T6, .C6))
  func singletonIsSharedAtItsTurnAndOutlivesALaterFailure() async throws {
    let (entered, go) = (Latch(), Latch())
    let container = DIContainer()
    container.register(Link.self) { c in
      _ = try c.resolve(A.self)
      return Link(try c.resolve(B.self))
    }
    container.register(
      A.self, lazySingleton: { _ in A(isComplete: false) }, initCompleted: { a, _ in a.complete() })
    container.register(
      B.self, lazySingleton: { _ in B() },
      initCompleted: { _, _ in
        entered.open()
        try go.wait()
        throw Failure()
      })
    let first = Worker { try container.resolve(Link.self) }
    try await entered.opened()
    let a = try await Worker { try container.resolve(A.self) }.value
    #expect(a.isComplete)
    go.open()
    #expect(try await first.error is Failure)
    #expect(container[A.self] === a)
  }
}

@Suite struct Failing {
  @Test(.rules(.T2, .R2, .R7), arguments: [RingSchedule.Place.factory, .callback])
  func whoWaitsForASingletonThatFailsTriesAgain(_ place: RingSchedule.Place) async throws {
    let (entered, go, counts) = (Latch(), Latch(), Counter())
    let container = DIContainer()
    let failOnce: @Sendable () throws -> Void = {
      guard counts.add("try") == 1 else { return }
      entered.open()
      try go.wait()
      throw Failure()
    }
    container.register(
      A.self,
      lazySingleton: { _ -> A in
        if place == .factory { try failOnce() }
        return A(isComplete: false)
      },
      initCompleted: { a, _ in
        if place == .callback { try failOnce() }
        a.complete()
      })
    let first = Worker { try container.resolve(A.self) }
    try await entered.opened()
    let waiters = (0..<3).map { _ in Worker { try container.resolve(A.self) } }
    for waiter in waiters { try await waiter.rested() }
    go.open()
    #expect(try await first.error is Failure)
    for waiter in waiters {
      #expect(try await waiter.value === container[A.self])
      #expect(try await waiter.value.isComplete)
    }
    #expect(counts["try"] == 2)
  }

  @Test(.rules(.R2, .R7))
  func whoWaitsForASingletonThatAlwaysFailsGetsAnErrorOfItsOwn() async throws {
    let (entered, go, counts) = (Latch(), Latch(), Counter())
    let container = DIContainer()
    container.register(
      A.self,
      lazySingleton: { _ -> A in
        let number = counts.add("try")
        entered.open()
        try go.wait()
        throw Failure("\(number)")
      })
    let workers = (0..<4).map { _ in Worker { try container.resolve(A.self) } }
    try await entered.opened()
    for worker in workers { try await worker.rested() }
    go.open()
    var errors: [String] = []
    for worker in workers { errors.append((try await worker.error as? Failure)?.description ?? "") }
    #expect(errors.sorted() == ["1", "2", "3", "4"])
  }

  /// Three threads, where the one in the middle took unfinished instances of both others.
  @Test(.rules(.T5, .C6))
  func failureOfATakenInstanceReachesWhoTookItsTaker() async throws {
    let (aAsks, bAsks, dAsks, bAsksD, dFails) = (Latch(), Latch(), Latch(), Latch(), Latch())
    let (bEntered, bTookA, counts) = (Latch(), Latch(), Counter())
    let container = DIContainer()
    container.register(
      A.self, lazySingleton: { _ in A(isComplete: false) },
      initCompleted: { a, c in
        aAsks.open()
        a.complete(next: try c.resolve(B.self))
      })
    container.register(
      B.self, lazySingleton: { _ in B(isComplete: false) },
      initCompleted: { b, c in
        bEntered.open()
        try bAsks.wait()
        _ = try c.resolve(A.self)
        bTookA.open()
        try bAsksD.wait()
        b.complete(next: try c.resolve(D.self))
      })
    container.register(
      D.self, lazySingleton: { _ in D(isComplete: false) },
      initCompleted: { d, c in
        dAsks.open()
        d.complete(next: try c.resolve(B.self))
        try dFails.wait()
        if counts.add("D") == 1 { throw Failure() }
      })
    let second = Worker { try container.resolve(B.self) }
    try await bEntered.opened()
    let first = Worker { try container.resolve(A.self) }
    try await aAsks.opened()
    try await first.rested()
    bAsks.open()
    try await bTookA.opened()
    let third = Worker { try container.resolve(D.self) }
    try await dAsks.opened()
    try await third.rested()
    bAsksD.open()
    try await second.rested()
    try await first.rested()
    dFails.open()

    #expect(try await third.error is Failure)
    #expect(try await second.error is Failure)
    let result = try await first.result
    let (a, b, d) = try (
      container.resolve(A.self), container.resolve(B.self), container.resolve(D.self)
    )
    #expect(a.next === b)
    #expect(b.next === d)
    #expect(d.next === b)
    if case .success(let part) = result {
      #expect(part === a)
      #expect(part.next === b, "kept with an instance that was dropped")
    }
  }
}

/// Two threads, of which the first takes B unfinished, fails, and lives on.
struct TakenInVain: Sendable {
  let container = DIContainer()
  let watch = Watch()
  private let aAsks = Latch()
  private let bFails = Latch()

  init() {
    let (aAsks, bFails, watch) = (aAsks, bFails, watch)
    let (bAsks, counts) = (Latch(), Counter())
    container.register(
      A.self,
      lazySingleton: { c in
        let isFirst = counts.add("A") == 1
        aAsks.open()
        if isFirst { try bAsks.wait() }
        let b = try c.resolve(B.self)
        if isFirst { throw Failure("1") }
        return A(next: b)
      })
    container.register(
      B.self, lazySingleton: { _ in watch.add(B(isComplete: false)) },
      initCompleted: { b, c in
        let isFirst = counts.add("B") == 1
        if isFirst { try aAsks.wait() }
        bAsks.open()
        b.complete(next: try c.resolve(A.self))
        if isFirst { try bFails.wait() }
        if isFirst { throw Failure("2") }
      })
    container.register(
      C.self, lazySingleton: { _ in watch.add(C(isComplete: false)) },
      initCompleted: { part, _ in part.complete() })
  }

  /// What the first thread gets, and then what it gets for another service.
  func run(
    then next: @escaping @Sendable (DIContainer) throws -> Part?
  ) async throws -> (first: (any Error)?, next: Part?) {
    let (container, aAsks, bFails) = (container, aAsks, bFails)
    let second = Worker {
      _ = try container.resolve(B.self)
    }
    let both = Worker { () -> ((any Error)?, Part?) in
      var failure: (any Error)?
      do { _ = try container.resolve(A.self) } catch { failure = error }
      bFails.open()
      _ = try? second.join()
      return (failure, try next(container))
    }
    try await aAsks.opened()
    #expect(try await second.error as? Failure == Failure("2"))
    return try await both.value
  }
}

@Suite struct AfterAFailure {
  @Test(.rules(.R2, .T5, .T9))
  func nextResolveOnTheThreadKnowsNothingOfAnInstanceTakenBefore() async throws {
    let test = TakenInVain()
    let (first, next) = try await test.run { try $0.resolve(C.self) }
    #expect(first as? Failure == Failure("1"))
    #expect(next?.isComplete == true)
    #expect(test.container[C.self] === next)
  }

  @Test(.rules(.T10))
  func threadThatFailedKeepsNothingItTook() async throws {
    let test = TakenInVain()
    let (watch, alive) = (test.watch, Shared<[String]>([]))
    _ = try await test.run { _ in
      alive.value = watch.alive
      return nil
    }
    #expect(alive.value == [])
  }

  /// Who waited may be the last who knows what was dropped, and that uses the container.
  @Test(.rules(.T3, .T8))
  func whatAWaiterSawLastIsFreedOutsideTheLock() async throws {
    let (entered, go, counts) = (Latch(), Latch(), Counter())
    let container = DIContainer { $0.register(D.self) { _ in D() } }
    container.register(
      LastWords.self,
      lazySingleton: { c in LastWords { [weak c] in if c?[D.self] != nil { counts.add("said") } } },
      initCompleted: { _, _ in
        guard counts.add("made") == 1 else { return }
        entered.open()
        try go.wait()
        throw Failure()
      })
    let first = Worker { _ = try container.resolve(LastWords.self) }
    try await entered.opened()
    let second = Worker { _ = try container.resolve(LastWords.self) }
    try await second.rested()
    go.open()
    #expect(try await first.error is Failure)
    #expect(try await second.error == nil)
    try await eventually { counts["said"] == 1 }
    #expect(counts["made"] == 2)
  }

  /// A half-made instance that is dropped may use the container while it goes.
  @Test(.rules(.R2, .T3, .T8), arguments: [RingSchedule.Place.factory, .callback])
  func deinitOfWhatAFailureDropsMayUseTheContainer(_ place: RingSchedule.Place) async throws {
    let counts = Counter()
    let worker = Worker {
      let container = DIContainer()
      container.register(
        LastWords.self,
        lazySingleton: { c in
          LastWords { [weak c] in if c?[A.self]?.isComplete == true { counts.add("said") } }
        }, initCompleted: { _, _ in })
      container.register(
        A.self, lazySingleton: { _ in A(isComplete: false) },
        initCompleted: { a, _ in a.complete() })
      container.register(
        Link.self,
        transient: { c -> Link in
          if place == .factory {
            _ = try c.resolve(LastWords.self)
            throw Failure()
          }
          return Link(B())
        },
        initCompleted: { _, c in
          _ = try c.resolve(LastWords.self)
          throw Failure()
        })
      #expect(throws: Failure.self) { try container.resolve(Link.self) }
      #expect(container[A.self]?.isComplete == true)
      #expect(container[A.self] === container[A.self])
    }
    try await worker.value
    #expect(counts["said"] == 1)
  }

  /// What is removed while it is made still reaches those who wait for it.
  @Test(.rules(.T2, .K1, .M1), arguments: 0..<3)
  func singletonRemovedWhileItIsMadeReachesWhoWaits(way: Int) async throws {
    let (entered, go, counts) = (Latch(), Latch(), Counter())
    let container = DIContainer()
    let child = DIContainer(parent: container)
    container.register(
      A.self,
      lazySingleton: { _ in
        counts.add("A")
        entered.open()
        try go.wait()
        return A()
      })
    let first = Worker { try container.resolve(A.self) }
    try await entered.opened()
    let second = Worker { try child.resolve(A.self) }
    try await second.rested()
    switch way {
    case 0: container.unregister(A.self)
    case 1: container.reset()
    default: container.register(A.self, lazySingleton: { _ in A() })
    }
    go.open()
    #expect(try await first.value === second.value)
    #expect(counts["A"] == 1)
    #expect(try await container[A.self] !== first.value)
  }
}

@Suite struct Circles {
  @Test(.rules(.T5), arguments: [[0, 1], [1, 0]])
  func ringOfTwoThreadsNamesWhatIsBetweenItsSingletons(_ order: [Int]) async throws {
    let latches = (0..<4).map { _ in Latch() }
    let container = DIContainer()
    container.register(name: "outer") { c in Link(try c.resolve(A.self)) }
    container.register(name: "to B") { c in Link(try c.resolve(B.self)) }
    container.register(
      A.self,
      lazySingleton: { c in
        latches[0].open()
        try latches[2].wait()
        return A(next: try c.resolve(Link.self, name: "to B").part)
      })
    container.register(
      B.self,
      lazySingleton: { c in
        latches[1].open()
        try latches[3].wait()
        return B(next: try c.resolve(A.self))
      })
    let workers: [Worker<Part>] = [
      Worker { try container.resolve(Link.self, name: "outer").part },
      Worker { try container.resolve(B.self) },
    ]
    for latch in latches[..<2] { try await latch.opened() }
    for index in order {
      latches[2 + index].open()
      if index != order.last { try await workers[index].rested() }
    }
    for worker in workers {
      let error = try await worker.error as? DIContainer.ResolutionError
      let rings = [
        #"Circular dependency: A → Link "to B" → B → A"#,
        #"Circular dependency: B → A → Link "to B" → B"#,
        #"Circular dependency: Link "to B" → B → A → Link "to B""#,
      ]
      #expect(rings.contains(error?.description ?? ""))
    }
    #expect(throws: DIContainer.ResolutionError.self) { try container.resolve(A.self) }
    container.register(B.self, lazySingleton: { _ in B() })
    #expect(try container.resolve(A.self).next === container[B.self])
  }

  /// The one whose factory goes on without the other succeeds, whoever finds the circle.
  @Test(.rules(.T5), arguments: [[0, 1], [1, 0]])
  func whoDoesWithoutTheOtherSucceeds(_ order: [Int]) async throws {
    let latches = (0..<4).map { _ in Latch() }
    let container = DIContainer()
    container.register(
      A.self,
      lazySingleton: { c in
        latches[0].open()
        try latches[2].wait()
        return A(next: c[B.self])
      })
    container.register(
      B.self,
      lazySingleton: { c in
        latches[1].open()
        try latches[3].wait()
        return B(next: try c.resolve(A.self))
      })
    let workers: [Worker<Part>] = [
      Worker { try container.resolve(A.self) }, Worker { try container.resolve(B.self) },
    ]
    for latch in latches[..<2] { try await latch.opened() }
    for index in order {
      latches[2 + index].open()
      if index != order.last { try await workers[index].rested() }
    }
    #expect(try await workers[0].value === container[A.self])
    switch try await workers[1].result {
    case .success(let b): #expect(b === container[B.self])
    case .failure(let error): #expect(error is DIContainer.ResolutionError)
    }
    #expect(try container.resolve(B.self).next === container[A.self])
  }

  /// No dependency at all between the two, only the opposite order.
  @Test(.rules(.T5, .T6), arguments: [[0, 1], [1, 0]])
  func oppositeOrdersSucceedInBoth(_ order: [Int]) async throws {
    let (latches, counts) = ((0..<4).map { _ in Latch() }, Counter())
    let container = DIContainer()
    container.register(
      A.self,
      lazySingleton: { _ in
        counts.add("A")
        return A(isComplete: false)
      }, initCompleted: { a, _ in a.complete() })
    container.register(
      B.self,
      lazySingleton: { _ in
        counts.add("B")
        return B(isComplete: false)
      }, initCompleted: { b, _ in b.complete() })
    container.register([Part].self, name: "A first") { c in
      let a = try c.resolve(A.self)
      latches[0].open()
      try latches[2].wait()
      return [a, try c.resolve(B.self)]
    }
    container.register([Part].self, name: "B first") { c in
      let b = try c.resolve(B.self)
      latches[1].open()
      try latches[3].wait()
      return [try c.resolve(A.self), b]
    }
    let workers = ["A first", "B first"].map { name in
      Worker {
        let parts = try container.resolve([Part].self, name: name)
        return (parts, parts.allSatisfy(\.isComplete))
      }
    }
    for latch in latches[..<2] { try await latch.opened() }
    for index in order {
      latches[2 + index].open()
      if index != order.last { try await workers[index].rested() }
    }
    for worker in workers {
      let (parts, areComplete) = try await worker.value
      #expect(parts[0] === container[A.self])
      #expect(parts[1] === container[B.self])
      #expect(areComplete)
    }
    #expect(counts["A"] == 1)
    #expect(counts["B"] == 1)
  }

  /// Who waits for one that waits is no circle.
  @Test(.rules(.T2))
  func chainOfWaitingThreadsResolves() async throws {
    let (latches, counts) = ((0..<3).map { _ in Latch() }, Counter())
    let container = DIContainer()
    container.register(
      A.self,
      lazySingleton: { _ in
        counts.add("A")
        latches[0].open()
        try latches[2].wait()
        return A()
      })
    container.register(
      B.self,
      lazySingleton: { c in
        counts.add("B")
        latches[1].open()
        return B(next: try c.resolve(A.self))
      })
    container.register(
      C.self,
      lazySingleton: { c in
        counts.add("C")
        return C(next: try c.resolve(B.self))
      })
    let first = Worker { try container.resolve(A.self) }
    try await latches[0].opened()
    let second = Worker { try container.resolve(B.self) }
    try await latches[1].opened()
    let third = Worker { try container.resolve(C.self) }
    try await third.rested()
    latches[2].open()
    #expect(try await third.value.next === second.value)
    #expect(try await second.value.next === first.value)
    for name in ["A", "B", "C"] { #expect(counts[name] == 1) }
  }
}

@Suite struct StartedByFactories {
  @Test(.rules(.T7), arguments: [RingSchedule.Place.factory, .callback])
  func threadOfAFactoryWaitsForWhatIsInProgress(_ place: RingSchedule.Place) async throws {
    let (started, counts) = (Shared<Worker<Part>?>(nil), Counter())
    let container = DIContainer()
    let start: @Sendable (DIContainer) -> Void = { container in
      started.value = Worker { try container.resolve(A.self) }
    }
    container.register(
      A.self,
      lazySingleton: { c -> A in
        counts.add("A")
        if place == .factory { start(c) }
        return A(isComplete: false)
      },
      initCompleted: { a, c in
        if place == .callback { start(c) }
        a.complete()
      })
    let first = Worker { try container.resolve(A.self) }
    let a = try await first.value
    let worker = try #require(started.value)
    #expect(try await worker.value === a)
    #expect(a.isComplete)
    #expect(counts["A"] == 1)
  }

  /// What was waited for is made again by the thread if it fails, and is no cycle either way.
  @Test(.rules(.T7))
  func threadOfAFactoryThatFailsTriesForItself() async throws {
    let (started, go, counts) = (Shared<Worker<Part>?>(nil), Latch(), Counter())
    let container = DIContainer()
    container.register(
      A.self,
      lazySingleton: { c -> A in
        guard counts.add("A") == 1 else { return A() }
        started.value = Worker { try c.resolve(A.self) }
        try go.wait()
        throw Failure()
      })
    let first = Worker { try container.resolve(A.self) }
    try await eventually { started.value != nil }
    let worker = try #require(started.value)
    try await worker.rested()
    go.open()
    #expect(try await first.error is Failure)
    #expect(try await worker.value === container[A.self])
    #expect(counts["A"] == 2)
  }

  @Test(.rules(.T7), arguments: [false, true])
  func taskOfAFactoryIsAResolutionOfItsOwn(isDetached: Bool) async throws {
    let (task, counts) = (Shared<Task<(Link, Part), any Error>?>(nil), Counter())
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
