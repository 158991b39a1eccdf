/// One thing to measure, done by each contender in its own way.
struct Workload: Sendable {
  let name: String
  /// How many threads do it at once, on the same container.
  let threads: Int
  /// How many operations one call consists of.
  let parts: Int
  /// In the order of the table.
  let contenders: [Contender]

  /// Describes a workload by functions that do it so many times, and return how long that took and
  /// the last result. `isRight` judges the results of two such runs of one contender.
  init<Result>(
    _ name: String, threads: Int = 1, parts: Int = 1,
    container: @escaping @Sendable (Int) -> Timed<Result?>,
    dictionary: @escaping @Sendable (Int) -> Timed<Result?>,
    handWired: (@Sendable (Int) -> Timed<Result?>)? = nil,
    isRight: @escaping @Sendable (Result?, Result?) -> Bool
  ) {
    self.name = name
    self.threads = threads
    self.parts = parts
    let runs: [(Contender.Kind, (@Sendable (Int) -> Timed<Result?>)?)] = [
      (.container, container), (.dictionary, dictionary), (.handWired, handWired),
    ]
    contenders = runs.compactMap { kind, run in
      guard let run else { return nil }
      return Contender(
        kind: kind, run: { run($0).duration }, isRight: { isRight(run(1).last, run(2).last) })
    }
  }
}

/// One way to do a workload.
struct Contender: Sendable {
  enum Kind: String {
    case container = "DIContainer"
    case dictionary
    case handWired = "no container"
  }

  let kind: Kind
  /// Does it so many times, and says how long that took.
  let run: @Sendable (Int) -> Duration
  let isRight: @Sendable () -> Bool
}

/// How long all of it took, and what it made last.
struct Timed<Result> {
  let duration: Duration
  let last: Result
}

/// Calls `body` so many times, and returns the last result. Inlined, so that what is timed is what
/// the workload says and not a closure.
@inline(__always)
func times<Result>(_ count: Int, _ body: () -> Result) -> Timed<Result> {
  let start = ContinuousClock.now
  for _ in 1..<count { consume(body()) }
  let last = body()
  return Timed(duration: ContinuousClock.now - start, last: last)
}

/// Fills a new container so many times, and returns the last. Only the filling is timed: each
/// container is kept until the clock has stopped.
@inline(__always)
func fills<Container>(
  _ count: Int, _ new: () -> Container, _ fill: (Container) -> Void
) -> Timed<Container> {
  var last = new()
  var duration = Duration.zero
  for _ in 1...count {
    let container = new()
    let start = ContinuousClock.now
    fill(container)
    duration += ContinuousClock.now - start
    last = container
  }
  return Timed(duration: duration, last: last)
}

/// Looks like a use of the value to the optimizer.
@inline(never) @_optimize(none)
func consume<Value>(_ value: Value) {}
