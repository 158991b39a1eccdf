// SPDX-License-Identifier: MIT-0

/// An instance of a service. What is known about it outlives it: see `Made`.
class Component {
  let number: Int
  let world: World
  /// What it keeps alive: what its factory resolved, if the program says so.
  var held: [Component] = []

  required init(_ number: Int, _ world: World) {
    self.number = number
    self.world = world
  }

  deinit { world.isFreed(number) }
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
    let factory = { [self] (given: DIContainer) throws -> Made in
      try world.make(type, registered, given)
    }
    let callback = { [self] (component: Made, given: DIContainer) throws -> Void in
      try world.complete(component, registered, given)
    }
    let entry = registered.entry
    switch (entry.lifetime, entry.callback) {
    case (.eager, nil): container.register(type, name: name, eagerSingleton: factory)
    case (.eager, _):
      container.register(type, name: name, eagerSingleton: factory, initCompleted: callback)
    case (.lazy, nil): container.register(type, name: name, lazySingleton: factory)
    case (.lazy, _):
      container.register(type, name: name, lazySingleton: factory, initCompleted: callback)
    case (.transient, nil): container.register(type, name: name, transient: factory)
    case (.transient, _):
      container.register(type, name: name, transient: factory, initCompleted: callback)
    }
  }
}
