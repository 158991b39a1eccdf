#if canImport(Swinject)
  import Dictionaries
  import Swinject

  /// The view of Swinject's container that several threads may use.
  struct Synchronized: ServiceContainer {
    private let container = Container(defaultObjectScope: .transient)
    private let resolver: any Resolver

    init() { resolver = container.synchronize() }

    func register<T>(_ type: T.Type, _ name: String?, singleton: @escaping () -> T) {
      container.register(type, name: name) { _ in singleton() }.inObjectScope(.container)
    }

    func register<T>(_ type: T.Type, transient: @escaping () -> T) {
      container.register(type) { _ in transient() }
    }

    func register<T>(_ type: T.Type, transient: @escaping (String, Bool) -> T) {
      container.register(type) { _, first, second in transient(first, second) }
    }

    subscript<T>(_ type: T.Type, _ name: String?) -> T? { resolver.resolve(type, name: name) }

    subscript<T>(_ type: T.Type, _ first: String, _ second: Bool) -> T? {
      resolver.resolve(type, arguments: first, second)
    }
  }
#endif
