// Measures DIContainer, a dictionary that you might write instead, and other containers, each a
// separate module. Run it in release on an idle machine. `--growth` only checks how the times of
// DIContainer grow.

import Foundation
import Handwritten
import Synchronization

if CommandLine.arguments.contains("--growth") {
  let results = try Growth.all.map { try $0.isWithinLimit() }
  exit(results.allSatisfy { $0 } ? 0 : 1)
}

/// Makes many calls, and returns the nanoseconds that each takes.
typealias Way = () -> Double
typealias Column = (title: String, ways: KeyValuePairs<String, Way?>)

/// The rows, in order. The table has a dash where a container has no way.
func column(
  _ title: String, singleton: @escaping Way, transient: @escaping Way, graph: @escaping Way,
  named: @escaping Way, arguments: @escaping Way, register: Way? = nil
) -> Column {
  let ways: KeyValuePairs = [
    "singleton": singleton, "transient": transient, "graph of 7": graph,
    "named singleton": named, "two arguments": arguments, "register": register,
    "2 threads, singleton": onTwoThreads(singleton), "2 threads, graph of 7": onTwoThreads(graph),
  ]
  return (title, ways)
}

func resolving<Service>(_ call: @escaping () -> Service?) -> Way {
  precondition(call() != nil)
  return {
    let start = ContinuousClock.now
    var duration = Duration.zero
    var calls = 0
    repeat {
      for _ in 1...1_000 { consume(call()) }
      calls += 1_000
      duration = ContinuousClock.now - start
    } while duration < .milliseconds(5)
    return duration / .nanoseconds(calls)
  }
}

/// Looks like a use of the value to the optimizer.
@inline(never) @_optimize(none) func consume<Value>(_ value: Value) {}

/// Takes a sample on each of two threads that begin together, and returns the time of the slower
/// one.
func onTwoThreads(_ way: @escaping Way) -> Way {
  {
    let missing = Atomic(2)
    let slowest = Mutex(0.0)
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      missing.subtract(1, ordering: .acquiringAndReleasing)
      while missing.load(ordering: .acquiring) > 0 {}
      let time = way()
      slowest.withLock { $0 = max($0, time) }
    }
    return slowest.withLock { $0 }
  }
}

func median(_ samples: [Double]) -> Double { samples.sorted()[samples.count / 2] }

func printLine(_ cells: [String]) { print("| \(cells.joined(separator: " | ")) |") }

var columns = [Ours.measured("DIContainer"), ServiceDictionary.measured("dictionary")]
#if canImport(Swinject)
  columns += [Synchronized.measured("Swinject, synchronized"), factory()]
#endif
print("Nanoseconds for one call. In parentheses: DIContainer's time divided by this time.\n")
printLine([""] + columns.map(\.title))
printLine(["---"] + columns.map { _ in "---:" })
for row in columns[0].ways.indices {
  var samples = columns.map { _ in [Double]() }
  // Each round takes a sample of every column, so that a pause of the machine slows them all.
  for _ in 0..<31 {
    for index in columns.indices.shuffled() {
      guard let way = columns[index].ways[row].value else { continue }
      samples[index].append(way())
    }
  }
  let cells = samples.map { column in
    if column.isEmpty { return "–" }
    return String(format: "%.0f (%.2f)", median(column), median(zip(samples[0], column).map(/)))
  }
  printLine([columns[0].ways[row].key] + cells)
}
