#if canImport(Resolver)
  import Dictionaries
  import Resolver

  struct Unique: ServiceContainer {
    private let container = Resolver()

    func register<T>(_ type: T.Type, _ name: String?, singleton: Bool, _ create: @escaping () -> T)
    {
      container.register(type, name: .name(fromString: name), factory: create)
        .scope(singleton ? .application : .unique)
    }

    func register<T>(_ type: T.Type, _ create: @escaping (String, Bool) -> T) {
      container.register(type) { create($1("first"), $1("second")) }.scope(.unique)
    }

    subscript<T>(_ type: T.Type, _ name: String?) -> T? {
      container.optional(type, name: .name(fromString: name))
    }

    subscript<T>(_ type: T.Type, _ first: String, _ second: Bool) -> T? {
      container.optional(type, args: ["first": first, "second": second])
    }
  }
#endif
