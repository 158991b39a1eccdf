// SPDX-License-Identifier: MIT-0

/// What a program makes, and what is known about it. Only the thread with the baton uses it.
///
/// Nothing here keeps a component, a closure or a container alive, but for the containers of the
/// program itself: when these go, everything has to go.
final class World: @unchecked Sendable {
  let program: Program
  let simulation: Simulation
  var graph: Graph
  /// The program's own references; a thread may let one go.
  private(set) var containers: [DIContainer?] = []
  private var containerIdentities: [ObjectIdentifier] = []
  private(set) var registered: [Registered] = []
  private var removals: [Removal] = []
  private(set) var made: [Made] = []
  private(set) var failures: [FailureOfRequest] = []
  private(set) var thrown: [Thrown] = []
  /// Counts what fails, wherever.
  private(set) var failureCount = 0
  private var time = 0
  private var activities: [Activity] = []
  private var liveComponents = 0
  private var liveCaptures = 0
  private let isStrict: Bool

  init(_ program: Program, _ simulation: Simulation, isStrict: Bool = false) {
    self.program = program
    self.simulation = simulation
    self.isStrict = isStrict
    graph = Graph(program)
  }

  // MARK: - The run

  /// The first thread's work.
  func run() {
    simulation.judgeStandstill = { self.judgeStandstill() }
    simulation.describe = { self.describe($0) }
    simulation.didUnlock = { self.noteWhoNeedsWhat() }
    for parent in program.parents {
      let new = DIContainer(parent: parent.flatMap { containers[$0] })
      containers.append(new)
      containerIdentities.append(ObjectIdentifier(new))
    }
    let created = containers.map { Weak($0) }
    for (index, entry) in program.entries.enumerated() where entry.isInitial { register(index) }
    for steps in program.threads {
      _ = simulation.start { self.perform(steps, keeps: self.program.keepsResults) }
    }
    joinAll()
    simulation.note("-- all threads have ended; every service is resolved once more")
    askForEverything()
    joinAll()
    judgeFailures()
    simulation.note("-- the containers go")
    letContainersGo()
    joinAll()  // a deinit may have started more
    if let index = created.firstIndex(where: { $0.container != nil }) {
      simulation.fail("T10", "the container c\(index) is never freed.")
    }
    if liveComponents > 0 || liveCaptures > 0 {
      let left = made.filter { $0.isAlive }.map(\.description)
      simulation.fail(
        "T10", "\(liveComponents) instances \(left) and \(liveCaptures) closures are never freed.")
    }
    simulation.judgeStandstill = { nil }
    simulation.describe = { _ in "" }
    simulation.didUnlock = {}
    for one in made { one.uses = [] }  // they may use each other
    for one in registered { one.returned = nil }
  }

  private func joinAll() {
    var index = 0
    while index < simulation.threads.count {  // more may be started meanwhile
      let thread = simulation.threads[index]
      if thread !== simulation.running { simulation.join(thread, inUserCode: false) }
      index += 1
    }
  }

  private func askForEverything() {
    for (index, entry) in program.entries.enumerated() where entry.isSingleton {
      let isFirst = !program.entries[..<index].contains {
        $0.key == entry.key && $0.container == entry.container
      }
      if isFirst {
        let request = Request(how: .caught, key: entry.key, container: entry.container)
        perform([Step(.get(request))])
      }
    }
  }

  private func letContainersGo() {
    // The children first. A deinit that runs now finds the containers that are left.
    for index in containers.indices.reversed() {
      let last = containers[index]
      containers[index] = nil
      withExtendedLifetime(last) {}
    }
  }

  private final class Weak {
    weak var container: DIContainer?
    init(_ container: DIContainer?) { self.container = container }
  }

  // MARK: - What a thread is doing

  private var activity: Activity {
    let number = simulation.running.number
    while activities.count <= number { activities.append(Activity(activities.count)) }
    return activities[number]
  }

  private func describe(_ thread: Simulation.Thread) -> String {
    guard thread.number < activities.count else { return "" }
    return activities[thread.number].stack.map { item in
      switch item {
      case .request(let asked): "\(asked.request)"
      case .factory(let made): "factory of \(made)"
      case .callback(let made): "initCompleted of \(made)"
      case .deinit(let text): text
      }
    }.joined(separator: " > ")
  }

