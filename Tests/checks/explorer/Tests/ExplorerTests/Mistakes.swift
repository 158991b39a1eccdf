// SPDX-License-Identifier: MIT-0

import Foundation
import Testing

@testable import explore

// On a Mac, Foundation has another.
private typealias Component = explore.Component

/// What a library can do wrong, and what the explorer says of it.
struct Mistake: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// How that begins. `nil` is no mistake.
  let violation: String?
  private let run: @Sendable (Simulation) -> Void

  /// A mistake in the use of a lock.
  private init(
    _ name: String, _ violation: String?,
    run: @escaping @Sendable (Simulation, Toy, Toy) -> Void
  ) {
    testDescription = name
    self.violation = violation
    self.run = { simulation in
      run(simulation, Toy(), Toy())
      simulation.joinAll()
    }
  }

  /// A mistake of a library that is asked for the first of its services, and gives this answer.
  private init(
    _ name: String, _ violation: String?, answer: @escaping @Sendable (Library) throws -> Component?
  ) {
    testDescription = name
    self.violation = violation
    run = { simulation in
      let world = World(Library.program, simulation)
      _ = simulation.start {
        while world.containers.isEmpty { simulation.point("waits for it") }
        guard let container = world.containers[0] else { return }
        let library = Library(world, container)
        library.answer(0) { try answer(library) }
      }
      world.run()
    }
  }

  var firstViolation: Violation? {
    for seed in UInt64(1)...200 {
      var schedule = Schedule(seed: seed)
      schedule.stalls = []
      do {
        _ = try Simulation.run(schedule, maximalSteps: 5000, run)
      } catch {
        return error as? Violation
      }
    }
    return nil
  }

  static let all = [
    Mistake("two threads lock in different orders", "T5: deadlock") {
      simulation, first, second in
      _ = simulation.start { first.locked { second.locked {} } }
      _ = simulation.start { second.locked { first.locked {} } }
    },
    Mistake("a wake-up is lost", "T5: deadlock") { simulation, toy, _ in
      var isReady = false
      _ = simulation.start {
        let mustWait = toy.locked { !isReady }
        // The other thread may wake now, and nobody waits yet.
        if mustWait { toy.locked { toy.wait() } }
      }
      _ = simulation.start { toy.wakeAll { isReady = true } }
    },
    Mistake("none: a thread waits in a loop", nil) { simulation, toy, _ in
      var isReady = false
      _ = simulation.start { toy.locked { while !isReady { toy.wait() } } }
      _ = simulation.start { toy.wakeAll { isReady = true } }
    },
    Mistake("a thread waits without a loop", "test") { simulation, toy, _ in
      var isReady = false
      _ = simulation.start {
        toy.locked {
          if !isReady { toy.wait() }
          if !isReady { simulation.fail("test", "it went on too early") }
        }
      }
      _ = simulation.start {
        for _ in 1...20 { simulation.userPoint("works") }
        toy.wakeAll { isReady = true }
      }
    },
    Mistake("a condition is destroyed while a thread sleeps on it", "T1") { simulation, toy, _ in
      _ = simulation.start { toy.locked { toy.wait() } }
      _ = simulation.start { toy.destroyCondition() }
    },
    Mistake("a thread never waits and never ends", "T5: the threads go on for ever") { _, toy, _ in
      while true { toy.locked {} }
    },
    Mistake("user code runs under a lock", "T3") { simulation, toy, _ in
      toy.lock()
      World(Library.program, simulation).run()
    },
    Mistake("none: the library is correct", nil) { library in
      let component = try library.makeAndComplete()
      library.answerAnother(0) { component }
      library.answerAnother(2) { try library.make(2) }
      return component
    },
    Mistake("a singleton is made twice", "T2") { library in
      _ = try library.makeAndComplete()
      return try library.makeAndComplete()
    },
    Mistake("what is made of a dropped instance is returned", "T2") { library in
      let first = try library.make(0)
      library.insideCallback(of: first) {
        var dropped: Component?
        library.answer(1) {
          dropped = try library.make(1)
          throw explore.Failure(number: 0)
        }
        library.answer(1) { dropped }
      }
      try library.complete(first)
      return first
    },
    Mistake("callbacks run in the wrong order", "C2") { library in
      let component = try library.make(0)
      try library.complete(try library.make(1))
      try library.complete(component)
      return component
    },
    Mistake("a callback never runs", "C2") { library in try library.make(0) },
    Mistake("an instance is returned before its callback", "T6") { library in
      let component = try library.make(0)
      library.answerAnother(0) { component }
      try library.complete(component)
      return component
    },
    Mistake("an outermost resolve waits for ever", "T5: deadlock") { library in
      let first = try library.make(0)
      library.insideCallback(of: first) { library.answerAnother(0) { library.sleep() } }
      return first
    },
    Mistake("a callback waits for what is constructed", "T6") { library in
      let first = try library.make(0)
      library.insideCallback(of: first) {
        library.answerAnother(1) {
          let second = try library.make(1)
          library.insideCallback(of: second) { library.answer(0) { library.sleep() } }
          return second
        }
      }
      return first
    },
    // A callback asks for the transient that its instance was made for.
    Mistake("a callback gets another ancestor", "C3") { library in
      library.answer(3) {
        let parent = try library.make(3)
        library.insideCallback(of: parent) { library.answer(3) { try library.make(3) } }
        return parent
      }
      return nil
    },
    Mistake("another service is returned", "K1") { library in try library.make(3) },
    Mistake("a transient is returned twice", "K5") { library in
      let component = try library.make(3)
      for _ in 1...2 { library.answerAnother(3) { component } }
      return nil
    },
    Mistake("verify waits", "M4") { library in
      library.ask(Request(how: .verify, service: 0, container: 0)) {
        library.sleep().map { [$0] }
      }
      return nil
    },
    Mistake("an error is lost", "R2") { library in
      _ = try? library.make(2)
      return try library.make(0)
    },
    Mistake("a resolve fails with an error of what it does not need", "T9") { library in
      library.answerAnother(2) { try library.make(2) }
      throw explore.Failure(number: 0)
    },
    Mistake("a subscript is nil, and nothing failed", "T9") { _ in nil },
    Mistake("a container is never freed", "T10") { library in
      _ = Unmanaged.passRetained(library.container)
      return try library.makeAndComplete()
    },
  ]
}

