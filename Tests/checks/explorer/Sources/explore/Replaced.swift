// SPDX-License-Identifier: MIT-0

import Foundation

// What this module declares hides what it imports. So the library's file, which is compiled into
// this module unchanged, calls these functions for its lock, and they ask the scheduler.
//
// The real mutex and condition are never used: one simulated thread runs at a time.

@discardableResult
func pthread_mutex_lock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> CInt {
  Simulation.current?.lock(UnsafeRawPointer(mutex))
  return 0
}

@discardableResult
func pthread_mutex_unlock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> CInt {
  Simulation.current?.unlock(UnsafeRawPointer(mutex))
  return 0
}

@discardableResult
func pthread_cond_wait(
  _ condition: UnsafeMutablePointer<pthread_cond_t>, _ mutex: UnsafeMutablePointer<pthread_mutex_t>
) -> CInt {
  Simulation.current?.wait(UnsafeRawPointer(condition), UnsafeRawPointer(mutex))
  return 0
}

@discardableResult
func pthread_cond_broadcast(_ condition: UnsafeMutablePointer<pthread_cond_t>) -> CInt {
  Simulation.current?.wakeAll(UnsafeRawPointer(condition))
  return 0
}

@discardableResult
func pthread_cond_destroy(_ condition: UnsafeMutablePointer<pthread_cond_t>) -> CInt {
  Simulation.current?.destroy(UnsafeRawPointer(condition))
  return 0
}

/// Equal where the standard library's is. But its hash does not depend on addresses, which differ from
/// process to process. Otherwise a dictionary of registrations would be in another order each time,
/// and so would what is freed with it, and a seed would not repeat its run.
struct ObjectIdentifier: Hashable {
  private let identity: Swift.ObjectIdentifier

  init(_ type: Any.Type) { identity = Swift.ObjectIdentifier(type) }
  init(_ object: AnyObject) { identity = Swift.ObjectIdentifier(object) }

  func hash(into hasher: inout Hasher) {}  // the dictionaries are small
}