  /// How many failures there were when the oldest resolve that is in progress began. One that has
  /// failed since may still be on its way out.
  private var oldestFailureCount: Int {
    activities.lazy.filter { !$0.stack.isEmpty }.map(\.failuresBefore).min() ?? failureCount
  }

  /// Called wherever the user's code runs.
  private func userPoint(_ text: @autoclosure () -> String) {
    if simulation.isLockHeld {
      simulation.fail("T3", "the lock is held while user code runs: \(text())")
    }
    simulation.userPoint(text())
  }

  /// A program that makes too much is cut short.
  private var isTooLarge: Bool { made.count > 200 }

  // MARK: - Steps

  /// The steps of a thread, or of a deinit: every error ends there.
  private func perform(
    _ steps: [Step], given: Given = Given(), run: Int? = nil, keeps: Bool = false
  ) {
    var kept: [Component] = []
    defer { withExtendedLifetime(kept) {} }
    for step in steps {
      do {
        let result = try perform(step, given: given, of: nil, run: run)
        if keeps { kept += result }
      } catch {
        continue
      }
    }
  }

  private func perform(_ step: Step, given: Given, of made: Made?, run: Int?) throws -> [Component]
  {
    if let wanted = step.run, wanted != run { return [] }
    if isTooLarge { return [] }
    switch step.action {
    case .get(let request):
      return try get(request, given: given, for: made)
    case .register(let entry):
      userPoint("\(step)")
      register(entry)
    case .unregister(let key, let container):
      guard let place = containers[container] else { return [] }
      userPoint("\(step)")
      removing(container, key) {
        _ = ServiceType.all[key.service].unregister(place, key.name)
      }
      userPoint("unregistered")
    case .reset(let container):
      guard let place = containers[container] else { return [] }
      userPoint("\(step)")
      removing(container) { place.reset() }
      userPoint("has reset")
    case .forget(let container):
      guard let place = containers[container] else { return [] }
      userPoint("\(step)")
      removing(container) { place.reset(keepingRegistrations: true) }
      userPoint("has reset")
    case .drop(let container):
      userPoint("\(step)")
      let last = containers[container]
      containers[container] = nil
      withExtendedLifetime(last) {}
      userPoint("let a container go")
    case .bootstrap(let container):
      try bootstrap(container)
    case .look(let container):
      guard let place = containers[container] else { return [] }
      userPoint("\(step)")
      _ = place.description
      _ = ServiceType.all[0].contains(place, nil)
      userPoint("looked")
    case .verify(let container):
      verify(container)
    case .start(let steps, let joins):
      if simulation.threads.count > 12 { return [] }
      let thread = simulation.start { self.perform(steps) }
      userPoint("started a thread")
      if joins { simulation.join(thread, inUserCode: true) }
    case .open(let latch):
      simulation.open(latch)
      userPoint("opened a latch")
    case .await(let latch):
      simulation.await(latch)
      userPoint("came past a latch")
    case .pass:
      userPoint("does nothing")
    }
    return []
  }

  /// Marks what the library may remove or forget meanwhile: what is registered by now, and what
  /// another thread registers before the call has returned.
  private func removing(_ container: Int, _ key: ServiceKey? = nil, _ body: () -> Void) {
    let removal = Removal(container: container, key: key)
    for one in registered where removal.concerns(one.entry) { one.wasRemoved = true }
    removals.append(removal)
    body()
    removals.removeAll { $0 === removal }
  }

  private func register(_ index: Int) {
    let entry = program.entries[index]
    guard let container = containers[entry.container] else { return }
    let new = Registered(registered.count, index, entry)
    new.wasRemoved = removals.contains { $0.concerns(entry) }
    removing(entry.container, entry.key) {
      registered.append(new)
      liveCaptures += 1
      ServiceType.all[entry.key.service].register(container, entry, Capture(self, new))
    }
  }

  /// Where a factory or callback was asked from.
  private struct Given {
    var index = 0
    /// The copy of a `verify()`, in place of the container.
    var copy: DIContainer?
  }

