import Foundation

/// Runs threads one at a time, and decides at each point which one continues.
///
/// The threads are real, but only the one that has the baton runs. So nothing that simulated
/// threads share needs a lock.
final class Simulation: @unchecked Sendable {
  nonisolated(unsafe) static var current: Simulation?  // changes while no simulated thread runs

  /// A real thread, which runs one simulated thread after the other.
  final class Thread: @unchecked Sendable {
    fileprivate nonisolated(unsafe) static var all: [Thread] = []
    enum State: Equatable {
      case ready, stalled, finished, locking
      case waiting(UnsafeRawPointer)
    }
    let number: Int
    fileprivate(set) var state = State.ready
    fileprivate let baton = DispatchSemaphore(value: 0)
    fileprivate var body: () -> Void = {}
    /// Its requests, and the factories and callbacks that run, the innermost last.
    var requests: [Asked] = []
    var codes: [Code] = []
    /// What the library will do with the lock, each the next time.
    var pending: [() -> Void] = []

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
  weak var judge: Judge?

  private let seed: UInt64
  private let program: Program
  private var random: Random
  /// How often, in percent, another thread continues.
  private let switches: Int
  private let isTraced: Bool
  /// Also the time for the judge. Threads change only between two steps.
  private(set) var steps = 0
  private var current = 0
  private var owner: Thread?  // of the one lock
  private let ended = DispatchSemaphore(value: 0)

  init(seed: UInt64, _ program: Program, isTraced: Bool) {
    self.seed = seed
    self.program = program
    random = Random(seed: seed &* 2)
    switches = random.pick([1, 2, 5, 10, 20, 50, 100])
    self.isTraced = isTraced
  }

  /// Runs threads until all have ended.
  func run(_ bodies: [() -> Void]) {
    while Thread.all.count < bodies.count { Thread.all.append(Thread(Thread.all.count)) }
    threads = Array(Thread.all.prefix(bodies.count))
    for (thread, body) in zip(threads, bodies) {
      thread.state = .ready
      thread.body = body
    }
    Simulation.current = self
    current = 0
    running.baton.signal()
    ended.wait()
    Simulation.current = nil
  }

  func fail(_ text: String) -> Never {
    print("=== seed \(seed): \(text)")
    for one in threads {
      print("T\(one.number) \(one.state): \(one.requests.map(\.step)), in \(one.codes)")
    }
    print(program)
    exit(1)
  }

  var running: Thread { threads[current] }

  /// Whether the running thread holds the lock.
  var isLockHeld: Bool { owner != nil && owner === running }

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
    if isLockHeld { fail("a thread locks what it has locked") }
    block(.ready)
    take(.locking)
  }

  /// The running thread stops until it has the lock.
  private func take(_ state: Thread.State) {
    if owner != nil || state != .locking { block(state) }
    owner = running
    judge?.hasLocked()
  }

  /// No other thread continues before the next lock or user code.
  func unlock() {
    if !isLockHeld { fail("a thread unlocks what it has not locked") }
    owner = nil
    note("unlock")
  }

  func wait(_ condition: UnsafeRawPointer) {
    if !isLockHeld { fail("a thread waits without the lock") }
    note("waits")
    running.state = .waiting(condition)
    judge?.judgeWaits()
    owner = nil
    take(running.state)
  }

  func wakeAll(_ condition: UnsafeRawPointer) {
    for thread in threads where thread.state == .waiting(condition) {
      thread.state = .locking
      note("wakes T\(thread.number)")
    }
  }

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
    if steps > 60_000 { fail("the threads never end") }
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
    case .waiting: owner == nil && random.chance(percent: 1)  // as POSIX allows
    case .stalled, .finished: false
    }
  }

  private func pickNext() -> Thread {
    let enabled = threads.filter(canContinue)
    let isRunning = enabled.contains { $0 === running }
    if isRunning && !random.chance(percent: switches) { return running }
    if !enabled.isEmpty { return random.pick(enabled) }
    let stalled = threads.filter { $0.state == .stalled }
    if stalled.isEmpty { fail("deadlock") }
    let slow = random.pick(stalled)
    slow.state = .ready
    return slow
  }
}
