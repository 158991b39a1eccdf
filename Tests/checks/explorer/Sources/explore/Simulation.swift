// SPDX-License-Identifier: MIT-0

import Foundation

/// What a run found: a rule of the contract that was not kept.
struct Violation: Error, CustomStringConvertible {
  var rule: String
  var text: String
  var description: String { "\(rule): \(text)" }
}

/// Runs the threads of one program one at a time. Who goes on is decided at each scheduling point.
///
/// The threads are real ones, but only the one that has the baton runs. So what is here, and in
/// everything that simulated threads share, needs no lock: the batons order it.
final class Simulation: @unchecked Sendable {
  /// The one that runs. Set by the controller while no simulated thread runs.
  nonisolated(unsafe) static var current: Simulation?

  /// A simulated thread. A real one is used for one after the other.
  final class Thread: @unchecked Sendable {
    enum State: Equatable {
      case ready
      case locking(UnsafeRawPointer)
      case waiting(UnsafeRawPointer, mutex: UnsafeRawPointer)
      /// Waits for the thread with this number to end.
      case joining(Int)
      case stalled
      case finished
    }
    let number: Int
    let activity = Activity()
    fileprivate(set) var state = State.ready
    fileprivate var priority: Int
    fileprivate let worker = Worker.idle()

    fileprivate init(_ number: Int, priority: Int) {
      self.number = number
      self.priority = priority
    }

    /// Whether it waits on a condition, which only the library does.
    var isWaitingInLibrary: Bool {
      if case .waiting = state { return true }
      return false
    }
  }

  private(set) var threads: [Thread] = []
  private(set) var running: Thread
  private(set) var steps = 0

  /// What judges waits.
  weak var world: World?

  private let schedule: Schedule
  private let trace: ((String) -> Void)?
  private var random: Random
  /// The threads that hold a lock.
  private var owners: [UnsafeRawPointer: Thread] = [:]
  private var userPoints = 0
  private var enabled: [Thread] = []
  private var violation: Violation?
  private let ended = DispatchSemaphore(value: 0)
  private let maximalSteps: Int
  /// Where the steps begin that a strategy counts: when the first thread is started.
  private var firstStep = 0

  private init(_ schedule: Schedule, _ trace: ((String) -> Void)?, _ maximalSteps: Int) {
    self.schedule = schedule
    self.trace = trace
    self.maximalSteps = maximalSteps
    random = Random(seed: schedule.seed, stream: 3)
    running = Thread(0, priority: 1_000)
    threads = [running]
  }

  /// Runs `main` as the first thread. Throws the violation that ended the run, if one did; what
  /// its threads hold is then lost.
  static func run(
    _ schedule: Schedule, maximalSteps: Int, trace: ((String) -> Void)? = nil,
    _ main: @escaping (Simulation) -> Void
  ) throws -> Simulation {
    let simulation = Simulation(schedule, trace, maximalSteps)
    current = simulation
    simulation.running.worker.body = { main(simulation) }
    simulation.running.worker.baton.signal()
    simulation.ended.wait()
    current = nil
    if let violation = simulation.violation { throw violation }
    Worker.pool += simulation.threads.map(\.worker)
    return simulation
  }

  /// Ends the run: this thread, and every other, never goes on.
  func fail(_ rule: String, _ text: String) -> Never {
    violation = violation ?? Violation(rule: rule, text: text)
    ended.signal()
    while true { running.worker.baton.wait() }
  }

  // MARK: - Threads

  func start(_ body: @escaping () -> Void) -> Thread {
    let thread = Thread(threads.count, priority: random.below(900) + 50)
    threads.append(thread)
    thread.worker.body = body
    if firstStep == 0 { firstStep = steps }
    note("starts T\(thread.number)")
    return thread
  }

  /// The running thread ends.
  fileprivate func finish() {
    note("ends")
    running.state = .finished
    if threads.allSatisfy({ $0.state == .finished }) {
      ended.signal()
      return
    }
    let next = pickNext()
    running = next
    next.worker.baton.signal()
  }

  func join(_ thread: Thread) {
    note("joins T\(thread.number)")
    if thread.state != .finished { block(.joining(thread.number)) }
  }

  /// Joins all others.
  func joinAll() {
    while let other = threads.first(where: { $0 !== running && $0.state != .finished }) {
      join(other)
    }
  }

  // MARK: - Lock

  func lock(_ mutex: UnsafeRawPointer) {
    point("lock")
    if let owner = owners[mutex] {
      if owner === running {
        fail("T3", "T\(owner.number) locks what it has locked: \(owner.activity)")
      }
      block(.locking(mutex))
    }
    owners[mutex] = running
  }

  func unlock(_ mutex: UnsafeRawPointer) {
    release(mutex)
    point("unlock")
  }

  func wait(_ condition: UnsafeRawPointer, _ mutex: UnsafeRawPointer) {
    note("waits")
    running.state = .waiting(condition, mutex: mutex)
    world?.judgeWaits()
    release(mutex)
    block(.waiting(condition, mutex: mutex))
    owners[mutex] = running
    note("goes on after waiting")
  }

  func wakeAll(_ condition: UnsafeRawPointer) {
    for thread in threads {
      guard case .waiting(condition, let mutex) = thread.state else { continue }
      thread.state = .locking(mutex)
      note("wakes T\(thread.number)")
    }
    // Who holds the lock is not interrupted: until it unlocks, whoever goes on must wait for the
    // lock or does nothing that this thread can see.
    if !isLockHeld { point("wake") }
  }

