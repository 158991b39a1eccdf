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

final class S0: Component {}
final class S1: Component {}
final class S2: Component {}
final class S3: Component {}
final class S4: Component {}
final class S5: Component {}

/// What a closure of a registration captures, so that it is known when the closure goes.
final class Capture {
  let world: World
  let registration: Registered
  init(_ world: World, _ registration: Registered) {
    self.world = world
    self.registration = registration
  }

  deinit { world.isForgotten(registration) }
}

/// The calls of the library for one type.
struct ServiceType: Sendable {
  let type: Any.Type
  let register: @Sendable (DIContainer, Entry, Capture) -> Void
  let resolve: @Sendable (DIContainer, String?) throws -> Component
  let optional: @Sendable (DIContainer, String?) -> Component?
  let all: @Sendable (DIContainer) throws -> [Component]
  let unregister: @Sendable (DIContainer, String?) -> Bool
  let contains: @Sendable (DIContainer, String?) -> Bool

  static let all: [ServiceType] = [
    ServiceType(S0.self), ServiceType(S1.self), ServiceType(S2.self), ServiceType(S3.self),
    ServiceType(S4.self), ServiceType(S5.self),
  ]

  private init<Service: Component>(_ type: Service.Type) {
    self.type = type
    register = { container, entry, capture in
      let factory = { (given: DIContainer) throws -> Service in
        try capture.world.make(type, capture.registration, given)
      }
      let callback = { (component: Service, given: DIContainer) throws -> Void in
        try capture.world.complete(component, capture.registration, given)
      }
      let name = entry.key.name
      switch (entry.lifetime, entry.callback == nil) {
      case (.transient, true): container.register(type, name: name, transient: factory)
      case (.lazy, true): container.register(type, name: name, lazySingleton: factory)
      case (.eager, true): container.register(type, name: name, eagerSingleton: factory)
      case (.transient, false):
        container.register(type, name: name, transient: factory, initCompleted: callback)
      case (.lazy, false):
        container.register(type, name: name, lazySingleton: factory, initCompleted: callback)
      case (.eager, false):
        container.register(type, name: name, eagerSingleton: factory, initCompleted: callback)
      }
    }
    resolve = { try $0.resolve(type, name: $1) }
    optional = { $0[type, name: $1] }
    all = { try $0.resolveAll(type) }
    unregister = { $0.unregister(type, name: $1) }
    contains = { $0.contains(type, name: $1) }
  }
}
