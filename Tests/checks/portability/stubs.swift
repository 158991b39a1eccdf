// SPDX-License-Identifier: MIT-0

// What the file calls of the C libraries of other platforms, with their types as Swift imports them:
// `-D Android`, `-D Darwin` or `-D Musl`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if Darwin
  public typealias pthread_key_t = UInt
  public typealias Destructor = @convention(c) (UnsafeMutableRawPointer) -> Void
#elseif Android
  public typealias pthread_key_t = Int32
  public typealias Destructor = @convention(c) (UnsafeMutableRawPointer?) -> Void
#else
  public typealias pthread_key_t = UInt32
  public typealias Destructor = @convention(c) (UnsafeMutableRawPointer?) -> Void
#endif

#if Musl
  public typealias Pointer<Value> = UnsafeMutablePointer<Value>?
#else
  public typealias Pointer<Value> = UnsafeMutablePointer<Value>
#endif

public struct pthread_mutex_t { public init() {} }
public struct pthread_cond_t { public init() {} }
public struct pthread_mutexattr_t { public init() {} }
public struct pthread_condattr_t { public init() {} }

private func declaration<Result>() -> Result { fatalError("only a declaration") }

@discardableResult public func pthread_mutex_init(
  _ mutex: Pointer<pthread_mutex_t>, _ attributes: UnsafePointer<pthread_mutexattr_t>?
) -> Int32 { declaration() }
@discardableResult public func pthread_mutex_lock(_ mutex: Pointer<pthread_mutex_t>) -> Int32 {
  declaration()
}
@discardableResult public func pthread_mutex_unlock(_ mutex: Pointer<pthread_mutex_t>) -> Int32 {
  declaration()
}
@discardableResult public func pthread_cond_init(
  _ condition: Pointer<pthread_cond_t>, _ attributes: UnsafePointer<pthread_condattr_t>?
) -> Int32 { declaration() }
@discardableResult public func pthread_cond_wait(
  _ condition: Pointer<pthread_cond_t>, _ mutex: Pointer<pthread_mutex_t>
) -> Int32 { declaration() }
@discardableResult public func pthread_cond_broadcast(
  _ condition: Pointer<pthread_cond_t>
) -> Int32 { declaration() }
@discardableResult public func pthread_cond_destroy(
  _ condition: Pointer<pthread_cond_t>
) -> Int32 { declaration() }
@discardableResult public func pthread_key_create(
  _ key: Pointer<pthread_key_t>, _ destructor: Destructor?
) -> Int32 { declaration() }
@discardableResult public func pthread_setspecific(
  _ key: pthread_key_t, _ value: UnsafeRawPointer?
) -> Int32 { declaration() }
public func pthread_getspecific(_ key: pthread_key_t) -> UnsafeMutableRawPointer? { declaration() }
