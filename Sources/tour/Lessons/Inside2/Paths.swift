// Goal: name a missing service in an error, and the services that need it.
// `resolve` and factories can throw. The container keeps the path: the services that are being
// created, outermost first. An error shows the path to a missing service, or a cycle.

struct ResolutionError: Error, CustomStringConvertible {
  let description: String
  init(_ problem: String, _ path: some Sequence<Any.Type>) {
    let names = path.map { "\($0)" }.joined(separator: " → ")
    description = "\(problem): \(names)"
  }
}

final class Container {
  private var factories: [ObjectIdentifier: Any] = [:]
  private var path: [Any.Type] = []

  func register<Service>(_ type: Service.Type, factory: @escaping (Container) throws -> Service) {
    factories[ObjectIdentifier(type)] = factory
  }

  func resolve<Service>(_ type: Service.Type = Service.self) throws -> Service {
    let found = factories[ObjectIdentifier(type)]
    guard let factory = found as? (Container) throws -> Service else {
      throw ResolutionError("Not registered", path + [type])
    }
    if let first = path.firstIndex(where: { $0 == type }) {
      throw ResolutionError("Circular dependency", path[first...] + [type])
    }
    path.append(type)
    defer { path.removeLast() }
    return try factory(self)
  }
}

struct Beans {}
struct Machine { let beans: Beans }
enum Kenya { struct Coffee {} }  // for the exercise
enum Peru { struct Coffee {} }
final class Owner { init(dog: Dog) {} }
final class Dog { init(owner: Owner) {} }

func program() {
  let container = Container()
  container.register(Machine.self) { c in try Machine(beans: c.resolve()) }
  do { _ = try container.resolve(Machine.self) } catch { print(error) }
  container.register(Owner.self) { c in try Owner(dog: c.resolve()) }
  container.register(Dog.self) { c in try Dog(owner: c.resolve(Owner.self)) }
  do { _ = try container.resolve(Owner.self) } catch { print(error) }
}

// ## Predict
// Beans are missing, and then there is a cycle. Which names do the errors contain?
// ## Why
// The errors are `Not registered: Machine → Beans` and `Circular dependency: Owner → Dog → Owner`.
// Only one thread can use this container's path. `DIContainer.swift` has a path for each thread.
// ## Exercise
// Make the error for a missing service list the registered services, each once, in alphabetical
// order, as the path names them: without modules or outer types. `Kenya.Coffee` and `Peru.Coffee`
// are two services, but their name may be listed once. For example, the message is then:
//
//     Not registered (there is Machine, Owner): Machine → Beans
