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
