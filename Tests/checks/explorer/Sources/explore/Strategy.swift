// SPDX-License-Identifier: MIT-0

/// Decides which thread goes on at each point of a schedule.
enum Strategy {
  /// The same thread goes on, and at each point another one with this probability.
  case sticky(percent: Int)
  /// The thread with the highest priority goes on; at these steps, it becomes the lowest.
  case priorities(changes: [Int])
  /// The same thread goes on, except at these switches.
  case exact([Switch])

  /// A place among the decisions of a run, and the place of the thread that goes on then among those
  /// that could.
  struct Switch: Equatable {
    var step: Int
    var choice: Int
  }

  /// A decision of a run.
  struct Choice {
    /// How many threads could go on.
    var count: Int
    /// Whether all but the first choice interrupt a thread.
    var isPreemption: Bool
  }

  /// All schedules without a preemption, then those with one, then with two, until there were enough.
  /// `run` returns the decisions of the run.
  static func runSystematically(limit: Int, _ run: ([Switch]) throws -> [Choice]) rethrows {
    var count = 0
    var next: [[Switch]] = [[]]
    for preemptions in 0...2 {
      var rest = next
      var index = 0
      next = []
      while index < rest.count {
        if count == limit { return }
        count += 1
        let switches = rest[index]
        index += 1
        let choices = try run(switches)
        let first = switches.last.map { $0.step + 1 } ?? 0
        // Each choice after the last switch that can be another one.
        for (step, choice) in choices.enumerated().dropFirst(first) {
          if choice.isPreemption, preemptions == 2 { continue }
          for other in 1..<choice.count {
            let more = switches + [Switch(step: step, choice: other)]
            if choice.isPreemption { next.append(more) } else { rest.append(more) }
          }
        }
      }
    }
  }
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

  /// What repeats it.
  var arguments: String {
    guard case .exact(let switches) = strategy else { return "--seed \(seed)" }
    let text = switches.map { "\($0.step):\($0.choice)" }.joined(separator: ",")
    return "--seed \(seed)" + (text.isEmpty ? " --systematic" : " --switches \(text)")
  }
}
