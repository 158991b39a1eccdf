// SPDX-License-Identifier: MIT-0

import DIContainer

// What several test files use.

protocol Animal {
  var name: String { get }
}

protocol Person {
  var name: String { get }
}

class Cat: Animal {
  let name: String

  init(name: String) {
    self.name = name
  }
}

class Dog: Animal {
  let name: String

  init(name: String) {
    self.name = name
  }
}

class Horse: Animal {
  let name: String
  let running: Bool

  convenience init(name: String) {
    self.init(name: name, running: false)
  }

  init(name: String, running: Bool) {
    self.name = name
    self.running = running
  }
}

class PetOwner: Person {
  let name: String
  let pet: Animal

  init(name: String, pet: Animal) {
    self.name = name
    self.pet = pet
  }
}

final class Rock: Sendable {}

final class Parent {
  let name: String
  var children: [Child]

  init(_ name: String = "", _ children: [Child] = []) {
    self.name = name
    self.children = children
  }
}

final class Child {
  var parent: Parent?
}

/// What happened, in order.
final class Log {
  var lines: [String] = []

  func add(_ line: String) {
    lines.append(line)
  }

  /// A factory that notes each of its runs.
  func factory<Service>(
    _ line: String, of service: @autoclosure @escaping () -> Service
  ) -> (DIContainer) -> Service {
    { _ in
      self.add(line)
      return service()
    }
  }
}

/// The text of the error that `body` throws, or nil if it throws none.
func errorText<Result>(_ body: () throws -> Result) -> String? {
  do {
    _ = try body()
    return nil
  } catch {
    return "\(error)"
  }
}
