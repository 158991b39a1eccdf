/// One thing to measure, done by each contender in its own way.
public struct Workload: Sendable {
  /// What the table calls it.
  public let name: String
  /// How many threads do it at once, on the same container.
  public let threads: Int
  /// How many operations one call consists of.
  public let parts: Int
  /// The highest ratio to the bare dictionary that is good enough.
  public let bar: Double?
  /// Who does it, in the order of the table.
  public let contenders: [Contender]

  /// Describes a workload by functions that do it so many times and return the last result.
  /// `isRight` judges the results of two such runs of one contender.
  public init<Result>(
    _ name: String, threads: Int = 1, parts: Int = 1, bar: Double? = nil,
    handWired: (@Sendable (Int) -> Result)? = nil,
    bare: @escaping @Sendable (Int) -> Result?,
    container: @escaping @Sendable (Int) -> Result?,
    isRight: @escaping @Sendable (Result?, Result?) -> Bool
  ) {
    (self.name, self.threads, self.parts, self.bar) = (name, threads, parts, bar)
    func contender(_ kind: Contender.Kind, _ run: @escaping @Sendable (Int) -> Result?) -> Contender
    {
      Contender(kind: kind, run: { _ = run($0) }, isRight: { isRight(run(1), run(2)) })
    }
    contenders =
      (handWired.map { [contender(.handWired, $0)] } ?? [])
      + [contender(.bare, bare), contender(.container, container)]
  }
}

/// One way to do a workload.
public struct Contender: Sendable {
  /// Who does it.
  public enum Kind: String, Sendable, CaseIterable {
    /// No container.
    case handWired = "hand-wired"
    /// The container that one would write by hand.
    case bare = "bare dictionary"
    /// The library.
    case container = "DIContainer"
  }

  /// Who does it.
  public let kind: Kind
  /// Does it so many times.
  public let run: @Sendable (Int) -> Void
  /// Whether it makes the right objects.
  public let isRight: @Sendable () -> Bool
}

/// Calls `body` so many times, but at least once, and returns the last result.
/// Inlined, so that what is timed is what the workload says and not a closure.
@inlinable @inline(__always)
public func times<Result>(_ count: Int, _ body: () -> Result) -> Result {
  for _ in 1..<max(count, 1) { consume(body()) }
  return body()
}

/// Looks like a use of the value to the optimizer.
@inline(never) @_optimize(none)
public func consume<Value>(_ value: Value) {}
