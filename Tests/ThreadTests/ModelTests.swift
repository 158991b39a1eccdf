import DIContainer
import Foundation
import TestSupport
import Testing

// Random graphs and programs, in the container and in the model, and what differs.
//
//     DICONTAINER_SEED=17 swift test --filter ModelTests             one graph again
//     DICONTAINER_MODEL_SECONDS=600 swift test --filter ModelTests   more graphs, other seeds

/// Where a program runs in the library.
final class World {
  var containers: [DIContainer] = []
  var log: [String] = []
  var lastInstance = 0
  var alive = 0
  private var runs: [String: Int] = [:]

  init(parents: [Int?]) {
    for parent in parents {
      containers.append(DIContainer(parent: parent.map { containers[$0] }))
    }
  }

  func count(_ what: String) -> Int {
    runs[what, default: 0] += 1
    return runs[what, default: 0]
  }
}

/// A service whose instances know who made them.
class Node {
  let id: Int
  let argument: Int
  private let world: World

  required init(_ world: World, argument: Int) {
    world.lastInstance += 1
    world.alive += 1
    (id, self.world, self.argument) = (world.lastInstance, world, argument)
  }

  deinit { world.alive -= 1 }
}

protocol Marker: Node {}
final class S0: Node, Marker {}
final class S1: Node, Marker {}
final class S2: Node, Marker {}
final class S3: Node, Marker {}
final class S4: Node, Marker {}
final class S5: Node, Marker {}
final class S6: Node, Marker {}
final class S7: Node, Marker {}
final class S8: Node, Marker {}
final class S9: Node, Marker {}

private let markers: [any Marker.Type] = [
  S0.self, S1.self, S2.self, S3.self, S4.self, S5.self, S6.self, S7.self, S8.self, S9.self,
]

struct PlannedFailure: Error {
  let text: String
}

private func text(_ error: any Error) -> String {
  switch error {
  case let error as PlannedFailure:
    return error.text
  case DIContainer.ResolutionError.wrongComponent(let key, let component, let path):
    // The contract does not say the text of this one.
    let path = path.map(\.description).joined(separator: " → ")
    return "wrong component \(component) for \(key), \(path)"
  default:
    return "\(error)"
  }
}

// MARK: - The library's side

extension World {
  func register(_ entry: Entry) { register(markers[entry.key.service], entry) }

  private func register<Service: Marker>(_ type: Service.Type, _ entry: Entry) {
    let (container, name) = (containers[entry.container], entry.key.name)
    let make: (DIContainer, Int) throws -> Service = { [unowned self] in
      try self.make(Service.self, entry, $0, argument: $1)
    }
    let callback = entry.callback.map { steps -> (Node, DIContainer) throws -> Void in
      { [unowned self] in try complete($0, entry, steps, $1) }
    }
    guard let callback else {
      switch entry.lifetime {
      case .instance:
        container.register(type, name: name, eagerSingleton: Service(self, argument: 0))
      case .eagerSingleton:
        container.register(type, name: name, eagerSingleton: { try make($0, 0) })
      case .lazySingleton:
        container.register(type, name: name, lazySingleton: { try make($0, 0) })
      case .transient where entry.key.takesArgument:
        container.register(type, name: name, transient: { try make($0, $1) })
      case .transient:
        container.register(type, name: name, transient: { try make($0, 0) })
      }
      return
    }
    let component = component(of: entry)
    switch entry.lifetime {
    case .eagerSingleton:
      container.register(
        type, name: name, eagerSingleton: { try component($0, 0) }, initCompleted: callback)
    case .lazySingleton, .instance:
      container.register(
        type, name: name, lazySingleton: { try component($0, 0) }, initCompleted: callback)
    case .transient where entry.key.takesArgument:
      container.register(
        type, name: name, transient: { try component($0, $1) }, initCompleted: callback)
    case .transient:
      container.register(
        type, name: name, transient: { try component($0, 0) }, initCompleted: callback)
    }
  }

  /// A factory of `Node`, so that it can make the wrong one.
  private func component(of entry: Entry) -> (DIContainer, Int) throws -> Node {
    let type = markers[(entry.key.service + (entry.isWrong ? 1 : 0)) % markers.count]
    return { [unowned self] in try make(type, entry, $0, argument: $1) }
  }

  private func make<Component: Node>(
    _ type: Component.Type, _ entry: Entry, _ container: DIContainer, argument: Int
  ) throws -> Component {
    let run = count("make e\(entry.id)")
    log.append("make e\(entry.id) in \(name(of: container)), argument \(argument)")
    if !entry.key.takesArgument || argument > 0 {
      try perform(
        entry.factory, container, by: "e\(entry.id)", argument: entry.argument(after: argument))
    }
    if entry.failure.happens(in: run) {
      throw PlannedFailure(text: "factory e\(entry.id), run \(run)")
    }
    let made = type.init(self, argument: argument)
    log.append("made #\(made.id)")
    return made
  }

