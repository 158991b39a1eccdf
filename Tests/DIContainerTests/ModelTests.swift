// SPDX-License-Identifier: MIT-0

import DIContainer
import Foundation
import TestSupport
import Testing

// Random programs, done by the library and by the model, and what differs. One program again:
//
//     DICONTAINER_SEED=17 swift test --filter ModelTests

@Suite(.timeLimit(.minutes(5)))
struct ModelTests {
  private static let seed = ProcessInfo.processInfo.environment["DICONTAINER_SEED"]
  private static let batch: UInt64 = isRelease ? 2500 : 500

  @Test(
    .tags(
      .K1, .K5, .R2, .R3, .R4, .R5, .R6, .R7, .R8, .R9, .C1, .C2, .C3, .C4, .C6, .M1, .M2, .T10),
    arguments: 0..<2 as Range<UInt64>)
  func containerDoesWhatTheModelDoes(batch: UInt64) async {
    var seeds = batch * Self.batch..<(batch + 1) * Self.batch
    if let seed = Self.seed.flatMap({ UInt64($0) }) { seeds = seed..<seed + 1 }
    for seed in seeds {
      guard var smallest = difference(in: ModelProgram.random(seed: seed)) else {
        await Task.yield()
        continue
      }
      while let smaller = smallest.program.smaller.lazy.compactMap(difference).first {
        smallest = smaller
      }
      Issue.record(
        """
        DICONTAINER_SEED=\(seed) differs from the model. The smallest program that does:
        \(smallest.program.operations.map { "\($0)" }.joined(separator: "\n"))
        with the parents \(smallest.program.parents): \(smallest.text)
        """)
      return
    }
  }

  /// The first difference between the library and the model.
  private func difference(in program: ModelProgram) -> (program: ModelProgram, text: String)? {
    var model = Model(parents: program.parents)
    let library = ModelledLibrary(parents: program.parents)
    defer { library.letContainersGo() }  // the factories refer to the library
    for operation in program.operations {
      guard let expected = model.log(of: operation) else { continue }
      let actual = library.log(of: operation)
      if expected != actual {
        let lists = [expected, actual].map { $0.joined(separator: "\n  ") }
        return (program, "\(operation)\nexpected:\n  \(lists[0])\nactual:\n  \(lists[1])")
      }
    }
    library.letContainersGo()
    return library.alive == 0 ? nil : (program, "\(library.alive) instances leaked")
  }
}

extension Model {
  /// What happens; `nil` where that is too large to compare.
  fileprivate mutating func log(of operation: Step) -> [String]? {
    let before = self
    log = []
    do {
      log.append(try perform(operation))
    } catch let error as Failure {
      log.append(error.text)
    } catch {
      self = before
      return nil
    }
    return log
  }
}

// MARK: - The library's side

/// Real containers, which say in the model's words what they do.
private final class ModelledLibrary {
  var alive = 0
  var lastInstance = 0
  private let parents: [Int?]
  private var containers: [DIContainer] = []
  /// Which container has the place of each of the program's.
  private var places: [DIContainer] = []
  private var frozen: Set<ObjectIdentifier> = []
  private var log: [String] = []
  private var runs: [String: Int] = [:]

  init(parents: [Int?]) {
    self.parents = parents
    for parent in parents {
      containers.append(DIContainer(parent: parent.map { containers[$0] }))
    }
    places = containers
  }

  func letContainersGo() {
    places = []
    containers = []
  }

  func log(of operation: Model.Step) -> [String] {
    log = []
    do {
      log.append(try perform(operation, through: containers[0], argument: 2))
    } catch {
      log.append(text(of: error))
    }
    return log
  }

