// SPDX-License-Identifier: MIT-0

import Foundation

/// How somebody writes a program down. It says the same in every manner.
struct Manner: Codable {
  enum Registering: Codable { case calls, configure, providers }
  var registering = Registering.calls
  /// In which order the entries are registered.
  var order: [Int]?
  var isRenamed = false
  /// `let service: S? = try c.resolve()`.
  var infersOptionals = false
  var autowires = false
  /// Before each step, and at the beginning of each factory and callback.
  var verifiesEverywhere = false
  /// Everything was resolved before, and forgotten.
  var isReset = false
  /// A container that is two: the last one is its parent, and has some of its entries.
  var divided: Int?
}

/// Runs a program on one thread, and writes down what a person reads of it: results, errors, the
/// descriptions of the containers, and what `verify` says.
final class Session {
  /// A step, and what it says.
  typealias Lines = [String]

  private let program: Program
  private let order: [Int]
  private var containers: [DIContainer?]
  private var instances: [Instance] = []
  private var names: [Int: String] = [:]
  private var runs = 0
  private var isTooLong = false

  private struct Instance {
    let service: Int
    let container: DIContainer
    var given: [Component]
  }

  private init(_ program: Program) {
    self.program = program
    order = program.manner.order ?? Array(program.entries.indices)
    containers = program.parents.map { _ in nil }
  }

  /// `nil` if the program makes too much.
  static func log(_ program: Program) -> [Lines]? {
    let session = Session(program)
    let log = session.run()
    session.containers = []  // their factories keep the session
    session.instances = []
    return session.isTooLong ? nil : log
  }

  /// The log of another build of the explorer.
  static func log(_ program: Program, from build: String) -> [Lines]? {
    let question = FileManager.default.temporaryDirectory.path + "/explore.\(getpid())"
    let answer = question + ".log"
    defer { for file in [question, answer] { unlink(file) } }
    try? JSONEncoder().encode(program).write(to: URL(fileURLWithPath: question))
    system("'\(build)' --answer '\(question)' >'\(answer)'")
    let data = FileManager.default.contents(atPath: answer) ?? Data()
    return (try? JSONDecoder().decode([Lines]?.self, from: data)) ?? []
  }

  /// Says what this build says of the program in a file.
  static func answer(_ file: String) throws {
    let program = try JSONDecoder().decode(
      Program.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(log(program)))
  }

  private func run() -> [Lines] {
    for index in containers.indices { create(index) }
    if program.manner.registering == .calls {
      for number in order { register(number, in: create(program.entries[number].container)) }
    }
    if program.manner.isReset { warmUp() }
    let all = program.parents.indices.filter { $0 == program.manner.divided || !isUpper($0) }
    let last = all.map { Step(.get(Request(how: .verify, service: 0, container: $0))) }
    return (program.threads.flatMap { $0 } + last).map { step in
      verifyEverywhere()
      return ["\(step)"] + say(step) + all.flatMap(description)
    }
  }

  // MARK: - Containers

  @discardableResult private func create(_ index: Int) -> DIContainer {
    if let container = containers[index] { return container }
    let parent = program.parents[index].map(create)
    let own = order.filter { program.entries[$0].container == index }
    let new =
      switch program.manner.registering {
      case .calls: DIContainer(parent: parent)
      case .configure: DIContainer(parent: parent) { c in own.forEach { register($0, in: c) } }
      case .providers: DIContainer(parent: parent, providers: own.map { One($0, self) })
      }
    containers[index] = new
    return new
  }

  /// Registers one entry.
  private struct One: DIContainer.Provider {
    let number: Int
    let session: Session
    init(_ number: Int, _ session: Session) { (self.number, self.session) = (number, session) }
    func register(in container: DIContainer) { session.register(number, in: container) }
  }

  private func register(_ number: Int, in container: DIContainer, isInitial: Bool = true) {
    let entry = program.entries[number]
    if entry.isInitial == isInitial { add(program.type(of: entry.service), number, container) }
  }

  private func add<Made: Service>(
    _ type: Made.Type, _ number: Int, _ container: DIContainer
  ) {
    let entry = program.entries[number]
    func add<Key>(_ key: Key.Type, convert: @escaping (Made) -> Key) {
      entry.register(key, name: program.name(of: entry.service), in: container) { [self] c in
        try make(type, number, c)
      } convert: {
        convert($0)
      } initCompleted: { [self] component, c in
        verifyEverywhere()
        instances[component.number].given += try perform(entry.callback ?? [], c)
        if entry.callbackFails > 0 { throw Failure(number: number) }
      }
    }
    if entry.isOptional { add(Made?.self) { $0 } } else { add(type) { $0 } }
  }

  private func isUpper(_ index: Int) -> Bool {
    program.manner.divided != nil && index == containers.count - 1
  }

  /// A container, or both halves of one, the upper one first.
  private func halves(_ index: Int) -> [DIContainer] {
    let upper = program.manner.divided == index ? [containers.count - 1] : []
    return (upper + [index]).compactMap { containers[$0] }
  }

  private func description(_ index: Int) -> [String] {
    halves(index).flatMap { $0.description.split(separator: "\n") }.map { "c\(index) has \($0)" }
  }

  private func warmUp() {
    for container in containers.compactMap({ $0 }) {
      for service in 0..<services.count {
        _ = try? get(Request(how: .resolve, service: service), container)
      }
    }
    for container in containers { container?.reset(keepingRegistrations: true) }
  }

