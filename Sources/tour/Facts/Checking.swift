// SPDX-License-Identifier: MIT-0

// What the facts of a lesson can use. All files of the tour have this licence.

import DIContainer
@preconcurrency import Foundation

/// Runs a lesson's program, or looks at its facts if there is a folder for the findings.
@MainActor class Check {
  required init() { setvbuf(stdout, nil, _IOLBF, 0) }

  func runProgram() async throws {}
  func facts() async {}

  static func main() async {
    let check = Self()
    do {
      if CommandLine.arguments.count > 1 {
        await check.facts()
      } else {
        try await check.runProgram()
      }
    } catch {
      Swift.print("The program throws: \(error)")
      exit(1)
    }
    exit(0)
  }

  /// What must be so when the exercise is solved. The probe throws if it is not.
  func fact(_ sentence: String, _ probe: () async throws -> Void) async {
    var found = ""
    do { try await probe() } catch { found = "\(error)" }
    findings += found.split(separator: "\n").joined(separator: "\u{B}") + "\n"
    try? findings.write(toFile: "\(folder)/findings", atomically: true, encoding: .utf8)
  }
  private var findings = ""
  private let folder = CommandLine.arguments.last ?? ""

  func want(_ isSo: Bool, _ otherwise: @autoclosure () -> String) throws {
    if !isSo { throw Wrong(description: otherwise()) }
  }

  func want<Value: Equatable>(
    _ what: String, _ found: Value?, is wanted: Value?, _ advice: String = ""
  ) throws {
    func text(_ value: Value?) -> String {
      value.map { $0 is String ? "'\($0)'" : "\($0)" } ?? "nothing"
    }
    try want(
      found == wanted, "\(what): expected \(text(wanted)), found \(text(found)). \(advice)")
  }

  func want(_ what: String, _ found: String, has part: String, _ advice: String = "") throws {
    try want(found.contains(part), "\(what): expected '\(part)', found '\(found)'. \(advice)")
  }

  /// Three uses get this number of different instances.
  func want<Service: AnyObject>(
    _ what: String, _ use: @autoclosure () throws -> Service?, different wanted: Int
  ) throws {
    let found = try (1...3).compactMap { _ in try use() }
    try want(
      "\(what), after resolving three times", Set(found.map(ObjectIdentifier.init)).count,
      is: wanted)
  }

  /// The error that is thrown, or "no error".
  func failure<Value>(_ work: () throws -> Value) -> String {
    do { _ = try work() } catch { return "\(error)" }
    return "no error"
  }

  nonisolated static func print(_ text: String) {
    Swift.print(text, terminator: "")
    printed.add(text)
  }
  nonisolated private static let printed = Notes()

  /// What the lesson prints meanwhile, without the end of the last line.
  func output(_ work: () async throws -> Void) async rethrows -> String {
    let before = Self.printed.all.count
    try await work()
    return String(Self.printed.all.dropFirst(before).joined().dropLast())
  }

  /// An expression must not compile in the lesson. The tour reads this line, and tries it.
  func refuse(_ expression: String) throws {
    let accepted = try String(contentsOfFile: "\(folder)/accepted", encoding: .utf8)
    let isAccepted = accepted.components(separatedBy: "\n").contains(expression)
    try want(!isAccepted, "This must not compile, and does: `\(expression)`")
  }

  /// The text of the lesson's files.
  func source() throws -> String {
    try String(contentsOfFile: "\(folder)/source", encoding: .utf8)
  }

