// SPDX-License-Identifier: MIT-0

/// An instance of a service. Its record outlives it.
class Component {
  let made: Made
  private let world: World
  /// The results of its factory's requests, if the program says so.
  var held: [Component] = []

  required init(_ made: Made, _ world: World) {
    self.made = made
    self.world = world
  }

  deinit { world.isFreed(made) }
}

protocol Service: Component {}
final class S0: Component, Service {}
final class S1: Component, Service {}
final class S2: Component, Service {}
final class S3: Component, Service {}
final class S4: Component, Service {}
final class S5: Component, Service {}
final class Unrelated: Component, Service {}

/// The types of the services, by their numbers. A program may have fewer: see `Program.types`.
let services: [any Service.Type] = [S0.self, S1.self, S2.self, S3.self, S4.self, S5.self]

extension Program {
  /// Asks the container. A subscript returns `nil` after a failure.
  func get(_ step: Step, _ container: DIContainer) throws -> [Component]? {
    let name = name(of: step.number)
    func some<Made: Service>(_ type: Made.Type) throws -> [Component]? {
      switch (step.kind, isRecursive(step.number)) {
      case (.all, _): try container.resolveAll(type)
      case (.subscript, true): container[type, name: name, arguments: step.depth].map { [$0] }
      case (.subscript, false): container[type, name: name].map { [$0] }
      case (_, true): [try container.resolve(type, name: name, arguments: step.depth)]
      case (_, false): [try container.resolve(type, name: name)]
      }
    }
    let type = type(of: step.number)
    switch step.kind {
    case .bootstrap: try container.bootstrap()
    case .verify: _ = container.verify()
    default: return try some(type)
    }
    return []
  }

  func unregister(_ service: Int, in container: DIContainer) {
    func remove<Made: Service>(_ type: Made.Type) {
      if isRecursive(service) {
        container.unregister(type, name: name(of: service), arguments: Int.self)
      } else {
        container.unregister(type, name: name(of: service))
      }
    }
    let type = type(of: service)
    remove(type)
  }
}

extension Entry {
  /// A recursive transient gets its argument.
  func register<Made: Service>(
    _ type: Made.Type, name: String?, in container: DIContainer,
    factory: @escaping (DIContainer, Int) throws -> Made,
    initCompleted: @escaping (Made, DIContainer) throws -> Void
  ) {
    let plain: (DIContainer) throws -> Made = { c in try factory(c, 0) }
    switch (isSingleton, callback) {
    case (true, nil) where isEager: container.register(type, name: name, eagerSingleton: plain)
    case (true, _) where isEager:
      container.register(type, name: name, eagerSingleton: plain, initCompleted: initCompleted)
    case (true, nil): container.register(type, name: name, lazySingleton: plain)
    case (true, _):
      container.register(type, name: name, lazySingleton: plain, initCompleted: initCompleted)
    case (false, nil) where isRecursive: container.register(type, name: name, transient: factory)
    case (false, _) where isRecursive:
      container.register(type, name: name, transient: factory, initCompleted: initCompleted)
    case (false, nil): container.register(type, name: name, transient: plain)
    case (false, _):
      container.register(type, name: name, transient: plain, initCompleted: initCompleted)
    }
  }
}