  /// A condition goes, and its place in memory may be used again.
  func destroy(_ condition: UnsafeRawPointer) {
    for thread in threads {
      guard case .waiting(condition, _) = thread.state else { continue }
      fail("T1", "T\(thread.number) waits on what T\(running.number) destroys: " + standstill())
    }
  }

  /// Whether the thread that runs holds any lock.
  var isLockHeld: Bool { owners.values.contains { $0 === running } }

  private func release(_ mutex: UnsafeRawPointer) {
    if owners[mutex] !== running {
      fail("T1", "T\(running.number) unlocks what it has not locked: \(running.activity)")
    }
    owners[mutex] = nil
  }

  // MARK: - Deciding

  /// A point in the user's code.
  func userPoint(_ text: @autoclosure () -> String) {
    userPoints += 1
    if !schedule.stalls.isEmpty, schedule.stalls.contains(userPoints) { return stall() }
    point(text())
  }

  /// The running thread stops until no other can go on.
  func stall() {
    note("is slow")
    block(.stalled)
  }

  func point(_ text: @autoclosure () -> String) {
    step()
    note(text())
    let next = pickNext()
    if next !== running { pass(to: next) }
  }

  func note(_ text: @autoclosure () -> String) {
    if let trace { trace("T\(running.number) \(text())") }
  }

  private func step() {
    steps += 1
    if steps > maximalSteps {
      fail("T5", "the threads go on for ever: " + standstill())
    }
    if schedule.wakesSpuriously, random.chance(percent: 2) {
      for thread in threads {
        guard case .waiting(_, let mutex) = thread.state, random.chance(percent: 50) else {
          continue
        }
        thread.state = .locking(mutex)
      }
    }
  }

  /// The running thread stops until `state` is over.
  private func block(_ state: Thread.State) {
    step()
    running.state = state
    let me = running
    let next = pickNext()
    if next !== me { pass(to: next) }
    me.state = .ready
  }

  private func pass(to next: Thread) {
    let me = running
    running = next
    next.worker.baton.signal()
    me.worker.baton.wait()
  }

  private func canGoOn(_ thread: Thread) -> Bool {
    switch thread.state {
    case .ready: true
    case .locking(let mutex): owners[mutex] == nil
    case .joining(let other): threads[other].state == .finished
    case .waiting, .stalled, .finished: false
    }
  }

  private func pickNext() -> Thread {
    while true {
      enabled.removeAll(keepingCapacity: true)
      // The one that runs is the first choice: to choose it is no preemption.
      if canGoOn(running) { enabled.append(running) }
      // The others in turn, so that none is left out where each time the first one is chosen.
      for offset in 1..<max(threads.count, 1) {
        let thread = threads[(running.number + offset) % threads.count]
        if canGoOn(thread) { enabled.append(thread) }
      }
      if !enabled.isEmpty { break }
      if !releaseOne() { fail("T5", "deadlock: " + standstill()) }
    }
    return enabled[enabled.count == 1 ? 0 : choose()]
  }

  /// Lets one thread go on that is slow.
  private func releaseOne() -> Bool {
    guard let first = threads.first(where: { $0.state == .stalled }) else { return false }
    if let trace { trace("-- no thread can go on: T\(first.number) is released") }
    first.state = .ready
    return true
  }

  private func choose() -> Int {
    let isFree = enabled[0] !== running
    // A real mutex is fair in the long run: who only waits for others to go on is no deadlock.
    if steps > maximalSteps / 10 { return random.below(enabled.count) }
    switch schedule.strategy {
    case .sticky(let percent):
      if isFree || random.chance(percent: percent) { return random.below(enabled.count) }
      return 0
    case .priorities(let changes):
      if changes.contains(steps - firstStep) { running.priority = -steps }
      return enabled.indices.max { enabled[$0].priority < enabled[$1].priority } ?? 0
    }
  }

  /// Who waits for what.
  func standstill() -> String {
    threads.filter { $0.state != .finished }.map { thread in
      let state =
        switch thread.state {
        case .ready: "can go on"
        case .locking(let mutex):
          "waits for the lock of T\(owners[mutex]?.number ?? -1)"
        case .waiting: "waits in the library"
        case .joining(let other): "joins T\(other)"
        case .stalled: "is slow"
        case .finished: "has ended"
        }
      let doing = thread.activity.stack.isEmpty ? "" : ": \(thread.activity)"
      return "\n    T\(thread.number) \(state)" + doing
    }.joined()
  }
}

/// A real thread, which is used for one simulated thread after the other.
private final class Worker: @unchecked Sendable {
  /// Those that are idle. Only the controller and the thread with the baton use it.
  nonisolated(unsafe) static var pool: [Worker] = []
  let baton = DispatchSemaphore(value: 0)
  var body: (() -> Void)?

  static func idle() -> Worker { pool.popLast() ?? Worker() }

  private init() {
    let thread = Thread {
      while true {
        self.baton.wait()
        self.body?()
        self.body = nil
        Simulation.current?.finish()
      }
    }
    thread.stackSize = 1 << 23  // deinits can be nested deeply
    thread.start()
  }
}
