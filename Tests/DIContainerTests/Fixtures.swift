import DIContainer

// Types and helpers that several test files use.

typealias Key = DIContainer.Key

protocol Animal { var name: String { get } }
protocol Person { var name: String { get } }
struct Cat: Animal { let name: String }

struct Horse: Animal {
  let name: String
  var running = false
}

struct PetOwner: Person {
  let name: String
  let pet: Animal
}

final class Rock: Sendable {}

struct Engine {}
struct Boat {}
struct Car { let engine: Engine }
struct Garage { let car: Car }

/// An empty container, and an empty child of it.
func parentAndChild() -> (parent: DIContainer, child: DIContainer) {
  let parent = DIContainer()
  return (parent, DIContainer(parent: parent))
}

extension DIContainer {
  /// Registers a lazy singleton or a transient.
  func register<Service>(
    isSingleton: Bool, _ factory: @escaping (DIContainer) throws -> Service
  ) {
    if isSingleton { register(lazySingleton: factory) } else { register(transient: factory) }
  }

  /// The keys whose lines in the description have this ending, in order.
  func keys(_ ending: String) -> [String] {
    let lines = description.split(separator: "\n").filter { $0.hasSuffix(ending) }
    return lines.map { String($0.prefix { $0 != ":" }) }
  }
}

/// A record of events, in order.
final class Log {
  var lines: [String] = []

  func add(_ line: String) { lines.append(line) }

  /// A factory that records each of its calls.
  func factory<Service>(
    _ line: String, of service: @autoclosure @escaping () -> Service
  ) -> (DIContainer) -> Service {
    { _ in
      self.add(line)
      return service()
    }
  }
}

/// The text of the error that `body` throws, or `nil` if it throws none.
func errorText<Result>(_ body: () throws -> Result) -> String? {
  do { _ = try body() } catch { return "\(error)" }
  return nil
}
