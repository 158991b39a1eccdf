import DIContainer
import Foundation
import Testing

// The cast of the reference documents, shared by every test file.

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

class Rock {}

struct Failure: Error, Equatable {
  let text: String

  init(_ text: String) {
    self.text = text
  }
}

/// What happened, in order.
final class Log {
  var lines: [String] = []

  func add(_ line: String) {
    lines.append(line)
  }

  func count(_ line: String) -> Int {
    lines.filter { $0 == line }.count
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

/// Runs `body` on a thread of its own with a stack of `kilobytes`.
///
/// The thread sanitizer's code needs about twice the stack, so that it gets that.
func onThread<Result: Sendable>(
  stack kilobytes: Int, _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    let thread = Thread { continuation.resume(with: Swift.Result { try body() }) }
    thread.stackSize = kilobytes * 1024 * (isSanitized ? 2 : 1)
    thread.start()
  }
}

private let isSanitized = dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil
