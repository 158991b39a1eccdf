// What every test file uses. The types are those of the reference documents.

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

/// What happened, in order.
final class Log {
  var lines: [String] = []

  func add(_ line: String) {
    lines.append(line)
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
