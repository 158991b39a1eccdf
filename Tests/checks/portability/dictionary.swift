// What you might write instead of a container, to compare the size of a registration.

final class ServiceDictionary {
  private var factories: [ObjectIdentifier: (ServiceDictionary) throws -> Any] = [:]
  private var instances: [ObjectIdentifier: Any] = [:]

  func register<Service>(
    _ type: Service.Type, lazySingleton create: @escaping (ServiceDictionary) throws -> Service
  ) {
    factories[ObjectIdentifier(type)] = create
  }

  func resolve<Service>(_ type: Service.Type = Service.self) throws -> Service {
    let key = ObjectIdentifier(type)
    if let instance = instances[key] as? Service { return instance }
    guard let instance = try factories[key]?(self) as? Service else { throw Missing() }
    instances[key] = instance
    return instance
  }

  private struct Missing: Error {}
}
