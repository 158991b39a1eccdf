// SPDX-License-Identifier: MIT-0

// The functions that the facts of a lesson can use. All files of the tour have this licence.

import DIContainer
@preconcurrency import Foundation

/// Runs a lesson's program, or checks its facts if there is a folder for the findings.
@MainActor class Check {
  required init() { setvbuf(stdout, nil, _IOLBF, 0) }

  func runProgram() async throws {}
  func facts() async {}

  static func main() async {
    let isCheck = CommandLine.arguments.count > 1
    do {
      try await isCheck ? Self().facts() : Self().runProgram()
      exit(0)
    } catch { print("The program throws: \(error)") }
    exit(1)
  }

  /// A sentence that is true when the exercise is solved. The probe throws if it is false.
  func fact(_ sentence: String, _ probe: () async throws -> Void) async {
    var found = ""
    do { try await probe() } catch { found = "\(error)" }
    findings += found.split(separator: "\n").joined(separator: "\u{B}") + "\n"
    trial = ""
  }

  /// What a probe is trying: its finding begins so if the program ends now.
  var trial = "" {
    didSet {
      let text = findings + trial
      try? text.write(toFile: "\(folder)/findings", atomically: true, encoding: .utf8)
    }
  }
  private var findings = ""
  private let folder = CommandLine.arguments.last ?? ""

  func want(_ isSo: Bool, _ otherwise: @autoclosure () -> String) throws {
    if !isSo { throw Wrong(description: otherwise()) }
  }

  func want<Value: Equatable>(
    _ what: String, _ found: Value?, is wanted: Value?, _ advice: String = ""
  ) throws {
    func text(_ value: Value?) -> String { value.map { "'\($0)'" } ?? "nothing" }
    try want(found == wanted, "\(what): expected \(text(wanted)), found \(text(found)). \(advice)")
  }

  func want(_ what: String, _ found: String, has part: String, _ advice: String = "") throws {
    try want(found.contains(part), "\(what): expected '\(part)', found '\(found)'. \(advice)")
  }

  /// The error that is thrown, or "no error".
  func failure<Value>(_ work: () throws -> Value) -> String {
    do { _ = try work() } catch { return "\(error)" }
    return "no error"
  }

  nonisolated static func note(_ text: String) {
    print(text, terminator: "")
    printed.add(text)
  }
  nonisolated private static let printed = Notes()

  /// The lesson's output during the work, without the last line break.
  func output(_ work: () async throws -> Void) async rethrows -> String {
    let before = Self.printed.all.count
    try await work()
    return String(Self.printed.all.dropFirst(before).joined().dropLast())
  }

