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
  /// Every container is verified at the end.
  var endsWithVerify = true
}

/// A step, and what it says.
struct Said: Codable {
  /// What a person reads.
  var lines: [String]
  /// The same without paths.
  var facts: [String] = []

  mutating func add(_ line: String) {
    lines.append(line)
    facts.append(line)
  }

  /// The facts in no order, and without who is whose parent and what is an optional.
  var plainFacts: Set<String> {
    let words = ["parent: ", "_in_parent", "_not_registered"]
    let optional = ["Optional", "<", ">", "#60;", "#62;", "_3c_", "_3e_"]
    return Set(
      facts.map { fact in
        (words + optional).reduce(fact) { $0.replacingOccurrences(of: $1, with: "") }
      })
  }
}

/// Runs a program on one thread, and writes down what a person reads of it: results, errors, the
/// descriptions of the containers, and what `verify` says.
final class Session {
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
  static func log(_ program: Program) -> [Said]? {
    let session = Session(program)
    let log = session.run()
    session.containers = []  // their factories keep the session
    session.instances = []
    return session.isTooLong ? nil : log
  }

  /// The log of another build of the explorer.
  static func log(_ program: Program, from build: String) -> [Said]? {
    let question = FileManager.default.temporaryDirectory.path + "/explore.\(getpid())"
    let answer = question + ".log"
    defer { for file in [question, answer] { unlink(file) } }
    try? JSONEncoder().encode(program).write(to: URL(fileURLWithPath: question))
    system("'\(build)' --answer '\(question)' >'\(answer)'")
    let data = FileManager.default.contents(atPath: answer) ?? Data()
    return (try? JSONDecoder().decode([Said]?.self, from: data)) ?? []
  }

  /// Says what this build says of the program in a file.
  static func answer(_ file: String) throws {
    let program = try JSONDecoder().decode(
      Program.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(log(program)))
  }

  private func run() -> [Said] {
    for index in containers.indices { create(index) }
    if program.manner.registering == .calls {
      for number in order { register(number, in: create(program.entries[number].container)) }
    }
    if program.manner.isReset { warmUp() }
    let all = program.parents.indices.filter { $0 == program.manner.divided || !isUpper($0) }
    let last = all.map { Step(.get(Request(how: .verify, service: 0, container: $0))) }
    let steps = program.threads.flatMap { $0 } + (program.manner.endsWithVerify ? last : [])
    return steps.map { step in
      verifyEverywhere()
      var said = Said(lines: ["\(step)"])
      say(step, &said)
      for line in all.flatMap(description) { said.add(line) }
      if program.manner.isRenamed {
        said.lines = said.lines.map { $0.replacing(#/T(\d)/#) { "S\($0.1)" } }
      }
      said.lines.removeAll { $0.contains("\(Unrelated.self)") }
      return said
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
        _ = try? program.get(Request(how: .resolve, service: service), container)
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
  private func say(_ step: Step, _ said: inout Said) {
    guard case .get(let request) = step.action else { return change(step.action) }
    guard let container = containers[request.container ?? 0] else { return }
    if request.how == .verify { return verify(container, &said) }
    do {
      for component in try program.get(request, container) ?? [] { said.add(text(component)) }
    } catch {
      said.lines.append("\(error)")
      note(error, &said)
    }
  }

  private func verify(_ container: DIContainer, _ said: inout Said) {
    let verification = container.verify()
    said.lines += verification.description.components(separatedBy: "\n")
    // How many more fail.
    said.facts += said.lines.filter { $0.contains(" more ") && $0.contains(" fail") }
    for error in verification.errors { note(error, &said) }
    for warning in verification.warnings {
      let kind = if case .hidden = warning { "hidden: " } else { "warning: " }
      let parts = "\(warning)".components(separatedBy: " (")
      let hasPath = parts[parts.count - 1].contains(" → ")  // the first of several
      said.facts.append(kind + (hasPath ? parts[0] : "\(warning)"))
    }
    for line in verification.mermaid.components(separatedBy: "\n") { said.add("chart: \(line)") }
  }

  /// Notes an error without its path, and a cycle from the first of its members.
  private func note(_ error: any Error, _ said: inout Said) {
    switch error as? DIContainer.ResolutionError {
    case .notRegistered(let key, _, let alternatives)?:
      said.facts.append("missing: \(key)")
      for other in alternatives { said.facts.append("registered for \(key): \(other)") }
    case .circularDependency(let keys)?:
      let members = keys.dropLast().map { "\($0)" }
      let first = members.firstIndex { $0 == members.min() } ?? 0
      said.facts.append("cycle: \(members[first...] + members[..<first])")
    default: said.facts.append("\(error)")
    }
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
      halves(container).forEach { program.unregister(service, in: $0) }
    case .reset(let container): halves(container).forEach { $0.reset() }
    case .forget(let container): halves(container).forEach { $0.reset(keepingRegistrations: true) }
    case .get, .stall: break
    }
  }

  /// The steps of a factory or a callback.
  private func perform(_ steps: [Step], _ given: DIContainer) throws -> [Component] {
    var result: [Component] = []
    for case .get(let request) in steps.map(\.action) {
      let container = request.container.flatMap { containers[$0] } ?? given
      do { result += try program.get(request, container) ?? [] } catch {
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