  private func complete(
    _ node: Node, _ entry: Entry, _ steps: [Step], _ container: DIContainer
  ) throws {
    let run = count("complete e\(entry.id)")
    log.append("complete #\(node.id) in \(name(of: container))")
    try perform(steps, container, by: "#\(node.id)", argument: entry.argument(after: node.argument))
    if entry.callbackFailure.happens(in: run) {
      throw PlannedFailure(text: "callback e\(entry.id), run \(run)")
    }
  }

  private func perform(
    _ steps: [Step], _ given: DIContainer, by asker: String, argument: Int
  ) throws {
    for step in steps {
      let container = step.container.map { containers[$0] } ?? given
      do {
        let taken = try take(step, through: container, argument: argument)
        log.append("\(asker) got \(instancesText(taken))")
      } catch  where step.isTolerant {
        log.append("\(asker) got \(text(error))")
      }
    }
  }

  func take(_ step: Step, through container: DIContainer, argument: Int) throws -> [Int]? {
    try take(markers[step.key.service], step, container, argument)
  }

  private func take<Service: Marker>(
    _ type: Service.Type, _ step: Step, _ container: DIContainer, _ argument: Int
  ) throws -> [Int]? {
    let name = step.key.name
    switch (step.how, step.key.takesArgument) {
    case (.resolve, false): return [try container.resolve(type, name: name).id]
    case (.resolve, true): return [try container.resolve(type, name: name, arguments: argument).id]
    case (.subscript, false): return container[type, name: name].map { [$0.id] }
    case (.subscript, true): return container[type, name: name, arguments: argument].map { [$0.id] }
    case (.optional, false):
      let service: Service? = try container.resolve(name: name)
      return service.map { [$0.id] }
    case (.optional, true):
      let service: Service? = try container.resolve(name: name, arguments: argument)
      return service.map { [$0.id] }
    case (.all, _): return try container.resolveAll(type).map(\.id)
    }
  }

  func contains<Service: Marker>(
    _ type: Service.Type, _ key: ModelKey, in container: DIContainer
  ) -> Bool {
    key.takesArgument
      ? container.contains(type, name: key.name, arguments: Int.self)
      : container.contains(type, name: key.name)
  }

  func unregister<Service: Marker>(
    _ type: Service.Type, _ key: ModelKey, in container: DIContainer
  ) -> Bool {
    key.takesArgument
      ? container.unregister(type, name: key.name, arguments: Int.self)
      : container.unregister(type, name: key.name)
  }

  private func name(of container: DIContainer) -> String {
    containers.firstIndex { $0 === container }.map { "c\($0)" } ?? "?"
  }
}

// MARK: - Comparing

extension Operation {
  /// Nothing where the operation is a misuse, or too large to compare.
  func run(in model: inout Model) -> [String]? {
    let before = model
    model.log = []
    do {
      switch self {
      case .register(let entry):
        guard !model.containers[entry.container].isFrozen else { return nil }
        model.register(entry)
      case .take(let step, let container):
        let taken = try model.take(step, through: container, argument: 2)
        model.log.append(instancesText(taken))
      case .unregister(let key, let container):
        guard !model.containers[container].isFrozen else { return nil }
        model.log.append("\(model.unregister(key, in: container))")
      case .contains(let key, let container):
        model.log.append("\(model.lookUp(key, in: container) != nil)")
      case .reset(let container, let isKept):
        model.reset(container, keepingRegistrations: isKept)
      case .bootstrap(let container): try model.bootstrap(container)
      }
    } catch let error as ModelError {
      model.log.append(error.text)
    } catch {
      model = before
      return nil
    }
    return model.log
  }

  func run(in world: World) -> [String] {
    world.log = []
    do {
      switch self {
      case .register(let entry): world.register(entry)
      case .take(let step, let container):
        let taken = try world.take(step, through: world.containers[container], argument: 2)
        world.log.append(instancesText(taken))
      case .unregister(let key, let container):
        let done = world.unregister(markers[key.service], key, in: world.containers[container])
        world.log.append("\(done)")
      case .contains(let key, let container):
        let isThere = world.contains(markers[key.service], key, in: world.containers[container])
        world.log.append("\(isThere)")
      case .reset(let container, let isKept):
        world.containers[container].reset(keepingRegistrations: isKept)
      case .bootstrap(let container): try world.containers[container].bootstrap()
      }
    } catch {
      world.log.append(text(error))
    }
    return world.log
  }
}

