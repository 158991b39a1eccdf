// The functions of other platforms that DIContainer.swift calls, with their types as Swift imports
// them: `-D Android`, `-D Darwin` or `-D Musl`. The file is only compiled with them, and never run.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if Darwin
  public typealias pthread_key_t = UInt
  public typealias Destructor = @convention(c) (UnsafeMutableRawPointer) -> Void
  public protocol LocalizedError: Error { var errorDescription: String? { get } }
#else
  public typealias pthread_key_t = Int32
  public typealias Destructor = @convention(c) (UnsafeMutableRawPointer?) -> Void
#endif

public struct pthread_mutex_t { public init() {} }
public struct pthread_cond_t { public init() {} }
public typealias Mutex = UnsafeMutablePointer<pthread_mutex_t>
public typealias Condition = UnsafeMutablePointer<pthread_cond_t>
public typealias Key = UnsafeMutablePointer<pthread_key_t>
public typealias Attributes = OpaquePointer?  // always nil

@discardableResult public func pthread_mutex_init(_: Mutex, _: Attributes) -> Int32 { 0 }
@discardableResult public func pthread_mutex_lock(_: Mutex) -> Int32 { 0 }
@discardableResult public func pthread_mutex_unlock(_: Mutex) -> Int32 { 0 }
@discardableResult public func pthread_cond_init(_: Condition, _: Attributes) -> Int32 { 0 }
@discardableResult public func pthread_cond_wait(_: Condition, _: Mutex) -> Int32 { 0 }
@discardableResult public func pthread_cond_broadcast(_: Condition) -> Int32 { 0 }
@discardableResult public func pthread_cond_destroy(_: Condition) -> Int32 { 0 }
@discardableResult public func pthread_key_create(_: Key, _: Destructor?) -> Int32 { 0 }
@discardableResult
public func pthread_setspecific(_: pthread_key_t, _: UnsafeRawPointer?) -> Int32 { 0 }
public func pthread_getspecific(_: pthread_key_t) -> UnsafeMutableRawPointer? { nil }
