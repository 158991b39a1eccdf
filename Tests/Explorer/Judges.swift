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

  /// R8: a singleton is made with its own container, and everything with one of the program's.
  func judgeContainer(_ index: Int?, _ entry: Entry) -> Int {
    guard let index else {
      simulation.fail("R8", "the factory of \(entry.key) is given a container of nobody's.")
    }
    if entry.isSingleton, index != entry.container {
      simulation.fail("R8", "the factory of \(entry.key) is given c\(index).")
    }
    return index
  }

  /// T2: a singleton's factory runs once. It may run again if nobody saw what it made, and that was
  /// dropped: `judgeSecondRuns` says whether it was.
  func judgeRun(_ new: Made) {
    let registered = new.registered
    if !registered.entry.isSingleton || registered.wasRemoved || new.isCopy { return }
    for old in made where old.registered === registered && !old.isCopy {
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
    let request = asked.request
    for one in result {
      let key = one.registered.entry.key
      if key.service != request.key.service || request.how != .all && key != request.key {
        simulation.fail("K1", "\(request) returned \(one).")
      }
    }
  }

  /// R2: an error that a factory or callback throws reaches the caller unchanged. `nil` is no error.
  func judgeThrown(_ cause: Cause?, _ asked: Asked) {
    if let thrown = asked.thrown, thrown.cause != cause {
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
  func judgeReturned(_ result: [Made], _ asked: Asked) {
    var rest = result
    while let one = rest.popLast() {
      if one.isReturned { continue }
      if one.state != .complete {
        simulation.fail(
          one.state == .failed ? "T2" : "T6",
          "\(asked.request) returned \(result), made of \(one), which is \(one.state).")
      }
      one.isReturned = true
      let registered = one.registered
      if registered.entry.isSingleton, !registered.wasRemoved {
        if let other = registered.returned, other !== one {
          simulation.fail(
            "T2",
            "\(asked.request) returned \(result), made of \(one); before, \(other) was returned.")
        }
        registered.returned = one
      }
      rest += one.uses
    }
  }

  /// T6: within a resolve, what another thread has not completed is given only where to wait for it
  /// would hang: its maker waits, directly or through others, for what this thread has begun.
  func judgeTaken(_ one: Made, _ asked: Asked) {
    let maker = one.resolve
    if !one.isDue || maker === asked.resolve || maker.isOver { return }
    let waiting = threads(waitingFor: [activity.number], among: activity.others)
    if !waiting.contains(maker.thread) {
      simulation.fail(
        "T6",
        "\(asked.request) of T\(activity.number) returned \(one), which is \(one.state) and "
          + "for which it could wait: " + simulation.standstill())
    }
  }

  /// M2: `bootstrap` has made every eager singleton when it returns.
  func judgeBootstrap(_ eager: Nodes) {
    for node in 0..<graph.count where eager & (1 << node) != 0 {
      if !made.contains(where: { $0.node == node && $0.state == .complete && !$0.isCopy }) {
        simulation.fail("M2", "bootstrap returned, and \(graph.key(node)) is not there.")
      }
    }
  }

  // MARK: - Who waits for whom

  /// T3, T4, T5: no thread can go on. A thread may wait in the library only for something that it
  /// needs and that another has begun and not completed, which the user's code holds up: a slow
  /// factory, a join, a latch. To wait for no such thread is a deadlock.
  func judgeStandstill() -> Violation? {
    let held = simulation.threads.filter(\.isHeldByUser)
    let waiting = simulation.threads.filter(\.isWaitingInLibrary)
    let explained = threads(
      waitingFor: Set(held.map(\.number)), among: waiting.map { ($0.number, needed(by: $0)) })
    guard let lost = waiting.first(where: { !explained.contains($0.number) }) else { return nil }
    if held.isEmpty { return Violation(rule: "T5", text: "deadlock: " + simulation.standstill()) }
    return Violation(
      rule: isJoinedByOther(lost) ? "T4" : "T3",
      text: "T\(lost.number) waits for what it does not need; it needs "
        + "\(graph.text(needed(by: lost))): " + simulation.standstill())
  }

  /// The threads themselves, and those of the others that wait for them, directly or through each
  /// other.
  private func threads(
    waitingFor threads: Set<Int>, among others: [(thread: Int, needed: Nodes)]
  ) -> Set<Int> {
    var reached = threads
    var open: Nodes = 0
    for thread in threads { open |= self.open(thread) }
    while let next = others.first(where: {
      !reached.contains($0.thread) && $0.needed & open != 0
    }) {
      reached.insert(next.thread)
      open |= self.open(next.thread)
    }
    return reached
  }

  /// What a thread has begun and not completed.
  private func open(_ thread: Int) -> Nodes {
    var nodes: Nodes = 0
    for resolve in activity(of: simulation.threads[thread]).resolves {
      for one in resolve.made where one.isOpen && !one.isCopy { nodes |= 1 << one.node }
    }
    return nodes
  }

  private func needed(by thread: Simulation.Thread) -> Nodes {
    activity(of: thread).asked.map { graph.closure($0.nodes) } ?? 0
  }

  /// Whether user code joins the thread, and its resolve has not begun what the thread resolves.
  private func isJoinedByOther(_ lost: Simulation.Thread) -> Bool {
    let needed = needed(by: lost)
    return simulation.threads.contains { thread in
      guard case .joining(let joined, inUserCode: true) = thread.state, joined === lost else {
        return false
      }
      let resolves = activity(of: thread).resolves
      return resolves.allSatisfy { $0.made.allSatisfy { needed & (1 << $0.node) == 0 } }
    }
  }

  // MARK: - When all threads have ended

  /// T9: a request fails only with an error of something that it needs, or with the failure that
  /// dropped what it was given. C4: a ring is one of factories.
  func judgeFailures() {
    for failure in failures where !isOwn(failure.cause, of: failure) {
      if explained(by: failure.cause).contains(where: { $0.asked === failure.asked }) { continue }
      let request = failure.asked.request
      if case .ring(let keys) = failure.cause, keys.count < 2 || keys.first != keys.last {
        simulation.fail("C4", "\(request) failed with the ring \(keys), which is none.")
      }
      simulation.fail(
        "T9",
        "\(request) of T\(failure.asked.resolve.thread) failed with "
          + "\(failure.cause.map(describe) ?? "nil"), which it does not need. It needs "
          + "\(graph.text(graph.closure(failure.asked.nodes))).")
    }
  }

  /// The requests that may have failed with this error: what they need throws it, or they were given
  /// what the failure of such a request dropped. A subscript that is `nil` may have failed with any
  /// error, and `nil` is any error.
  private func explained(by cause: Cause?) -> [FailedRequest] {
    var rest = failures.filter { cause == nil || $0.cause == nil || $0.cause == cause }
    var explained: [FailedRequest] = []
    var next = rest.filter { isOwn(cause ?? $0.cause, of: $0) }
    while !next.isEmpty {
      explained += next
      rest.removeAll { failure in next.contains { $0.asked === failure.asked } }
      let dropping = next
      next = rest.filter { failure in dropping.contains { wasGiven($0.mayDrop, to: failure) } }
    }
    return explained
  }

  /// Whether the request fails with this by itself. A subscript does not say why it is `nil`.
  private func isOwn(_ cause: Cause?, of failure: FailedRequest) -> Bool {
    let needed = graph.closure(failure.asked.nodes)
    let lacks = !program.isStatic || failure.asked.nodes == 0 || needed & graph.lacking != 0
    switch cause {
    case nil:
      return lacks || graph.hasRing(within: needed)
        || thrown.contains { needed & (1 << $0.node) != 0 }
    case .thrown(let number):
      let (node, time) = thrown[number]
      return needed & (1 << node) != 0 && failure.asked.time <= time && time <= failure.time
    case .ring(let keys):
      return graph.isRing(keys, within: needed)
    case .missing(let key):
      return lacks && graph.mayBeMissing(key)
    }
  }

  /// Whether one of these, which was not made for it, is among what it was given.
  private func wasGiven(_ dropped: [Made], to failure: FailedRequest) -> Bool {
    if dropped.isEmpty { return false }
    var parts: [Made] = []
    var rest = failure.given
    while let one = rest.popLast() {
      if parts.contains(where: { $0 === one }) { continue }
      parts.append(one)
      let isOwn = failure.made.contains { $0 === one }
      if !isOwn, dropped.contains(where: { $0 === one }) { return true }
      rest += one.uses
    }
    return false
  }

  private func describe(_ cause: Cause) -> String {
    switch cause {
    case .thrown(let number): "the error of \(graph.key(thrown[number].node))"
    case .ring(let keys): "the ring \(keys)"
    case .missing(let key): "\(key) not being registered"
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
    if liveComponents > 0 || liveCaptures > 0 {
      let left = made.filter(\.isAlive).map(\.description)
      simulation.fail(
        "T10", "\(liveComponents) instances \(left) and \(liveCaptures) closures are never freed.")
    }
  }
}
