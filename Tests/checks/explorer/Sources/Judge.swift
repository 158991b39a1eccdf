// SPDX-License-Identifier: MIT-0

/// Judges a run by the promises of the library: at once, or at the end if later actions of other threads
/// matter. The simulation judges locks and deadlocks.
///
/// An instance is complete when its callback has run, or its factory if it has none. It is settled
/// when all its dependencies are complete too, and the library knows: then nothing may drop it.
final class Judge {
  let simulation: Simulation
  private let program: Program
  private var made: [Made] = []
  private var time = 0
  /// By container: how many calls forget its instances now, and when the last one returned.
  private var forgetting: [Int: Int] = [:]
  private var forgotten: [Int: Int] = [:]
  private var secondRuns: [(old: Made, new: Made)] = []
  private var failures: [Asked] = []
  /// The services that the factories of each service asked for.
  private var needs: [Int: Set<Int>] = [:]

  init(_ program: Program, _ simulation: Simulation) {
    self.simulation = simulation
    self.program = program
    simulation.judgeWaits = { [unowned self] in judgeWaits() }
  }

  private var thread: Simulation.Thread { simulation.running }

  var isVerifying: Bool { thread.requests.last?.isVerification == true }

  /// User code runs. By now its thread has told the library all that it had to.
  func userPoint(_ text: @autoclosure () -> String) {
    judgeLock(text())
    for one in thread.changed { one.known = one.state }
    thread.changed = []
    judgeWaits()
    simulation.userPoint(text())
  }

  func forget(_ container: Int, _ body: () -> Void) {
    forgetting[container, default: 0] += 1
    body()
    forgetting[container, default: 0] -= 1
    time += 1
    forgotten[container] = time
  }

  /// Asks the library, as `body` does. A subscript returns `nil` after a failure.
  func ask(
    _ step: Step, in container: Int, _ body: () throws -> [Component]?
  ) throws -> [Component]? {
    let found = program.found(by: step, in: container)
    userPoint("asks \(step)")
    time += 1
    let asked = Asked(step, in: container, found, by: thread.codes.last, at: time)
    if let code = asked.code, code.isFactory {
      needs[code.made.service, default: []].formUnion(found)
    }
    thread.requests.append(asked)
    let answer = Result { try body() }
    thread.requests.removeLast()
    simulation.note("\(step): \(answer)")
    switch answer {
    case .success(let components?):
      let result = components.map(\.made)
      asked.code?.made.uses += result
      asked.outermost.given += result
      judge(result, of: asked)
    case .success(nil): fail(asked, with: nil)
    case .failure(let error): fail(asked, with: cause(of: error))
    }
    userPoint("got \(step)")
    return try answer.get()
  }

  private func fail(_ asked: Asked, with cause: Cause?) {
    if let cause { judgeThrown(cause, asked) }
    asked.cause = cause ?? asked.thrown?.cause
    asked.given = asked.outermost.given
    // A request for several services may have been given some of them.
    for one in thread.requests + [asked] where one.step.isForSeveral {
      asked.given += made.filter { one.found.contains($0.service) }
    }
    if !asked.step.isForSeveral {
      // Drops the incomplete instances that were created for it. (A deinit creates instances for the
      // factory around it.)
      drop(asked.made.filter { one in one.lineage.contains { $0.asked === asked } })
    }
    if asked.isVerification { return }  // Nobody keeps its instances.
    failures.append(asked)
    for one in asked.made where asked.thrown?.settled.contains(where: { $0 === one }) != true {
      one.failures.append(asked.cause)
    }
  }

  private func drop(_ some: [Made]) {
    for one in some where one.state == .constructed { change(one, to: .failed) }
  }

  private func change(_ one: Made, to state: Made.State) {
    one.state = state
    one.asked?.outermost.due.removeAll { $0 === one }
    thread.changed.append(one)
  }

  private func cause(of error: any Error) -> Cause {
    func service(_ key: DIContainer.Key) -> Int {
      key.name.flatMap { Int($0) } ?? services.firstIndex { $0 == key.service } ?? -1
    }
    switch error {
    case let error as Failure: return .thrown(error.number)
    case DIContainer.ResolutionError.circularDependency(let keys): return .cycle(keys.map(service))
    case DIContainer.ResolutionError.notRegistered(let key, _, _): return .missing(service(key))
    default: simulation.fail("the library throws \(error)")
    }
  }

