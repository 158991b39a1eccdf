// What you might write instead of a container: a dictionary with a mutex.

import Synchronization

package protocol ServiceContainer {
  init()
  func register<T>(_ type: T.Type, _ name: String?, singleton: Bool, _ create: @escaping () -> T)
  func register<T>(_ type: T.Type, _ create: @escaping (String, Bool) -> T)
  subscript<T>(_ type: T.Type, _ name: String?) -> T? { get }
  subscript<T>(_ type: T.Type, _ first: String, _ second: Bool) -> T? { get }
}

/// Services without a name have a dictionary whose keys hash faster.
private struct Entries {
  struct NamedKey: Hashable {
    let type: ObjectIdentifier
    let name: String
  }

  var plain: [ObjectIdentifier: AnyObject] = [:]
  var named: [NamedKey: AnyObject] = [:]

  subscript(type: Any.Type, name: String?) -> AnyObject? {
    @inline(__always) get {
      guard let name else { return plain[ObjectIdentifier(type)] }
      return named[NamedKey(type: ObjectIdentifier(type), name: name)]
    }
    set {
      guard let name else { return plain[ObjectIdentifier(type)] = newValue }
      named[NamedKey(type: ObjectIdentifier(type), name: name)] = newValue
    }
  }
}

/// Stores typed boxes. A look-up casts only the box, to its final class.
package final class ServiceDictionary: ServiceContainer {
  private final class Box<Value> {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private struct Factory<T> {
    let create: () -> T
    let isSingleton: Bool
  }

  private let boxes = Mutex(Entries())

  package init() {}

  package func register<T>(
    _ type: T.Type, _ name: String?, singleton: Bool, _ create: @escaping () -> T
  ) {
    boxes.withLock { $0[type, name] = Box(Factory(create: create, isSingleton: singleton)) }
  }

  package func register<T>(_ type: T.Type, _ create: @escaping (String, Bool) -> T) {
    boxes.withLock { $0[type, nil] = Box(create) }
  }

  package subscript<T>(_ type: T.Type, _ name: String?) -> T? {
    let box = boxes.withLock { $0[type, name] }
    if let instance = box as? Box<T> { return instance.value }
    guard let factory = (box as? Box<Factory<T>>)?.value else { return nil }
    let service = factory.create()
    if factory.isSingleton { boxes.withLock { $0[type, name] = Box(service) } }
    return service
  }

  package subscript<T>(_ type: T.Type, _ first: String, _ second: Bool) -> T? {
    let box = boxes.withLock { $0[type, nil] }
    return (box as? Box<(String, Bool) -> T>)?.value(first, second)
  }
}
