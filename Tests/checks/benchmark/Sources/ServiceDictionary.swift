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

  subscript<Service>(_ type: Service.Type) -> Service? {
    make(entries.withLock { $0.plain[ObjectIdentifier(type)] }, type, nil)
  }

  subscript<Service>(_ type: Service.Type, name name: String) -> Service? {
    let key = NamedKey(type: ObjectIdentifier(type), name: name)
    return make(entries.withLock { $0.named[key] }, type, name)
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

  @inline(__always)
  private func make<Service>(_ entry: Entry?, _ type: Service.Type, _ name: String?) -> Service? {
    switch entry {
    case .instance(let instance): return instance as? Service
    case .transient(let make): return make() as? Service
    case .singleton(let make):
      let instance = make()
      set(.instance(instance), type, name)
      return instance as? Service
    case .transientOfTwo, nil: return nil
    }
  }
}
