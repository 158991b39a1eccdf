// SPDX-License-Identifier: MIT-0

// The facts of a lesson use this file, a module. The tour puts them at the end of the lesson's own
// file, where they see what is private. All files of the tour have this licence.

import DIContainer
@preconcurrency import Foundation

typealias Program = @Sendable () async throws -> Void

/// What is so if an exercise is solved. The probe throws if it is not.
struct Fact: Sendable {
  let probe: Program

  /// The tour reads the sentence in the file.
  init(_ sentence: String, probe: @escaping Program) { self.probe = probe }
}

/// What was found, what was wanted, and where to look.
struct Wrong: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

func want(_ isTrue: Bool, _ otherwise: @autoclosure () -> String) throws {
  if !isTrue { throw Wrong(otherwise()) }
}

func want<Value: Equatable>(
  _ what: String, _ found: Value?, is wanted: Value?, _ advice: String = ""
) throws {
  let texts = [found, wanted].map { value in value.map { "\($0)" } ?? "nothing" }
  let end = advice.isEmpty ? "" : " \(advice)"
  try want(found == wanted, "\(what): found \(texts[0]), wanted \(texts[1]).\(end)")
}

func want(_ what: String, _ found: Any, has part: Any, _ advice: String) throws {
  let isThere = "\(found)".contains("\(part)")
  try want(isThere, "\(what): found '\(found)', wanted '\(part)' in it. \(advice)")
}

/// Three uses get so many different ones.
func want<Service: AnyObject>(
  _ what: String, _ use: @autoclosure () throws -> Service?, different wanted: Int
) throws {
  let found = try (1...3).compactMap { _ in try use() }
  try want("\(what), in three uses", Set(found.map(ObjectIdentifier.init)).count, is: wanted)
}

/// The error that comes, or "no error".
func failure<Value>(_ work: () throws -> Value) -> String {
  do { _ = try work() } catch { return "\(error)" }
  return "no error"
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

/// The files that the reader changes, and what they say.
func readersFiles() throws -> [(path: String, text: String)] {
  try CommandLine.arguments.dropFirst(2).map { path in
    (path, try String(contentsOfFile: path, encoding: .utf8))
  }
}

extension DIContainer {
  /// The lifetime of what is registered, by its key: `["Cup": "transient"]`.
  var lifetimes: [String: String] {
    let lines = description.matches(of: /(?m)^(.+): (\w+)/)
    return Dictionary(uniqueKeysWithValues: lines.map { (String($0.1), String($0.2)) })
  }

  var keys: [String] { lifetimes.keys.sorted() }

  func wantNothingMade(but exception: String = "") throws {
    for line in description.matches(of: /(?m)^(.+): .+ \(made\)$/) where line.1 != exception {
      throw Wrong("\(line.1) was made too early. Only register here, and resolve nothing.")
    }
  }

  func wantNothingCaptured(_ also: (DIContainer) throws -> Void = { _ in }) throws {
    for warning in verify(also).warnings {
      guard case .captured = warning else { continue }
      throw Wrong(
        "\(warning)\nA container from outside works until a test or a child replaces something.")
    }
  }
}

/// A service is made of a part: of the one that is registered when it is made, in the container that is
/// asked. It keeps that, and an error of that is its own, if it can't do without. A singleton is made
/// in its own container. `text` is what it says: `old`, `new` with another part, or `less` without one.
func wantMade<Part, Service, Text>(
  in container: @autoclosure () -> DIContainer, of old: Any, or part: Part, _ new: Any,
  name: String? = nil, without less: String? = nil, isSingleton: Bool = false,
  text: (Service) throws -> Text, make: (DIContainer) throws -> Service = { try $0.resolve() }
) throws {
  let shop = container()
  let first = try make(shop)  // what it says is asked after the change
  try want("\(Service.self)", text(make(shop)), has: old, "Look at its type and its factory.")
  try want(container() !== shop, "Each call has to make a new container.")
  let next = isSingleton ? container() : shop
  for container in [shop, next] { container.register(Part.self, name: name) { _ in part } }
  let change = "\(Part.self) is another now"
  try want("\(change), the next", text(make(next)), has: new, "Look at factory and lifetime.")
  try want("\(change), one from before", text(first), has: old, "Pass it what it needs.")
  try container().wantNothingCaptured { c in _ = try make(c) }
  let (broken, without) = (container(), container())
  broken.register(Part.self, name: name) { _ in throw Wrong("Sold out.") }
  without.unregister(Part.self, name: name)
  if let less {
    without.register(Part.self) { _ in part }
    try want("Without \(Part.self)", text(make(without)), has: less, "It can do without.")
    return
  }
  for other in [broken, without] where other[Part.self, name: name] == nil {
    let error = failure { try text(make(other)) }
    try want(error != "no error", "Without \(Part.self), there is no error. Let it through.")
  }
}

/// Is looked at in each lesson, after its own facts.
private let everywhere = [
  Fact("No variable is global or static, and no type takes or keeps a container.") {
    let globals = /(?m)(^|\bstatic )([@\w()]+ )*(var [^{\n]*$|let \w+ = [A-Z]\w*\(\))/
    let takes = /init\([^)]*DIContainer\b[^.]/
    let keeps = /(var|let) \w+: DIContainer[?!]?(?!\.| *\{| *=(?! *nil))/
    for (_, text) in try readersFiles() {
      try want(!text.contains(globals), "A global or static variable has one value for everybody.")
      let isLocator = text.contains(takes) || text.contains(keeps)
      try want(!isLocator, "A type has a container. Pass it what it needs.")
    }
  }
]

/// Without a word, the lesson runs. With the path of a file, its facts are looked at, and one line for
/// each is written there: what was found, or nothing if it is so.
func check(_ facts: [Fact], of lesson: Program) async -> Never {
  setvbuf(stdout, nil, _IONBF, 0)
  let path = CommandLine.arguments.dropFirst().first
  let notes = path.flatMap { FileHandle(forWritingAtPath: $0) } ?? .standardOutput
  Thread.detachNewThread {
    Thread.sleep(forTimeInterval: 10)
    notes.write(Data("It did not end within ten seconds.\n".utf8))
    exit(1)
  }
  do {
    if path == nil { try await lesson() }
  } catch {
    notes.write(Data("The program ended with an error: \(error)\n".utf8))
  }
  for fact in facts + everywhere where path != nil {
    var found = ""
    do { try await fact.probe() } catch { found = "\(error)" }
    notes.write(Data("\(found.replacingOccurrences(of: "\n", with: "\u{B}"))\n".utf8))
  }
  exit(0)
}