  /// The text of the lesson's files: `source`, or `shipped`.
  func text(_ name: String) -> String {
    (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
  }

  /// What begins so in the shipped lesson is unchanged, but for comments and spaces.
  func wantUnchanged(_ beginnings: String...) throws {
    func plain(_ text: String) -> String { text.replacing(/\/\/.*|\b_ in\b|\s/, with: "") }
    let lines = text("shipped").components(separatedBy: "\n")  // empty without git
    for beginning in beginnings where lines.count > 1 {
      let starts = lines.indices.filter { plain(lines[$0]).hasPrefix(plain(beginning)) }
      try want(!starts.isEmpty, "The shipped lesson has no `\(beginning)`.")
      for start in starts {
        var (part, depth) = ("", 0)
        for line in lines[start...] where part.isEmpty || depth > 0 {
          part += "\n\(line)"
          depth += line.count { "({".contains($0) } - line.count { ")}".contains($0) }
        }
        try want(plain(text("source")).contains(plain(part)), "This has to stay as it was:\(part)")
      }
    }
  }

  /// The lesson's declarations in the compiler's symbol graph: `"Till.init() in Till.swift: init()"`.
  func declarations(_ kinds: String...) throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let graphs = try names.filter { $0.hasSuffix(".symbols.json") }.map {
      try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
    }
    let symbols = graphs.joined().components(separatedBy: "{\"kind\":{\"identifier\":\"swift.")
    return symbols.filter { kinds.contains("\($0.prefix { $0 != "\"" })") }.compactMap { symbol in
      let path = symbol.firstMatch(of: /"pathComponents":\["(.*?)"\]/)?.1 ?? ""
      let file = symbol.firstMatch(of: /"uri":"[^"]*?([^"\/]+)"/)?.1 ?? "facts.swift"
      let text = (symbol.components(separatedBy: "declarationFragments").last ?? "")
        .matches(of: /"spelling":"((\\.|[^"])*)"/).map(\.1).joined()
      return file == "facts.swift"
        ? nil : "\(path.replacing("\",\"", with: ".")) in \(file): \(text)"
    }
  }

  /// Nothing is global or static but constant numbers and texts. (A local variable is neither.)
  func wantNothingShared(_ advice: String) throws {
    let shared = try declarations("var", "type.property").filter {
      !$0.contains(/^\S*\(.* in [^:]*: (?!.*static)|\blet \w+: \[?(Bool|Int|String)\]?$|\{ get \}$/)
    }
    try want(shared.isEmpty, "\(advice) Global or static:\n\(shared.joined(separator: "\n"))")
  }

  /// A type has one initializer, without default values, and no static member replaces it.
  func wantPlainInitializer(_ type: String) throws {
    let found = try declarations("init").filter { $0.hasPrefix("\(type).init(") }
    let isPlain = found.count == 1 && !found[0].contains(/\?|\s=\s/)
    let advice = "There must be one initializer, without default values and optionals."
    try want(isPlain, "\(advice) `\(type)` has:\n\(found.joined(separator: "\n"))")
    let member = try Regex("^\(type)\\..*(\\(\\).* ->|(let|var) \\w+:) (\(type)|Self)\\b")
    let others = try declarations("type.method", "type.property").filter { $0.contains(member) }
    try want(others.isEmpty, "Only the initializer may create it, not:\n\(others.joined())")
  }

  /// Rejects an initializer. A lesson has a function of this name that takes the right one.
  @_disfavoredOverload func create<each Other, Found, Service>(
    _ what: String, _ make: (repeat each Other) throws -> Found
  ) throws -> Service {
    let found = try declarations("init").filter { $0.hasPrefix("\(Service.self).init(") }
    let advice = "The initializer takes \(what), and nothing else."
    throw Wrong(description: "\(advice) `\(Service.self)` has:\n\(found.joined(separator: "\n"))")
  }

  /// The registrations, in alphabetical order: `["Cup: transient"]`.
  func registered(_ container: DIContainer) -> [String] {
    container.description.matches(of: /(?m)^.+: \w+/).map { "\($0.output)" }.sorted()
  }

  /// A service uses the dependency that is registered when it is created, and keeps it. If that fails, so
  /// does the service. Its text contains `old`, or `new` with another dependency, and is `without` if the
  /// service works without one. Containers share nothing, and are freed when nobody uses them.
  func wantUse<Dependency, Service>(
    in container: () -> DIContainer, of dependency: Dependency, name: String? = nil,
    _ old: String, _ new: String, without: String? = nil,
    make: (DIContainer) throws -> Service = { try $0.resolve() }, _ text: (Service) throws -> String
  ) throws {
    let (shop, next, poor) = (container(), container(), container())
    let key = "\(DIContainer.Key(service: Dependency.self, name: name))"
    let service = "\(Service.self)".replacing("any ", with: "")
    let first = try make(shop)
    let before = try text(first)
    try want("\(service)", before, has: old)
    _ = try make(next)
    next.reset(keepingRegistrations: true)  // only a variable can remember it now
    for container in [shop, next] {
      container.register(Dependency.self, name: name) { _ in dependency }
      container.register(Dependency.self, name: "not this one") { _ in
        throw Wrong(description: "A factory resolves all of \(Dependency.self), not only \(key).")
      }
    }
    let change = "The check registers another \(key), and looks at"
    let wanted = before.replacing(old, with: new)
    try want("\(change) a new \(service)", text(make(next)), is: wanted, "Look at the factories.")
    try want(
      "\(change) an earlier \(service)", text(first), is: before, "It must not change.")
    try want("\(change) another container", text(make(container())), is: before)
    for warning in container().verify({ c in _ = try make(c) }).warnings {
      switch warning {
      case .captured, .replaced: throw Wrong(description: "\(warning)")
      default: continue
      }
    }
    weak var gone: DIContainer?
    func use() throws -> AnyObject {
      let shop = container()
      gone = shop
      return try make(shop) as AnyObject
    }
    let kept = try use()
    try want(use() !== kept, "Two containers share a \(service).")
    try want(gone == nil, "A container is not freed: a factory, a service or a variable keeps it.")
    if let without {
      poor.unregister(Dependency.self, name: name)
      return try want("Without \(key), the \(service)", text(make(poor)), is: without)
    }
    poor.register(Dependency.self, name: name) { _ in throw Wrong(description: "Sold out.") }
    let isFailure = failure { try text(make(poor)) } != "no error"
    try want(isFailure, "Without \(key), \(service) can still be created. It must be an error.")
  }
}

/// The finding, the expectation, and where to look.
struct Wrong: Error, CustomStringConvertible { let description: String }

/// Events, in order. Several threads can add a note.
final class Notes: @unchecked Sendable {
  private let lock = NSLock()  // guards the list
  private var list: [String] = []
  var all: [String] { lock.withLock { list } }
  func add(_ note: String) { lock.withLock { list.append(note) } }
}