/// What a library can do. The first two of its services have a callback; the third fails; the fourth
/// is a transient.
private struct Library {
  static let program = Program(entries: [
    Entry(service: 0, lifetime: .eager, callback: []), Entry(service: 1, callback: []),
    Entry(service: 2, factoryFails: .max), Entry(service: 3, lifetime: .transient),
  ])
  let container: DIContainer
  private let world: World
  private let registered: [Registered]

  init(_ world: World, _ container: DIContainer) {
    self.world = world
    self.container = container
    registered = world.program.entries.enumerated().map { Registered($0, $0, $1) }
  }

  func make(_ service: Int) throws -> Component {
    try world.make(services[service], registered[service], container)
  }

  func complete(_ component: Component) throws {
    let service = world.made[component.number].service
    try world.complete(component, registered[service], container)
  }

  func makeAndComplete() throws -> Component {
    let component = try make(0)
    try complete(component)
    return component
  }

  func insideCallback(of component: Component, _ body: () -> Void) {
    world.inside(.callback(world.made[component.number]), body)
  }

  func answer(_ service: Int, _ body: () throws -> Component?) {
    ask(Request(how: .caught, service: service, container: 0)) { try body().map { [$0] } }
  }

  func ask(_ request: Request, _ body: () throws -> [Component]?) {
    _ = try? world.ask(request, world.graph.candidates(request, 0), in: 0, body)
  }

  /// Another thread asks for a service, and is answered.
  func answerAnother(_ service: Int, _ body: @escaping () throws -> Component?) {
    let thread = world.simulation.start { answer(service, body) }
    world.simulation.join(thread)
  }

  func sleep() -> Component? {
    let toy = Toy()
    toy.locked { toy.wait() }
    return nil
  }
}

/// A lock and a condition, which the explorer replaces as it does the library's.
final class Toy: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  deinit {
    mutex.deallocate()
    condition.deallocate()
  }

  func lock() { explore.pthread_mutex_lock(mutex) }
  func unlock() { explore.pthread_mutex_unlock(mutex) }
  func wait() { explore.pthread_cond_wait(condition, mutex) }
  func destroyCondition() { explore.pthread_cond_destroy(condition) }

  func wakeAll(after change: () -> Void) {
    locked {
      change()
      explore.pthread_cond_broadcast(condition)
    }
  }

  func locked<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }
}