  private func bootstrap(_ index: Int) throws {
    guard let container = containers[index] else { return }
    let nodes = graph.eagerNodes(of: index)
    let request = Request(how: .bootstrap, key: ServiceKey(service: 0), container: index)
    _ = try ask(Asked(request, nodes, time, activity), for: nil) {
      try container.bootstrap()
      return []
    }
    for node in program.entries.indices.map({ graph.node($0, index) })
    where nodes & (1 << node) != 0 && !made.contains(where: { $0.node == node && $0.isReady }) {
      simulation.fail("M2", "bootstrap returned, and \(graph.key(node)) is not there.")
    }
  }

  /// What it makes belongs to nobody else. Only what holds for all code of the user is judged:
  /// where locks are held, who waits for whom, what is freed.
  private func verify(_ index: Int) {
    guard let container = containers[index] else { return }
    let activity = activity
    userPoint("c\(index).verify()")
    activity.isVerifying = true
    activity.stack.append(
      .request(
        Asked(
          Request(how: .all, key: ServiceKey(service: 0), container: index), graph.all, time,
          activity)))
    _ = container.verify()
    activity.stack.removeLast()
    activity.isVerifying = false
    activity.endOutermost()
    userPoint("verified")
  }

  private func get(_ request: Request, given: Given, for user: Made?) throws -> [Component] {
    let index = request.container ?? given.index
    guard let container = given.copy ?? containers[index] else { return [] }
    let nodes = graph.candidates(request, given.index)
    let type = ServiceType.all[request.key.service]
    return try ask(Asked(request, nodes, time, activity), for: user) {
      switch request.how {
      case .resolve, .caught: [try type.resolve(container, request.key.name)]
      case .all: try type.all(container)
      case .subscript: type.optional(container, request.key.name).map { [$0] }
      case .bootstrap: []
      }
    }
  }

  /// Asks the library, and looks at the result. `nil` is what a subscript returns after a failure.
  private func ask(
    _ asked: Asked, for user: Made?, _ body: () throws -> [Component]?
  ) throws -> [Component] {
    let activity = activity
    let request = asked.request
    if let (frame, isFactory) = activity.innermostUserCode {
      graph.add(asked.nodes, of: frame.node, inFactory: isFactory)
    }
    time += 1
    let isOutermost = activity.stack.isEmpty
    userPoint("\(request)")
    if isOutermost { activity.failuresBefore = failureCount }
    activity.stack.append(.request(asked))
    var result: [Component]?
    var failure: (any Error)?
    do {
      result = try body()
    } catch {
      failure = error
    }
    activity.stack.removeLast()
    time += 1
    if let result {
      simulation.note("\(request) is \(result.map { made[$0.number].description })")
      judge(result.map { made[$0.number] }, asked, activity, user, isOutermost: isOutermost)
    } else {
      simulation.note("\(request) fails" + (failure.map { " with \($0)" } ?? ""))
      note(failure, of: asked, activity)
    }
    if isOutermost { activity.endOutermost() }
    userPoint("got \(request)")
    if let failure, request.passesErrorsOn { throw failure }
    return result ?? []
  }

  private func judge(
    _ result: [Made], _ asked: Asked, _ activity: Activity, _ user: Made?, isOutermost: Bool
  ) {
    for one in result {
      if one.registered.entry.key.service != asked.request.key.service {
        simulation.fail("R2", "\(asked.request) returned \(one).")
      }
      if one.activity !== activity, !one.isSettled { simulation.takes += 1 }
      activity.given.append(one)
      user?.uses.append(one)
    }
    if activity.isVerifying { return }
    if isOutermost {
      succeed(result, asked, activity)
    } else {
      for one in result { judgeTaken(one, asked, activity) }
    }
  }

  // MARK: - What the library calls