  /// Runs a factory or callback. `container` is `nil` if the program does not know it.
  func inside<Result>(
    _ one: Made, isFactory: Bool, _ container: Int?, _ body: () throws -> Result
  ) throws -> Result {
    let name = "\(isFactory ? "factory" : "initCompleted") of \(one)"
    guard let asked = thread.requests.last else { simulation.fail("\(name): nobody asked for it") }
    judgeContainer(container, one, asked)
    if isFactory { judgeRun(one, asked) } else { judgeCallback(one, asked) }
    thread.codes.append((one, isFactory))
    userPoint("\(name) begins")
    let result = Swift.Result { try body() }
    userPoint("\(name) ends")
    thread.codes.removeLast()
    if case .failure(let error) = result {
      // A failed factory drops the instances begun since, a failed callback all that are due.
      change(one, to: .failed)
      drop(asked.outermost.made.filter { !isFactory || $0.number > one.number })
      asked.thrown = (cause(of: error), asked.made.filter(\.isSettled))
    } else if isFactory && one.entry.callback != nil {
      change(one, to: .constructed)
      asked.outermost.due.append(one)
    } else {
      change(one, to: .complete)
    }
    return try result.get()
  }

  func insideDeinit(of one: Made, _ body: () -> Void) {
    if Simulation.current !== simulation { return }
    judgeLock("deinit of \(one)")
    if one.entry.deinitSteps.isEmpty { return }
    userPoint("deinit of \(one)")
    body()
  }

  func judgeLock(_ code: @autoclosure () -> String) {
    if Simulation.current === simulation, simulation.isLockHeld {
      simulation.fail("a lock is held while user code runs: \(code())")
    }
  }

  /// A singleton is created with its own container, and everything in a `verify()` with copies.
  private func judgeContainer(_ container: Int?, _ one: Made, _ asked: Asked) {
    let isOwn = container != nil && (!one.entry.isSingleton || container == one.entry.container)
    if asked.isVerification ? container != nil : !isOwn {
      simulation.fail("the code of \(one) is given the container \(container ?? -1)")
    }
  }

  /// A singleton's factory runs once. It may run again if its instance was dropped and never
  /// returned: see `judgeFailures`.
  private func judgeRun(_ new: Made, _ asked: Asked) {
    new.asked = asked
    made.append(new)
    var request: Asked? = asked
    while let one = request {
      one.made.append(new)
      request = one.code?.made.asked
    }
    if !new.entry.isSingleton || new.isScratch || mayBeForgotten(new) { return }
    for old in made.dropLast() where old.registered === new.registered && !old.isScratch {
      if mayBeForgotten(old) { continue }
      if old.isReturned { simulation.fail("\(old) was returned, and its factory runs again") }
      secondRuns.append((old, new))
    }
  }

  /// Whether the library may have forgotten it: a call had yet to return when it was asked for.
  private func mayBeForgotten(_ one: Made) -> Bool {
    let container = one.entry.container
    let start = one.asked?.start ?? 0
    return forgetting[container, default: 0] > 0 || forgotten[container, default: 0] > start
  }

  /// A callback runs once for each instance, in the outermost resolve that constructed it, when no
  /// factory or callback runs, in order of construction.
  private func judgeCallback(_ one: Made, _ asked: Asked) {
    if one.asked?.outermost !== asked { simulation.fail("\(one) is completed by another resolve") }
    if let other = thread.codes.last?.made {
      simulation.fail("\(one) is completed inside the code of \(other)")
    }
    if asked.due.first !== one {
      simulation.fail("\(one) is completed, which is \(one.state), and next is \(asked.due)")
    }
    asked.due.removeFirst()
  }

  private func judge(_ result: [Made], of asked: Asked) {
    let step = asked.step
    if !step.isForSeveral, step.kind != .verify, result.map(\.service) != [step.number] {
      simulation.fail("\(step) returned another service: \(result)")
    }
    for one in result where !one.isScratch { judgeAncestor(one, asked) }
    judgeThrown(nil, asked)
    guard asked.code == nil else { return }
    if let one = asked.due.first {
      simulation.fail("\(step) returned, and \(one) was never completed")
    }
    for one in result { judgeReturned(one, asked) }
  }

  /// A request finds the nearest ancestor of the asker with its key and container, even if that key was
  /// registered again or forgotten, and before it only a singleton that existed. Another transient
  /// is new.
  private func judgeAncestor(_ result: Made, _ asked: Asked) {
    let isNew = asked.made.contains { $0 === result }
    let ancestor = asked.code?.made.lineage.first {
      let container = $0.entry.isSingleton ? result.entry.container : asked.container
      return $0.state != .begun && $0.service == result.service && $0.container == container
    }
    if ancestor === result || (result.entry.isSingleton && !isNew) { return }
    if let ancestor {
      simulation.fail("\(asked.step) returned \(result), not its ancestor \(ancestor)")
    }
    if !isNew { simulation.fail("\(asked.step) returned \(result), a transient that is not new") }
  }