  private func verifyEverywhere() {
    if !program.manner.verifiesEverywhere { return }
    _ = containers[runs % containers.count]?.verify()
  }

  // MARK: - Steps

  /// What the program does itself, and what that says.
  private func say(_ step: Step) -> [String] {
    guard case .get(let request) = step.action else {
      change(step.action)
      return []
    }
    guard let container = containers[request.container ?? 0] else { return [] }
    if request.how == .verify {
      let verification = container.verify()
      return lines(verification.description)
        + verification.warnings.map { warning in
          if case .hidden = warning { "hidden: \(warning)" } else { "warning: \(warning)" }
        }
        + verification.mermaid.components(separatedBy: "\n").map { "chart: \($0)" }
    }
    do { return try get(request, container).map(text) } catch { return lines("\(error)") }
  }

  /// An item that has several lines is one.
  private func lines(_ text: String) -> [String] {
    text.replacing("\n  ", with: " · ").components(separatedBy: "\n")
  }

  /// What an instance is made of, the first time that it is met.
  private func text(_ component: Component) -> String {
    if let name = names[component.number] { return name }
    let instance = instances[component.number]
    let name = "S\(instance.service)/\(names.count + 1)"
    names[component.number] = name
    let index = containers.firstIndex { $0 === instance.container } ?? -1
    let place = isUpper(index) ? program.manner.divided ?? index : index
    return "\(name) of c\(place) {\(instance.given.map(text).joined(separator: ", "))}"
  }

  private func change(_ action: Step.Action) {
    switch action {
    case .register(let number):
      let container = program.entries[number].container
      containers[container].map { register(number, in: $0, isInitial: false) }
    case .unregister(let service, let container):
      halves(container).forEach { remove(program.type(of: service), service, $0) }
    case .reset(let container): halves(container).forEach { $0.reset() }
    case .forget(let container): halves(container).forEach { $0.reset(keepingRegistrations: true) }
    case .get, .create, .drop, .start, .stall: break  // see `Generator`
    }
  }

  private func remove<S: Service>(_ type: S.Type, _ service: Int, _ container: DIContainer) {
    let name = program.name(of: service)
    if program.takesNumber(service) {
      container.unregister(type, name: name, arguments: Int.self)
      container.unregister(S?.self, name: name, arguments: Int.self)
    } else {
      container.unregister(type, name: name)
      container.unregister(S?.self, name: name)
    }
  }

  /// The steps of a factory or a callback.
  private func perform(_ steps: [Step], _ given: DIContainer) throws -> [Component] {
    var result: [Component] = []
    for case .get(let request) in steps.map(\.action) {
      let container = request.container.flatMap { containers[$0] } ?? given
      do { result += try get(request, container) } catch {
        if request.how != .caught { throw error }
      }
    }
    return result
  }

  private func make<Made: Service>(
    _ type: Made.Type, _ number: Int, _ c: DIContainer
  ) throws -> Made {
    runs += 1
    if runs > 2_000 { isTooLong = true }
    if isTooLong { throw Failure(number: number) }
    verifyEverywhere()
    let entry = program.entries[number]
    let types = program.manner.autowires ? program.parameters(of: entry) : []
    let given = types.isEmpty ? try perform(entry.factory, c) : try wired(types)(c)
    if entry.factoryFails > 0 { throw Failure(number: number) }
    instances.append(Instance(service: entry.service, container: c, given: given))
    return type.init(instances.count - 1)
  }

  private func get(_ request: Request, _ container: DIContainer) throws -> [Component] {
    switch request.how {
    case .verify: _ = container.verify()
    case .bootstrap: try container.bootstrap()
    case .all: return try all(program.type(of: request.service), container)
    case .resolve, .caught, .subscript:
      let found = try one(program.type(of: request.service), request, container)
      return found.map { [$0] } ?? []
    }
    return []
  }

  private func all<S: Service>(_ type: S.Type, _ container: DIContainer) throws -> [Component] {
    try container.resolveAll(type)
  }

  private func one<S: Service>(
    _ type: S.Type, _ request: Request, _ container: DIContainer
  ) throws -> S? {
    if program.manner.infersOptionals { return try find(S?.self, request, container) ?? nil }
    return try find(type, request, container)
  }

  private func find<Key>(
    _ key: Key.Type, _ request: Request, _ container: DIContainer
  ) throws -> Key? {
    let name = program.name(of: request.service)
    switch (request.how == .subscript, program.takesNumber(request.service)) {
    case (true, true): return container[key, name: name, arguments: 1]
    case (true, false): return container[key, name: name]
    case (false, true): return try container.resolve(key, name: name, arguments: 1)
    case (false, false): return try container.resolve(key, name: name)
    }
  }

  /// A factory with an initializer that has one or two parameters.
  private func wired(_ types: [any Service.Type]) -> (DIContainer) throws -> [Component] {
    func one<A: Service>(_: A.Type) -> (DIContainer) throws -> [Component] {
      DIContainer.autowire { (a: A) in [a] }
    }
    func two<A: Service, B: Service>(_: A.Type, _: B.Type) -> (DIContainer) throws -> [Component] {
      DIContainer.autowire { (a: A, b: B) in [a, b] }
    }
    return types.count == 1 ? one(types[0]) : two(types[0], types[1])
  }
}
