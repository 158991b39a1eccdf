// SPDX-License-Identifier: MIT-0

/// An instance of a service. What is known about it outlives it: see `Made`.
class Component {
  let number: Int
  private let world: World?
  /// What it keeps alive: what its factory resolved, if the program says so.
  var held: [Component] = []

  required init(_ number: Int, _ world: World? = nil) {
    self.number = number
    self.world = world
  }

  deinit { world?.isFreed(number) }
}

protocol Service: Component {}
final class S0: Component, Service {}
final class S1: Component, Service {}
final class S2: Component, Service {}
final class S3: Component, Service {}
final class S4: Component, Service {}
final class S5: Component, Service {}

/// The types of the services, by their numbers. A program may have fewer: see `Program.types`.
let services: [any Service.Type] = [S0.self, S1.self, S2.self, S3.self, S4.self, S5.self]

final class T0: Component, Service {}
final class T1: Component, Service {}
final class T2: Component, Service {}
final class T3: Component, Service {}
final class T4: Component, Service {}
final class T5: Component, Service {}
final class Unrelated: Component, Service {}

/// The same under other names, and one that only `Relation.unrelated` registers.
let renamedServices: [any Service.Type] = [T0.self, T1.self, T2.self, T3.self, T4.self, T5.self]

/// What a closure of a registration captures, so that it is known when the closure goes.
final class Capture {
  private let world: World
  private let registered: Registered

  init(_ world: World, _ registered: Registered) {
    self.world = world
    self.registered = registered
  }

  deinit { world.isForgotten(registered) }

  func register<Made: Service>(_ type: Made.Type, name: String?, in container: DIContainer) {
    registered.entry.register(type, name: name, in: container) { [self] in
      try world.make(type, registered, $0)
    } convert: {
      $0
    } initCompleted: { [self] in
      try world.complete($0, registered, $1)
    }
  }
}

extension Program {
  /// Asks the container. `nil` is what a subscript returns after a failure.
  func get(_ request: Request, _ container: DIContainer) throws -> [Component]? {
    func find<Made: Service>(_ type: Made.Type) throws -> Made? {
      if !manner.infersOptionals { return try ask(type) }
      return try ask(Made?.self) ?? nil  // `let service: Made? = try c.resolve()`
    }
    func ask<Key>(_ key: Key.Type) throws -> Key? {
      let name = name(of: request.service)
      switch (request.how == .subscript, takesNumber(request.service)) {
      case (true, true): return container[key, name: name, arguments: 1]
      case (true, false): return name == nil ? container[key] : container[key, name: name]
      case (false, true): return try container.resolve(key, name: name, arguments: 1)
      case (false, false): return try container.resolve(key, name: name)
      }
    }
    func all<Made: Service>(_ type: Made.Type) throws -> [Component] {
      try container.resolveAll(type)
    }
    let type = type(of: request.service)
    switch request.how {
    case .resolve, .caught, .subscript: return try find(type).map { [$0] }
    case .all: return try all(type)
    case .bootstrap: try container.bootstrap()
    case .verify: _ = container.verify()
    }
    return []
  }

  func unregister(_ service: Int, in container: DIContainer?) {
    func remove<Key>(_ key: Key.Type) {
      let name = name(of: service)
      if takesNumber(service) {
        container?.unregister(key, name: name, arguments: Int.self)
      } else {
        container?.unregister(key, name: name)
      }
    }
    func removeBoth<Made: Service>(_ type: Made.Type) {
      remove(type)
      remove(Made?.self)  // for `Entry.isOptional`
    }
    let type = type(of: service)
    removeBoth(type)
  }
}

extension Entry {
  /// Registers it under a type, into which `convert` converts what the factory makes.
  func register<Made: Service, Key>(
    _ key: Key.Type, name: String?, in container: DIContainer,
    factory: @escaping (DIContainer) throws -> Made, convert: @escaping (Made) -> Key,
    initCompleted: @escaping (Made, DIContainer) throws -> Void
  ) {
    let plain = { (c: DIContainer) in convert(try factory(c)) }
    switch (lifetime, callback) {
    case (.eager, nil): container.register(key, name: name, eagerSingleton: plain)
    case (.eager, _):
      container.register(key, name: name, eagerSingleton: factory, initCompleted: initCompleted)
    case (.lazy, nil): container.register(key, name: name, lazySingleton: plain)
    case (.lazy, _):
      container.register(key, name: name, lazySingleton: factory, initCompleted: initCompleted)
    case (.transient, nil) where takesNumber:
      container.register(key, name: name) { (c, _: Int) in try plain(c) }
    case (.transient, _) where takesNumber:
      container.register(
        key, name: name, transient: { (c, _: Int) in try factory(c) }, initCompleted: initCompleted)
    case (.transient, nil): container.register(key, name: name, transient: plain)
    case (.transient, _):
      container.register(key, name: name, transient: factory, initCompleted: initCompleted)
    }
  }
}
