// SPDX-License-Identifier: MIT-0

import Foundation

/// How a seed decides which thread continues.
struct Schedule {
  /// With which probability another thread continues at each point. `nil`: the thread with the highest
  /// priority does, and at these steps, the running one gets the lowest.
  private(set) var switches: Int?
  private(set) var changes: [Int] = []
  /// Whether a wait may end without a reason, as POSIX allows.
  let wakesSpuriously: Bool
  var random: Random

  init(seed: UInt64) {
    random = Random(seed: seed, stream: 2)
    wakesSpuriously = random.chance(percent: 12)
    if random.chance(percent: 50) {
      switches = random.pick([2, 5, 10, 20, 100])
    } else {
      let length = random.pick([15, 30, 60, 120, 240])
      for _ in 0..<random.below(5) { changes.append(random.below(length)) }
    }
  }
}

/// Runs threads one at a time, and decides at each point which one continues.
///
/// The threads are real, but only the one that has the baton runs. So nothing that simulated threads
/// share needs a lock.
final class Simulation: @unchecked Sendable {
  nonisolated(unsafe) static var current: Simulation?  // changes while no simulated thread runs

  /// A real thread, which runs one simulated thread after the other.
  final class Thread: @unchecked Sendable {
    // Changes while no simulated thread runs.
    fileprivate nonisolated(unsafe) static var all: [Thread] = []
    enum State: Equatable {
      case ready, stalled, finished, locking
      case waiting(UnsafeRawPointer)
    }
    let number: Int
    fileprivate(set) var state = State.ready
    fileprivate var priority = 0
    fileprivate let baton = DispatchSemaphore(value: 0)
    fileprivate var body: () -> Void = {}
    /// Its requests, and the factories and callbacks that run, the innermost last.
    var requests: [Asked] = []
    var codes: [Code] = []
    /// The instances whose state changed since it was last in user code.
    var changed: [Made] = []

    init(_ number: Int) {
      self.number = number
      let thread = Foundation.Thread { [self] in
        while true {
          baton.wait()
          body()
          body = {}
          Simulation.current?.finish()
        }
      }
      thread.stackSize = 1 << 23  // deinits can be nested deeply
      thread.start()
    }

    /// Whether it waits on a condition, as only the library does.
    var isWaiting: Bool { if case .waiting = state { true } else { false } }
  }

  private(set) var threads: [Thread] = []
  private var steps = 0
  /// Called when a thread begins to wait.
  var judgeWaits: () -> Void = {}

  private var schedule: Schedule
  private let isTraced: Bool
  private var current = 0
  private var owner: Thread?  // of the one lock
  private var violation: Violation?
  struct Violation: Error { let text: String }
  private let ended = DispatchSemaphore(value: 0)
  private static let maximalSteps = 60_000

  init(_ schedule: Schedule, isTraced: Bool) {
    self.schedule = schedule
    self.isTraced = isTraced
  }

  /// Runs threads until all have ended. After a violation, which it throws, they never end.
  func run(_ bodies: [() -> Void]) throws(Violation) {
    while Thread.all.count < bodies.count { Thread.all.append(Thread(Thread.all.count)) }
    threads = Array(Thread.all.prefix(bodies.count))
    for (thread, body) in zip(threads, bodies) {
      thread.state = .ready
      thread.changed = []
      thread.priority = schedule.random.below(900)
      thread.body = body
    }
    Simulation.current = self
    current = 0
    running.baton.signal()
    ended.wait()
    Simulation.current = nil
    if let violation { throw violation }
  }

  /// Ends the run: no thread ever continues.
  func fail(_ text: String) -> Never {
    violation = violation ?? Violation(text: text)
    ended.signal()
    while true { running.baton.wait() }
  }

  var running: Thread { threads[current] }

  fileprivate func finish() {
    note("ends")
    running.state = .finished
    if threads.allSatisfy({ $0.state == .finished }) {
      ended.signal()
    } else {
      current = pickNext().number
      running.baton.signal()
    }
  }

  func lock() {
    note("lock")
    block(.ready)
    if isLockHeld { fail("a thread locks what it has locked" + standstill()) }
    if owner != nil { block(.locking) }
    owner = running
  }

  func unlock() {
    if !isLockHeld { fail("a thread unlocks what it has not locked" + standstill()) }
    owner = nil
    note("unlock")
    block(.ready)
  }

  func wait(_ condition: UnsafeRawPointer) {
    if !isLockHeld { fail("a thread waits without the lock" + standstill()) }
    note("waits")
    running.state = .waiting(condition)
    judgeWaits()
    owner = nil
    block(running.state)
    owner = running
  }

  func wakeAll(_ condition: UnsafeRawPointer) {
    for thread in threads where thread.state == .waiting(condition) {
      thread.state = .locking
      note("wakes T\(thread.number)")
    }
    // A thread that holds the lock is not interrupted: the others would only wait for it.
    if !isLockHeld { block(.ready) }
  }

  /// The condition's place in memory may be used again.
  func destroy(_ condition: UnsafeRawPointer) {
    if threads.contains(where: { $0.state == .waiting(condition) }) {
      fail("a condition is destroyed while a thread waits" + standstill())
    }
  }

  /// Whether the running thread holds any lock.
  var isLockHeld: Bool { owner === running }

  /// A point of user code.
  func userPoint(_ text: @autoclosure () -> String) {
    note(text())
    block(.ready)
  }

  /// The running thread stops until no other can continue.
  func stall() { block(.stalled) }

  func note(_ text: @autoclosure () -> String) {
    if isTraced { print("T\(current) \(text())") }
  }

  /// The running thread stops until it can leave `state`.
  private func block(_ state: Thread.State) {
    steps += 1
    if steps > Simulation.maximalSteps { fail("the threads never end" + standstill()) }
    let me = running
    me.state = state
    let next = pickNext()
    if next !== me {
      current = next.number
      next.baton.signal()
      me.baton.wait()
    }
    me.state = .ready
  }

  private func canContinue(_ thread: Thread) -> Bool {
    switch thread.state {
    case .ready: true
    case .locking: owner == nil
    case .waiting:
      schedule.wakesSpuriously && owner == nil && schedule.random.chance(percent: 3)
    case .stalled, .finished: false
    }
  }

  private func pickNext() -> Thread {
    // In turn after the running one, so that no thread is left out where the first is chosen.
    var enabled: [Thread] = []
    for offset in threads.indices {
      let thread = threads[(current + offset) % threads.count]
      if canContinue(thread) { enabled.append(thread) }
    }
    if enabled.count > 1 { return choose(enabled) }
    if let only = enabled.first { return only }
    let stalled = threads.filter { $0.state == .stalled }
    if stalled.isEmpty { fail("deadlock" + standstill()) }
    let slow = schedule.random.pick(stalled)
    slow.state = .ready
    return slow
  }

  private func choose(_ enabled: [Thread]) -> Thread {
    // A real mutex is fair in the long run.
    if steps > Simulation.maximalSteps / 10 { return schedule.random.pick(enabled) }
    if let switches = schedule.switches {
      let isSame = enabled[0] === running && !schedule.random.chance(percent: switches)
      return isSame ? running : schedule.random.pick(enabled)
    }
    if schedule.changes.contains(steps) { running.priority = -steps }
    return enabled.max { $0.priority < $1.priority } ?? running
  }

  /// The state of each thread.
  func standstill() -> String {
    threads.map { "\n  T\($0.number) \($0.state): \($0.requests.map(\.step)), in \($0.codes)" }
      .joined()
  }
}
