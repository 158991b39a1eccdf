// SPDX-License-Identifier: MIT-0

/// Runs a program. It does what threads, factories, callbacks and deinits do, and notes what is made
/// and who asks for what. Judges.swift says what that has to be like.
///
/// Only the thread with the baton uses it. The only containers that it keeps alive are the program's
/// own: when these go, everything has to go.
final class World: @unchecked Sendable {
  let program: Program
  let simulation: Simulation
  var graph: Graph
  /// The program's own references; a thread may let one go.
  private(set) var containers: [DIContainer?] = []
  /// `nil` is a container that no step has made yet.
  private var identities: [ObjectIdentifier?] = []
  private var created: [(index: Int, container: Weak)] = []
  private(set) var registered: [Registered] = []
  private var removals: [Removal] = []
  private(set) var made: [Made] = []
  /// What singletons' factories made when they had made something before.
  var secondRuns: [(old: Made, new: Made)] = []
  var failures: [FailedRequest] = []
  /// Where each `Failure` was thrown, by its number.
  private(set) var thrown: [(node: Int, time: Int)] = []
  private(set) var time = 0
  private var activities: [Activity] = []
  private(set) var liveComponents = 0
  private(set) var liveCaptures = 0

  init(_ program: Program, _ simulation: Simulation) {
    self.program = program
    self.simulation = simulation
    graph = Graph(program)
  }

  // MARK: - The run

  /// The first thread's work.
  func run() {
    simulation.judgeStandstill = { self.judgeStandstill() }
    simulation.describe = { self.describe($0) }
    simulation.judgeWaits = { self.judgeWaits() }
    containers = program.parents.map { _ in nil }
    identities = program.parents.map { _ in nil }
    for index in program.parents.indices where !program.late.contains(index) { create(index) }
    for steps in program.threads {
      _ = simulation.start { self.perform(steps, keeps: self.program.keepsResults) }
    }
    joinAll()
    simulation.note("-- all threads have ended; every service is resolved once more")
    askForEverything()
    joinAll()
    judgeFailures()
    judgeSecondRuns()
    simulation.note("-- the containers go")
    letContainersGo()
    joinAll()  // a deinit may have started more
    judgeWhatIsLeft(created.filter { $0.container.container != nil }.map(\.index))
    simulation.judgeStandstill = { nil }
    simulation.describe = { _ in "" }
    simulation.judgeWaits = {}
    for one in made { one.uses = [] }  // they may use each other
    for one in registered { one.returned = nil }
  }