  func make<Service: Component>(
    _ type: Service.Type, _ registered: Registered, _ given: DIContainer
  ) throws -> Service {
    let activity = activity
    let entry = registered.entry
    let given = whereGiven(given, registered, activity)
    registered.runs += 1
    let new = Made(
      made.count, registered, node: graph.node(registered.index, given.index), activity,
      failureCount: oldestFailureCount)
    new.isCopy = given.copy != nil
    judgeSecondInstance(new)
    made.append(new)
    activity.made.append(new)
    activity.stack.append(.factory(new))
    defer { activity.stack.removeLast() }
    let due = activity.due.count
    userPoint("factory of \(new) begins")
    let component: Service
    do {
      component = try construct(type, new, given)
    } catch {
      new.state = .failed
      activity.due.removeSubrange(min(due, activity.due.count)...)
      throw error
    }
    // Only now: a deinit of what the factory no longer needs is its code too.
    new.state = entry.callback == nil ? .complete : .constructed
    if entry.callback != nil { activity.due.append(new) }
    return component
  }

  private func construct<Service: Component>(
    _ type: Service.Type, _ new: Made, _ given: Given
  ) throws -> Service {
    let entry = new.registered.entry
    var used: [Component] = []
    do {
      used = try perform(entry.factory, entry.factoryFails, of: new, given: given)
    } catch {
      userPoint("factory of \(new) throws")
      throw error
    }
    userPoint("factory of \(new) ends")
    let component = type.init(new.number, self)
    liveComponents += 1
    new.isAlive = true
    if entry.holds { component.held = used }
    return component
  }

  func complete(_ component: Component, _ registered: Registered, _ given: DIContainer) throws {
    let activity = activity
    let one = made[component.number]
    judgeCallback(one, registered, activity)
    one.state = .completing
    activity.stack.append(.callback(one))
    defer { activity.stack.removeLast() }
    userPoint("initCompleted of \(one) begins")
    do {
      let given = whereGiven(given, registered, activity)
      _ = try perform(
        registered.entry.callback ?? [], registered.entry.callbackFails, of: one, given: given)
    } catch {
      userPoint("initCompleted of \(one) throws")
      one.state = .failed
      throw error
    }
    userPoint("initCompleted of \(one) ends")
    one.state = .complete
  }

  /// R8: a singleton is made with its own container; everything with a container of the program.
  private func whereGiven(
    _ given: DIContainer, _ registered: Registered, _ activity: Activity
  ) -> Given {
    let entry = registered.entry
    guard let index = containerIdentities.firstIndex(of: ObjectIdentifier(given)) else {
      if activity.isVerifying { return Given(index: entry.container, copy: given) }
      simulation.fail("R8", "the factory of \(entry.key) is given a container of nobody's.")
    }
    if entry.isSingleton, index != entry.container {
      simulation.fail("R8", "the factory of \(entry.key) is given c\(index).")
    }
    return Given(index: index)
  }

  private func perform(
    _ steps: [Step], _ failing: Failing, of one: Made, given: Given
  ) throws -> [Component] {
    var used: [Component] = []
    for (index, step) in steps.enumerated() {
      if failing.runs >= one.run, failing.after == index { throw fail(one) }
      used += try perform(step, given: given, of: one, run: one.run)
    }
    if failing.runs >= one.run { throw fail(one) }
    return used
  }

  private func fail(_ one: Made) -> Failure {
    failureCount += 1
    let unsettled = activities.flatMap { $0 === activity ? $0.made : [] }.filter { !$0.isSettled }
    thrown.append(
      Thrown(
        node: one.node, time: time, unsettled: unsettled, madeCount: made.count, by: activity))
    let failure = Failure(number: thrown.count - 1)
    activity.lastFailure = ("\(failure)", failure.number, time)
    time += 1
    return failure
  }

  func isFreed(_ number: Int) {
    liveComponents -= 1
    let one = made[number]
    one.isAlive = false
    let entry = one.registered.entry
    performDeinit(entry.deinitSteps, "deinit of \(one)", entry.container, run: one.run)
  }

  func isForgotten(_ registered: Registered) {
    liveCaptures -= 1
    let entry = registered.entry
    performDeinit(
      entry.captureSteps, "deinit of the closure of \(entry.key)", entry.container, run: nil)
  }

  private func performDeinit(_ steps: [Step], _ text: String, _ container: Int, run: Int?) {
    if Simulation.current !== simulation { return }
    if simulation.isLockHeld { simulation.fail("T3", "the lock is held in the \(text).") }
    simulation.note(text)
    if steps.isEmpty { return }
    let activity = activity
    activity.stack.append(.deinit(text))
    activity.deinits += 1
    let lastFailure = activity.lastFailure  // of the code that is interrupted
    defer {
      activity.lastFailure = lastFailure
      activity.deinits -= 1
      activity.stack.removeLast()
    }
    userPoint(text)
    perform(steps, given: Given(index: container), run: run)
  }

