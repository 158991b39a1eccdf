import BenchmarkBaselines
import Dispatch
import Synchronization

/// A workload and what it took: nanoseconds for one operation, one sample for each round.
struct Measured {
  let workload: Workload
  var samples: [Contender.Kind: [Double]] = [:]
}

/// Takes one sample of everything in each round, so that what slows the machine for a while slows
/// all alike.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
func measure(_ workloads: [Workload], rounds: Int) -> [Measured] {
  var measured = workloads.map { Measured(workload: $0) }
  var counts = workloads.map { $0.contenders.map { _ in 1 } }
  for round in 1...rounds {
    for (index, workload) in workloads.enumerated() {
      showProgress("round \(round) of \(rounds): \(workload.name)")
      for (place, contender) in workload.contenders.enumerated() {
        let duration = sample(contender, workload.threads, &counts[index][place])
        let operations = Double(counts[index][place] * workload.parts)
        measured[index].samples[contender.kind, default: []].append(
          duration / .nanoseconds(1) / operations)
      }
    }
  }
  showProgress("")
  return measured
}

/// Times so many calls that they take at least 5 ms, and leaves their number in `count`.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private func sample(_ contender: Contender, _ threads: Int, _ count: inout Int) -> Duration {
  while true {
    let duration =
      threads == 1
      ? ContinuousClock().measure { contender.run(count) }
      : onThreads(threads, contender.run, count)
    if duration >= .milliseconds(5) { return duration }
    let factor = .milliseconds(6) / max(duration, .microseconds(1))
    count += max(1, Int(Double(count) * (min(factor, 10) - 1)))
  }
}

/// How long the slowest of several threads takes for `count` calls of its own.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private func onThreads(
  _ threads: Int, _ run: @escaping @Sendable (Int) -> Void, _ count: Int
) -> Duration {
  let race = Race(threads)
  let group = DispatchGroup()
  for number in 1...threads {
    DispatchQueue(label: "thread \(number)").async(group: group) {
      race.waitForAll()
      let duration = ContinuousClock().measure { run(count) }
      race.slowest.withLock { $0 = max($0, duration) }
    }
  }
  group.wait()
  return race.slowest.withLock { $0 }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class Race: Sendable {
  private let missing: Atomic<Int>
  let slowest = Mutex(Duration.zero)

  init(_ threads: Int) { missing = Atomic(threads) }

  func waitForAll() {
    missing.subtract(1, ordering: .acquiringAndReleasing)
    while missing.load(ordering: .acquiring) > 0 {}
  }
}
