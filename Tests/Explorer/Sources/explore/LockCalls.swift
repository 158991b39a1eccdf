// SPDX-License-Identifier: MIT-0

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
  Simulation.current?.wake(UnsafeRawPointer(condition), all: true)
  return 0
}

@discardableResult
func pthread_cond_destroy(_ condition: UnsafeMutablePointer<pthread_cond_t>) -> CInt {
  Simulation.current?.destroy(UnsafeRawPointer(condition))
  return 0
}

@discardableResult
func pthread_cond_signal(_ condition: UnsafeMutablePointer<pthread_cond_t>) -> CInt {
  Simulation.current?.wake(UnsafeRawPointer(condition), all: false)
  return 0
}
