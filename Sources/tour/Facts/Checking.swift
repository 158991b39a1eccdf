// SPDX-License-Identifier: MIT-0

// The module of the facts. No lesson can see it. All files of the tour have this licence.

import DIContainer
@preconcurrency import Foundation

/// Looks at the facts of a lesson: a file of facts is the body of `facts()`. What facts need is in here, since
/// Swift finds it before something of the same name in a student's file.
@MainActor class Check {
  /// One secret word for each fact and one for the end, which only the tour knows. They come back in
  /// reverse, so that an echo proves nothing. Without them, the program of the lesson runs.
  private var secrets = String(
    decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self
  ).split(separator: "\n")

  required init() { setvbuf(stdout, nil, _IOLBF, 0) }

  static func main() async {
    let check = Self()
    await check.facts()
    check.answer("")
    exit(0)
  }

  func facts() async {}

  /// The program of the lesson runs in place of its facts if nobody asks for them.
  func run(_ program: () async throws -> Void) async {
    guard secrets.isEmpty else { return }
    do { try await program() } catch { print("The program ended with an error: \(error)") }
    exit(0)
  }

  /// What is so if an exercise is solved. The probe throws if it is not. The tour reads the sentence in
  /// the file, and what was found in the line that begins with the fact's word.
  func fact(_ sentence: String, _ probe: () async throws -> Void) async {
    var found = ""
    do { try await probe() } catch { found = "\(error)" }
    answer(found.split(separator: "\n").joined(separator: "\u{B}"))
  }

  private func answer(_ found: String) {
    let word = String(secrets.removeFirst().reversed())
    FileHandle.standardOutput.write(Data("\n\(word) \(found)\n".utf8))
  }

  /// The file that was handed in, without comments that have a line of their own.
  var handedIn: String { "" }

  /// The code of one type with its extensions or of one function, or all code. `below: 2` leaves out
  /// the lines in the braces of a type's members.
  func code(of name: String = "", below limit: Int = .max) -> String {
    var (code, depth) = ("", 0)
    let kind = /\b(actor|class|enum|extension|func|protocol|struct) +(\w+)/
    for line in handedIn.components(separatedBy: "\n") {
      let isBegin = line.matches(of: kind).contains { $0.2 == name }
      guard depth > 0 || name.isEmpty || isBegin else { continue }
      if depth < limit { code += line.replacing(/\s\/\/ .*/, with: "") + "\n" }
      depth += line.count { $0 == "{" } - line.count { $0 == "}" }
    }
    return code
  }

  /// A type is made in one way, from all its parts: nothing has a default value, or may be `nil`.
  func wantPlain(_ type: String, without word: String) throws {
    let code = code(of: type)
    try want(!code.contains(word), "`\(type)` mentions `\(word)`:\n\(code)")
    let ways = code.matches(of: /[^.\w]init\b|\b(class|static) func/).count
    let isOne = ways < 2 && !code.contains(/extension [^{]*\{[^}]*\binit\b/)
    try want(isOne, "`\(type)` can be made in several ways, and one is enough:\n\(code)")
    let loose = /\bvar [^{\n]*[=?!]|\blet [^{\n=]*([?!]|=(?! *["\d]))|[^.\w]init\b[^{]*[=?!]/
    let hint = "Something in `\(type)` has a default value, or may be `nil`"
    let members = self.code(of: type, below: 2).replacing(/(?m)^([ \t][^{\n]*\{).*$/) { $0.1 }
    if let part = members.firstMatch(of: loose) { throw Wrong("\(hint):\n\(part.0)") }
  }

  /// Calls an initializer, which takes its parts in this order or the other, or takes something else.
  func take<A, B>(_ a: A, make: (A) -> B) throws -> B { make(a) }
  func take<A, B, C>(_ a: A, _ b: B, make: (A, B) -> C) throws -> C { make(a, b) }
  func take<A, B, C>(_ a: A, _ b: B, make: (B, A) -> C) throws -> C { make(b, a) }
  @_disfavoredOverload func take<each Part, each Other, Service>(
    _ parts: repeat each Part, make: (repeat each Other) -> Service
  ) throws -> Service {
    let (wanted, found) = ((repeat each Part).self, (repeat each Other).self)
    throw Wrong("Make `\(Service.self)` of \(wanted). Its initializer takes \(found).")
  }

  func want(_ isSo: Bool, _ otherwise: @autoclosure () -> String) throws {
    if !isSo { throw Wrong(otherwise()) }
  }

  func want<Value: Equatable>(
    _ what: String, _ found: Value?, is wanted: Value?, _ advice: String = ""
  ) throws {
    func text(_ value: Value?) -> String {
      value.map { $0 is String ? "'\($0)'" : "\($0)" } ?? "nothing"
    }
    let texts = "expected \(text(wanted)), found \(text(found))"
    try want(found == wanted, "\(what): \(texts). \(advice)")
  }

  func want(_ what: String, _ found: Any, has part: Any, _ advice: String = "") throws {
    let isThere = "\(found)".contains("\(part)")
    try want(isThere, "\(what): expected '\(part)' in it, found '\(found)'. \(advice)")
  }

  /// Three uses get so many different ones.
  func want<Service: AnyObject>(
    _ what: String, _ use: @autoclosure () throws -> Service?, different wanted: Int
  ) throws {
    let found = try (1...3).compactMap { _ in try use() }
    let count = Set(found.map(ObjectIdentifier.init)).count
    try want("\(what), after resolving three times", count, is: wanted)
  }

  /// The error that comes, or "no error".
  func failure<Value>(_ work: () throws -> Value) -> String {
    do { _ = try work() } catch { return "\(error)" }
    return "no error"
  }

  /// What is registered, in alphabetical order: `["Cup: transient"]`.
  func registered(_ container: DIContainer) -> [String] {
    container.description.matches(of: /(?m)^.+: \w+/).map { "\($0.output)" }.sorted()
  }

  /// Two containers have no object in common, and a container goes when nobody uses it any more.
  func wantSeparate(_ container: () -> DIContainer, make: (DIContainer) throws -> Any) throws {
    for warning in container().verify({ c in _ = try make(c) }).warnings {
      guard case .captured = warning else { continue }
      throw Wrong("\(warning)\nOtherwise it misses what somebody replaces there.")
    }
    weak var gone: DIContainer?
    func use() throws -> AnyObject {
      let shop = container()
      gone = shop
      return try make(shop) as AnyObject
    }
    let (service, other) = try (use(), use())
    try want(service !== other, "Two containers share a \(type(of: service)).")
    let causes = "a factory that doesn't ask `c`, a service, or a variable"
    try want(gone == nil, "The container is not freed, so somebody keeps it: \(causes).")
    withExtendedLifetime(other) {}
  }

  /// A service is made of a part: of the one that is registered when it is made, in the container that
  /// is asked. It keeps that, and if there is none, or it can't be made, the error comes through. `text` is
  /// what it says: `old`, `new` with another part, and `without` where it can do without one.
  func wantMade<Part, Service>(
    in container: () -> DIContainer, of old: String, or part: Part, _ new: String,
    name: String? = nil, without: String? = nil,
    text: (Service) throws -> String, make: (DIContainer) throws -> Service = { try $0.resolve() }
  ) throws {
    let (shop, next, other) = (container(), container(), container())
    let key = "\(DIContainer.Key(service: Part.self, name: name))"
    let service = "\(Service.self)".replacingOccurrences(of: "any ", with: "")
    let first = try make(shop)
    let before = try text(make(container()))
    try want("\(service)", before, has: old)
    _ = try make(next)
    next.reset(keepingRegistrations: true)  // after that, only a variable remembers it
    for container in [shop, next] { container.register(Part.self, name: name) { _ in part } }
    let change = "The check registers another \(key), and looks at"
    let advice = "What it was given must stay."
    let wanted = before.replacingOccurrences(of: old, with: new)
    let look = "Look at the factories."
    try want("\(change) a new \(service)", text(make(next)), is: wanted, look)
    try want("\(change) a \(service) from before", text(first), has: old, advice)
    try want("\(change) another container", text(make(other)), has: old)
    try wantSeparate(container, make: make)
    let (broken, poor) = (container(), container())
    poor.unregister(Part.self, name: name)
    if let without { return try want("Without \(key), it", text(make(poor)), has: without) }
    broken.register(Part.self, name: name) { _ in throw Wrong("Sold out.") }
    for other in [broken, poor] where other[Part.self, name: name] == nil {
      let isMade = failure { try text(make(other)) } == "no error"
      try want(!isMade, "Without \(key), \(service) can still be made. That has to be an error.")
    }
  }
}

extension Check {
  /// What was found, what was wanted, and where to look.
  struct Wrong: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  /// What happened, in this order. Several threads can note something.
  final class Notes: @unchecked Sendable {
    private let lock = NSLock()  // guards the list
    private var list: [String] = []
    var all: [String] { lock.withLock { list } }
    func add(_ note: String) { lock.withLock { list.append(note) } }
  }

  /// A service for a check, which notes that it is made: `Probe<Int>` notes "Int".
  final class Probe<Tag>: Sendable {
    init(_ made: Notes) { made.add("\(Tag.self)") }
  }
}
