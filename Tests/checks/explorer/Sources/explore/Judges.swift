// SPDX-License-Identifier: MIT-0

// What each rule of the contract asks of a run. What leaves no room is judged at once; what depends
// on what other threads do later, when all threads have ended. Simulation.swift judges what needs
// no knowledge of the container: who locks and unlocks (T1, T3), and whether anybody can go on (T5).
//
// An instance is complete when its callback has run, or its factory if it has none. It is settled
// when all that it is made of is complete too, and the library knows: then nothing may drop it.

extension World {
  // MARK: - The user's code

  /// T3, T8: no lock is held while code of the user runs, a deinit too.
  func judgeLock(_ code: @autoclosure () -> String) {
    if simulation.isLockHeld {
      simulation.fail("T3", "the lock is held while user code runs: \(code())")
    }
  }

  /// R8: a singleton is made with its own container, and everything with one of the program's. M4: in a
  /// `verify()`, with copies.
  func judgeContainer(_ container: DIContainer, _ entry: Entry, _ resolve: Resolve) -> Int {
    let index = index(of: container)
    let isOwn = !entry.isSingleton || index == entry.container
    if resolve.isVerification ? index != nil : index == nil || !isOwn {
      let given = index.map { "c\($0)" } ?? "an unknown container"
      simulation.fail("R8", "the factory of S\(entry.service) is given \(given).")
    }
    return index ?? entry.container
  }

  /// T2: a singleton's factory runs once. It may run again if nobody saw what it made, and that was
  /// dropped: `judgeSecondRuns` says whether it was.
  func judgeRun(_ new: Made) {
    let registered = new.registered
    if !registered.entry.isSingleton || new.isScratch || mayBeForgotten(new) { return }
    for old in made where old.registered === registered && !old.isScratch {
      if mayBeForgotten(old) { continue }
      if old.isReturned {
        simulation.fail("T2", "\(old) was returned, and the factory runs again for \(new).")
      }
      secondRuns.append((old, new))
    }
  }

  /// C2: a callback runs once for each instance, in the resolve that constructed it, when no factory
  /// or callback runs, in order of construction.
  func judgeCallback(_ one: Made, _ registered: Registered, _ resolve: Resolve) {
    if one.registered !== registered { simulation.fail("C2", "a callback gets another's \(one).") }
    if one.state != .constructed {
      simulation.fail("C2", "the callback of \(one) runs, which is \(one.state).")
    }
    if one.resolve !== resolve { simulation.fail("C2", "\(one) is completed by another resolve.") }
    if let (other, _) = activity.userCode {
      simulation.fail("C2", "\(one) is completed inside the code of \(other).")
    }
    if let first = resolve.due.first, first !== one {
      simulation.fail("C2", "\(one) is completed before \(first).")
    }
  }

  // MARK: - What a request returns

  /// K1: a request finds what is registered under its key.
  func judgeServices(_ result: [Made], _ asked: Asked) {
    if asked.request.isForSeveral || asked.request.how == .verify { return }
    if result.map(\.service) != [asked.request.service] {
      simulation.fail("K1", "\(asked.request) returned \(result).")
    }
  }

  /// C3: an ancestor of what asks for it is that very instance, even if its key was registered again
  /// or forgotten, and only a singleton that was there comes before it. K5: another transient is new.
  func judgeAncestor(_ result: Made, _ asked: Asked) {
    if result.isScratch { return }
    let entry = result.registered.entry
    let isNew = asked.made.contains { $0 === result }
    let ancestor = (asked.asker.map { [$0] + $0.lineage } ?? []).first {
      let container = $0.registered.entry.isSingleton ? entry.container : asked.container
      return $0.state != .begun && $0.service == result.service && $0.container == container
    }
    if ancestor === result || (entry.isSingleton && !isNew) { return }
    if let ancestor {
      simulation.fail("C3", "\(asked.request) returned \(result), not its ancestor \(ancestor).")
    }
    if !isNew {
      simulation.fail("K5", "\(asked.request) returned the transient \(result), which is not new.")
    }
  }

  /// R2: an error that a factory or callback throws reaches the caller unchanged. `nil` is no error.
  /// M4: `verify` throws none.
  func judgeThrown(_ cause: Cause?, _ asked: Asked) {
    if let thrown = asked.thrown, thrown.cause != cause, asked.request.how != .verify {
      let end = cause.map { "failed with \(describe($0))" } ?? "returned"
      simulation.fail(
        "R2", "\(asked.request) \(end), and its code had thrown \(describe(thrown.cause)).")
    }
  }

  /// C2: every callback has run when the outermost resolve returns.
  func judgeEnd(_ asked: Asked) {
    if let one = asked.resolve.due.first {
      simulation.fail("C2", "\(asked.request) returned, and \(one) was never completed.")
    }
  }

  /// T2, T6: what an outermost resolve returns is complete and was not dropped, with all that it is
  /// made of, and is the one instance that everybody gets.
  func judgeReturned(_ result: Made, _ asked: Asked) {
    for one in result.unreturnedParts {
      if one.state != .complete {
        simulation.fail(
          one.state == .failed ? "T2" : "T6",
          "\(asked.request) returned \(result), made of \(one), which is \(one.state).")
      }
      one.isReturned = true
      if !one.registered.entry.isSingleton || mayBeForgotten(one) { continue }
      for other in made where other.registered === one.registered && other !== one {
        if !other.isReturned || mayBeForgotten(other) { continue }
        simulation.fail(
          "T2",
          "\(asked.request) returned \(result), made of \(one); before, \(other) was returned.")
      }
    }
  }