  // MARK: - Judging

  /// T2: a factory of a singleton runs again only after its first instance was dropped.
  private func judgeSecondInstance(_ new: Made) {
    let registered = new.registered
    if !registered.entry.isSingleton || registered.wasRemoved || new.isCopy { return }
    for old in made where old.registered === registered && !old.isCopy {
      if old.isReturned {
        simulation.fail("T2", "\(old) was returned, and the factory runs again for \(new).")
      }
      if old.failureCount == failureCount {
        simulation.fail("T2", "the factory runs for \(new), though \(old) did not fail.")
      }
    }
  }

  /// C2: once, for who made it, after everything is constructed, in order of construction.
  private func judgeCallback(_ one: Made, _ registered: Registered, _ activity: Activity) {
    if one.registered !== registered { simulation.fail("C2", "a callback gets another's \(one).") }
    guard case .constructed = one.state else {
      simulation.fail("C2", "the callback of \(one) runs, which is \(one.state).")
    }
    if one.activity !== activity { simulation.fail("C2", "\(one) is completed by another thread.") }
    let isInDeinit = activity.deinits > 0 || one.madeInDeinit || activity.isVerifying
    for item in activity.stack.reversed() {
      if case .deinit = item { break }
      switch item {
      case .factory(let other), .callback(let other):
        if !isInDeinit { simulation.fail("C2", "\(one) is completed inside the code of \(other).") }
      default: continue
      }
    }
    guard let place = activity.due.firstIndex(where: { $0 === one }) else {
      simulation.fail("C2", "\(one) is completed, though its resolve failed.")
    }
    if place > 0, !isInDeinit, !activity.due[0].madeInDeinit {
      simulation.fail("C2", "\(one) is completed before \(activity.due[0]).")
    }
    activity.due.remove(at: place)
  }

