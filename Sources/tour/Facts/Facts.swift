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
  if found != wanted { throw Wrong("\(what): found \(found), wanted \(wanted). \(advice)") }
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
  A factory that asks a container from outside works until a test or a child
  replaces something: then it still gets the old one. Ask `c`, which is given.
  """

/// A service is made of what is registered when it is made, in the container that is asked, and keeps
/// that. `make` makes it, and returns what uses it. What is used is `old`, or after `replace` it is `new`.
/// A singleton is made once, and with its own container.
func wantMade(
  in container: @autoclosure () -> DIContainer, of old: String, or new: String,
  isSingleton: Bool = false, by replace: (DIContainer) -> Void,
  _ make: (DIContainer) throws -> () throws -> String
) throws {
  let shop = container()
  let use = try make(shop)
  let found = try use()
  try want(found.contains(old), "Found '\(found)', wanted '\(old)'.")
  let next = isSingleton ? container() : shop
  replace(next)
  let useNext = try make(next)
  let after = try useNext()
  try want(
    after.contains(new) && !after.contains(old),
    "After '\(new)' was registered, the next has "
      + "'\(after)'. Let its factory ask the container.")
  let kept = try use()
  try want(
    kept.contains(old) && !kept.contains(new),
    "After '\(new)' was registered, one that was made "
      + "before has '\(kept)'. Pass it what it needs, and not the way to it.")
  if !isSingleton {
    let inChild = try make(DIContainer(parent: container(), configure: replace))()
    try want(inChild.contains(new), "A child has '\(new)', and gets '\(inChild)'.\n\(captured)")
  }
  try container().wantNothingCaptured()
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
