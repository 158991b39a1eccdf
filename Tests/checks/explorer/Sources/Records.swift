// The records of a run keep no component, closure or container alive. A time is the count of the
// simulation's steps, and `Int.max` until it comes.

/// One call of `register`.
final class Registered {
  let entry: Entry
  var runs = 0
  var time = Int.max

  init(_ entry: Entry) { self.entry = entry }
}

/// A call that removes registrations or instances of a container, of one service or of all.
struct Removal {
  let step: Step
  let start: Int
  var end = Int.max

  var isOfAll: Bool { step.kind == .reset || step.kind == .forget }

  func affects(_ one: Made) -> Bool {
    step.container == one.entry.container && (isOfAll || step.number == one.service)
  }
}

/// One run of a factory, and its instance.
final class Made: CustomStringConvertible {
  enum State { case running, unfinished, finished, dropped }
  let number: Int
  let registered: Registered
  let asked: Asked
  let outermost: Outermost
  let container: Int
  let run: Int
  let start: Int
  /// How many instances its outermost resolve had received before.
  let received: Int
  /// When it was finished.
  var end = Int.max
  var state = State.running
  /// Whether it has a callback, or its factory has received something unfinished.
  var isUnfinished = false
  /// The error for which it was dropped.
  var cause: String?
  var isAlive = false

  init(_ number: Int, _ registered: Registered, _ asked: Asked, at time: Int) {
    self.number = number
    self.registered = registered
    self.asked = asked
    outermost = asked.outermost
    received = outermost.received.count
    container = registered.entry.isSingleton ? registered.entry.container : asked.container
    registered.runs += 1
    run = registered.runs
    start = time
  }

  var entry: Entry { registered.entry }
  var service: Int { entry.service }
  var description: String { "S\(service)/\(number)" }
  /// The `verify()` with whose copies of the containers it was created.
  var verification: Asked? { asked.verification }
  /// It and the instances that it was created for, the nearest first.
  var lineage: [Made] { [self] + (asked.code?.made.lineage ?? []) }
}

/// The factory or callback that runs. A deinit is a part of it.
typealias Code = (made: Made, isFactory: Bool)

/// An outermost resolve.
final class Outermost {
  /// What was created in it, without what was dropped when a factory threw.
  var made: [Made] = []
  /// The instances whose callbacks are due, in order.
  var due: [Made] = []
  /// What it has received unfinished from other threads.
  var received: [Made] = []
  var hasRun = false

  /// The errors that have dropped something of it.
  var causes: [String] { (received + made).compactMap(\.cause) }

  /// This one, those from which it has received something unfinished, and so on.
  var needed: [Outermost] {
    var needed = [self]
    var next = 0
    while next < needed.count {
      for one in needed[next].received where one.state == .unfinished {
        if !needed.contains(where: { $0 === one.outermost }) { needed.append(one.outermost) }
      }
      next += 1
    }
    return needed
  }
}

/// A request.
final class Asked {
  let step: Step
  let container: Int
  let found: Set<Int>  // the services that it may find
  let code: Code?  // that makes it; `nil` for an outermost request
  let start: Int
  var outermost: Outermost
  /// The last instance that was created for it, not for a request inside it.
  var direct: Made?
  /// The error that a factory or callback threw, or errors of other threads. One of them ends it.
  var causes: [String] = []

  init(_ step: Step, in container: Int, _ found: Set<Int>, by code: Code?, at time: Int) {
    self.step = step
    self.container = container
    self.found = found
    self.code = code
    outermost = code?.made.outermost ?? Outermost()
    start = time
  }

  /// The `verify()` whose copies of the containers it asks.
  var verification: Asked? {
    if step.kind == .verify { return self }
    return step.container == nil ? code?.made.verification : nil
  }
}
