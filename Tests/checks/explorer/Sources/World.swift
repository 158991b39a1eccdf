// SPDX-License-Identifier: MIT-0

/// Runs the steps of a program. A judge watches several threads. For one thread, see `Log.swift`.
final class World: @unchecked Sendable {
  let program: Program
  let judge: Judge?
  var containers: [DIContainer?] = []
  private(set) var made: [Made] = []

  init(_ program: Program, _ judge: Judge? = nil) {
    self.program = program
    self.judge = judge
    let empty = program.manner.hasEmptyParent ? DIContainer() : nil
    for parent in program.parents {
      containers.append(DIContainer(parent: parent.map { containers[$0] } ?? empty))
    }
    for entry in program.entries { register(entry) }
  }

  var isTooLarge: Bool { made.count > (judge == nil ? 2_000 : 200) }

  /// Runs the threads, under a judge.
  func run(_ judge: Judge) throws(Simulation.Violation) {
    try judge.simulation.run(program.threads.map { steps in { self.perform(steps) } })
    // Every service is resolved once more, and then the containers go.
    try judge.simulation.run([
      {
        for entry in self.program.entries where entry.isSingleton { self.perform([entry.ask]) }
        judge.judgeFailures()
        self.end()
        judge.judgeLeaks(self.made.filter(\.isAlive))
      }
    ])
  }

  /// The factories of the containers keep the world, and records may refer to each other.
  func end() {
    for index in containers.indices.reversed() {  // A deinit finds the others.
      let last = containers[index]
      containers[index] = nil
      withExtendedLifetime(last) {}
    }
    for one in made {
      one.uses = []
      one.asked = nil
    }
  }

  func index(of container: DIContainer) -> Int? { containers.firstIndex { $0 === container } }

  private func register(_ entry: Entry) {
    guard let container = containers[entry.container] else { return }
    let registered = Registered(entry)
    func add<New: Service>(_ type: New.Type) {
      entry.register(type, name: program.name(of: entry.service), in: container) { c, depth in
        try self.make(type, registered, c, depth)
      } initCompleted: { component, c in
        try self.complete(component, registered, c)
      }
    }
    let type = program.type(of: entry.service)
    add(type)
  }

  /// The steps of a thread or of a deinit: every error ends there.
  private func perform(_ steps: [Step], run: Int? = nil) {
    for step in steps { _ = try? perform(step, run: run) }
  }

  /// The steps of a factory or callback, whose first runs may fail. Returns their results.
  private func perform(
    _ steps: [Step], of one: Made, with given: DIContainer, failing: Int
  ) throws -> [Component] {
    var result: [Component] = []
    for var step in steps {
      if step.number == one.service { step.depth = one.depth - 1 }
      if step.depth >= 0 { result += try perform(step, run: one.run, in: one.container, given) }
    }
    if judge == nil { one.uses += result.map(\.made) }
    if one.run > failing { return result }
    throw Failure(number: judge == nil ? one.service : one.number)
  }

  private func perform(
    _ step: Step, run: Int?, in index: Int = 0, _ given: DIContainer? = nil
  ) throws -> [Component] {
    if let wanted = step.run, wanted != run { return [] }
    if isTooLarge { return [] }
    let staysInside = given != nil && (judge?.isVerifying ?? program.manner.staysInside)
    let other = staysInside ? nil : step.container
    let container = other.map { containers[$0] } ?? given
    guard step.isRequest else {
      judge?.userPoint("\(step)")
      change(step, container)
      judge?.userPoint("\(step) has ended")
      return []
    }
    guard let container else { return [] }
    let get = { [program] in try program.get(step, container) }
    do {
      guard let judge else { return try get() ?? [] }
      return try judge.ask(step, in: step.container ?? index, get) ?? []
    } catch  where step.kind == .caught { return [] }
  }

  func change(_ step: Step, _ container: DIContainer?) {
    switch step.kind {
    case .register: program.entries.first { $0.service == step.number }.map(register)
    case .unregister: container.map { program.unregister(step.number, in: $0) }
    case .reset: container?.reset()
    case .forget:
      let forget = { container?.reset(keepingRegistrations: true) ?? () }
      if let judge { judge.forget(step.container ?? 0, forget) } else { forget() }
    default: judge?.simulation.stall()
    }
  }

  private func make<New: Service>(
    _ type: New.Type, _ registered: Registered, _ container: DIContainer, _ depth: Int
  ) throws -> New {
    let entry = registered.entry
    let one = Made(made.count, registered, index(of: container), depth)
    made.append(one)
    return try inside(one, isFactory: true, container) {
      let given = try perform(entry.factory, of: one, with: container, failing: entry.factoryFails)
      let component = type.init(one, self)
      one.isAlive = true
      if entry.holds { component.held = given }
      return component
    }
  }

  private func complete(
    _ component: Component, _ registered: Registered, _ container: DIContainer
  ) throws {
    let one = component.made
    let entry = registered.entry
    try inside(one, isFactory: false, container) {
      // The results are freed here, inside the callback.
      _ = try perform(entry.callback ?? [], of: one, with: container, failing: entry.callbackFails)
    }
  }

  private func inside<Result>(
    _ one: Made, isFactory: Bool, _ container: DIContainer, _ body: () throws -> Result
  ) throws -> Result {
    if let judge { return try judge.inside(one, isFactory: isFactory, index(of: container), body) }
    verifyEverywhere()
    return try body()
  }

  func isFreed(_ one: Made) {
    one.isAlive = false
    judge?.insideDeinit(of: one) { perform(one.entry.deinitSteps, run: one.run) }
  }

  func verifyEverywhere() {
    if program.manner.verifiesEverywhere { _ = containers[made.count % containers.count]?.verify() }
  }
}