  private func perform(
    _ step: Model.Step, through given: DIContainer, argument: Int
  ) throws -> String {
    switch step {
    case .ask(let request):
      let container = request.container.map { places[$0] } ?? given
      let type = service(request.key.service)
      return Model.text(try answer(type, request, container, argument: argument))
    case .register(let registration):
      let container = places[registration.container]
      if isFrozen(container) { return "frozen" }
      register(service(registration.key.service), registration, in: container)
      return "registered"
    case .unregister(let key, let container):
      if isFrozen(places[container]) { return "frozen" }
      return "\(unregister(service(key.service), key, in: places[container]))"
    case .contains(let key, let container):
      return "\(contains(service(key.service), key, in: places[container]))"
    case .reset(let container, let isKept):
      places[container].reset(keepingRegistrations: isKept)
      if !isKept { frozen.remove(ObjectIdentifier(places[container])) }
      return "reset"
    case .bootstrap(let container):
      let container = places[container]
      try container.bootstrap()
      frozen.insert(ObjectIdentifier(container))
      return "bootstrapped"
    case .renew(let container):
      let new = DIContainer(parent: parents[container].map { places[$0] })
      containers.append(new)
      places[container] = new
      return "renewed"
    }
  }

  /// To register or unregister there would end the program.
  private func isFrozen(_ container: DIContainer) -> Bool {
    frozen.contains(ObjectIdentifier(container))
  }

  private func register<Service: Numbered>(
    _ type: Service.Type, _ registration: Model.Registration, in container: DIContainer
  ) {
    let name = registration.key.name
    let make: (DIContainer, Int) throws -> Service = { [unowned self] in
      try self.make(type, registration, $0, argument: $1)
    }
    guard let steps = registration.callback else {
      switch registration.lifetime {
      case .instance:
        container.register(type, name: name, eagerSingleton: type.init(self, argument: 0))
      case .eagerSingleton:
        container.register(type, name: name, eagerSingleton: { try make($0, 0) })
      case .lazySingleton:
        container.register(type, name: name, lazySingleton: { try make($0, 0) })
      case .transient where registration.key.takesArgument:
        container.register(type, name: name, transient: { try make($0, $1) })
      case .transient:
        container.register(type, name: name, transient: { try make($0, 0) })
      }
      return
    }
    // A factory of any component, so that it can make the wrong one.
    let made = service((registration.key.service + (registration.isWrong ? 1 : 0)) % 10)
    let component: (DIContainer, Int) throws -> any Numbered = { [unowned self] in
      try self.make(made, registration, $0, argument: $1)
    }
    let callback: (any Numbered, DIContainer) throws -> Void = { [unowned self] in
      try complete($0, registration, steps, $1)
    }
    switch registration.lifetime {
    case .eagerSingleton:
      container.register(
        type, name: name, eagerSingleton: { try component($0, 0) }, initCompleted: callback)
    case .lazySingleton, .instance:
      container.register(
        type, name: name, lazySingleton: { try component($0, 0) }, initCompleted: callback)
    case .transient where registration.key.takesArgument:
      container.register(
        type, name: name, transient: { try component($0, $1) }, initCompleted: callback)
    case .transient:
      container.register(
        type, name: name, transient: { try component($0, 0) }, initCompleted: callback)
    }
  }

  private func make<Component: Numbered>(
    _ type: Component.Type, _ registration: Model.Registration, _ container: DIContainer,
    argument: Int
  ) throws -> Component {
    let id = registration.id
    let run = count("make r\(id)")
    log.append("make r\(id) in \(name(of: container)), argument \(argument)")
    if !registration.key.takesArgument || argument > 0 {
      let next = registration.argument(after: argument)
      try perform(registration.factory, container, by: "r\(id)", argument: next)
    }
    if run <= registration.failures {
      throw Model.Failure(text: "factory r\(id), run \(run)")
    }
    let made = type.init(self, argument: argument)
    log.append("made #\(made.number)")
    return made
  }

  private func complete(
    _ component: any Numbered, _ registration: Model.Registration, _ steps: [Model.Step],
    _ container: DIContainer
  ) throws {
    let run = count("complete r\(registration.id)")
    log.append("complete #\(component.number) in \(name(of: container))")
    let next = registration.argument(after: component.argument)
    try perform(steps, container, by: "#\(component.number)", argument: next)
    if run <= registration.callbackFailures {
      throw Model.Failure(text: "callback r\(registration.id), run \(run)")
    }
  }