extension Program {
  /// The first operation that went otherwise than in the model, and how.
  func difference() -> String? {
    var model = Model(parents: parents)
    let world = World(parents: parents)
    defer { world.containers = [] }
    for operation in operations {
      guard let expected = operation.run(in: &model) else { continue }
      let actual = operation.run(in: world)
      guard expected != actual else { continue }
      return """
        \(operation)
        expected:
          \(expected.joined(separator: "\n  "))
        actual:
          \(actual.joined(separator: "\n  "))
        """
    }
    world.containers = []
    return world.alive == 0 ? nil : "\(world.alive) instances leaked"
  }

  /// The smallest program that still differs, found by leaving out one thing after another.
  func shrunk() -> Program {
    var smallest = self
    while let smaller = smallest.smaller.first(where: { $0.difference() != nil }) {
      smallest = smaller
    }
    return smallest
  }

  private var smaller: [Program] {
    operations.indices.flatMap { index -> [Program] in
      var without = self
      without.operations.remove(at: index)
      guard case .register(let entry) = operations[index] else { return [without] }
      return [without]
        + entry.simpler.map {
          var program = self
          program.operations[index] = .register($0)
          return program
        }
    }
  }

  var dump: String {
    let parents = parents.map { $0.map(String.init) ?? "nil" }.joined(separator: ", ")
    return "parents: [\(parents)]\n" + operations.map { "\($0)" }.joined(separator: "\n")
  }
}

extension Entry {
  fileprivate var simpler: [Entry] {
    func changed(_ change: (inout Entry) -> Void) -> Entry {
      var entry = self
      change(&entry)
      return entry
    }
    var entries = factory.indices.map { index in changed { $0.factory.remove(at: index) } }
    if let callback {
      entries += callback.indices.map { index in changed { $0.callback?.remove(at: index) } }
      entries.append(
        changed {
          $0.callback = nil
          $0.isWrong = false
        })
    }
    if case .none = failure {} else { entries.append(changed { $0.failure = .none }) }
    if case .none = callbackFailure {
    } else {
      entries.append(changed { $0.callbackFailure = .none })
    }
    return entries
  }
}

extension Operation: CustomStringConvertible {
  var description: String {
    switch self {
    case .register(let entry): "register \(entry)"
    case .take(let step, let container): "take \(step) from c\(container)"
    case .unregister(let key, let container): "unregister \(key) from c\(container)"
    case .contains(let key, let container): "contains \(key) in c\(container)"
    case .reset(let container, let isKept):
      "reset c\(container)" + (isKept ? ", keeping its registrations" : "")
    case .bootstrap(let container): "bootstrap c\(container)"
    }
  }
}

extension Step: CustomStringConvertible {
  var description: String {
    let container = container.map { " of c\($0)" } ?? ""
    return "\(isTolerant ? "try? " : "")\(how) \(key)\(container)"
  }
}

extension Entry: CustomStringConvertible {
  var description: String {
    var text = "e\(id) \(lifetime) \(key) in c\(container): \(factory)"
    if case .none = failure {} else { text += ", fails \(failure)" }
    if let callback { text += ", completed: \(callback)" }
    if case .none = callbackFailure {} else { text += ", callback fails \(callbackFailure)" }
    return text + (isWrong ? ", wrong component" : "")
  }
}

@Suite struct ModelTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let end = environment["DICONTAINER_MODEL_SECONDS"].flatMap(Double.init)
    .map { Date(timeIntervalSinceNow: $0) }
  private static let seed = environment["DICONTAINER_SEED"].flatMap(UInt64.init)
  private static let batch: UInt64 = isRelease ? 2500 : 500

  @Test(
    .rules(
      .K1, .K5, .R2, .R3, .R4, .R5, .R6, .R7, .R8, .R9, .C1, .C2, .C3, .C4, .C6, .M1, .M2, .T10),
    arguments: 0..<2 as Range<UInt64>)
  func containerDoesWhatTheModelDoes(batch: UInt64) async {
    if let seed = Self.seed {
      if batch == 0 { compare(seed) }
      return
    }
    guard let end = Self.end else {
      for seed in batch * Self.batch..<(batch + 1) * Self.batch {
        guard compare(seed) else { return }
        await Task.yield()
      }
      return
    }
    let first = UInt64(Date().timeIntervalSince1970) << 20 + batch << 50
    var seed = first
    while Date() < end, compare(seed) {
      seed += 1
      await Task.yield()
    }
    print("Compared \(seed - first) graphs from seed \(first).")
  }

  @discardableResult private func compare(_ seed: UInt64) -> Bool {
    var generator = Generator(seed: seed)
    let program = generator.program()
    guard program.difference() != nil else { return true }
    let smallest = program.shrunk()
    Issue.record(
      """
      DICONTAINER_SEED=\(seed) differs from the model. The smallest program that does:
      \(smallest.dump)
      In \(smallest.difference() ?? "")
      """)
    return false
  }
}
