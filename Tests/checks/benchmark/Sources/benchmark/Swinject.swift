#if canImport(Swinject)
  import Handwritten
  import Swinject

  struct Synchronized: ServiceContainer {
    private let container = Container()
    private let resolver: any Resolver

    init() { resolver = container.synchronize() }

    func register<T>(_ type: T.Type, _ name: String?, singleton: Bool, _ create: @escaping () -> T)
    {
      container.register(type, name: name) { _ in create() }
        .inObjectScope(singleton ? .container : .transient)
    }

    func register<T>(_ type: T.Type, _ create: @escaping (String, Bool) -> T) {
      container.register(type) { create($1, $2) }.inObjectScope(.transient)
    }

    subscript<T>(_ type: T.Type, _ name: String?) -> T? { resolver.resolve(type, name: name) }

    subscript<T>(_ type: T.Type, _ first: String, _ second: Bool) -> T? {
      resolver.resolve(type, arguments: first, second)
    }
  }
#endif
