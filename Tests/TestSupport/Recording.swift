import Foundation

// Records of one thread or of several.

/// The error of the tests.
package struct Failure: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String = "failure") { self.description = description }
}

/// The number of events, by their name.
package final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var counts: [String: Int] = [:]

  package init() {}

  @discardableResult package func add(_ event: String) -> Int {
    lock.withLock {
      counts[event, default: 0] += 1
      return counts[event, default: 0]
    }
  }

  package subscript(_ event: String) -> Int { lock.withLock { counts[event, default: 0] } }
}

/// A value that threads hand over.
package final class Shared<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  package init(_ value: Value) { stored = value }

  package var value: Value {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }
}

/// Acts when it is freed, for example with the container.
package final class OnDeinit: Sendable {
  private let action: @Sendable () -> Void
  package init(_ action: @escaping @Sendable () -> Void) { self.action = action }
  deinit { action() }
}

/// Objects that have to be freed.
package final class Watch: @unchecked Sendable {
  private struct Weak { weak var object: AnyObject? }
  private let lock = NSLock()
  private var objects: [Weak] = []

  package init() {}

  @discardableResult package func add<Object: AnyObject>(_ object: Object) -> Object {
    lock.withLock { objects.append(Weak(object: object)) }
    return object
  }

  /// The types of the objects that are alive.
  package var alive: [String] {
    lock.withLock { objects.compactMap { $0.object.map { "\(type(of: $0))" } } }
  }

  package var count: Int { lock.withLock { objects.count } }

  /// For objects that a thread may still hold while it ends.
  package func emptied() async -> Bool {
    try? await eventually { alive.isEmpty }
    return alive.isEmpty
  }
}