  /// An error of a factory or callback reaches the caller unchanged. `verify` throws none.
  private func judgeThrown(_ cause: Cause?, _ asked: Asked) {
    guard let thrown = asked.thrown, asked.step.kind != .verify else { return }
    if thrown.cause == cause { return }
    let end = cause.map { "failed with \($0)" } ?? "returned"
    simulation.fail("an error is lost: \(thrown.cause) was thrown, and \(asked.step) \(end)")
  }

  /// An outermost resolve returns a complete instance with complete dependencies, and every thread gets
  /// the same one.
  private func judgeReturned(_ result: Made, _ asked: Asked) {
    for one in result.unreturnedParts {
      let text = "\(asked.step) returned \(result), made of \(one)"
      if one.state != .complete { simulation.fail("\(text), which is \(one.state)") }
      one.isReturned = true
      if !one.entry.isSingleton || mayBeForgotten(one) { continue }
      for other in made where other.registered === one.registered && other !== one {
        if !other.isReturned || mayBeForgotten(other) { continue }
        simulation.fail("\(text); before, \(other) was returned")
      }
    }
  }

  /// A thread waits in the library only while another one creates an instance that it needs. In a factory
  /// or callback, it waits only for the factory of the service that it asks for. An outermost request
  /// returns complete instances, so it waits for callbacks too.
  private func judgeWaits() {
    for thread in simulation.threads where thread.isWaiting {
      guard let asked = thread.requests.last else { continue }
      if asked.isVerification { simulation.fail("a verify() waits" + simulation.standstill()) }
      let direct = made.filter { asked.found.contains($0.service) && !$0.isScratch }
      let own = asked.outermost.made + asked.outermost.given
      let awaited = asked.code == nil ? Made.parts(of: own + direct) : direct
      let isOpen = awaited.contains {
        let isOwn = $0.asked?.outermost === asked.outermost
        return !isOwn && ($0.known == .begun || asked.code == nil && $0.known == .constructed)
      }
      // Another thread may have claimed it, and its factory has not begun.
      let isClaimed = simulation.threads.contains { other in
        guard let step = other.requests.last, !other.isWaiting else { return false }
        let isInLibrary = step.code?.made === other.codes.last?.made
        return isInLibrary && !step.found.isDisjoint(with: asked.found)
      }
      if isOpen || isClaimed { continue }
      simulation.fail("T\(thread.number) waits, and need not" + simulation.standstill())
    }
  }

  /// When all threads have ended: a request fails only with an error of its dependencies, or with the
  /// failure that dropped one of them. A factory runs again only if its instance was dropped.
  func judgeFailures() {
    for failure in failures where !isOwn(failure) {
      let others = failure.given.filter { one in !failure.made.contains { $0 === one } }
      let isGiven = Made.parts(of: others).contains { part in
        part.failures.contains { $0 == failure.cause || $0 == nil || failure.cause == nil }
      }
      if isGiven { continue }
      let cause = failure.cause.map { "\($0)" } ?? "nil"
      simulation.fail("\(failure.step) failed with \(cause), which it does not need")
    }
    for (old, new) in secondRuns where old.unreturnedParts.allSatisfy(\.failures.isEmpty) {
      simulation.fail("the factory ran again for \(new), and nothing had dropped \(old)")
    }
  }

  /// Whether the request fails by itself: its code threw, or the library did. A subscript does not say
  /// why it is `nil`.
  private func isOwn(_ failure: Asked) -> Bool {
    if failure.thrown != nil { return true }
    let mayLack = failure.found.isEmpty || !program.isStatic
    switch failure.cause {
    case nil: return mayLack || failure.code != nil  // which may close a cycle
    case .thrown: return false
    case .missing(let service): return mayLack && service == failure.step.number
    case .cycle(let cycle):
      let steps = zip(cycle, cycle.dropFirst())
      return cycle.count > 1 && cycle.first == cycle.last
        && steps.allSatisfy { needs[$0]?.contains($1) == true }
    }
  }

  func judgeLeaks(_ instances: [Made]) {
    if !instances.isEmpty { simulation.fail("never freed: \(instances)") }
  }
}