  /// An outermost resolve returned this.
  private func succeed(_ result: [Made], _ asked: Asked, _ activity: Activity) {
    if let one = activity.due.first(where: { !$0.madeInDeinit }) {
      simulation.fail("C2", "\(asked.request) returned, and \(one) was never completed.")
    }
    var rest = result
    while let one = rest.popLast() {
      if one.isReturned { continue }
      guard case .complete = one.state else {
        let rule = one.state == .failed ? "T2" : "T6"
        simulation.fail(
          rule, "\(asked.request) returned \(result), made of \(one), which is \(one.state).")
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
    for one in activity.made where one.state == .complete { one.isKept = true }
  }

  /// Remembers what each thread asked the library for when this one was last under the lock: there
  /// the library decides whether to wait.
  private func noteWhoNeedsWhat() {
    let activity = activity
    activity.needsOfOthers.removeAll(keepingCapacity: true)
    for thread in simulation.threads where thread.number < activities.count {
      let other = activities[thread.number]
      if other !== activity, case .request(let asked)? = other.stack.last {
        activity.needsOfOthers.append((thread.number, graph.closure(asked.nodes)))
      }
    }
  }

  /// T6: what another thread has not completed is taken only where to wait for it would hang: its
  /// maker waits, directly or through others, for something that this thread has begun.
  private func judgeTaken(_ one: Made, _ asked: Asked, _ activity: Activity) {
    let isDue = one.state == .constructed || one.state == .completing
    let maker = one.activity
    guard isDue, maker !== activity, maker.made.contains(where: { $0 === one }) else { return }
    var reached: Set<Int> = [activity.number]
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for (number, needed) in activity.needsOfOthers where !reached.contains(number) {
        if reached.contains(where: { open($0, isStrict: false) & needed != 0 }) {
          reached.insert(number)
          hasChanged = true
        }
      }
    }
    if reached.contains(maker.number) { return }
    simulation.fail(
      "T6",
      "\(asked.request) of T\(activity.number) returned \(one), which is \(one.state) and "
        + "for which it could wait: " + simulation.standstill())
  }

  /// Remembers a failure; `judgeFailures` says whether there was a reason.
  private func note(_ error: (any Error)?, of asked: Asked, _ activity: Activity) {
    failureCount += 1
    if activity.isVerifying { return }
    let mine = Array(activity.made[min(asked.madeBefore, activity.made.count)...])
    var failure = FailureOfRequest(
      asked: asked, activity: activity, time: time, own: mine, made: mine)
    failure.given = Array(activity.given[min(asked.givenBefore, activity.given.count)...])
    switch error {
    case nil:
      failure.cause = .unknown
      if let last = activity.lastFailure, last.time >= asked.time {
        failure.text = last.text
        failure.made = remaining(mine, after: last.thrown, activity)
      }
    case .some(let error as Failure):
      failure.cause = .thrown(error.number)
      failure.text = "\(error)"
      failure.made = remaining(mine, after: error.number, activity)
    case DIContainer.ResolutionError.circularDependency(let keys)?:
      failure.cause = .ring(keys.map(serviceKey))
      failure.text = keys.map { "\($0)" }.joined(separator: " → ")
    case DIContainer.ResolutionError.notRegistered(let key, _, _)?:
      failure.cause = .missing(serviceKey(key))
      failure.text = "not registered: \(key)"
    case let error?:
      simulation.fail("R2", "\(asked.request) failed with \(error).")
    }
    failures.append(failure)
    if !failure.text.isEmpty {
      var number: Int?
      if case .thrown(let thrown) = failure.cause { number = thrown }
      activity.lastFailure = (failure.text, number, time)
    }
    time += 1
  }

  /// Without what was complete when the error was thrown, so that nothing may drop it.
  private func remaining(_ mine: [Made], after number: Int?, _ activity: Activity) -> [Made] {
    guard let number, thrown[number].by === activity else { return mine }
    let thrown = thrown[number]
    return mine.filter { one in
      one.number >= thrown.madeCount || thrown.unsettled.contains { $0 === one }
    }
  }

  private func serviceKey(_ key: DIContainer.Key) -> ServiceKey {
    ServiceKey(service: ServiceType.number(of: key.service) ?? -1, name: key.name)
  }

  /// T9: every failure comes from what was needed, or from what dropped something it was given.
  private func judgeFailures() {
    var justified = failures.map { hasOwnReason($0) }
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for index in failures.indices where !justified[index] {
        let failure = failures[index]
        let isDropped = failures.indices.contains { other in
          justified[other] && other != index
            && (failures[other].text == failure.text || failure.text.isEmpty
              || failures[other].text.isEmpty)
            && wasGiven(failures[other].made, to: failure)
        }
        if isDropped {
          justified[index] = true
          hasChanged = true
        }
      }
    }
    guard let index = justified.firstIndex(of: false) else { return }
    let failure = failures[index]
    if case .ring(let keys) = failure.cause, keys.count < 2 || keys.first != keys.last {
      simulation.fail("C4", "\(failure.asked.request) failed with the ring \(keys), which is none.")
    }
    simulation.fail(
      "T9",
      "\(failure.asked.request) of T\(failure.activity.number) failed with "
        + "\(describe(failure.cause)), which it does not need. It needs "
        + "\(graph.text(graph.closure(failure.asked.nodes))).")
  }

  private func describe(_ cause: FailureOfRequest.Cause) -> String {
    switch cause {
    case .thrown(let number): "the error of \(graph.key(thrown[number].node))"
    case .ring(let keys): "the ring \(keys)"
    case .missing(let key): "\(key) not being registered"
    case .unknown: "nil"
    }
  }

  private func hasOwnReason(_ failure: FailureOfRequest) -> Bool {
    let needed = graph.closure(failure.asked.nodes)
    switch failure.cause {
    case .unknown:
      return mayFail(needed)
    case .thrown(let number):
      return needed & (1 << thrown[number].node) != 0 && thrown[number].time >= failure.asked.time
    case .ring(let keys):
      return graph.isRing(keys, within: needed)
    case .missing(let key):
      return mayBeMissing(key)
    }
  }

