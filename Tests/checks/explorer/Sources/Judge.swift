/// Judges a run by the promises of the library. The simulation judges locks and deadlocks.
///
/// The library acts on the end of a factory or callback when its thread has the lock next, and so
/// does the judge. No other thread runs between the last use of the lock and the program's code.
final class Judge {
  let simulation: Simulation
  private let program: Program
  private(set) var made: [Made] = []
  private var removals: [Removal] = []
  /// The services that the factories of each service have requested.
  private var needs: [Int: Set<Int>] = [:]

  init(_ program: Program, _ simulation: Simulation) {
    self.simulation = simulation
    self.program = program
    simulation.judge = self
  }

  private var thread: Simulation.Thread { simulation.running }

  /// User code runs.
  func userPoint(_ text: @autoclosure () -> String) {
    judgeLock(text())
    flush()
    judgeWaits()
    simulation.userPoint(text())
  }

  private func flush() { while !thread.pending.isEmpty { thread.pending.removeFirst()() } }

  /// The running thread has the lock, perhaps after a wait.
  func hasLocked() {
    if !thread.pending.isEmpty { thread.pending.removeFirst()() }
    if let outermost = thread.requests.last?.outermost, outermost.hasRun { finish(outermost) }
  }

  private func fail(_ text: String) -> Never { simulation.fail(text) }

  func judgeLock(_ code: @autoclosure () -> String) {
    if simulation.isLockHeld { fail("a lock is held while user code runs: \(code())") }
  }

  /// Removes registrations or instances, as `body` does.
  func remove(_ step: Step, _ body: () -> Void) {
    let index = removals.count
    removals.append(Removal(step: step, start: simulation.steps))
    body()
    removals[index].end = simulation.steps
  }

  /// Whether a reset may have removed it: the call had not returned when it was requested.
  private func mayBeForgotten(_ one: Made) -> Bool {
    removals.contains { $0.isOfAll && $0.affects(one) && $0.end > one.asked.start }
  }

  /// Whether a request must not find an instance, because it was removed before.
  private func isRemoved(_ one: Made, for asked: Asked) -> Bool {
    if !one.entry.isSingleton || one.verification != nil { return false }
    let time = asked.verification?.start ?? asked.start
    return removals.contains {
      let start = $0.step.kind == .forget ? one.start : one.registered.time
      return $0.affects(one) && start < $0.start && $0.end <= time
    }
  }

  func ask(_ step: Step, in index: Int, _ container: DIContainer) throws -> [Component]? {
    userPoint("asks \(step)")
    let found = program.found(by: step, in: index)
    let asked = Asked(step, in: index, found, by: thread.codes.last, at: simulation.steps)
    if let code = asked.code, code.isFactory {
      needs[code.made.service, default: []].formUnion(found)
    }
    thread.requests.append(asked)
    let answer = Result { try step.ask(container) }
    flush()
    thread.requests.removeLast()
    simulation.note("\(step): \(answer)")
    switch answer {
    case .success(let components?): judge(components.map(\.made), of: asked)
    case .success(nil): judgeFailure(nil, of: asked)
    case .failure(let error): judgeFailure(error, of: asked)
    }
    userPoint("got \(step)")
    return try answer.get()
  }

  private func judge(_ result: [Made], of asked: Asked) {
    let step = asked.step
    if let cause = asked.causes.first, step.kind != .verify {
      fail("an error is lost: \(cause) was thrown, and \(step) returned")
    }
    if !step.isForSeveral, result.map(\.service) != [step.number] {
      fail("\(step) returned another service: \(result)")
    }
    for one in result { judgeIdentity(one, asked) }
    if asked.code == nil { judgeEnd(asked) }
    for one in result where one.state != .finished {
      guard let code = asked.code else { fail("\(step) returned \(one), which is \(one.state)") }
      code.made.isUnfinished = true
      if one.outermost !== asked.outermost { asked.outermost.received.append(one) }
    }
  }

