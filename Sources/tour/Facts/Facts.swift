// SPDX-License-Identifier: MIT-0

// What the facts of a lesson are written with. The tour compiles this file with a lesson, and puts the
// lesson's facts at the end of the lesson's own file: there they see what is private.

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
  _ what: String, _ found: Value, is wanted: Value, _ advice: String = ""
) throws {
  let end = advice.isEmpty ? "" : " \(advice)"
  if found != wanted { throw Wrong("\(what): found \(found), wanted \(wanted).\(end)") }
}

/// Can be changed by several threads.
final class Count: @unchecked Sendable {
  private let lock = NSLock()  // guards the number
  private var number = 0
  var value: Int { lock.withLock { number } }
  func add() { lock.withLock { number += 1 } }
}

extension DIContainer {
  /// The lifetime of what is registered, by its key: `["Cup": "transient"]`.
  var lifetimes: [String: String] {
    let lines = description.matches(of: /(?m)^(.+): (\w+)/)
    return Dictionary(uniqueKeysWithValues: lines.map { (String($0.1), String($0.2)) })
  }

  func wantNothingMade(but exception: String = "") throws {
    for line in description.matches(of: /(?m)^(.+): .+ \(made\)$/) where line.1 != exception {
      throw Wrong("\(line.1) was made too early. Only register here, and resolve nothing.")
    }
  }

  func wantNothingCaptured() throws {
    for warning in verify().warnings {
      if case .captured = warning { throw Wrong("\(warning)\n\(captured)") }
    }
  }
}

private let captured = """
  A factory that asks a container from outside works until a test or a child replaces something: \
  then it still gets the old one. Ask `c`, which is given.
  """

/// A service is made of a part: of the one that is registered when it is made, in the container that is
/// asked. It keeps that, and an error of that is its own. A singleton is made in its own container.
/// `text` is what it says: `old`, or `new` if another part is registered.
func wantMade<Part, Service>(
  in container: @autoclosure () -> DIContainer, of old: String, or part: Part, _ new: String,
  name: String? = nil, isSingleton: Bool = false, isOptional: Bool = false,
  make: (DIContainer) throws -> Service = { try $0.resolve() },
  text: (Service) throws -> String
) throws {
  for path in CommandLine.arguments.dropFirst(2) {
    let takesContainer = try String(contentsOfFile: path, encoding: .utf8)
      .contains(/init\([^)]*DIContainer\b[^.]/)
    try want(!takesContainer, "An initializer takes a container. Pass it what it needs.")
  }
  let shop = container()
  let first = try make(shop)
  let found = try text(first)
  try want(found.contains(old), "Found '\(found)', wanted '\(old)'.")
  let next = isSingleton ? container() : shop
  try want(container() !== shop, "Each call has to make a new container.")
  for container in [shop, next] { container.register(Part.self, name: name) { _ in part } }
  let after = try text(make(next))
  try want(
    after.contains(new) && !after.contains(old),
    "\(Part.self) is another now, and the next has '\(after)'. Let the factory ask the container.")
  let kept = try text(first)
  try want(
    kept.contains(old) && !kept.contains(new),
    "\(Part.self) is another now, and one from before has '\(kept)'. Pass it what it needs.")
  if !isSingleton {
    let child = DIContainer(parent: container())
    child.register(Part.self, name: name) { _ in part }
    let said = try text(make(child))
    try want(said.contains(new), "A child has '\(new)', and gets '\(said)'.\n\(captured)")
  }
  try container().wantNothingCaptured()
  let (broken, without) = (container(), container())
  broken.register(Part.self, name: name) { _ in throw Wrong("Sold out.") }
  without.unregister(Part.self, name: name)
  for other in [broken, without] where !isOptional && other[Part.self, name: name] == nil {
    do { _ = try text(make(other)) } catch { continue }
    throw Wrong("Where \(Part.self) can't be made, there is no error. Let the error through.")
  }
}

/// Without a word, the lesson runs. With the path of a file, its facts are looked at, and one line for
/// each is written there: what was found, or nothing if it is so.
@main enum Check {
  static func main() async {
    setvbuf(stdout, nil, _IONBF, 0)
    let path = CommandLine.arguments.dropFirst().first
    let notes = path.flatMap { FileHandle(forWritingAtPath: $0) } ?? .standardOutput
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 10)
      notes.write(Data("It did not end within ten seconds.\n".utf8))
      exit(1)
    }
    do {
      if path == nil { try await program() }
    } catch {
      notes.write(Data("The program ended with an error: \(error)\n".utf8))
    }
    for fact in facts where path != nil {
      var found = ""
      do { try await fact.probe() } catch { found = "\(error)" }
      notes.write(Data("\(found.replacingOccurrences(of: "\n", with: "\u{B}"))\n".utf8))
    }
    exit(0)
  }
}