  /// Whether something that is needed fails by itself. A subscript does not say why it is `nil`.
  private func mayFail(_ needed: Nodes) -> Bool {
    if !program.isStatic || needed == 0 { return true }
    if needed & graph.lacking != 0 { return true }
    return thrown.contains { needed & (1 << $0.node) != 0 } || graph.hasRing(within: needed)
  }

  private func mayBeMissing(_ key: ServiceKey) -> Bool {
    !program.isStatic
      || program.parents.indices.contains {
        graph.candidates(Request(how: .resolve, key: key, container: $0), 0) == 0
      }
  }

  private func wasGiven(_ dropped: [Made], to failure: FailureOfRequest) -> Bool {
    var (rest, seen) = (failure.given, Set<Int>())
    while let one = rest.popLast() {
      if !seen.insert(one.number).inserted { continue }
      let isOwn = failure.own.contains { $0 === one }
      if !isOwn, dropped.contains(where: { $0 === one }) { return true }
      rest += one.uses
    }
    return false
  }

  /// T3, T4, T5: no thread can go on. Who waits in the library must need something that a thread
  /// has begun that the user's code holds up: a slow factory, a join, a latch.
  private func judgeStandstill() -> Violation? {
    var reached = Set(simulation.threads.filter(\.isHeldByUser).map(\.number))
    let waiting = simulation.threads.filter(\.isWaitingInLibrary)
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for thread in waiting where !reached.contains(thread.number) {
        let needed = needed(by: thread)
        let waitsForReached = reached.contains {
          $0 < activities.count && open($0, isStrict: isStrict) & needed != 0
        }
        if waitsForReached {
          reached.insert(thread.number)
          hasChanged = true
        }
      }
    }
    guard let lost = waiting.first(where: { !reached.contains($0.number) }) else { return nil }
    if !simulation.threads.contains(where: \.isHeldByUser) {
      return Violation(rule: "T5", text: "deadlock: " + simulation.standstill())
    }
    return Violation(
      rule: isJoinOfOthers(lost) ? "T4" : "T3",
      text: "T\(lost.number) waits for what it does not need; it needs "
        + "\(graph.text(needed(by: lost))): " + simulation.standstill())
  }

  /// Whether user code joins the thread, and its resolve has not begun what the thread resolves.
  private func isJoinOfOthers(_ lost: Simulation.Thread) -> Bool {
    let needed = needed(by: lost)
    return simulation.threads.contains { thread in
      guard case .joining(let joined, inUserCode: true) = thread.state, joined === lost else {
        return false
      }
      return activities[thread.number].made.allSatisfy { needed & (1 << $0.node) == 0 }
    }
  }

  private func needed(by thread: Simulation.Thread) -> Nodes {
    guard thread.number < activities.count else { return 0 }
    for item in activities[thread.number].stack.reversed() {
      if case .request(let asked) = item { return graph.closure(asked.nodes) }
    }
    return 0
  }

  /// What the thread has begun, and cannot have finished. To the letter of T3, what is complete is
  /// finished. Otherwise a ring is finished with the resolve that made it.
  private func open(_ thread: Int, isStrict: Bool) -> Nodes {
    var nodes: Nodes = 0
    for one in activities[thread].made where !one.isCopy {
      switch one.state {
      case .begun, .constructed, .completing: nodes |= 1 << one.node
      case .complete: if !isStrict, !one.isSettled { nodes |= 1 << one.node }
      case .failed: break
      }
    }
    return nodes
  }
}

// MARK: - What is known

/// A call that is in progress and replaces, removes or forgets.
final class Removal {
  let container: Int
  let key: ServiceKey?
  init(container: Int, key: ServiceKey?) {
    self.container = container
    self.key = key
  }

  func concerns(_ entry: Entry) -> Bool {
    entry.container == container && (key == nil || entry.key == key)
  }
}

/// One registration: what one call of `register` did.
final class Registered {
  let number: Int
  let index: Int
  let entry: Entry
  var runs = 0
  /// Whether it was replaced, unregistered or reset: then what is in the making is not kept.
  var wasRemoved = false
  /// What outermost resolves returned, directly or as a part.
  var returned: Made?

  init(_ number: Int, _ index: Int, _ entry: Entry) {
    self.number = number
    self.index = index
    self.entry = entry
  }
}

