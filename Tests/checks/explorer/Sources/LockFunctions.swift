import Foundation

// Declarations of this module hide imported ones. So the library's file, which is compiled into
// this module unchanged, calls these functions for its one lock. The real ones are never used.

typealias Mutex = UnsafeMutablePointer<pthread_mutex_t>
typealias Condition = UnsafeMutablePointer<pthread_cond_t>

@discardableResult func pthread_mutex_lock(_: Mutex) -> CInt { simulated { $0.lock() } }
@discardableResult func pthread_mutex_unlock(_: Mutex) -> CInt { simulated { $0.unlock() } }
@discardableResult
func pthread_cond_wait(_ one: Condition, _: Mutex) -> CInt { simulated { $0.wait(one) } }
@discardableResult
func pthread_cond_broadcast(_ one: Condition) -> CInt { simulated { $0.wakeAll(one) } }

private func simulated(_ call: (Simulation) -> Void) -> CInt {
  Simulation.current.map(call)
  return 0
}

/// Equal where the standard library's is, with a hash that does not depend on addresses. Otherwise
/// dictionaries would have another order in each process, and a seed would not repeat its run.
struct ObjectIdentifier: Hashable {
  private let identity: Swift.ObjectIdentifier

  init(_ type: Any.Type) { identity = Swift.ObjectIdentifier(type) }
  init(_ object: AnyObject) { identity = Swift.ObjectIdentifier(object) }
  func hash(into hasher: inout Hasher) {}  // the dictionaries are small
}
