// SPDX-License-Identifier: MIT-0

/// Decides which thread goes on at each point of a schedule.
enum Strategy {
  /// The same thread goes on, and at each point another one with this probability.
  case sticky(percent: Int)
  /// The thread with the highest priority goes on; at these steps, it becomes the lowest.
  case priorities(changes: [Int])
}

/// Everything that, with a program, determines a run.
struct Schedule {
  var strategy: Strategy
  var seed: UInt64 = 1
  /// The points of user code, counted over all threads, at which a thread stops until no other
  /// thread can go on.
  var stalls: [Int] = []
  /// Whether a wait may end without a reason, as POSIX allows.
  var wakesSpuriously = false
}

extension Schedule {
  /// A schedule that the seed chooses.
  init(seed: UInt64) {
    self.seed = seed
    var random = Random(seed: seed, stream: 2)
    if random.chance(percent: 50) {
      strategy = .sticky(percent: [2, 5, 10, 20, 100][random.below(5)])
    } else {
      let length = [15, 30, 60, 120, 240][random.below(5)]
      strategy = .priorities(changes: (0..<random.below(5)).map { _ in random.below(length) })
    }
    if random.chance(percent: 35) {
      stalls = (0..<1 + random.below(2)).map { _ in random.below(40) }
    }
    wakesSpuriously = random.chance(percent: 12)
  }
}
