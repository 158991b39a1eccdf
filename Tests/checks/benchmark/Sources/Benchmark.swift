// Times what a program does with the container, and the same with a dictionary and with neither.
// The machine has to be idle. `--quick` only proves that everything works.

import Dispatch
import Synchronization

/// One thing to measure.
struct Workload {
  let name: String
  /// How many threads do it at once, on the same container.
  var threads = 1
  /// With the container, a dictionary and, if there is a way, neither. Each does it so many times, and
  /// returns how long that took, in nanoseconds for each.
  let ways: [@Sendable (Int) -> Double]
}

/// Does it so many times. Checks first that it makes something, or nothing.
func repeated<Service>(
  isNil: Bool = false, _ body: @escaping @Sendable () -> Service?
) -> @Sendable (Int) -> Double {
  precondition((body() == nil) == isNil)
  return { count in
    let start = ContinuousClock.now
    for _ in 1...count { consume(body()) }
    return (ContinuousClock.now - start) / .nanoseconds(count)
  }
}

/// Looks like a use of the value to the optimizer.
@inline(never) @_optimize(none) func consume<Value>(_ value: Value) {}

/// How long the slowest of several threads takes, if each begins when all are there.
func onThreads(_ threads: Int, _ run: @escaping @Sendable (Int) -> Double, _ count: Int) -> Double {
  if threads == 1 { return run(count) }
  let missing = Atomic(threads)
  let slowest = Mutex(0.0)
  DispatchQueue.concurrentPerform(iterations: threads) { _ in
    missing.subtract(1, ordering: .acquiringAndReleasing)
    while missing.load(ordering: .acquiring) > 0 {}
    let time = run(count)
    slowest.withLock { $0 = max($0, time) }
  }
  return slowest.withLock { $0 }
}

/// Takes one sample of everything in each round, so that what slows the machine for a while slows all
/// alike. Returns the samples of each way of each workload.
func measure(_ workloads: [Workload], rounds: Int, nanoseconds: Double) -> [[[Double]]] {
  var samples = workloads.map { $0.ways.map { _ in [Double]() } }
  var counts = workloads.map { $0.ways.map { _ in 1 } }
  for round in 1...rounds {
    for (index, workload) in workloads.enumerated() {
      for turn in workload.ways.indices {
        let way = (turn + round) % workload.ways.count
        var sample = 0.0
        repeat {
          sample = onThreads(workload.threads, workload.ways[way], counts[index][way])
          if sample * Double(counts[index][way]) < nanoseconds { counts[index][way] *= 2 }
        } while sample * Double(counts[index][way]) < nanoseconds
        samples[index][way].append(sample)
      }
    }
  }
  return samples
}

func median(_ samples: [Double]) -> Double { samples.sorted()[samples.count / 2] }

/// A line of a Markdown table.
func row(_ cells: [String]) -> String {
  let padded = cells.map { $0 + String(repeating: " ", count: max(0, 21 - $0.count)) }
  return "| " + padded.joined(separator: " | ") + " |"
}

@main
enum Benchmark {
  static func main() {
    let isQuick = CommandLine.arguments.contains("--quick")
    let workloads = workloads()
    let samples = measure(
      workloads, rounds: isQuick ? 1 : 31, nanoseconds: isQuick ? 1_000 : 5_000_000)
    print(row(["ns", "DIContainer", "dictionary", "ratio", "no container"]))
    print(row(["---"] + Array(repeating: "---:", count: 4)))
    for (workload, ways) in zip(workloads, samples) {
      let times = ways.map { "\(Int(median($0).rounded()))" }
      let ratio = Int((median(zip(ways[0], ways[1]).map(/)) * 100).rounded())
      let text = "\(ratio / 100)." + "\(100 + ratio % 100)".dropFirst()
      print(row([workload.name, times[0], times[1], text, times.count > 2 ? times[2] : "–"]))
    }
    #if DEBUG
      print("These figures mean nothing: this is a debug build.")
    #endif
  }
}
