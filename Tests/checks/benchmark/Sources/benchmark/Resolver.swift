#if canImport(Resolver)
  import Dictionaries
  import Resolver

  struct Unique: ServiceContainer {
    private let container = Resolver()

    func register<T>(_ type: T.Type, _ name: String?, singleton: @escaping () -> T) {
      let name = Resolver.Name.name(fromString: name)
      container.register(type, name: name, factory: singleton).scope(.application)
    }

    func register<T>(_ type: T.Type, transient: @escaping () -> T) {
      container.register(type, factory: transient).scope(.unique)
    }

    func register<T>(_ type: T.Type, transient: @escaping (String, Bool) -> T) {
      container.register(type) { _, args in transient(args("first"), args("second")) }
        .scope(.unique)
    }

    subscript<T>(_ type: T.Type, _ name: String?) -> T? {
      container.optional(type, name: .name(fromString: name))
    }

    subscript<T>(_ type: T.Type, _ first: String, _ second: Bool) -> T? {
      container.optional(type, args: ["first": first, "second": second])
    }
  }
#endif
