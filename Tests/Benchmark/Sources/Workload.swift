/// One thing to measure, done by each contender in its own way.
struct Workload: Sendable {
  /// What the table calls it.
  let name: String
  /// How many threads do it at once, on the same container.
  let threads: Int
  /// How many operations one call consists of.
  let parts: Int
  /// The highest ratio to the bare dictionary that is good enough.
  let bar: Double?
  /// Who does it, in the order of the table.
  let contenders: [Contender]

  /// Describes a workload by functions that do it so many times, and return how long that took and
  /// the last result. `isRight` judges the results of two such runs of one contender.
  init<Result>(
    _ name: String, threads: Int = 1, parts: Int = 1, bar: Double? = nil,
    handWired: (@Sendable (Int) -> Timed<Result>)? = nil,
    container: @escaping @Sendable (Int) -> Timed<Result?>,
    bare: @escaping @Sendable (Int) -> Timed<Result?>,
    enumerated: @escaping @Sendable (Int) -> Timed<Result?>,
    isRight: @escaping @Sendable (Result?, Result?) -> Bool
  ) {
    self.name = name
    self.threads = threads
    self.parts = parts
    self.bar = bar
    func contender(
      _ kind: Contender.Kind, _ run: @escaping @Sendable (Int) -> Timed<Result?>
    ) -> Contender {
      Contender(
        kind: kind, run: { run($0).duration }, isRight: { isRight(run(1).last, run(2).last) })
    }
    var contenders: [Contender] = []
    if let handWired {
      contenders.append(
        Contender(
          kind: .handWired, run: { handWired($0).duration },
          isRight: { isRight(handWired(1).last, handWired(2).last) }))
    }
    contenders.append(contender(.container, container))
    contenders.append(contender(.bare, bare))
    contenders.append(contender(.enumerated, enumerated))
    self.contenders = contenders
  }
}

/// One way to do a workload.
struct Contender: Sendable {
  /// Who does it.
  enum Kind: String, Sendable, CaseIterable {
    /// No container: the limit.
    case handWired = "hand-wired"
    /// The library.
    case container = "DIContainer"
    /// The container that one would write by hand without much thought.
    case bare = "bare dictionary"
    /// The best simple one that one would write by hand.
    case enumerated = "enum dictionary"
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

  /// Keeps both.
  init(duration: Duration, last: Result) {
    self.duration = duration
    self.last = last
  }
}

/// Calls `body` so many times, but at least once, and returns the last result.
/// Inlined, so that what is timed is what the workload says and not a closure.
@inline(__always)
func times<Result>(_ count: Int, _ body: () -> Result) -> Timed<Result> {
  let start = ContinuousClock.now
  for _ in 1..<max(count, 1) { consume(body()) }
  let last = body()
  return Timed(duration: ContinuousClock.now - start, last: last)
}

/// Fills a new container so many times, but at least once, and returns the last. Only the filling
/// is timed: each container is kept until the clock has stopped.
@inline(__always)
func fills<Container>(
  _ count: Int, _ new: () -> Container, _ fill: (Container) -> Void
) -> Timed<Container> {
  var duration = Duration.zero
  for _ in 1..<max(count, 1) {
    let container = new()
    let start = ContinuousClock.now
    fill(container)
    duration += ContinuousClock.now - start
    consume(container)
  }
  let last = new()
  let start = ContinuousClock.now
  fill(last)
  duration += ContinuousClock.now - start
  return Timed(duration: duration, last: last)
}

/// Looks like a use of the value to the optimizer.
@inline(never) @_optimize(none)
func consume<Value>(_ value: Value) {}
