// Measures one call of DIContainer, of dictionaries that you might write instead, and of other
// containers. Each is a separate module. Run it in release on an idle machine. `--quick` only shows that
// everything works.

import Dictionaries
import Foundation
import Synchronization

/// Makes the calls, and returns the nanoseconds that each takes.
typealias Way = (_ calls: Int) -> Double

enum Row: String, CaseIterable {
  case singleton, transient
  case graph = "graph of 7"
  case named = "named singleton"
  case arguments = "two arguments"
  case register
  case among10000 = "singleton of 10,000"
  case threads = "2 threads, singleton"
  case threadsGraph = "2 threads, graph of 7"
}

typealias Column = (title: String, ways: [Row: Way])

func resolving<Service>(_ call: @escaping () -> Service?) -> Way {
  precondition(call() != nil)
  return { calls in
    let start = ContinuousClock.now
    for _ in 1...calls { consume(call()) }
    return (ContinuousClock.now - start) / .nanoseconds(calls)
  }
}

/// Looks like a use of the value to the optimizer.
@inline(never) @_optimize(none) func consume<Value>(_ value: Value) {}

/// Makes the calls on two threads that begin together, and returns the time of the slower one.
func onTwoThreads(_ way: @escaping Way) -> Way {
  { calls in
    let missing = Atomic(2)
    let slowest = Mutex(0.0)
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      missing.subtract(1, ordering: .acquiringAndReleasing)
      while missing.load(ordering: .acquiring) > 0 {}
      let time = way(calls)
      slowest.withLock { $0 = max($0, time) }
    }
    return slowest.withLock { $0 }
  }
}

/// Takes one sample of everything in each round, so that a pause of the machine slows every column.
func measure(_ columns: [Column], rounds: Int, nanoseconds: Double) -> [Row: [[Double]]] {
  var samples: [Row: [[Double]]] = [:]
  for (round, row) in (0..<rounds).flatMap({ round in Row.allCases.map { (round, $0) } }) {
    for turn in columns.indices {
      let index = (turn + round) % columns.count
      guard let way = columns[index].ways[row] else { continue }
      var calls = 1
      var sample = way(calls)
      while sample * Double(calls) < nanoseconds {
        calls *= 2
        sample = way(calls)
      }
      samples[row, default: columns.map { _ in [] }][index].append(sample)
    }
  }
  return samples
}

func median(_ samples: [Double]) -> Double { samples.sorted()[samples.count / 2] }

func printLine(_ cells: [String]) { print("| \(cells.joined(separator: " | ")) |") }

var columns = [
  column("DIContainer", Ours.self), column("typed boxes", BoxDictionary.self),
  column("closures, `as?`", ClosureDictionary.self),
]
#if canImport(Swinject)
  columns += [column("Swinject, synchronized", Synchronized.self), factory()]
#endif
#if canImport(Resolver)
  columns.append(column("Resolver", Unique.self))
#endif
let isQuick = CommandLine.arguments.contains("--quick")
let samples = measure(columns, rounds: isQuick ? 1 : 31, nanoseconds: isQuick ? 1_000 : 5_000_000)
print("Nanoseconds for one call. In parentheses: DIContainer's time divided by this time.\n")
printLine([""] + columns.map(\.title))
printLine(["---"] + columns.map { _ in "---:" })
for row in Row.allCases {
  guard let times = samples[row] else { continue }
  let cells = times.map { column in
    if column.isEmpty { return "–" }
    return String(format: "%.0f (%.2f)", median(column), median(zip(times[0], column).map(/)))
  }
  printLine([row.rawValue] + cells)
}
#if DEBUG
  print("These figures mean nothing: this is a debug build.")
#endif
