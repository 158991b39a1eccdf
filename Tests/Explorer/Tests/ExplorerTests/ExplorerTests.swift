// SPDX-License-Identifier: MIT-0

import Foundation
import TestSupport
import Testing

@testable import explore

// On a Mac, Foundation has another.
private typealias Component = explore.Component

// One test at a time: there is one simulation in a process.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ExplorerTests {
  // MARK: - The scheduler

  /// In several processes, each with addresses of its own.
  @Test func sameSeedGivesTheSameSchedule() throws {
    let arguments = ["--seed", "1", "--programs", "100", "--trace"]
    let first = try runExplorer(arguments)
    #expect(first.output.contains("T0 lock\n"), "the library's lock is not the explorer's")
    for _ in 1...3 {
      let isSame = try runExplorer(arguments) == first
      #expect(isSame)
    }
  }

  @Test func otherSeedGivesAnotherSchedule() throws {
    var traces: Set<[String]> = []
    for seed in UInt64(1)...20 {
      let program = Generator.program(seed: 7)
      var trace: [String] = []
      _ = try Simulation.run(Schedule(seed: seed), maximalSteps: 5000) {
        trace.append($0)
      } _: {
        World(program, $0).run()
      }
      traces.insert(trace)
    }
    #expect(traces.count > 5)
  }

  @Test func everyOrderOfTwoThreadsIsExplored() throws {
    // Two threads add one to a number, and each does it in two steps.
    var results: Set<Int> = []
    let mutex = Toy()
    var path: [Strategy.Switch] = []
    for place in -1..<12 {
      path = place < 0 ? [] : [Strategy.Switch(step: place, choice: 1)]
      var number = 0
      _ = try Simulation.run(Schedule(.exact(path)), maximalSteps: 5000) { simulation in
        for _ in 1...2 {
          _ = simulation.start {
            let read = mutex.locked { number }
            mutex.locked { number = read + 1 }
          }
        }
        for thread in simulation.threads.dropFirst() {
          simulation.join(thread, inUserCode: false)
        }
      }
      results.insert(number)
    }
    #expect(results == [1, 2])
  }

  // MARK: - What it counts

  /// How many callbacks run meanwhile makes no difference.
  @Test(.tags(.T3), arguments: [5, 100]) func threadsThatWaitAreWokenSeldom(callbacks: Int) throws {
    final class Whole {}
    var wakes = 0
    let schedule = Schedule(.sticky(percent: 8), seed: 1)
    _ = try Simulation.run(schedule, maximalSteps: 50_000) {
      if $0.contains(" wakes ") { wakes += 1 }
    } _: { simulation in
      let container = DIContainer()
      for index in 1...callbacks {
        container.register(Int.self, name: "\(index)", lazySingleton: { _ in index }) { _, _ in
          simulation.userPoint("completes")
        }
      }
      container.register(
        Whole.self,
        lazySingleton: { c in
          for index in 1...callbacks { _ = try c.resolve(Int.self, name: "\(index)") }
          return Whole()
        })
      for _ in 1...5 { _ = simulation.start { _ = container[Whole.self] } }
      for thread in simulation.threads.dropFirst() { simulation.join(thread, inUserCode: false) }
    }
    #expect((1...12).contains(wakes))
  }

  // MARK: - What it finds

  @Test func threadsThatLockInDifferentOrdersAreADeadlock() {
    let first = Toy()
    let second = Toy()
    let violation = firstViolation { simulation in
      _ = simulation.start { first.locked { second.locked {} } }
      _ = simulation.start { second.locked { first.locked {} } }
    }
    #expect(violation?.rule == "T5")
    #expect(violation?.text.contains("T1 waits for the lock of T2") == true)
    #expect(violation?.text.contains("T2 waits for the lock of T1") == true)
  }

  @Test func wakeUpThatIsLostIsADeadlock() {
    let toy = Toy()
    let violation = firstViolation { simulation in
      var isReady = false
      _ = simulation.start {
        let mustWait = toy.locked { !isReady }
        // The other thread may wake now, and nobody waits yet.
        if mustWait { toy.locked { toy.wait() } }
      }
      _ = simulation.start {
        toy.locked {
          isReady = true
          toy.wakeAll()
        }
      }
    }
    #expect(violation?.rule == "T5")
    #expect(violation?.text.contains("T1 waits in the library") == true)
  }

  @Test func waitInALoopIsNoDeadlock() {
    let toy = Toy()
    let violation = firstViolation { simulation in
      var isReady = false
      _ = simulation.start { toy.locked { while !isReady { toy.wait() } } }
      _ = simulation.start {
        toy.locked {
          isReady = true
          toy.wakeAll()
        }
      }
    }
    #expect(violation == nil)
  }

  @Test func waitWithoutALoopIsFoundBySpuriousWakeUps() {
    let toy = Toy()
    let violation = firstViolation { simulation in
      var isReady = false
      _ = simulation.start {
        toy.locked {
          if !isReady { toy.wait() }
          if !isReady { simulation.fail("test", "it went on too early") }
        }
      }
      _ = simulation.start {
        for _ in 1...20 { simulation.userPoint("works") }
        toy.locked {
          isReady = true
          toy.wakeAll()
        }
      }
    }
    #expect(violation?.rule == "test")
  }

  /// Each thread sleeps on a condition of its own, and the first is woken.
  @Test func signalWakesOnlyWhoSleepsOnItsCondition() {
    let toys = [Toy(), Toy()]
    let violation = firstViolation { simulation in
      var awake: [Int] = []
      for number in toys.indices {
        _ = simulation.start {
          toys[0].locked {
            toys[number].wait(with: toys[0])
            awake.append(number)
          }
        }
      }
      _ = simulation.start {
        while simulation.threads.count(where: \.isWaitingInLibrary) < 2 {
          simulation.point("waits")
        }
        toys[0].locked { toys[0].wakeOne() }
        while awake.isEmpty { simulation.point("waits") }
        if awake != [0] { simulation.fail("test", "\(awake) are awake") }
      }
    }
    #expect(violation?.rule == "T5")
    #expect(violation?.text.contains("T2 waits in the library") == true)
  }

  @Test func conditionThatIsDestroyedWhileAThreadSleepsOnItIsFound() {
    let toy = Toy()
    let violation = firstViolation { simulation in
      _ = simulation.start { toy.locked { toy.wait() } }
      _ = simulation.start { toy.destroyCondition() }
    }
    #expect(violation?.rule == "T1")
  }

  @Test func lockThatIsLockedTwiceIsFound() {
    let toy = Toy()
    let violation = firstViolation { _ in toy.locked { toy.locked {} } }
    #expect(violation?.rule == "T3")
  }

  @Test func unlockByAnotherThreadIsFound() {
    let toy = Toy()
    let violation = firstViolation { simulation in
      _ = simulation.start { toy.lock() }
      _ = simulation.start { toy.unlock() }
    }
    #expect(violation?.rule == "T1")
  }

  @Test func threadThatNeverWaitsAndNeverEndsIsFound() {
    let toy = Toy()
    let violation = firstViolation { _ in while true { toy.locked {} } }
    #expect(violation?.rule == "T5")
    #expect(violation?.text.hasPrefix("the threads go on for ever") == true)
  }

  @Test func userCodeUnderALockIsFound() {
    let toy = Toy()
    let violation = firstViolation { simulation in
      toy.lock()
      World(Generator.program(seed: 1), simulation).run()
    }
    #expect(violation?.rule == "T3")
  }

  @Test func correctLibraryViolatesNoRule() {
    let rule = ruleViolated { library in
      let component = try library.makeFirst()
      try library.complete(component)
      library.answerAnother(0) { [component] }
      library.answerAnother(2) { [try library.makeThird()] }
      return [component]
    }
    #expect(rule == nil)
  }

  @Test func secondInstanceOfASingletonIsFound() {
    let rule = ruleViolated { library in
      for _ in 1...2 { try library.complete(try library.makeFirst()) }
      return []
    }
    #expect(rule == "T2")
  }

  @Test func callbackThatRunsTwiceIsFound() {
    let rule = ruleViolated { library in
      let component = try library.makeFirst()
      try library.complete(component)
      try library.complete(component)
      return [component]
    }
    #expect(rule == "C2")
  }

  @Test func callbacksInTheWrongOrderAreFound() {
    let rule = ruleViolated { library in
      let component = try library.makeFirst()
      try library.complete(try library.makeSecond())
      try library.complete(component)
      return [component]
    }
    #expect(rule == "C2")
  }

  @Test func callbackThatNeverRunsIsFound() {
    let rule = ruleViolated { library in [try library.makeFirst()] }
    #expect(rule == "C2")
  }

  @Test func instanceThatIsGivenAwayBeforeItsCallbackIsFound() {
    let rule = ruleViolated { library in
      let component = try library.makeFirst()
      library.answerAnother(0) { [component] }
      try library.complete(component)
      return [component]
    }
    #expect(rule == "T6")
  }

  /// Another thread asks for the first, which is constructed, and sleeps. If it is in a callback, it
  /// must not; as an outermost request it may, and nothing ever wakes it.
  @Test(arguments: [(true, "T6"), (false, "T5")])
  func waitForWhatIsConstructedIsFound(isInCallback: Bool, rule: String) {
    let toy = Toy()
    func sleep() -> [Component]? {
      toy.locked { toy.wait() }
      return nil
    }
    let found = ruleViolated { library in
      let first = try library.makeFirst()
      library.insideCallback(of: first) {
        if !isInCallback { return library.answerAnother(0, sleep) }
        library.answerAnother(1) {
          let second = try library.makeSecond()
          library.insideCallback(of: second) { library.answer(0, sleep) }
          return [second]
        }
      }
      return [first]
    }
    #expect(found == rule)
  }

  @Test func instanceOfAnotherServiceIsFound() {
    let rule = ruleViolated { library in
      let component = try library.makeSecond()
      try library.complete(component)
      return [component]
    }
    #expect(rule == "K1")
  }

  /// A callback asks for the transient that its instance was made for, and gets another.
  @Test func ancestorThatIsNotGivenIsFound() {
    let rule = ruleViolated { library in
      library.answer(3) {
        let parent = try library.makeFourth()
        library.insideCallback(of: parent) {
          library.answer(3) { [try library.makeFourth()] }
        }
        return [parent]
      }
      return []
    }
    #expect(rule == "C3")
  }

  @Test func transientThatIsGivenTwiceIsFound() {
    let rule = ruleViolated { library in
      let component = try library.makeFourth()
      for _ in 1...2 { library.answerAnother(3) { [component] } }
      return []
    }
    #expect(rule == "K5")
  }

  @Test func errorThatIsLostIsFound() {
    let rule = ruleViolated { library in
      _ = try? library.makeThird()
      return []
    }
    #expect(rule == "R2")
  }

  @Test func errorOfWhatIsNotNeededIsFound() {
    let rule = ruleViolated { library in
      library.answerAnother(2) { [try library.makeThird()] }
      throw explore.Failure(number: 0)
    }
    #expect(rule == "T9")
  }

  @Test func subscriptThatIsNilThoughNothingFailedIsFound() {
    #expect(ruleViolated { _ in nil } == "T9")
  }

  @Test func ringThatIsNoneIsFound() {
    let rule = ruleViolated { _ in throw DIContainer.ResolutionError.circularDependency([]) }
    #expect(rule == "C4")
  }

  @Test func containerThatIsNeverFreedIsFound() {
    nonisolated(unsafe) var leaked: DIContainer?
    let rule = ruleViolated { library in
      leaked = library.container
      return []
    }
    #expect(rule == "T10")
    #expect(leaked != nil)
  }

  /// What a library can do that is asked for the first of four services. The first and the second
  /// have a callback; the third fails; the fourth is a transient.
  private struct Library {
    let world: World
    let container: DIContainer
    private let registered: [Registered]

    init(_ world: World, _ container: DIContainer) {
      self.world = world
      self.container = container
      registered = world.program.entries.enumerated().map { Registered($0, $0, $1) }
    }

    func makeFirst() throws -> S0 { try world.make(S0.self, registered[0], container) }
    func makeSecond() throws -> S1 { try world.make(S1.self, registered[1], container) }
    func makeThird() throws -> S2 { try world.make(S2.self, registered[2], container) }
    func makeFourth() throws -> S3 { try world.make(S3.self, registered[3], container) }

    func complete(_ component: Component) throws {
      let service = component is S0 ? 0 : 1
      try world.complete(component, registered[service], container)
    }

    func insideCallback(of component: Component, _ body: () -> Void) {
      world.inside(.callback(world.made[component.number]), body)
    }

    func answer(_ service: Int, _ body: () throws -> [Component]?) {
      let request = Request(how: .caught, key: ServiceKey(service: service), container: 0)
      _ = try? world.ask(request, world.graph.candidates(request, 0), in: 0, body)
    }

    /// Another thread asks for a service, and is answered.
    func answerAnother(_ service: Int, _ body: @escaping () throws -> [Component]?) {
      let thread = world.simulation.start { answer(service, body) }
      world.simulation.join(thread, inUserCode: false)
    }
  }

  private func ruleViolated(_ answer: @escaping (Library) throws -> [Component]?) -> String? {
    let program = Program(
      entries: [
        Entry(key: ServiceKey(service: 0), callback: []),
        Entry(key: ServiceKey(service: 1), callback: []),
        Entry(key: ServiceKey(service: 2), factoryFails: Failing(runs: .max)),
        Entry(key: ServiceKey(service: 3), lifetime: .transient),
      ],
      threads: [])
    return firstViolation { simulation in
      let world = World(program, simulation)
      _ = simulation.start {
        while (world.containers.first ?? nil) == nil { simulation.point("waits for it") }
        guard let container = world.containers[0] else { return }
        let library = Library(world, container)
        library.answer(0) { try answer(library) }
      }
      world.run()
    }?.rule
  }

  private func firstViolation(_ body: @escaping (Simulation) -> Void) -> Violation? {
    for seed in UInt64(1)...200 {
      var schedule = Schedule(seed: seed)
      schedule.stalls = []
      do {
        _ = try Simulation.run(schedule, maximalSteps: 5000) { simulation in
          body(simulation)
          for thread in simulation.threads where thread !== simulation.running {
            simulation.join(thread, inUserCode: false)
          }
        }
      } catch let failed as Simulation.Failed {
        return failed.violation
      } catch {
        Issue.record("\(error)")
      }
    }
    return nil
  }

  // MARK: - Status and summary

  @Test func runInWhichNothingIsFoundSaysWhatWasRun() throws {
    let random = try runExplorer(["--programs", "20", "--seed", "7"])
    #expect(random.status == 0)
    #expect(random.output.hasPrefix("explore --seed 7: 20 schedules, "))
    #expect(random.output.hasSuffix("\nNo rule was violated.\n"))

    let systematic = try runExplorer([
      "--scenario", "d", "--strategy", "systematic", "--programs", "30",
    ])
    #expect(systematic.status == 0)
    #expect(systematic.output.hasPrefix("explore --scenario d: 180 schedules, "))
    #expect(systematic.output.hasSuffix("\nNo rule was violated.\n"))
  }

  @Test func whatIsFoundIsShownAndCanBeRepeated() throws {
    let found = try runExplorer(["--scenario", "ring2-ff-t2", "--steps", "60"])
    #expect(found.status == 1)
    let lines = found.output.split(separator: "\n")
    #expect(lines.first == "=== T5: the threads go on for ever: ")
    #expect(lines.last == "T5: 1, first: explore --scenario ring2-ff-t2 --steps 60 --schedule 1")
    let start = "Repeat it with: explore "
    let line = try #require(lines.first { $0.hasPrefix(start) }).dropFirst(start.count)
    let repeated = try runExplorer(line.split(separator: " ").map(String.init))
    #expect(repeated.status == 1)
    #expect(repeated.output.contains("=== T5: the threads go on for ever: "))
  }

  @Test func mistakeOnTheCommandLineHasItsOwnStatus() throws {
    #expect(try runExplorer(["--nonsense"]).status == 2)
  }

  // MARK: - Graphs and programs

  @Test func ringIsOneOfFactoriesOnly() {
    var program = Program()
    func step(_ service: Int) -> Step {
      Step(.get(Request(how: .resolve, key: ServiceKey(service: service))))
    }
    program.entries = [
      Entry(key: ServiceKey(service: 0), factory: [step(1)]),
      Entry(key: ServiceKey(service: 1), factory: [step(0)]),
      Entry(key: ServiceKey(service: 2), factory: [step(3)]),
      Entry(key: ServiceKey(service: 3), callback: [step(2)]),
    ]
    var graph = Graph(program)
    func expectRing(_ services: [Int], _ isRing: Bool) {
      let result = graph.isRing(services.map { ServiceKey(service: $0) }, within: ~0)
      #expect(result == isRing, "\(services)")
    }
    expectRing([0, 1, 0], true)
    expectRing([0, 1], false)
    expectRing([0, 0], false)
    expectRing([2, 3, 2], false)
    expectRing([], false)
    let closure = graph.closure(1 << 2)
    #expect(closure == 0b1100)
  }

  @Test func programThatMakesAContainerLateIsNotStatic() {
    var program = Program(parents: [nil, 0], threads: [[Step(.look(container: 1))]])
    #expect(program.isStatic)
    program.late = [1]
    program.threads[0].append(Step(.create(container: 1)))
    #expect(!program.isStatic)
  }

  @Test func reductionsAreNamedByTheirPlaces() {
    let program = Generator.program(seed: 11)
    let reductions = program.reductions
    #expect(!reductions.isEmpty)
    for (place, reduction) in reductions.enumerated() {
      #expect("\(program.reduced(by: [place]))" == "\(reduction)")
      #expect("\(reduction)" != "\(program)")
    }
  }

  @Test(arguments: [
    (["--programs"], "--programs needs a value."),
    (["--seed", "x"], "--seed needs a number; 'x' is none."),
    (["--strategy", "x"], "'x' is not one of"),
    (["--scenario", "x"], "There is no scenario 'x'."),
    (["--switches", "1"], "--switches needs pairs like 12:1; '1' is none."),
    (["--sed", "1"], "'--sed' is not an option."),
  ])
  func mistakeOnTheCommandLineIsNamed(arguments: [String], text: String) {
    do {
      _ = try Options(arguments)
      Issue.record("no error")
    } catch {
      #expect("\(error)".hasPrefix(text))
    }
  }
}

/// A lock and a condition, which the explorer replaces as it does the library's.
private final class Toy: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  deinit {
    mutex.deallocate()
    condition.deallocate()
  }

  func lock() { explore.pthread_mutex_lock(mutex) }
  func unlock() { explore.pthread_mutex_unlock(mutex) }
  func wait() { explore.pthread_cond_wait(condition, mutex) }
  func wait(with other: Toy) { explore.pthread_cond_wait(condition, other.mutex) }
  func wakeOne() { explore.pthread_cond_signal(condition) }
  func wakeAll() { explore.pthread_cond_broadcast(condition) }
  func destroyCondition() { explore.pthread_cond_destroy(condition) }
  func locked<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }
}

/// Runs the explorer.
private func runExplorer(_ arguments: [String]) throws -> Run {
  try run([builtProgram("explore")] + arguments)
}
