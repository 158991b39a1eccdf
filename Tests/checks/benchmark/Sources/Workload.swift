/// One thing to measure, done by each contender in its own way.
struct Workload: Sendable {
  /// What the table calls it.
  let name: String
  /// How many threads do it at once, on the same container.
  let threads: Int
  /// How many operations one call consists of.
  let parts: Int
  /// Who does it, in the order of the table.
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
    func contender(
      _ kind: Contender.Kind, _ run: @escaping @Sendable (Int) -> Timed<Result?>
    ) -> Contender {
      Contender(
        kind: kind, run: { run($0).duration }, isRight: { isRight(run(1).last, run(2).last) })
    }
    self.name = name
    self.threads = threads
    self.parts = parts
    var contenders = [contender(.container, container), contender(.dictionary, dictionary)]
    if let handWired { contenders.append(contender(.handWired, handWired)) }
    self.contenders = contenders
  }
}

/// One way to do a workload.
struct Contender: Sendable {
  /// Who does it.
  enum Kind: String, Sendable {
    case container = "DIContainer"
    case dictionary
    case handWired = "no container"
  }

  /// Who does it.
  let kind: Kind
  /// Does it so many times, and says how long that took.
  let run: @Sendable (Int) -> Duration
  /// Whether it makes the right objects.
  let isRight: @Sendable () -> Bool
}

/// How long something took, and what it made last.
struct Timed<Result> {
  /// How long all of it took.
  let duration: Duration
  /// What was made last.
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
) -> Timed<Container?> {
  var duration = Duration.zero
  var last: Container?
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
