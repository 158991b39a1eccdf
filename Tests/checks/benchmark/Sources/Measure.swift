import Dispatch
import Synchronization

/// A workload and what it took: nanoseconds for one operation, one sample for each round.
struct Measured {
  let workload: Workload
  var samples: [Contender.Kind: [Double]] = [:]
}

/// Takes one sample of everything in each round, so that what slows the machine for a while slows
/// all alike. Each round begins with another contender.
func measure(_ workloads: [Workload], rounds: Int, sample length: Duration) -> [Measured] {
  var measured = workloads.map { Measured(workload: $0) }
  var samplers = workloads.map { workload in
    workload.contenders.map { Sampler($0, threads: workload.threads, length: length) }
  }
  for round in 1...rounds {
    for (index, workload) in workloads.enumerated() {
      let contenders = workload.contenders
      for turn in contenders.indices {
        let place = (turn + round) % contenders.count
        let kind = contenders[place].kind
        let sample = samplers[index][place].next() / Double(workload.parts)
        measured[index].samples[kind, default: []].append(sample)
      }
    }
  }
  return measured
}

/// Takes samples of one contender.
private struct Sampler {
  private let contender: Contender
  private let threads: Int
  private let length: Duration
  private var count = 1

  init(_ contender: Contender, threads: Int, length: Duration) {
    self.contender = contender
    self.threads = threads
    self.length = length
  }

  /// Times so many calls that they take at least as long as a sample has to: nanoseconds for one.
  mutating func next() -> Double {
    while true {
      let duration =
        threads == 1 ? contender.run(count) : onThreads(threads, contender.run, count)
      if duration >= length {
        let nanoseconds: Double = duration / .nanoseconds(1)
        return nanoseconds / Double(count)
      }
      let factor = length * 1.2 / max(duration, .microseconds(1))
      count += max(1, Int(Double(count) * (min(factor, 10) - 1)))
    }
  }
}

/// How long the slowest of several threads takes for `count` calls of its own.
private func onThreads(
  _ threads: Int, _ run: @escaping @Sendable (Int) -> Duration, _ count: Int
) -> Duration {
  let race = Race(threads)
  let group = DispatchGroup()
  for number in 1...threads {
    DispatchQueue(label: "thread \(number)").async(group: group) {
      race.waitForAll()
      let duration = run(count)
      race.slowest.withLock { $0 = max($0, duration) }
    }
  }
  group.wait()
  return race.slowest.withLock { $0 }
}

private final class Race: Sendable {
  private let missing: Atomic<Int>
  let slowest = Mutex(Duration.zero)

  init(_ threads: Int) { missing = Atomic(threads) }

  func waitForAll() {
    missing.subtract(1, ordering: .acquiringAndReleasing)
    while missing.load(ordering: .acquiring) > 0 {}
  }
}
