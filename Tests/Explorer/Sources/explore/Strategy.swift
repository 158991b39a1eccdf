// SPDX-License-Identifier: MIT-0

/// Decides which thread goes on at each point of a schedule.
enum Strategy {
  /// Every thread that can go on is as likely.
  case uniform
  /// The same thread goes on, but for a switch with this probability.
  case sticky(percent: Int)
  /// The thread with the highest priority goes on; at these steps, it becomes the lowest.
  case priorities(changes: [Int])
  /// The same thread goes on, but at these steps.
  case preemptions(at: [Int])
  /// The same thread goes on, but for these switches: a step and the place of the thread that goes
  /// on among those that could.
  case exact([Switch])

  struct Switch: Equatable {
    var step: Int
    var choice: Int
  }
}

/// Everything that, with a program, determines a run.
struct Schedule {
  var strategy: Strategy
  var seed: UInt64
  /// The points of user code, counted over all threads, at which a thread stops until no other
  /// thread can go on.
  var stalls: [Int] = []
  /// Whether a wait may end without a reason, as POSIX allows.
  var wakesSpuriously = false

  init(_ strategy: Strategy, seed: UInt64 = 0) {
    self.strategy = strategy
    self.seed = seed
  }

  /// A schedule of a strategy that the seed chooses, or of the one that is named.
  init(seed: UInt64, named name: String? = nil) {
    var random = Random(seed: seed, stream: 2)
    let names = ["uniform", "sticky", "sticky", "pct", "pct", "pct", "few", "few"]
    let length = [15, 30, 60, 120, 240][random.below(5)]
    switch name ?? random.pick(names) {
    case "sticky":
      strategy = .sticky(percent: [3, 8, 20][random.below(3)])
    case "pct":
      strategy = .priorities(changes: (0..<random.below(5)).map { _ in random.below(length) })
    case "few":
      strategy = .preemptions(at: (0..<1 + random.below(4)).map { _ in random.below(length) })
    default:
      strategy = .uniform
    }
    self.seed = seed
    if random.chance(percent: 35) {
      stalls = (0..<1 + random.below(2)).map { _ in random.below(40) }
    }
    wakesSpuriously = random.chance(percent: 12)
  }
}
