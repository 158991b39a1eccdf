// SPDX-License-Identifier: MIT-0

// What is known about a run. Nothing here keeps a component, a closure or a container alive.

/// One registration: what one call of `register` did.
final class Registered {
  let number: Int
  let index: Int
  let entry: Entry
  var runs = 0
  /// Whether the library keeps its closures.
  var isAlive = true

  init(_ number: Int, _ index: Int, _ entry: Entry) {
    self.number = number
    self.index = index
    self.entry = entry
  }
}

/// One run of a factory, and what it made.
final class Made: CustomStringConvertible {
  enum State {
    /// Its factory runs.
    case begun
    /// Its callback is due, or runs.
    case constructed, completing
    case complete
    /// Its factory or callback threw, or its callback never runs, because its resolve failed.
    case failed
  }
  let number: Int
  let registered: Registered
  let node: Int
  let resolve: Resolve
  /// What asked for it, in its factory or callback.
  let outer: Made?
  /// The container that it was made with.
  let container: Int
  /// When the request began that its factory runs for.
  let request: Int
  let run: Int
  /// The scratch copy of a container that it was made with, in a `verify()`.
  weak var copy: DIContainer?
  var state = State.begun
  /// Whether it is complete, and its thread has been in the user's code since: then the library
  /// knows it too.
  var isKnownComplete = false
  var isAlive = false
  /// Whether an outermost resolve returned it, directly or as a part.
  var isReturned = false
  /// Whether a request failed for which it was made, and which may have dropped it.
  var wasUnsettledInFailure = false
  /// What its factory and callback were given.
  var uses: [Made] = []

  init(
    _ number: Int, _ registered: Registered, node: Int, _ resolve: Resolve, outer: Made?,
    container: Int, request: Int
  ) {
    self.request = request
    self.number = number
    self.registered = registered
    self.node = node
    self.resolve = resolve
    self.outer = outer
    self.container = container
    run = registered.runs
  }

  var description: String {
    "S\(service)" + (registered.index == registered.number ? "" : "'") + "/\(run)"
  }

  var service: Int { registered.entry.service }

  /// Whether a `verify()` made it.
  var isScratch: Bool { resolve.isVerification }

  /// What it is made for, the nearest first: so many resolves are nested around it. A callback counts
  /// where its instance was made.
  var lineage: [Made] {
    var result: [Made] = []
    while let outer = (result.last ?? self).outer { result.append(outer) }
    return result
  }

  /// What others may have to wait for: it is begun, and neither complete nor dropped.
  var isOpen: Bool { state == .begun || isDue }

  /// Whether its callback has still to run to the end.
  var isDue: Bool { state == .constructed || state == .completing }

  /// Whether nothing can drop it any more: it is complete, and so is all that it is made of.
  var isSettled: Bool { unreturnedParts.allSatisfy(\.isKnownComplete) }

  /// Whether a failure may have dropped it, or something that it is made of.
  var mayBeDropped: Bool { unreturnedParts.contains(where: \.wasUnsettledInFailure) }

  /// It and what it is made of, without what was returned: nothing can happen to that.
  var unreturnedParts: [Made] { Made.parts(of: [self]) { !$0.isReturned } }

  /// These and what they are made of, each once.
  static func parts(of wholes: [Made], where isMeant: (Made) -> Bool = { _ in true }) -> [Made] {
    var parts: [Made] = []
    var rest = wholes
    while let one = rest.popLast() {
      if !isMeant(one) || parts.contains(where: { $0 === one }) { continue }
      parts.append(one)
      rest += one.uses
    }
    return parts
  }
}

/// An outermost resolve: all that a thread makes from the moment when it asks the library, while
/// none of its factories and callbacks runs, until it is answered. What a deinit asks for that a
/// factory lets go is a part of the factory's resolve (T8).
final class Resolve {
  let thread: Int
  let isVerification: Bool
  /// Whether more was asked for than may be nested: C5.
  var isTooDeep = false
  /// What it has begun.
  var made: [Made] = []
  /// What requests inside it returned.
  var given: [Made] = []
  /// What is constructed and not completed, in order of construction.
  private(set) var due: [Made] = []

  init(_ thread: Int, isVerification: Bool) {
    self.thread = thread
    self.isVerification = isVerification
  }

