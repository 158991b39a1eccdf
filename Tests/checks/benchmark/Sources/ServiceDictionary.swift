import Synchronization

/// What you might write by hand instead of a container: a dictionary from types to entries, and an
/// enumeration that says what an entry is. Its only cast turns the result into the service.
final class ServiceDictionary: Sendable {
  private enum Entry: @unchecked Sendable {
    case instance(Any)
    case singleton(() -> Any)  // until its first use
    case transient(() -> Any)
    case transientOfTwo((String, Bool) -> Any)
  }

  private struct Entries {
    var plain: [ObjectIdentifier: Entry] = [:]
    var named: [NamedKey: Entry] = [:]
  }

  private struct NamedKey: Hashable {
    let type: ObjectIdentifier
    let name: String
  }

  private let entries = Mutex(Entries())

  func register<Service>(_ type: Service.Type, transient make: @escaping () -> Service) {
    set(.transient { make() }, type, nil)
  }

  func register<Service>(
    _ type: Service.Type, name: String? = nil, lazySingleton make: @escaping () -> Service
  ) {
    set(.singleton { make() }, type, name)
  }

  func register<Service>(
    _ type: Service.Type, transient make: @escaping (String, Bool) -> Service
  ) {
    set(.transientOfTwo { make($0, $1) }, type, nil)
  }

  private func set(_ entry: Entry, _ type: Any.Type, _ name: String?) {
    entries.withLock {
      if let name {
        $0.named[NamedKey(type: ObjectIdentifier(type), name: name)] = entry
      } else {
        $0.plain[ObjectIdentifier(type)] = entry
      }
    }
  }

  // Both have all cases: through a common function, the dictionary is a third slower.

  subscript<Service>(_ type: Service.Type) -> Service? {
    switch entries.withLock({ $0.plain[ObjectIdentifier(type)] }) {
    case .instance(let instance): instance as? Service
    case .transient(let make): make() as? Service
    case .singleton(let make): keep(make(), type, nil) as? Service
    case .transientOfTwo, nil: nil
    }
  }

  subscript<Service>(_ type: Service.Type, name name: String) -> Service? {
    let key = NamedKey(type: ObjectIdentifier(type), name: name)
    return switch entries.withLock({ $0.named[key] }) {
    case .instance(let instance): instance as? Service
    case .transient(let make): make() as? Service
    case .singleton(let make): keep(make(), type, name) as? Service
    case .transientOfTwo, nil: nil
    }
  }

  subscript<Service>(_ type: Service.Type, _ first: String, _ second: Bool) -> Service? {
    switch entries.withLock({ $0.plain[ObjectIdentifier(type)] }) {
    case .transientOfTwo(let make): make(first, second) as? Service
    case .instance, .singleton, .transient, nil: nil
    }
  }

  /// What a factory needs.
  func resolve<Service>(_ type: Service.Type) -> Service {
    guard let service = self[type] else { preconditionFailure("\(type) is not registered.") }
    return service
  }

  private func keep(_ instance: Any, _ type: Any.Type, _ name: String?) -> Any {
    set(.instance(instance), type, name)
    return instance
  }
}