/// One run of a factory, and what it made.
final class Made: CustomStringConvertible {
  enum State { case begun, constructed, completing, complete, failed }
  let number: Int
  let registered: Registered
  let node: Int
  unowned let activity: Activity
  let run: Int
  let madeInDeinit: Bool
  let time: Int
  /// How many failures there had been when the oldest resolve began that was in progress then.
  let failureCount: Int
  var state = State.begun
  /// Whether a `verify()` made it.
  var isCopy = false
  var isAlive = false
  /// Whether an outermost resolve returned it, directly or as a part.
  var isReturned = false
  /// Whether the outermost resolve that made it succeeded.
  var isKept = false
  var uses: [Made] = []

  init(
    _ number: Int, _ registered: Registered, node: Int, _ activity: Activity, failureCount: Int
  ) {
    self.number = number
    self.registered = registered
    self.node = node
    self.activity = activity
    self.failureCount = failureCount
    run = registered.runs
    madeInDeinit = activity.deinits > 0
    time = number
  }

  var description: String {
    "\(registered.entry.key)" + (registered.index == registered.number ? "" : "'") + "/\(run)"
  }

  var isReady: Bool { state == .complete && !isCopy }

  /// Whether nothing can drop it any more: it and all that it is made of are complete.
  var isSettled: Bool {
    var visited: [Made] = []
    return isSettled(&visited)
  }

  private func isSettled(_ visited: inout [Made]) -> Bool {
    if isReturned || isKept { return true }
    if state != .complete { return false }
    if visited.contains(where: { $0 === self }) { return false }
    visited.append(self)
    for one in uses where !one.isSettled(&visited) { return false }
    visited.removeLast()
    return true
  }
}

/// A request that is in progress.
final class Asked {
  let request: Request
  let nodes: Nodes
  let time: Int
  let madeBefore: Int
  let givenBefore: Int
  init(_ request: Request, _ nodes: Nodes, _ time: Int, _ activity: Activity) {
    self.request = request
    self.nodes = nodes
    self.time = time
    madeBefore = activity.made.count
    givenBefore = activity.given.count
  }
}

/// What one thread is doing.
final class Activity {
  enum Item {
    case request(Asked)
    case factory(Made)
    case callback(Made)
    case `deinit`(String)
  }
  let number: Int
  var stack: [Item] = []
  /// What its outermost resolve has begun.
  var made: [Made] = []
  /// What requests inside it returned.
  var given: [Made] = []
  /// What is constructed and not completed, in order of construction.
  var due: [Made] = []
  var deinits = 0
  var isVerifying = false
  /// What the other threads asked for when this one was last under the lock.
  var needsOfOthers: [(number: Int, needed: Nodes)] = []
  /// The last error that came up on it, for subscripts, which do not say why they are `nil`.
  var lastFailure: (text: String, thrown: Int?, time: Int)?
  /// How many failures there had been when its outermost resolve began.
  var failuresBefore = 0

  init(_ number: Int) { self.number = number }

  var innermostUserCode: (Made, isFactory: Bool)? {
    for item in stack.reversed() {
      switch item {
      case .factory(let made): return (made, true)
      case .callback(let made): return (made, false)
      default: continue
      }
    }
    return nil
  }

  func endOutermost() {
    made = []
    given = []
    due = []
  }
}

/// What the program's factories and callbacks throw.
struct Failure: Error { var number: Int }

struct Thrown {
  var node: Int
  var time: Int
  /// What the thread had made by then and might still drop.
  var unsettled: [Made]
  /// How many instances there were, of all threads.
  var madeCount: Int
  var by: Activity
}

struct FailureOfRequest {
  enum Cause {
    case thrown(Int)
    case ring([ServiceKey])
    case missing(ServiceKey)
    /// A subscript is `nil`.
    case unknown

    var isUnknown: Bool {
      if case .unknown = self { return true }
      return false
    }
  }
  var asked: Asked
  var activity: Activity
  var time: Int
  /// What was made for it.
  var own: [Made]
  /// What of that it may have dropped.
  var made: [Made]
  var given: [Made] = []
  var cause = Cause.unknown
  var text = ""
}
