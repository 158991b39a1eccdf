import Dispatch
import Synchronization

/// Takes one sample of everything in each round, so that what slows the machine for a while slows
/// all alike. Each round begins with another contender.
func measure(_ workloads: [Workload], rounds: Int, sample length: Duration) -> [Measured] {
  var measured = workloads.map { Measured(workload: $0) }
  for round in 1...rounds {
    for index in measured.indices { measured[index].addSamples(of: round, length) }
  }
  return measured
}

/// A workload and what it took: nanoseconds for one operation, one sample for each round.
struct Measured {
  let workload: Workload
  fileprivate(set) var samples: [Contender.Kind: [Double]] = [:]
  /// How many calls take as long as a sample has to.
  fileprivate var counts: [Contender.Kind: Int] = [:]

  fileprivate mutating func addSamples(of round: Int, _ length: Duration) {
    let contenders = workload.contenders
    for turn in contenders.indices {
      let contender = contenders[(turn + round) % contenders.count]
      let sample = time(contender, length) / Double(workload.parts)
      samples[contender.kind, default: []].append(sample)
    }
  }

  /// Times so many calls that they take at least as long as a sample has to: nanoseconds for one.
  private mutating func time(_ contender: Contender, _ length: Duration) -> Double {
    while true {
      let count = counts[contender.kind] ?? 1
      let isAlone = workload.threads == 1
      let duration =
        isAlone ? contender.run(count) : onThreads(workload.threads, contender.run, count)
      if duration >= length { return duration / .nanoseconds(1) / Double(count) }
      let factor = length * 1.2 / max(duration, .microseconds(1))
      counts[contender.kind] = count + max(1, Int(Double(count) * (min(factor, 10) - 1)))
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