  /// Makes a container, unless it was made before or its parent has gone, and registers what is in
  /// it from the beginning.
  private func create(_ index: Int) {
    if identities[index] != nil { return }
    let parent = program.parents[index]
    if let parent, containers[parent] == nil { return }
    let new = DIContainer(parent: parent.flatMap { containers[$0] })
    if identities[index] != nil { return }  // another thread made it while this one had to wait
    let identity = ObjectIdentifier(new)
    // One that was there has gone, if it had the same address.
    for (other, used) in identities.enumerated() where used == identity {
      identities[other] = ObjectIdentifier(self)
    }
    containers[index] = new
    identities[index] = identity
    created.append((index, Weak(new)))
    for (number, entry) in program.entries.enumerated()
    where entry.isInitial && entry.container == index {
      register(number)
    }
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

  // MARK: - What threads are doing

  var activity: Activity { activity(of: simulation.running) }

  func activity(of thread: Simulation.Thread) -> Activity {
    while activities.count <= thread.number { activities.append(Activity(activities.count)) }
    return activities[thread.number]
  }

  private func describe(_ thread: Simulation.Thread) -> String {
    activity(of: thread).stack.map { item in
      switch item {
      case .request(let asked): "\(asked.request)"
      case .factory(let made): "factory of \(made)"
      case .callback(let made): "initCompleted of \(made)"
      case .deinit(let text): text
      }
    }.joined(separator: " > ")
  }

  /// Runs code of the user.
  func inside<Result>(
    _ item: Activity.Item, _ body: () throws -> Result
  ) rethrows -> Result {
    let activity = activity
    activity.stack.append(item)
    defer { activity.stack.removeLast() }
    return try body()
  }

  /// Called wherever the user's code runs. What its thread had to tell the library is told by now.
  private func userPoint(_ text: @autoclosure () -> String) {
    judgeLock(text())
    for one in activity.complete { one.isKnownComplete = true }
    activity.complete.removeAll(keepingCapacity: true)
    judgeWaits()
    simulation.userPoint(text())
  }

  // MARK: - Steps

  /// Where a factory or callback was asked from.
  private struct Given {
    var index = 0
    /// The copy of a `verify()`, in place of the container.
    var copy: DIContainer?
  }

  /// The steps of a thread, or of a deinit: every error ends there.
  private func perform(
    _ steps: [Step], given: Given = Given(), run: Int? = nil, keeps: Bool = false
  ) {
    var kept: [Component] = []
    defer { withExtendedLifetime(kept) {} }
    for step in steps {
      guard let result = try? perform(step, given: given, run: run) else { continue }
      if keeps { kept += result }
    }
  }

  /// The steps of a factory or callback, which may fail.
  private func perform(
    _ steps: [Step], _ failing: Failing, of one: Made, given: Given
  ) throws -> [Component] {
    var used: [Component] = []
    for (index, step) in steps.enumerated() {
      if failing.runs >= one.run, failing.after == index { throw failure(of: one) }
      used += try perform(step, given: given, run: one.run)
    }
    if failing.runs >= one.run { throw failure(of: one) }
    return used
  }

  private func failure(of one: Made) -> Failure {
    time += 1
    thrown.append((one.node, time))
    return Failure(number: thrown.count - 1)
  }

  private func perform(_ step: Step, given: Given, run: Int?) throws -> [Component] {
    if let wanted = step.run, wanted != run { return [] }
    if made.count > 200 { return [] }  // a program that makes too much is cut short
    switch step.action {
    case .get(let request):
      return try get(request, given: given)
    case .register(let entry):
      userPoint("\(step)")
      register(entry)
    case .unregister(let key, let container):
      use(container, step) { place in
        removing(container, key) { _ = ServiceType.all[key.service].unregister(place, key.name) }
      }
    case .reset(let container):
      use(container, step) { place in removing(container) { place.reset() } }
    case .forget(let container):
      use(container, step) { place in
        removing(container) { place.reset(keepingRegistrations: true) }
      }
    case .create(let container):
      userPoint("\(step)")
      create(container)
    case .look(let container):
      use(container, step) { place in
        _ = place.description
        _ = ServiceType.all[0].contains(place, nil)
      }
    case .drop(let container):
      userPoint("\(step)")
      let last = containers[container]
      containers[container] = nil
      withExtendedLifetime(last) {}
      userPoint("let a container go")
    case .bootstrap(let container):
      try bootstrap(container)
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
    }
    return []
  }

  /// Calls a method of a container, if it is still there.
  private func use(_ container: Int, _ step: Step, _ body: (DIContainer) -> Void) {
    guard let place = containers[container] else { return }
    userPoint("\(step)")
    body(place)
    userPoint("\(step) has returned")
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

  private func bootstrap(_ index: Int) throws {
    guard let container = containers[index] else { return }
    let nodes = graph.eagerNodes(of: index)
    let request = Request(how: .bootstrap, key: ServiceKey(service: 0), container: index)
    _ = try ask(request, nodes, in: index) {
      try container.bootstrap()
      return []
    }
    judgeBootstrap(nodes)
  }

  /// What it makes belongs to nobody else, so that its failures are not judged.
  private func verify(_ index: Int) {
    guard let container = containers[index] else { return }
    let request = Request(how: .all, key: ServiceKey(service: 0), container: index)
    userPoint("c\(index).verify()")
    let resolve = begin(isVerification: true)
    let asked = Asked(request, graph.all, resolve, container: index, asker: nil, time: time)
    _ = inside(.request(asked)) { container.verify() }
    end(resolve)
    userPoint("verified")
  }

  private func get(_ request: Request, given: Given) throws -> [Component] {
    let index = request.container ?? given.index
    guard let container = given.copy ?? containers[index] else { return [] }
    let type = ServiceType.all[request.key.service]
    return try ask(request, graph.candidates(request, given.index), in: index) {
      switch request.how {
      case .resolve, .caught: [try type.resolve(container, request.key.name)]
      case .all: try type.all(container)
      case .subscript: type.optional(container, request.key.name).map { [$0] }
      case .bootstrap: []
      }
    }
  }

  // MARK: - Asking the library

  private func begin(isVerification: Bool = false) -> Resolve {
    let resolve = Resolve(simulation.running.number, isVerification: isVerification)
    activity.resolves.append(resolve)
    return resolve
  }

  private func end(_ resolve: Resolve) {
    activity.resolves.removeAll { $0 === resolve }
  }

  /// Asks the library, which is what `body` does, and looks at what comes of it. `nil` is what a
  /// subscript returns after a failure.
  func ask(
    _ request: Request, _ nodes: Nodes, in container: Int, _ body: () throws -> [Component]?
  ) throws -> [Component] {
    let activity = activity
    let user = activity.userCode
    if let user { graph.add(nodes, of: user.made.node, inFactory: user.isFactory) }
    userPoint("\(request)")
    time += 1
    let resolve = user?.made.resolve ?? begin()
    if let asker = user?.made, asker.depth >= 100 { resolve.isTooDeep = true }
    let asked = Asked(
      request, nodes, resolve, container: container, asker: user?.made, time: time)
    var components: [Component]?
    var error: (any Error)?
    do {
      components = try inside(.request(asked), body)
    } catch let thrown {
      error = thrown
    }
    if let components {
      let result = components.map { made[$0.number] }
      simulation.note("\(request) is \(result)")
      user?.made.uses += result
      resolve.given += result
      judge(result, of: asked)
    } else {
      simulation.note("\(request) fails" + (error.map { " with \($0)" } ?? ""))
      note(error, of: asked)
    }
    if asked.isOutermost { end(resolve) }
    userPoint("got \(request)")
    if let error, request.passesErrorsOn { throw error }
    return components ?? []
  }

  private func judge(_ result: [Made], of asked: Asked) {
    for one in result where one.resolve !== asked.resolve && !one.isSettled {
      simulation.takes += 1
    }
    judgeServices(result, asked)
    judgeTransients(result, asked)
    judgeThrown(nil, asked)
    if asked.isOutermost {
      judgeEnd(asked)
      judgeReturned(result, asked)
    }
  }

  /// Remembers a failure: `judgeFailures` says whether there was a reason. If a part of what is being
  /// made is dropped, the next request says so, whoever was given it.
  private func note(_ error: (any Error)?, of asked: Asked) {
    let cause = error.map { self.cause(of: $0) }
    if let cause { judgeThrown(cause, asked) }
    asked.resolve.didFail(asked)
    if asked.resolve.isVerification { return }
    let failure = FailedRequest(
      asked: asked, cause: cause ?? asked.thrown?.cause, time: time, made: asked.made,
      settled: asked.thrown?.settled ?? [], given: asked.resolve.given)
    for one in failure.unsettled { one.wasUnsettledInFailure = true }
    failures.append(failure)
  }

  private func cause(of error: any Error) -> Cause {
    switch error {
    case let error as Failure: .thrown(error.number)
    case DIContainer.ResolutionError.circularDependency(let keys): .ring(keys.map(serviceKey))
    case DIContainer.ResolutionError.notRegistered(let key, _, _): .missing(serviceKey(key))
    default: simulation.fail("R2", "The library throws \(error).")
    }
  }

  private func serviceKey(_ key: DIContainer.Key) -> ServiceKey {
    let service = ServiceType.all.firstIndex { $0.type == key.service }
    return ServiceKey(service: service ?? -1, name: key.name)
  }

  // MARK: - What the library calls

  func make<Service: Component>(
    _ type: Service.Type, _ registered: Registered, _ container: DIContainer
  ) throws -> Service {
    let resolve = resolve(of: registered)
    let given = given(container, registered, resolve)
    let node = graph.node(registered.index, given.index)
    registered.runs += 1
    let new = Made(
      made.count, registered, node: node, resolve, outer: activity.userCode?.made,
      container: given.index, request: activity.asked?.time ?? 0, isCopy: given.copy != nil)
    judgeRun(new)
    made.append(new)
    resolve.made.append(new)
    do {
      let component = try inside(.factory(new)) { try construct(type, new, given) }
      // Only now: a deinit of what the factory no longer needs is its code too.
      resolve.didConstruct(new)
      if new.state == .complete { activity.complete.append(new) }
      return component
    } catch {
      resolve.didFail(new)
      note(thrown: error)
      throw error
    }
  }

  private func construct<Service: Component>(
    _ type: Service.Type, _ new: Made, _ given: Given
  ) throws -> Service {
    let entry = new.registered.entry
    userPoint("factory of \(new) begins")
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

  func complete(
    _ component: Component, _ registered: Registered, _ container: DIContainer
  ) throws {
    let one = made[component.number]
    let resolve = resolve(of: registered)
    judgeCallback(one, registered, resolve)
    let given = given(container, registered, resolve)
    let entry = registered.entry
    resolve.willComplete(one)
    do {
      try inside(.callback(one)) {
        userPoint("initCompleted of \(one) begins")
        do {
          _ = try perform(entry.callback ?? [], entry.callbackFails, of: one, given: given)
        } catch {
          userPoint("initCompleted of \(one) throws")
          throw error
        }
        userPoint("initCompleted of \(one) ends")
      }
      one.state = .complete
      activity.complete.append(one)
    } catch {
      resolve.didFail(one)
      note(thrown: error)
      throw error
    }
  }

  /// A factory or callback throws out of its code: so the request that it runs for ends.
  private func note(thrown error: any Error) {
    guard let asked = activity.asked else { return }
    asked.thrown = (cause(of: error), asked.made.filter(\.isSettled))
  }

  /// The resolve for which a factory or callback runs.
  private func resolve(of registered: Registered) -> Resolve {
    if let resolve = activity.resolves.last { return resolve }
    simulation.fail("K5", "code of \(registered.entry.key) runs, and nobody asked for it.")
  }

  /// The container that a factory or callback is given.
  private func given(
    _ container: DIContainer, _ registered: Registered, _ resolve: Resolve
  ) -> Given {
    let entry = registered.entry
    let index = identities.firstIndex(of: ObjectIdentifier(container))
    if index == nil, resolve.isVerification {
      return Given(index: entry.container, copy: container)
    }
    return Given(index: judgeContainer(index, entry))
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
    judgeLock(text)
    simulation.note(text)
    if steps.isEmpty { return }
    inside(.deinit(text)) {
      userPoint(text)
      perform(steps, given: Given(index: container), run: run)
    }
  }
}
