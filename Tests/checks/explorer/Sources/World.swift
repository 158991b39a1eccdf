/// Runs the steps of a program, watched by a judge.
final class World: @unchecked Sendable {
  private let program: Program
  private let judge: Judge
  private var containers: [DIContainer?] = []

  init(_ program: Program, _ judge: Judge) {
    self.program = program
    self.judge = judge
    for parent in program.parents {
      containers.append(DIContainer(parent: parent.flatMap { containers[$0] }))
    }
    for entry in program.entries { register(entry) }
  }

  func run() {
    judge.simulation.run(program.threads.map { steps in { self.perform(steps) } })
    // Every service is resolved once more, and then the containers go.
    judge.simulation.run([
      { [self] in
        for entry in program.entries where entry.isSingleton {
          perform([Step(kind: .caught, number: entry.service, container: entry.container)])
        }
        for index in containers.indices.reversed() {
          let last = containers[index]
          containers[index] = nil
          withExtendedLifetime(last) {}  // A deinit finds the others.
        }
        let alive = judge.made.filter(\.isAlive)
        if !alive.isEmpty { judge.simulation.fail("never freed: \(alive)") }
      }
    ])
  }

  private func register(_ entry: Entry) {
    guard let container = containers[entry.container] else { return }
    let registered = Registered(entry)
    let witness = Witness { [judge] in judge.judgeLock("deinit of what a factory captures") }
    entry.register(in: container) { c in
      let one = self.judge.begin(registered)
      return try withExtendedLifetime(witness) {
        try self.perform(one, isFactory: true, with: c) { given in
          one.isAlive = true
          return Component(one, self, holding: entry.holds ? given : [])
        }
      }
    } initCompleted: { component, c in
      try self.perform(component.made, isFactory: false, with: c) { _ in }
    }
    registered.time = judge.simulation.steps
  }

  func isFreed(_ one: Made) {
    one.isAlive = false
    judge.judgeLock("deinit of \(one)")
    perform(one.entry.deinitSteps)
  }

  /// Runs the steps of a thread or of a deinit, which catches every error.
  private func perform(_ steps: [Step]) { for step in steps { _ = try? perform(step) } }

  /// Runs the steps of a factory or callback, whose first runs may fail.
  private func perform<Result>(
    _ one: Made, isFactory: Bool, with container: DIContainer, _ body: ([Component]) -> Result
  ) throws -> Result {
    let entry = one.entry
    let index = containers.firstIndex { $0 === container }
    return try judge.inside(one, isFactory: isFactory, index) {
      var given: [Component] = []  // freed inside the factory or callback
      for step in isFactory ? entry.factory : entry.callback {
        given += try perform(step, in: one.container, container)
      }
      if one.run > (isFactory ? entry.factoryFails : entry.callbackFails) { return body(given) }
      throw Failure(number: one.number, held: entry.holds ? given : [])
    }
  }

  private func perform(
    _ step: Step, in index: Int = 0, _ given: DIContainer? = nil
  ) throws -> [Component] {
    if judge.made.count > 200 { return [] }
    guard let container = step.container.map({ containers[$0] }) ?? given else { return [] }
    if step.isRequest {
      do {
        return try judge.ask(step, in: step.container ?? index, container) ?? []
      } catch  where step.kind == .caught { return [] }
    }
    judge.userPoint("\(step)")
    if step.kind == .stall {
      judge.simulation.stall()
    } else {
      judge.remove(step) { change(step, container) }
    }
    judge.userPoint("\(step) has ended")
    return []
  }

  private func change(_ step: Step, _ container: DIContainer) {
    switch step.kind {
    case .register:
      for entry in program.entries
      where entry.service == step.number && entry.container == step.container { register(entry) }
    case .unregister: container.unregister(Component.self, name: name(of: step.number))
    default: container.reset(keepingRegistrations: step.kind == .forget)
    }
  }
}

/// An instance of a service. Its record outlives it.
final class Component {
  let made: Made
  private let world: World
  private let held: [Component]

  init(_ made: Made, _ world: World, holding held: [Component]) {
    self.made = made
    self.world = world
    self.held = held
  }

  deinit { world.isFreed(made) }
}

/// The services differ by name. The first has none, which the library treats separately.
func name(of service: Int) -> String? { service == 0 ? nil : "\(service)" }

extension Step {
  /// Makes the request. A subscript returns `nil` after a failure.
  func ask(_ container: DIContainer) throws -> [Component]? {
    switch kind {
    case .bootstrap: try container.bootstrap()
    case .verify: _ = container.verify()
    case .all: return try container.resolveAll(Component.self)
    case .subscript: return container[Component.self, name: name(of: number)].map { [$0] }
    default: return [try container.resolve(Component.self, name: name(of: number))]
    }
    return []
  }
}

extension Entry {
  func register(
    in container: DIContainer, factory: @escaping (DIContainer) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) {
    let type = Component.self
    let name = name(of: service)
    switch (isSingleton, isEager, hasCallback) {
    case (true, true, false): container.register(type, name: name, eagerSingleton: factory)
    case (true, true, true):
      container.register(type, name: name, eagerSingleton: factory, initCompleted: initCompleted)
    case (true, false, false): container.register(type, name: name, lazySingleton: factory)
    case (true, false, true):
      container.register(type, name: name, lazySingleton: factory, initCompleted: initCompleted)
    case (false, _, false): container.register(type, name: name, transient: factory)
    case (false, _, true):
      container.register(type, name: name, transient: factory, initCompleted: initCompleted)
    }
  }
}

/// The error of a program's factories and callbacks, which may hold what was given to them.
struct Failure: Error, CustomStringConvertible, @unchecked Sendable {
  let number: Int
  let held: [Component]
  var description: String { "failure of \(number)" }
}

/// Calls a function when it is freed.
private final class Witness {
  private let isFreed: () -> Void
  init(_ isFreed: @escaping () -> Void) { self.isFreed = isFreed }
  deinit { isFreed() }
}
