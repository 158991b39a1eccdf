// SPDX-License-Identifier: MIT-0

/// The dictionary that one writes in place of a container: what a registration of DIContainer is
/// compared with. No lock, no names, no arguments, no errors.
final class PlainDictionary {
  private enum Entry {
    case instance(Any)
    case factory((PlainDictionary) -> Any)
  }

  private var entries: [ObjectIdentifier: Entry] = [:]

  func register<Service>(
    _ type: Service.Type, lazySingleton factory: @escaping (PlainDictionary) -> Service
  ) {
    entries[ObjectIdentifier(type)] = .factory { factory($0) }
  }

  subscript<Service>(_ type: Service.Type) -> Service? {
    switch entries[ObjectIdentifier(type)] {
    case .instance(let instance):
      return instance as? Service
    case .factory(let factory):
      let instance = factory(self)
      entries[ObjectIdentifier(type)] = .instance(instance)
      return instance as? Service
    case nil:
      return nil
    }
  }

  func resolve<Service>(_ type: Service.Type) -> Service {
    guard let service = self[type] else { fatalError("\(type) is not registered.") }
    return service
  }
}