  func didConstruct(_ one: Made) {
    one.state = one.registered.entry.callback == nil ? .complete : .constructed
    if one.state == .constructed { due.append(one) }
  }

  func willComplete(_ one: Made) {
    one.state = .completing
    due.removeAll { $0 === one }
  }

  /// Its factory or callback threw. What was constructed for it is dropped: after a factory, that is
  /// what was begun since; after a callback, all that is due.
  func didFail(_ one: Made) {
    let isFactory = one.state == .begun
    one.state = .failed
    for other in due where !isFactory || other.number > one.number { other.state = .failed }
    due.removeAll { $0.state == .failed }
  }

  /// A request failed, perhaps because of what another thread dropped. What was made for it and is
  /// not completed is dropped too. (What a deinit made that ran meanwhile was made for the factory
  /// around it.)
  func didFail(_ asked: Asked) {
    if asked.request.isForSeveral { return }
    for one in asked.made where one.isDue {
      let isMeant = ([one] + one.lineage).contains { $0.request == asked.time }
      if isMeant { one.state = .failed }
    }
    due.removeAll { $0.state == .failed }
  }
}

/// A request, which is in progress or has failed.
final class Asked {
  let request: Request
  let nodes: Nodes
  let time: Int
  let resolve: Resolve
  /// The container that is asked.
  let container: Int
  /// In whose factory or callback it is; `nil` is an outermost one.
  let asker: Made?
  var isOutermost: Bool { asker == nil }
  private let madeBefore: Int
  /// The error that a factory or callback threw out of its code, which ends the request, and what
  /// was settled then.
  var thrown: (cause: Cause, settled: [Made])?
  /// The error that it failed with, when, and what its resolve had made and was given by then.
  private(set) var cause: Cause?
  private(set) var end = 0
  private var madeAtEnd: Int?
  private(set) var given: [Made] = []

  init(
    _ request: Request, _ nodes: Nodes, _ resolve: Resolve, container: Int, asker: Made?, time: Int
  ) {
    self.request = request
    self.nodes = nodes
    self.time = time
    self.resolve = resolve
    self.container = container
    self.asker = asker
    madeBefore = resolve.made.count
  }

  /// What was made for it.
  var made: ArraySlice<Made> { resolve.made[madeBefore..<(madeAtEnd ?? resolve.made.count)] }

  /// It failed. No cause is a subscript that does not say why.
  func fail(with cause: Cause?, at time: Int) {
    self.cause = cause ?? thrown?.cause
    end = time
    madeAtEnd = resolve.made.count
    given = resolve.given
    for one in unsettled { one.wasUnsettledInFailure = true }
  }

  private var unsettled: [Made] {
    made.filter { one in thrown?.settled.contains { $0 === one } != true }
  }

  /// What its failure may have dropped: what was settled too, if a part of that had been dropped before.
  var mayDrop: [Made] { unsettled + (thrown?.settled ?? []).filter(\.mayBeDropped) }
}

/// What the program's factories and callbacks throw.
struct Failure: Error {
  var number: Int
}

/// Why a request failed.
enum Cause: Equatable {
  /// A `Failure`, by its number.
  case thrown(Int)
  case cycle([Int])
  case missing(Int)
}

/// What one thread is doing.
final class Activity: CustomStringConvertible {
  enum Item: CustomStringConvertible {
    case request(Asked)
    case factory(Made)
    case callback(Made)
    case `deinit`(String)

    var description: String {
      switch self {
      case .request(let asked): "\(asked.request)"
      case .factory(let made): "factory of \(made)"
      case .callback(let made): "initCompleted of \(made)"
      case .deinit(let text): text
      }
    }
  }
  var stack: [Item] = []
  /// More than one where a deinit asks that runs when a resolve is over.
  var resolves: [Resolve] = []
  /// What became complete since this thread was last in the user's code.
  var complete: [Made] = []

  /// The innermost factory or callback that runs. A deinit is a part of it.
  var userCode: (made: Made, isFactory: Bool)? {
    for item in stack.reversed() {
      switch item {
      case .factory(let made): return (made, true)
      case .callback(let made): return (made, false)
      case .request, .deinit: continue
      }
    }
    return nil
  }

  var description: String { stack.map(\.description).joined(separator: " > ") }

  /// The innermost request.
  var asked: Asked? {
    for case .request(let asked) in stack.reversed() { return asked }
    return nil
  }
}
