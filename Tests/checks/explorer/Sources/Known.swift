// SPDX-License-Identifier: MIT-0

// The records of a run. None of them keeps a component, a closure or a container alive.

/// One call of `register`.
final class Registered {
  let entry: Entry
  var runs = 0

  init(_ entry: Entry) { self.entry = entry }
}

/// One run of a factory, and its instance.
final class Made: CustomStringConvertible {
  enum State { case begun, constructed, complete, failed }
  let number: Int
  let registered: Registered
  let run: Int
  let container: Int
  let depth: Int  // the argument
  /// Whether it was created with a scratch copy of the container, in a `verify()`.
  let isScratch: Bool
  /// The dependencies that its factory and callback received.
  var uses: [Made] = []
  var isAlive = false

  // For the judge:
  var state = State.begun
  /// The state when its thread was last in user code: by then the library knew it.
  var known = State.begun
  /// The request for which it was created.
  var asked: Asked?
  /// Whether an outermost resolve returned it, directly or as a part.
  var isReturned = false
  /// The failures of requests for which it was created, while it was not settled.
  var failures: [Cause?] = []

  init(_ number: Int, _ registered: Registered, _ container: Int?, _ depth: Int) {
    self.number = number
    self.depth = depth
    self.registered = registered
    self.container = container ?? registered.entry.container
    isScratch = container == nil
    registered.runs += 1
    run = registered.runs
  }

  var entry: Entry { registered.entry }
  var service: Int { entry.service }
  var description: String { "S\(service)/\(number)" }

  /// It and the instances that it was created for, the nearest first.
  var lineage: [Made] { [self] + (asked?.code?.made.lineage ?? []) }

  /// Whether a failure can no longer drop it: it is complete, and so is all that it is made of. (The library
  /// may drop all of a complete ring.)
  var isSettled: Bool {
    unreturnedParts.allSatisfy { part in
      part.known == .complete && !Made.parts(of: part.uses).contains { $0 === part }
    }
  }

  /// It and its dependencies, without those that were returned: nothing can drop these.
  var unreturnedParts: [Made] { Made.parts(of: [self]) { !$0.isReturned } }

  /// Instances and all their dependencies, each once.
  static func parts(of wholes: [Made], where isIncluded: (Made) -> Bool = { _ in true }) -> [Made] {
    var parts: [Made] = []
    var seen: Set<Int> = []
    var rest = wholes
    while let one = rest.popLast() {
      if !isIncluded(one) || !seen.insert(one.number).inserted { continue }
      parts.append(one)
      rest += one.uses
    }
    return parts
  }
}

/// The error of a program's factories and callbacks.
struct Failure: Error { let number: Int }

/// Why a request failed.
enum Cause: Equatable {
  case thrown(Int)  // the number of a `Failure`
  case cycle([Int])
  case missing(Int)
}

/// The factory or callback that runs. A deinit is a part of it.
typealias Code = (made: Made, isFactory: Bool)

/// A request.
final class Asked {
  let step: Step
  let container: Int
  let found: Set<Int>  // the services that it may find
  let code: Code?  // that asks; `nil` for an outermost request
  let start: Int
  /// The instances created for it.
  var made: [Made] = []
  /// The results of requests inside it, and the instances whose callbacks are due, in order.
  var given: [Made] = []
  var due: [Made] = []
  /// The error that a factory or callback threw, which ends the request, and the instances settled then.
  var thrown: (cause: Cause, settled: [Made])?
  /// Why it failed. `nil` is a subscript that does not say why.
  var cause: Cause?

  init(_ step: Step, in container: Int, _ found: Set<Int>, by code: Code?, at time: Int) {
    self.step = step
    self.container = container
    self.found = found
    self.code = code
    start = time
  }

  var outermost: Asked { code?.made.asked?.outermost ?? self }
  var isVerification: Bool { outermost.step.kind == .verify }
}
