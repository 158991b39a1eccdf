// What you might write instead of a container: a dictionary with a mutex, in two spellings.

import Synchronization

package protocol ServiceContainer {
  init()
  func register<T>(_ type: T.Type, _ name: String?, singleton: Bool, _ create: @escaping () -> T)
  func register<T>(_ type: T.Type, _ create: @escaping (String, Bool) -> T)
  subscript<T>(_ type: T.Type, _ name: String?) -> T? { get }
  subscript<T>(_ type: T.Type, _ first: String, _ second: Bool) -> T? { get }
}

/// Services without a name have a dictionary whose keys hash faster.
private struct Entries<Entry> {
  struct NamedKey: Hashable {
    let type: ObjectIdentifier
    let name: String
  }

  var plain: [ObjectIdentifier: Entry] = [:]
  var named: [NamedKey: Entry] = [:]

  subscript(type: Any.Type, name: String?) -> Entry? {
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

/// Typed boxes: only the box is cast, to its final class.
package final class BoxDictionary: ServiceContainer {
  private final class Instance<T> {
    let instance: T
    init(_ instance: T) { self.instance = instance }
  }

  private final class Factory<T> {
    let create: () -> T
    let isSingleton: Bool
    init(_ create: @escaping () -> T, isSingleton: Bool) {
      self.create = create
      self.isSingleton = isSingleton
    }
  }

  private final class FactoryOfTwo<T> {
    let create: (String, Bool) -> T
    init(_ create: @escaping (String, Bool) -> T) { self.create = create }
  }

  private let boxes = Mutex(Entries<AnyObject>())

  package init() {}

  package func register<T>(
    _ type: T.Type, _ name: String?, singleton: Bool, _ create: @escaping () -> T
  ) {
    boxes.withLock { $0[type, name] = Factory(create, isSingleton: singleton) }
  }

  package func register<T>(_ type: T.Type, _ create: @escaping (String, Bool) -> T) {
    boxes.withLock { $0[type, nil] = FactoryOfTwo(create) }
  }

  package subscript<T>(_ type: T.Type, _ name: String?) -> T? {
    let box = boxes.withLock { $0[type, name] }
    if let box = box as? Instance<T> { return box.instance }
    guard let box = box as? Factory<T> else { return nil }
    let service = box.create()
    if box.isSingleton { boxes.withLock { $0[type, name] = Instance(service) } }
    return service
  }

  package subscript<T>(_ type: T.Type, _ first: String, _ second: Bool) -> T? {
    let box = boxes.withLock { $0[type, nil] }
    return (box as? FactoryOfTwo<T>)?.create(first, second)
  }
}

/// Closures that return `Any`: each result is cast to the type of the service.
package final class ClosureDictionary: ServiceContainer {
  private let closures = Mutex(Entries<() -> Any>())
  private let closuresOfTwo = Mutex(Entries<(String, Bool) -> Any>())

  package init() {}

  package func register<T>(
    _ type: T.Type, _ name: String?, singleton: Bool, _ create: @escaping () -> T
  ) {
    guard singleton else { return closures.withLock { $0[type, name] = create } }
    let createAndKeep = { [unowned self] in
      let instance = create()
      closures.withLock { $0[type, name] = { instance } }
      return instance
    }
    closures.withLock { $0[type, name] = createAndKeep }
  }

  package func register<T>(_ type: T.Type, _ create: @escaping (String, Bool) -> T) {
    closuresOfTwo.withLock { $0[type, nil] = create }
  }

  package subscript<T>(_ type: T.Type, _ name: String?) -> T? {
    closures.withLock { $0[type, name] }?() as? T
  }

  package subscript<T>(_ type: T.Type, _ first: String, _ second: Bool) -> T? {
    closuresOfTwo.withLock { $0[type, nil] }?(first, second) as? T
  }
}