  /// A request finds a singleton that exists, or the nearest ancestor of the asker with its key and
  /// container, even if that key was registered again or forgotten. Another transient is new.
  private func judgeIdentity(_ result: Made, _ asked: Asked) {
    let ancestor = asked.code?.made.lineage.first {
      $0.state != .running && $0.service == result.service && $0.verification === asked.verification
        && $0.container == ($0.entry.isSingleton ? result.container : asked.container)
    }
    if ancestor === result { return }
    let isNew = result.asked === asked
    let isFound = !isNew && result.entry.isSingleton
    let text = "\(asked.step) returned \(result)"
    if let ancestor, !isFound { fail("\(text), not its ancestor \(ancestor)") }
    if !isNew && !isFound { fail("\(text), which is not new") }
    if result.state == .dropped || isRemoved(result, for: asked) {
      fail("\(text), which was dropped or removed")
    }
  }

  /// An outermost resolve has ended without an error: all that it has created is finished.
  private func judgeEnd(_ asked: Asked) {
    if asked.step.kind == .verify { return }  // Some may have failed.
    for one in asked.outermost.made where one.state != .finished {
      fail("\(asked.step) returned, and \(one) is \(one.state)")
    }
  }

  /// A request fails with the error that its code threw, with one that dropped something that its
  /// outermost resolve has received, or with one of the library. A subscript does not say why.
  private func judgeFailure(_ error: (any Error)?, of asked: Asked) {
    let text = error.map { "\($0)" }
    let causes = asked.causes + asked.outermost.causes
    if causes.contains(where: { error == nil || $0 == text }) { return }
    func service(_ key: DIContainer.Key) -> Int { key.name.flatMap { Int($0) } ?? 0 }
    let mayLack = asked.found.isEmpty || removals.contains { $0.step.kind != .forget }
    let isOwn =
      switch error as? DIContainer.ResolutionError {
      case .notRegistered(let key, _, _): mayLack && service(key) == asked.step.number
      case .circularDependency(let cycle):
        asked.code?.isFactory == true && cycle.count > 1 && cycle.first == cycle.last
          && zip(cycle, cycle.dropFirst()).allSatisfy { key, next in
            needs[service(key)]?.contains(service(next)) == true
          }
      case .wrongComponent: false
      case nil:
        error == nil && asked.direct == nil && (mayLack || asked.code?.isFactory == true)
      }
    if isOwn && asked.causes.isEmpty { return }
    fail("\(asked.step) failed with \(text ?? "nil"), not \(causes)")
  }

  /// The factory of a service begins.
  func begin(_ registered: Registered) -> Made {
    guard let asked = thread.requests.last else { fail("nobody asked for a service") }
    if asked.code == nil && asked.direct != nil {  // the next one of a series
      judgeEnd(asked)
      asked.outermost = Outermost()
    }
    let new = Made(made.count, registered, asked, at: simulation.steps)
    asked.direct = new
    asked.outermost.made.append(new)
    // A singleton's factory runs once. It may run again if its instance was dropped.
    for old in made where old.registered === registered && registered.entry.isSingleton {
      // Existing instances are not created again in a verification.
      let isCopied = old.verification == nil && old.end <= new.verification?.start ?? 0
      if old.verification !== new.verification && !isCopied { continue }
      if old.state == .dropped || mayBeForgotten(old) || mayBeForgotten(new) { continue }
      fail("\(old) is \(old.state), and its factory runs again for \(new)")
    }
    made.append(new)
    return new
  }

  /// Runs a factory or callback. `container` is `nil` for a copy for `verify()`.
  func inside<Result>(
    _ one: Made, isFactory: Bool, _ container: Int?, _ body: () throws -> Result
  ) throws -> Result {
    guard let asked = thread.requests.last else { fail("\(one): nobody asked for it") }
    // A singleton is created with its own container, and everything in a `verify()` with copies.
    if container != (one.verification == nil ? one.container : nil) {
      fail("the code of \(one) is given the container \(container ?? -1)")
    }
    if !isFactory { judgeCallback(one, asked) }
    let name = "\(isFactory ? "factory" : "initCompleted") of \(one)"
    thread.codes.append((one, isFactory))
    userPoint("\(name) begins")
    let result = Swift.Result { try body() }
    userPoint("\(name) ends")
    thread.codes.removeLast()
    if case .failure(let error) = result {
      let cause = "\(error)"
      asked.causes = [cause]
      thread.pending.append { [self] in drop(isFactory ? one : nil, asked, cause) }
      return try result.get()
    }
    if isFactory {
      one.isUnfinished = one.isUnfinished || one.entry.hasCallback
      thread.pending.append { [self] in end(one, asked) }
      // It does not use the lock.
      if !one.isUnfinished && !one.entry.isSingleton { flush() }
    }
    let isLast = !isFactory || !one.entry.hasCallback
    if asked.code == nil && isLast && asked.outermost.due.isEmpty {
      thread.pending.append { asked.outermost.hasRun = asked.outermost.due.isEmpty }
    }
    return try result.get()
  }

