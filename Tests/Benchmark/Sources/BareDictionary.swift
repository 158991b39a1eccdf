import Synchronization

/// The container that one would write by hand in place of a library: a dictionary from types to
/// instances or closures, a lock around it, and a cast on the way out.
final class BareDictionary: Sendable {
  private struct Entries: @unchecked Sendable {
    var plain: [ObjectIdentifier: Any] = [:]
    var named: [NamedKey: Any] = [:]
  }

  private struct NamedKey: Hashable {
    let type: ObjectIdentifier
    let name: String
  }

  private let entries = Mutex(Entries())

  /// Creates a container without registrations.
  init() {}

  // MARK: - Registering

  /// Registers a service that is made at each use.
  func register<Service>(
    _ type: Service.Type, name: String? = nil, transient make: @escaping () -> Service
  ) {
    set({ make() } as () -> Any, type, name)
  }

  /// Registers a service that is made at its first use and kept.
  func register<Service>(
    _ type: Service.Type, name: String? = nil, lazySingleton make: @escaping () -> Service
  ) {
    let makeAndKeep: () -> Any = { [unowned self] in
      let instance = make()
      set(instance, type, name)
      return instance
    }
    set(makeAndKeep, type, name)
  }

  /// Registers a service that is made from a string and a flag at each use.
  func register<Service>(
    _ type: Service.Type, transient make: @escaping (String, Bool) -> Service
  ) {
    set({ make($0, $1) } as (String, Bool) -> Any, type, nil)
  }

  private func set(_ entry: Any, _ type: Any.Type, _ name: String?) {
    nonisolated(unsafe) let entry = entry
    entries.withLock {
      if let name {
        $0.named[NamedKey(type: ObjectIdentifier(type), name: name)] = entry
      } else {
        $0.plain[ObjectIdentifier(type)] = entry
      }
    }
  }

  // MARK: - Resolving

  /// The service that is registered for a type, or `nil`.
  subscript<Service>(_ type: Service.Type) -> Service? {
    nonisolated(unsafe) var entry: Any?
    entries.withLock { entry = $0.plain[ObjectIdentifier(type)] }
    if let make = entry as? () -> Any { return make() as? Service }
    return entry as? Service
  }

  /// The service that is registered for a type and a name, or `nil`.
  subscript<Service>(_ type: Service.Type, name name: String) -> Service? {
    let key = NamedKey(type: ObjectIdentifier(type), name: name)
    nonisolated(unsafe) var entry: Any?
    entries.withLock { entry = $0.named[key] }
    if let make = entry as? () -> Any { return make() as? Service }
    return entry as? Service
  }

  /// The service that is registered for a type and is made from a string and a flag, or `nil`.
  subscript<Service>(_ type: Service.Type, _ first: String, _ second: Bool) -> Service? {
    nonisolated(unsafe) var entry: Any?
    entries.withLock { entry = $0.plain[ObjectIdentifier(type)] }
    guard let make = entry as? (String, Bool) -> Any else { return nil }
    return make(first, second) as? Service
  }

  /// The service that is registered for a type, which a factory needs.
  func resolve<Service>(_ type: Service.Type) -> Service {
    guard let service = self[type] else { preconditionFailure("\(type) is not registered.") }
    return service
  }
}
