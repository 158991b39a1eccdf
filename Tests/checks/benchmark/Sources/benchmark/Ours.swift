import DIContainer
import Handwritten

struct Ours: ServiceContainer {
  private let container = DIContainer()

  func register<T>(_ type: T.Type, _ name: String?, singleton: Bool, _ create: @escaping () -> T) {
    guard singleton else { return container.register(type, name: name) { _ in create() } }
    container.register(type, name: name, lazySingleton: { _ in create() })
  }

  func register<T>(_ type: T.Type, _ create: @escaping (String, Bool) -> T) {
    container.register(type) { _, first, second in create(first, second) }
  }

  subscript<T>(_ type: T.Type, _ name: String?) -> T? { container[type, name: name] }

  subscript<T>(_ type: T.Type, _ first: String, _ second: Bool) -> T? {
    container[type, arguments: first, second]
  }
}