  private func perform(
    _ steps: [Model.Step], _ given: DIContainer, by asker: String, argument: Int
  ) throws {
    for step in steps {
      do {
        log.append("\(asker): \(try perform(step, through: given, argument: argument))")
      } catch  where step.isTolerant {
        log.append("\(asker): \(text(of: error))")
      }
    }
  }

  private func answer<Service: Numbered>(
    _ type: Service.Type, _ request: Model.Request, _ container: DIContainer, argument: Int
  ) throws -> [Int]? {
    let name = request.key.name
    switch (request.how, request.key.takesArgument) {
    case (.resolve, false):
      return [try container.resolve(type, name: name).number]
    case (.resolve, true):
      return [try container.resolve(type, name: name, arguments: argument).number]
    case (.subscript, false):
      return container[type, name: name].map { [$0.number] }
    case (.subscript, true):
      return container[type, name: name, arguments: argument].map { [$0.number] }
    case (.optional, false):
      let service: Service? = try container.resolve(name: name)
      return service.map { [$0.number] }
    case (.optional, true):
      let service: Service? = try container.resolve(name: name, arguments: argument)
      return service.map { [$0.number] }
    case (.all, _):
      return try container.resolveAll(type).map(\.number)
    }
  }

  private func contains<Service: Numbered>(
    _ type: Service.Type, _ key: Model.Key, in container: DIContainer
  ) -> Bool {
    key.takesArgument
      ? container.contains(type, name: key.name, arguments: Int.self)
      : container.contains(type, name: key.name)
  }

  private func unregister<Service: Numbered>(
    _ type: Service.Type, _ key: Model.Key, in container: DIContainer
  ) -> Bool {
    key.takesArgument
      ? container.unregister(type, name: key.name, arguments: Int.self)
      : container.unregister(type, name: key.name)
  }

  private func text(of error: any Error) -> String {
    switch error {
    case let error as Model.Failure:
      return error.text
    case DIContainer.ResolutionError.wrongComponent(let key, let component, let path):
      // The contract does not say the text of this one.
      let path = path.map(\.description).joined(separator: " → ")
      return "wrong component \(component) for \(key), \(path)"
    default:
      return "\(error)"
    }
  }

  private func name(of container: DIContainer) -> String {
    containers.firstIndex { $0 === container }.map { "c\($0)" } ?? "?"
  }

  private func count(_ what: String) -> Int {
    runs[what, default: 0] += 1
    return runs[what, default: 0]
  }
}

/// A component that knows its number, and what it was made with.
private protocol Numbered: AnyObject {
  var number: Int { get }
  var argument: Int { get }
  init(_ library: ModelledLibrary, argument: Int)
}

private class Part {
  let number: Int
  let argument: Int
  private let library: ModelledLibrary

  required init(_ library: ModelledLibrary, argument: Int) {
    library.lastInstance += 1
    library.alive += 1
    number = library.lastInstance
    self.argument = argument
    self.library = library
  }

  deinit { library.alive -= 1 }
}

private final class S0: Part, Numbered {}
private final class S1: Part, Numbered {}
private final class S2: Part, Numbered {}
private final class S3: Part, Numbered {}
private final class S4: Part, Numbered {}
private final class S5: Part, Numbered {}
private final class S6: Part, Numbered {}
private final class S7: Part, Numbered {}
private final class S8: Part, Numbered {}
private final class S9: Part, Numbered {}

/// The type of a service, by its number. (What a subscript returns, Swift 6.2 cannot open.)
private func service(_ number: Int) -> any Numbered.Type {
  let types: [any Numbered.Type] = [
    S0.self, S1.self, S2.self, S3.self, S4.self, S5.self, S6.self, S7.self, S8.self, S9.self,
  ]
  return types[number]
}