  // MARK: - Who waits for whom

  /// T3, T4, T6: a thread waits in the library only while another makes what it may wait for. In a
  /// factory or callback that is what it asks for, while the factory runs. An outermost request
  /// returns only what is complete with all that it needs, so it waits for callbacks too.
  func judgeWaits() {
    for thread in simulation.threads where thread.isWaitingInLibrary {
      guard let asked = thread.activity.asked else { continue }
      if asked.resolve.isVerification {
        simulation.fail("M4", "a verify() waits: " + simulation.standstill())
      }
      let awaitable = asked.isOutermost ? graph.closure(asked.nodes) : asked.nodes
      let isMade = simulation.threads.contains { other in
        other !== thread && makes(awaitable, other, withCallbacks: asked.isOutermost)
      }
      if isMade { continue }
      simulation.fail(
        asked.isOutermost ? "T3" : "T6",
        "T\(thread.number) waits for what is "
          + (asked.isOutermost ? "complete: " : "constructed: ") + simulation.standstill())
    }
  }

  /// Whether the thread makes one of these.
  private func makes(
    _ awaitable: Nodes, _ thread: Simulation.Thread, withCallbacks: Bool
  ) -> Bool {
    for one in thread.activity.resolves.flatMap(\.made) where awaitable & (1 << one.node) != 0 {
      if withCallbacks ? one.isOpen : one.state == .begun { return !one.isScratch }
    }
    // What is between two steps of the library counts as being made: it may have been claimed, or the
    // thread may not have said yet that it is there.
    guard !thread.isWaitingInLibrary, case .request(let step)? = thread.activity.stack.last
    else {
      return false
    }
    let making = withCallbacks ? graph.closure(step.nodes) : step.nodes
    return making & awaitable != 0
  }

  // MARK: - When all threads have ended

  /// T9: a request fails only with an error of something that it needs, or with the failure that
  /// dropped what it was given.
  func judgeFailures() {
    for failure in failures where !isOwn(failure.cause, of: failure) {
      if explained(by: failure.cause).contains(where: { $0 === failure }) { continue }
      simulation.fail(
        "T9",
        "\(failure.request) of T\(failure.resolve.thread) failed with "
          + "\(failure.cause.map(describe) ?? "nil"), which it does not need. It needs "
          + "\(graph.text(graph.closure(failure.nodes))).")
    }
  }

  /// The requests that may have failed with this error: what they need throws it, or they were given
  /// what the failure of such a request dropped. A subscript that is `nil` may have failed with any
  /// error, and `nil` is any error.
  private func explained(by cause: Cause?) -> [Asked] {
    var rest = failures.filter { cause == nil || $0.cause == nil || $0.cause == cause }
    var explained: [Asked] = []
    var next = rest.filter { isOwn(cause ?? $0.cause, of: $0) }
    while !next.isEmpty {
      explained += next
      rest.removeAll { failure in next.contains { $0 === failure } }
      let dropping = next
      next = rest.filter { failure in dropping.contains { wasGiven($0.mayDrop, to: failure) } }
    }
    return explained
  }

  /// Whether the request fails with this by itself. A subscript does not say why it is `nil`.
  private func isOwn(_ cause: Cause?, of failure: Asked) -> Bool {
    let needed = graph.closure(failure.nodes)
    let lacks = !graph.isStatic || failure.nodes == 0 || needed & graph.lacking != 0
    switch cause {
    case nil:
      return lacks || failure.resolve.isTooDeep || graph.hasCycle(within: needed)
        || thrown.contains { needed & (1 << $0.node) != 0 }
    case .thrown(let number):
      let (node, time) = thrown[number]
      return needed & (1 << node) != 0 && failure.time <= time && time <= failure.end
    case .cycle(let services):
      return failure.resolve.isTooDeep || graph.isCycle(services, within: needed)
    case .missing:
      return lacks
    }
  }

  /// Whether one of these, which was not made for it, is among what it was given.
  private func wasGiven(_ dropped: [Made], to failure: Asked) -> Bool {
    if dropped.isEmpty { return false }
    return Made.parts(of: failure.given).contains { one in
      let isOwn = failure.made.contains { $0 === one }
      return !isOwn && dropped.contains { $0 === one }
    }
  }

  private func describe(_ cause: Cause) -> String {
    switch cause {
    case .thrown(let number): "the error of S\(graph.service(thrown[number].node))"
    case .cycle(let services): "the cycle \(services)"
    case .missing(let service): "S\(service) not being registered"
    }
  }

  /// T2, R2: a singleton's factory ran again only because a failure dropped what it had made.
  func judgeSecondRuns() {
    for (old, new) in secondRuns where !old.mayBeDropped {
      simulation.fail("T2", "the factory ran again for \(new), and nothing had dropped \(old).")
    }
  }

  /// T10: when the containers have gone, so has everything.
  func judgeWhatIsLeft(_ containers: [Int]) {
    if let index = containers.first {
      simulation.fail("T10", "the container c\(index) is never freed.")
    }
    let instances = made.filter(\.isAlive)
    let closures = registered.filter(\.isAlive)
    if !instances.isEmpty || !closures.isEmpty {
      simulation.fail(
        "T10", "\(instances) and the closures of \(closures.count) services are never freed.")
    }
  }
}