  /// At the end of an outermost resolve, the callback of each instance runs, in order of creation.
  private func judgeCallback(_ one: Made, _ asked: Asked) {
    let due = asked.outermost.due
    if due.first !== one || asked.code != nil { fail("\(one) is completed, and next is \(due)") }
    asked.outermost.due.removeFirst()
  }

  /// The factory of an instance has returned.
  private func end(_ one: Made, _ asked: Asked) {
    if !one.isUnfinished { return finish(one) }
    if let cause = asked.outermost.causes.first {
      asked.causes = asked.outermost.causes
      thread.pending = [{ [self] in drop(one, asked, cause) }]
      return
    }
    one.state = .unfinished
    asked.code?.made.isUnfinished = true
    if one.entry.hasCallback { asked.outermost.due.append(one) }
  }

  private func finish(_ one: Made) {
    one.state = .finished
    one.end = simulation.steps
  }

  /// Finishes all that an outermost resolve needs, if all callbacks of that have run.
  private func finish(_ outermost: Outermost) {
    if !outermost.causes.isEmpty || !outermost.needed.allSatisfy(\.hasRun) { return }
    for one in outermost.needed.flatMap(\.made) where one.state == .unfinished { finish(one) }
  }

  /// Drops what is unfinished and was created for an instance, or all.
  private func drop(_ first: Made?, _ asked: Asked, _ cause: String) {
    let outermost = asked.outermost
    func isPart(_ one: Made) -> Bool { first == nil || one.lineage.contains { $0 === first } }
    let parts = outermost.made.filter(isPart)
    outermost.made.removeAll(where: isPart)
    outermost.due.removeAll(where: isPart)
    outermost.received = Array(outermost.received.prefix(first?.received ?? 0))
    for one in parts where one.state == .running || one.state == .unfinished { drop(one, cause) }
  }

  /// Drops an instance, and at the same moment what other threads have made of it.
  private func drop(_ one: Made, _ cause: String) {
    one.state = .dropped
    one.cause = cause
    for other in simulation.threads.flatMap({ $0.requests }).map(\.outermost) {
      if !other.received.contains(where: { $0 === one }) { continue }
      for other in other.made where other.state == .unfinished { drop(other, cause) }
    }
  }

  /// In a factory or callback, a thread waits only while the factory of a service that it asks for
  /// runs. An outermost resolve waits until that is finished, and at its end for other callbacks.
  func judgeWaits() {
    for thread in simulation.threads where thread.isWaiting {
      guard let asked = thread.requests.last else { continue }
      let isOpen = made.contains {
        let isOpen = $0.state == .running || asked.code == nil && $0.state == .unfinished
        return isOpen && asked.found.contains($0.service) && $0.verification == nil
          && $0.outermost !== asked.outermost
      }
      let isNeeding =
        asked.outermost.hasRun && asked.outermost.causes.isEmpty
        && asked.outermost.needed.contains { !$0.hasRun || isRunning($0) }
      if !isOpen && !isNeeding { fail("T\(thread.number) waits, and need not") }
    }
  }

  /// Whether a thread has something to do for it. It may have been woken, and wake others in turn.
  private func isRunning(_ outermost: Outermost) -> Bool {
    simulation.threads.contains { thread in
      !thread.isWaiting && thread.requests.contains { $0.outermost === outermost }
    }
  }
}