  /// What the lesson declares, by the compiler's symbol graph: `"init Till.init() in Till.swift"`.
  func declarations(_ kinds: String...) throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let graphs = try names.filter { $0.hasSuffix(".symbols.json") }.map {
      try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
    }
    let symbol =
      /"kind":\{"identifier":"swift\.([\w.]+)".*?"pathComponents":\["(.*?)"\].*?"uri":"[^"]*?([^"\/]+)"/
    return graphs.joined().matches(of: symbol).filter { kinds.contains("\($0.1)") }.map {
      "\($0.1) \($0.2.replacing("\",\"", with: ".")) in \($0.3)"
    }.filter { !$0.hasSuffix(" in facts.swift") }
  }

  /// There is one way to create a type.
  func wantOneInitializer(_ type: String) throws {
    let found = try declarations("init", "type.method", "type.property").filter {
      $0.contains(" \(type).")
    }
    try want(
      found.count == 1, "There must be one way to create a `\(type)`, and there is: \(found)")
  }

  /// Calls an initializer with its dependencies, in any order.
  func create<A, B>(_ a: A, make: (A) -> B) throws -> B { make(a) }
  func create<A, B, C>(_ a: A, _ b: B, make: (A, B) -> C) throws -> C { make(a, b) }
  func create<A, B, C>(_ a: A, _ b: B, make: (B, A) -> C) throws -> C { make(b, a) }
  @_disfavoredOverload func create<each Known, each Parameter, Service>(
    _ known: repeat each Known, make: (repeat each Parameter) -> Service
  ) throws -> Service {
    func names(_ type: Any.Type) -> [String] {
      "\(type)".trimmingCharacters(in: ["(", ")"]).components(separatedBy: ", ")
    }
    let known = names((repeat each Known).self)
    let rest = names((repeat each Parameter).self).filter { !known.contains($0) }
    let found = try declarations("init").filter { $0.contains(" \(Service.self).") }
    throw Wrong(
      description: "The check has \(known) for `\(Service.self)`, but not \(rest): \(found)")
  }

  /// What is registered, in alphabetical order: `["Cup: transient"]`.
  func registered(_ container: DIContainer) -> [String] {
    container.description.matches(of: /(?m)^.+: \w+/).map { "\($0.output)" }.sorted()
  }

  /// Two containers have no object in common, and a container is freed when nobody uses it.
  func wantSeparate(_ container: () -> DIContainer, _ make: (DIContainer) throws -> Any) throws {
    for warning in container().verify({ c in _ = try make(c) }).warnings {
      if case .captured = warning { throw Wrong(description: "\(warning)") }
    }
    weak var gone: DIContainer?
    func use() throws -> AnyObject {
      let shop = container()
      gone = shop
      return try make(shop) as AnyObject
    }
    let (service, other) = try (use(), use())
    try want(service !== other, "Two containers share a \(type(of: service)).")
    try want(
      gone == nil, "The container is not freed: a factory, a service or a variable keeps it.")
    withExtendedLifetime(other) {}
  }

  /// A service uses the dependency that is registered when it is created, and keeps it. If there is
  /// none, or it cannot be created, the error comes through. `text` describes the service: it contains
  /// `old`, `new` with another dependency, and is `without` if the service works without one.
  func wantUse<Dependency, Service>(
    in container: () -> DIContainer, _ old: String, _ dependency: Dependency, _ new: String,
    name: String? = nil, without: String? = nil,
    text: (Service) throws -> String, make: (DIContainer) throws -> Service = { try $0.resolve() }
  ) throws {
    let (shop, next, broken, poor) = (container(), container(), container(), container())
    let key = "\(DIContainer.Key(service: Dependency.self, name: name))"
    let service = "\(Service.self)".replacing("any ", with: "")
    let (first, other) = try (make(shop), make(container()))
    let before = try text(other)
    try want("\(service)", before, has: old)
    _ = try make(next)
    next.reset(keepingRegistrations: true)  // only a variable can remember it now
    for container in [shop, next] {
      container.register(Dependency.self, name: name) { _ in dependency }
    }
    let change = "The check registers another \(key), and looks at"
    let wanted = before.replacing(old, with: new)
    try want("\(change) a new \(service)", text(make(next)), is: wanted, "Look at the factories.")
    try want(
      "\(change) an earlier \(service)", text(first), is: before, "It must keep what it has.")
    try want("\(change) another container", text(make(container())), is: before)
    try wantSeparate(container, make)
    poor.unregister(Dependency.self, name: name)
    if let without {
      return try want("Without \(key), the \(service)", text(make(poor)), is: without)
    }
    broken.register(Dependency.self, name: name) { _ in throw Wrong(description: "Sold out.") }
    for container in [broken, poor] where container[Dependency.self, name: name] == nil {
      let isMade = failure { try text(make(container)) } == "no error"
      try want(!isMade, "Without \(key), \(service) can still be created. It must be an error.")
    }
  }
}

/// What was found, what was expected, and where to look.
struct Wrong: Error, CustomStringConvertible { let description: String }

/// What happened, in this order. Several threads can add a note.
final class Notes: @unchecked Sendable {
  private let lock = NSLock()  // guards the list
  private var list: [String] = []
  var all: [String] { lock.withLock { list } }
  func add(_ note: String) { lock.withLock { list.append(note) } }
}
