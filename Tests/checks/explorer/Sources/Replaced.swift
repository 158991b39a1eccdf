// SPDX-License-Identifier: MIT-0

import Foundation

// Declarations of this module hide imported ones. So the library's file, which is compiled into this
// module unchanged, calls these functions for its one lock, and they ask the simulation. The real mutex
// and conditions are never used, because one simulated thread runs at a time.

typealias Mutex = UnsafeMutablePointer<pthread_mutex_t>
typealias Condition = UnsafeMutablePointer<pthread_cond_t>

@discardableResult func pthread_mutex_lock(_ mutex: Mutex) -> CInt { simulated { $0.lock() } }

@discardableResult func pthread_mutex_unlock(_ mutex: Mutex) -> CInt { simulated { $0.unlock() } }

@discardableResult func pthread_cond_wait(_ condition: Condition, _ mutex: Mutex) -> CInt {
  simulated { $0.wait(condition) }
}

@discardableResult func pthread_cond_broadcast(_ condition: Condition) -> CInt {
  simulated { $0.wakeAll(condition) }
}

@discardableResult func pthread_cond_destroy(_ condition: Condition) -> CInt {
  simulated { $0.destroy(condition) }
}

private func simulated(_ call: (Simulation) -> Void) -> CInt {
  if let simulation = Simulation.current { call(simulation) }
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
