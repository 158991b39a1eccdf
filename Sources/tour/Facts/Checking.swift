import DIContainer
@preconcurrency import Foundation

/// Runs a lesson's program or, if there is a folder for the findings, its facts.
@MainActor class Check {
  required init() { setvbuf(stdout, nil, _IOLBF, 0) }

  func runProgram() async throws {}
  func facts() async {}

  static func main() async {
    let isCheck = CommandLine.arguments.count > 1
    do { try await isCheck ? Self().facts() : Self().runProgram() } catch {
      print("The program throws: \(error)")
      exit(1)
    }
    exit(0)
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

  func want<V: Equatable>(_ what: String, _ found: V?, is goal: V?, _ advice: String = "") throws {
    func text(_ value: V?) -> String { value.map { "'\($0)'" } ?? "nothing" }
    try want(found == goal, "\(what): expected \(text(goal)), found \(text(found)). \(advice)")
  }

  func want(_ what: String, _ found: String, has part: String, _ advice: String = "") throws {
    try want(found.contains(part), "\(what): expected '\(part)' in '\(found)'. \(advice)")
  }

  /// The error that is thrown, or "no error".
  func failure<Value>(_ work: () throws -> Value) -> String {
    do { _ = try work() } catch { return "\(error)" }
    return "no error"
  }

  nonisolated static func note(_ text: String) {
    print(text, terminator: "")
    lock.withLock { printed += text }
  }
  nonisolated private static let lock = NSLock()
  nonisolated(unsafe) private static var printed = ""  // guarded by the lock

  /// The lesson's output during the work, without the last line break.
  func output(_ work: () async throws -> Void) async rethrows -> String {
    let before = Self.lock.withLock { Self.printed.count }
    try await work()
    return String(Self.lock.withLock { Self.printed.dropFirst(before) }.dropLast())
  }

  /// The lesson's files without comments: the reader's `source`, or what was `shipped`.
  func text(_ name: String) -> String {
    let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    return (text ?? "").replacing(/[ ]*\/\/.*/, with: "")
  }

  /// The declarations and statements that begin so.
  func parts(of name: String, _ beginning: String) -> [String] {
    let lines = text(name).components(separatedBy: "\n")
    let starts = lines.indices.filter {
      lines[$0].trimmingPrefix(/\s*(@\w+ )*/).hasPrefix(beginning)
    }
    return starts.map { start in
      var (part, depth) = ("", 0)
      for line in lines[start...] where part.isEmpty || depth > 0 {
        part += "\n\(line)"
        depth += line.count { "({".contains($0) } - line.count { ")}".contains($0) }
      }
      return part
    }
  }

  /// What begins so in the shipped lesson is unchanged, but for comments and spaces.
  func wantUnchanged(_ beginnings: String...) throws {
    func plain(_ text: String) -> String { text.replacing(/\b_ in\b|\s/, with: "") }
    for beginning in beginnings where !text("shipped").isEmpty {  // empty without git
      let all = parts(of: "shipped", beginning)
      try want(!all.isEmpty, "The shipped lesson has no `\(beginning)`.")
      for part in all {
        try want(plain(text("source")).contains(plain(part)), "This must stay as it was:\(part)")
      }
    }
  }

  /// Only one function contains the initializers of some types.
  func wantCreated(_ initializers: some RegexComponent, by function: String) throws {
    var rest = text("source")
    for part in parts(of: "source", function) { rest = rest.replacing(part, with: "") }
    let calls = rest.ranges(of: initializers).map { "`\(rest[$0]))`" }.joined(separator: ", ")
    try want(calls.isEmpty, "Only `\(function)` may call \(calls).")
  }

  /// The declarations in the lesson's symbol graph: `"Till.init() in Till.swift: init()"`.
  func declarations(_ kinds: String...) throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let graphs = try names.filter { $0.hasSuffix(".symbols.json") }.map {
      try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
    }
    let symbols = graphs.joined().components(separatedBy: "{\"kind\":{\"identifier\":\"swift.")
    return symbols.filter { kinds.contains("\($0.prefix { $0 != "\"" })") }.compactMap { symbol in
      let path = symbol.firstMatch(of: /"pathComponents":\["(.*?)"\]/)?.1
      let file = symbol.firstMatch(of: /"uri":"[^"]*?([^"\/]+)"/)?.1
      let fragments = symbol.components(separatedBy: "declarationFragments").last ?? ""
      let text = fragments.matches(of: /"spelling":"((\\.|[^"])*)"/).map(\.1).joined()
      guard let path, let file, file != "facts.swift" else { return nil }
      return "\(path.replacing("\",\"", with: ".")) in \(file): \(text)"
    }
  }

  /// Nothing is global or static but constant numbers and texts. (A local variable is neither.)
  func wantNothingShared(_ advice: String) throws {
    let shared = try declarations("var", "type.property").filter {
      !$0.contains(/^\S*\(.* in [^:]*: (?!.*static)|^self |let \w+: \[?(Int|String)\]?$|\{ get \}$/)
    }
    try want(shared.isEmpty, "\(advice) Global or static:\n\(shared.joined(separator: "\n"))")
  }

  /// A type has one initializer, without default values.
  func wantPlainInitializer(_ type: String) throws {
    let found = try declarations("init").filter { $0.hasPrefix("\(type).init(") }
    let isPlain = found.count == 1 && !found[0].contains(/\?|\s=\s/)
    let advice = "There must be one initializer, without default values and optionals."
    try want(isPlain, "\(advice) `\(type)` has:\n\(found.joined(separator: "\n"))")
  }

  /// Rejects an initializer. A lesson has a function of this name that takes the right one.
  @_disfavoredOverload func create<each Other, Found, Service>(
    _ what: String, _ make: (repeat each Other) throws -> Found
  ) throws -> Service {
    throw Wrong(description: "`\(Service.self)` needs an initializer that takes only \(what).")
  }

  /// The registrations, and what their closures resolve: `["Shop: transient → Cup"]`.
  func registered(
    _ container: DIContainer, _ also: (DIContainer) throws -> Void = { _ in }
  ) throws -> [String] {
    let verification = container.verify(also)
    var twice: [String] = []
    for warning in verification.warnings {
      if case .replaced(let key) = warning { twice.append("\(key)") }
      guard case .captured(let key, _) = warning else { continue }
      throw Wrong(description: "A closure resolves '\(key)' from another container. Use `c`.")
    }
    let chart = verification.mermaid.replacing(/#(\d+);/) {
      UInt32($0.1).flatMap(Unicode.Scalar.init).map(String.init) ?? ""
    }
    let nodes = chart.matches(of: /(?m)^ +(\S+?)[\[({]+"(.+)"/).map { ($0.1, "\($0.2)") }
    let names = Dictionary(nodes) { name, _ in name }
    let arrows = chart.matches(of: /(?m)^ +(\S+) (-\S*>) (\S+)$/)
    return container.description.matches(of: /(?m)^(.+): \w+/).map { line in
      let used = arrows.filter { names[$0.1] == "\(line.1)" }.map {
        "\(names[$0.3] ?? "")\($0.2 == "-->" ? "" : " in `initCompleted`")"
      }
      let list = used.isEmpty ? "" : " → \(used.sorted().joined(separator: ", "))"
      return line.0 + (twice.contains("\(line.1)") ? ", registered twice" : "") + list
    }
  }

  func wantRegistered(_ found: [String], _ wanted: [String]) throws {
    let (new, lost) = (Set(found).subtracting(wanted), Set(wanted).subtracting(found))
    func list(_ lines: Set<String>) -> String {
      lines.isEmpty ? "nothing" : lines.sorted().map { "\n  \($0)" }.joined()
    }
    let text = "The registrations (→ what they resolve) differ. Expected: \(list(lost))"
    try want(new.isEmpty && lost.isEmpty, "\(text)\nFound instead: \(list(new))")
  }

  /// A service uses the dependency that is registered when it is created. If that fails, so does
  /// the service. Its text contains `old`, or `new` with another dependency, and is `without` if
  /// the service works without one. A container is freed when nobody uses it.
  func wantUse<Dependency, Service>(
    in container: () -> DIContainer, of dependency: Dependency, name: String? = nil,
    _ old: String, _ new: String, without: String? = nil,
    make: (DIContainer) throws -> Service = { try $0.resolve() }, _ text: (Service) throws -> String
  ) throws {
    try wantNothingShared("Create the container and its services in a function.")
    _ = try registered(container()) { c in _ = try make(c) }
    let (shop, poor) = (container(), container())
    let key = "\(DIContainer.Key(service: Dependency.self, name: name))"
    let service = "\(Service.self)".replacing("any ", with: "")
    let before = try text(make(shop))
    try want("The \(service)", before, has: old)
    shop.reset(keepingRegistrations: true)  // only a variable can remember it now
    shop.register(Dependency.self, name: name) { _ in dependency }
    let other = Wrong(description: "A factory resolves every \(Dependency.self), not only \(key).")
    shop.register(Dependency.self, name: "of the check") { _ in throw other }
    let change = "The check registers another \(key), and looks at a new \(service)"
    try want(change, text(make(shop)), is: before.replacing(old, with: new), "See its factory.")
    try wantFreed(container) { c in _ = try make(c) }
    if let without {
      poor.unregister(Dependency.self, name: name)
      return try want("Without \(key), the \(service)", text(make(poor)), is: without)
    }
    poor.register(Dependency.self, name: name) { _ in throw Wrong(description: "Sold out.") }
    let isFailure = failure { try text(make(poor)) } != "no error"
    try want(isFailure, "Without \(key), \(service) can still be created. It must be an error.")
  }

  /// Nothing keeps a container after its use.
  func wantFreed<C: AnyObject>(_ container: () -> C, after use: (C) throws -> Void) throws {
    weak var gone: C?
    func create() throws {
      let new = container()
      gone = new
      try use(new)
    }
    try create()
    let advice = "In closures, use the parameter, such as `c`, and store no container."
    try want(gone == nil, "A closure, a service or a variable keeps the container. \(advice)")
  }
}

/// The finding, the expectation, and where to look.
struct Wrong: Error, CustomStringConvertible { let description: String }
