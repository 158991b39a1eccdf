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
  /// The program's own references, until it ends.
  private(set) var containers: [DIContainer?] = []
  /// Each container, until it is freed.
  private var watched: [Weak] = []
  private(set) var registered: [Registered] = []
  /// By container: how many calls forget its instances now, and when the last one returned.
  private var forgetting: [Int: Int] = [:]
  private var forgotten: [Int: Int] = [:]
  private(set) var made: [Made] = []
  /// What singletons' factories made when they had made something before.
  var secondRuns: [(old: Made, new: Made)] = []
  private(set) var failures: [Asked] = []
  /// Where each `Failure` was thrown, by its number.
  private(set) var thrown: [(node: Int, time: Int)] = []
  private(set) var time = 0

  init(_ program: Program, _ simulation: Simulation) {
    self.program = program
    self.simulation = simulation
    graph = Graph(program)
  }

  // MARK: - The run

  /// The first thread's work.
  func run() {
    simulation.world = self
    for parent in program.parents {
      let new = DIContainer(parent: parent.flatMap { containers[$0] })
      containers.append(new)
      watched.append(Weak(container: new))
    }
    for (index, entry) in program.entries.enumerated() where entry.isInitial { register(index) }
    for steps in program.threads {
      _ = simulation.start { self.perform(steps, keeps: self.program.keepsResults) }
    }
    simulation.joinAll()
    simulation.note("-- all threads have ended; every service is resolved once more")
    for entry in program.entries where entry.isSingleton { perform([entry.ask]) }
    simulation.joinAll()
    judgeFailures()
    judgeSecondRuns()
    simulation.note("-- the containers go")
    // The children first. A deinit that runs now finds the containers that are left.
    for container in containers.indices.reversed() {
      let last = containers[container]
      containers[container] = nil
      withExtendedLifetime(last) {}
    }
    judgeWhatIsLeft(watched.indices.filter { watched[$0].container != nil })
    for one in made { one.uses = [] }  // they may use each other
  }

  private struct Weak { weak var container: DIContainer? }

  // MARK: - What threads are doing

  var activity: Activity { simulation.running.activity }

  /// Runs code of the user.
  func inside<Result>(_ item: Activity.Item, _ body: () throws -> Result) rethrows -> Result {
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

  /// The steps of a thread, or of a deinit: every error ends there.
  func perform(_ steps: [Step], in container: Int = 0, run: Int? = nil, keeps: Bool = false) {
    var kept: [Component] = []
    defer { withExtendedLifetime(kept) {} }
    for step in steps {
      guard let result = try? perform(step, in: container, run: run) else { continue }
      if keeps { kept += result }
    }
  }

  /// The steps of a factory or callback, whose first runs may fail. Returns what it was given.
  private func perform(
    _ steps: [Step], _ name: String, of one: Made, failing: Int
  ) throws -> [Component] {
    userPoint("\(name) of \(one) begins")
    defer { userPoint("\(name) of \(one) ends") }
    var given: [Component] = []
    for step in steps {
      given += try perform(step, in: one.container, run: one.run)
    }
    if one.run > failing { return given }
    time += 1
    thrown.append((one.node, time))
    throw Failure(number: thrown.count - 1)
  }

  /// `container` is the one that the factory or callback was given.
  private func perform(_ step: Step, in container: Int, run: Int?) throws -> [Component] {
    if let wanted = step.run, wanted != run { return [] }
    if made.count > 200 { return [] }  // a program that makes too much is cut short
    if case .get(let request) = step.action { return try get(request, in: container) }
    userPoint("\(step)")
    perform(step.action)
    userPoint("\(step) has ended")
    return []
  }

  /// What asks for no service.
  private func perform(_ action: Step.Action) {
    switch action {
    case .get: break
    case .register(let entry): register(entry)
    case .unregister(let service, let container):
      program.unregister(service, in: containers[container])
    case .reset(let container): containers[container]?.reset()
    case .forget(let container):
      forgetting[container, default: 0] += 1
      containers[container]?.reset(keepingRegistrations: true)
      forgetting[container, default: 0] -= 1
      time += 1
      forgotten[container] = time
    case .stall: simulation.stall()
    }
  }

  /// Whether the library may have forgotten it: a call had yet to return when it was asked for.
  func mayBeForgotten(_ one: Made) -> Bool {
    let container = one.registered.entry.container
    return forgetting[container, default: 0] > 0 || forgotten[container, default: 0] > one.request
  }

  private func register(_ index: Int) {
    let entry = program.entries[index]
    guard let container = containers[entry.container] else { return }
    let new = Registered(registered.count, index, entry)
    registered.append(new)
    Capture(self, new).register(
      program.type(of: entry.service), name: program.name(of: entry.service), in: container)
  }

  private func get(_ request: Request, in given: Int) throws -> [Component] {
    let index = request.container ?? given
    guard let container = activity.userCode?.made.copy ?? containers[index] else { return [] }
    return try ask(request, graph.candidates(request, given), in: index) {
      try program.get(request, container)
    }
  }

  // MARK: - Asking the library

  private func begin(_ request: Request) -> Resolve {
    let resolve = Resolve(simulation.running.number, isVerification: request.how == .verify)
    activity.resolves.append(resolve)
    return resolve
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
    let resolve = user?.made.resolve ?? begin(request)
    if let asker = user?.made, asker.lineage.count >= 99 { resolve.isTooDeep = true }
    let asked = Asked(
      request, nodes, resolve, container: container, asker: user?.made, time: time)
    let answer = Result { try inside(.request(asked), body) }
    if case .success(let components?) = answer {
      let result = components.map { made[$0.number] }
      simulation.note("\(request) is \(result)")
      user?.made.uses += result
      resolve.given += result
      judge(result, of: asked)
    } else {
      var error: (any Error)?
      if case .failure(let thrown) = answer { error = thrown }
      simulation.note("\(request) fails" + (error.map { " with \($0)" } ?? ""))
      note(error, of: asked)
    }
    if asked.isOutermost { activity.resolves.removeAll { $0 === resolve } }
    userPoint("got \(request)")
    if case .failure = answer, request.how == .caught { return [] }
    return try answer.get() ?? []
  }

  private func judge(_ result: [Made], of asked: Asked) {
    judgeServices(result, asked)
    for one in result { judgeAncestor(one, asked) }
    judgeThrown(nil, asked)
    if asked.isOutermost {
      judgeEnd(asked)
      for one in result { judgeReturned(one, asked) }
    }
  }

  /// Remembers a failure: `judgeFailures` says whether there was a reason. If a part of what is being
  /// made is dropped, the next request says so, whoever was given it.
  private func note(_ error: (any Error)?, of asked: Asked) {
    let cause = error.map { self.cause(of: $0) }
    if let cause { judgeThrown(cause, asked) }
    asked.resolve.didFail(asked)
    if asked.resolve.isVerification { return }  // what it makes is nobody's
    if asked.request.isForSeveral {  // it may have been given some of them
      asked.resolve.given += made.filter { asked.nodes & (1 << $0.node) != 0 }
    }
    asked.fail(with: cause, at: time)
    failures.append(asked)
  }

  private func cause(of error: any Error) -> Cause {
    switch error {
    case let error as Failure: .thrown(error.number)
    case DIContainer.ResolutionError.circularDependency(let keys): .cycle(keys.map(service))
    case DIContainer.ResolutionError.notRegistered(let key, _, _): .missing(service(key))
    default: simulation.fail("R2", "The library throws \(error).")
    }
  }

  func index(of container: DIContainer) -> Int? {
    watched.firstIndex { $0.container === container }
  }

  private func service(_ key: DIContainer.Key) -> Int {
    key.name.flatMap { Int($0) } ?? services.firstIndex { $0 == key.service } ?? -1
  }

  // MARK: - What the library calls

  func make<New: Service>(
    _ type: New.Type, _ registered: Registered, _ container: DIContainer
  ) throws -> New {
    let entry = registered.entry
    let resolve = resolve(of: registered)
    let index = judgeContainer(container, entry, resolve)
    registered.runs += 1
    let one = Made(
      made.count, registered, node: graph.node(registered.index, index), resolve,
      outer: activity.userCode?.made, container: index, request: activity.asked?.time ?? 0)
    if resolve.isVerification { one.copy = container }
    judgeRun(one)
    made.append(one)
    resolve.made.append(one)
    do {
      let component = try inside(.factory(one)) {
        let given = try perform(entry.factory, "factory", of: one, failing: entry.factoryFails)
        let component = type.init(one.number, self)
        one.isAlive = true
        if entry.holds { component.held = given }
        return component
      }
      // Only now: a deinit of what the factory no longer needs is its code too.
      resolve.didConstruct(one)
      if one.state == .complete { activity.complete.append(one) }
      return component
    } catch {
      fail(one, error)
      throw error
    }
  }

  func complete(
    _ component: Component, _ registered: Registered, _ container: DIContainer
  ) throws {
    let one = made[component.number]
    let entry = registered.entry
    let resolve = resolve(of: registered)
    judgeCallback(one, registered, resolve)
    _ = judgeContainer(container, entry, resolve)
    resolve.willComplete(one)
    do {
      try inside(.callback(one)) {
        // What it was given is freed here: a deinit is its code too.
        _ = try perform(
          entry.callback ?? [], "initCompleted", of: one, failing: entry.callbackFails)
      }
      one.state = .complete
      activity.complete.append(one)
    } catch {
      fail(one, error)
      throw error
    }
  }

  /// A factory or callback throws out of its code: so the request that it runs for ends.
  private func fail(_ one: Made, _ error: any Error) {
    one.resolve.didFail(one)
    guard let asked = activity.asked else { return }
    asked.thrown = (cause(of: error), asked.made.filter(\.isSettled))
  }

  /// The resolve for which a factory or callback runs.
  private func resolve(of registered: Registered) -> Resolve {
    if let resolve = activity.resolves.last { return resolve }
    simulation.fail("K5", "code of S\(registered.entry.service) runs, and nobody asked for it.")
  }

  func isFreed(_ number: Int) {
    let one = made[number]
    one.isAlive = false
    if Simulation.current !== simulation { return }
    let entry = one.registered.entry
    let text = "deinit of \(one)"
    judgeLock(text)
    simulation.note(text)
    if entry.deinitSteps.isEmpty { return }
    inside(.deinit(text)) {
      userPoint(text)
      perform(entry.deinitSteps, in: entry.container, run: one.run)
    }
  }

  func isForgotten(_ registered: Registered) {
    registered.isAlive = false
    if Simulation.current !== simulation { return }
    judgeLock("deinit of the closure of S\(registered.entry.service)")
  }
}
