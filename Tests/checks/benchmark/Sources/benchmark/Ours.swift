import DIContainer
import Dictionaries

struct Ours: ServiceContainer {
  private let container = DIContainer()

  func register<T>(_ type: T.Type, _ name: String?, singleton: @escaping () -> T) {
    container.register(type, name: name, lazySingleton: { _ in singleton() })
  }

  func register<T>(_ type: T.Type, transient: @escaping () -> T) {
    container.register(type) { _ in transient() }
  }

  func register<T>(_ type: T.Type, transient: @escaping (String, Bool) -> T) {
    container.register(type) { _, first, second in transient(first, second) }
  }

  subscript<T>(_ type: T.Type, _ name: String?) -> T? { container[type, name: name] }

  subscript<T>(_ type: T.Type, _ first: String, _ second: Bool) -> T? {
    container[type, arguments: first, second]
  }
}
