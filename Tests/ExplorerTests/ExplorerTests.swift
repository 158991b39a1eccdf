// SPDX-License-Identifier: MIT-0

import Foundation
import Testing

@testable import explore

// One test at a time: there is one simulation in a process.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ExplorerTests {
  // MARK: - The scheduler

  @Test func sameSeedGivesTheSameSchedule() throws {
    for seed in 1...15 {
      let arguments = ["--seed", "\(seed)", "--programs", "1", "--trace"]
      let first = try runExplorer(arguments)
      #expect(first.output.contains("T0 lock\n"), "the library's lock is not the explorer's")
      #expect(try runExplorer(arguments).output == first.output, "seed \(seed)")
    }
  }

  @Test func otherSeedGivesAnotherSchedule() throws {
    var fingerprints: Set<UInt64> = []
    for seed in UInt64(1)...20 {
      let program = Generator.program(seed: 7)
      let simulation = try Simulation.run(Schedule(seed: seed)) { World(program, $0).run() }
      fingerprints.insert(simulation.fingerprint)
    }
    #expect(fingerprints.count > 5)
  }

  @Test func exitStatusAndSummarySayWhatWasRun() throws {
    let result = try runExplorer(["--programs", "20"])
    #expect(result.output.hasPrefix("20 schedules, "))
    #expect(try runExplorer(["--nonsense"]).status == 2)
  }

  @Test func everyOrderOfTwoThreadsIsExplored() throws {
    // Two threads add one to a number, and each does it in two steps.
    var results: Set<Int> = []
    let mutex = Toy()
    var path: [Strategy.Switch] = []
    for place in -1..<12 {
      path = place < 0 ? [] : [Strategy.Switch(step: place, choice: 1)]
      var number = 0
      _ = try Simulation.run(Schedule(.exact(path))) { simulation in
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

  @Test func secondInstanceOfASingletonIsFound() {
    let violation = violationOfLibrary { world, container in
      let registered = Registered(0, 0, world.program.entries[0])
      _ = try world.make(S0.self, registered, container)
      _ = try world.make(S0.self, registered, container)
    }
    #expect(violation?.rule == "T2")
  }

  @Test func callbackThatRunsTwiceIsFound() {
    let violation = violationOfLibrary { world, container in
      let registered = Registered(0, 0, world.program.entries[0])
      let component = try world.make(S0.self, registered, container)
      try world.complete(component, registered, container)
      try world.complete(component, registered, container)
    }
    #expect(violation?.rule == "C2")
  }

  @Test func callbacksInTheWrongOrderAreFound() {
    let violation = violationOfLibrary { world, container in
      let first = Registered(0, 0, world.program.entries[0])
      let second = Registered(1, 1, world.program.entries[1])
      let component = try world.make(S0.self, first, container)
      let other = try world.make(S1.self, second, container)
      try world.complete(other, second, container)
      try world.complete(component, first, container)
    }
    #expect(violation?.rule == "C2")
  }

  @Test func containerThatIsNeverFreedIsFound() {
    nonisolated(unsafe) var leaked: DIContainer?
    let violation = violationOfLibrary { _, container in leaked = container }
    #expect(violation?.rule == "T10")
    #expect(leaked != nil)
  }

  /// What is found where a thread does this as the library would, beside an empty program.
  private func violationOfLibrary(
    _ body: @escaping (World, DIContainer) throws -> Void
  ) -> Violation? {
    var program = Program()
    for service in 0..<2 {
      program.entries.append(
        Entry(key: ServiceKey(service: service), callback: [], isInitial: false))
    }
    program.threads = [[]]
    return firstViolation { [program] simulation in
      let world = World(program, simulation)
      _ = simulation.start {
        while world.containers.isEmpty { simulation.point("waits for the container") }
        do {
          if let container = world.containers[0] { try body(world, container) }
        } catch {
          simulation.fail("test", "\(error)")
        }
      }
      world.run()
    }
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
  func wakeAll() { explore.pthread_cond_broadcast(condition) }
  func locked<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }
}

/// Runs the program that was built beside the tests.
func runExplorer(_ arguments: [String]) throws -> (status: Int32, output: String) {
  final class Marker {}
  let bundle = Bundle(for: Marker.self).bundleURL
  let test = URL(fileURLWithPath: CommandLine.arguments[0])
  let folders = [bundle, bundle.deletingLastPathComponent(), test.deletingLastPathComponent()]
  let process = Process()
  let programs = folders.map { $0.appendingPathComponent("explore", isDirectory: false) }
  let program: URL = try #require(
    programs.first { FileManager.default.isExecutableFile(atPath: $0.path) },
    "There is no program 'explore' beside the tests: \(folders.map(\.path))")
  process.executableURL = program
  process.arguments = arguments
  let pipe = Pipe()
  process.standardOutput = pipe
  try process.run()
  let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  return (process.terminationStatus, output)
}
