// What the file calls of Musl, with its types as Swift imports them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// stands for: Musl Musl Linux

public typealias pthread_key_t = UInt32
public struct pthread_mutex_t { public init() {} }
public struct pthread_cond_t { public init() {} }
public struct pthread_mutexattr_t { public init() {} }
public struct pthread_condattr_t { public init() {} }

private func declaration<Result>() -> Result { fatalError("only a declaration") }

@discardableResult public func pthread_mutex_init(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>!,
  _ attributes: UnsafePointer<pthread_mutexattr_t>!
) -> Int32 { declaration() }
@discardableResult public func pthread_mutex_lock(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>!
) -> Int32 { declaration() }
@discardableResult public func pthread_mutex_unlock(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>!
) -> Int32 { declaration() }
@discardableResult public func pthread_cond_init(
  _ condition: UnsafeMutablePointer<pthread_cond_t>!,
  _ attributes: UnsafePointer<pthread_condattr_t>!
) -> Int32 { declaration() }
@discardableResult public func pthread_cond_wait(
  _ condition: UnsafeMutablePointer<pthread_cond_t>!,
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>!
) -> Int32 { declaration() }
@discardableResult public func pthread_cond_broadcast(
  _ condition: UnsafeMutablePointer<pthread_cond_t>!
) -> Int32 { declaration() }
@discardableResult public func pthread_key_create(
  _ key: UnsafeMutablePointer<pthread_key_t>!,
  _ destructor: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!
) -> Int32 { declaration() }
@discardableResult public func pthread_setspecific(
  _ key: pthread_key_t, _ value: UnsafeRawPointer!
) -> Int32 { declaration() }
public func pthread_getspecific(_ key: pthread_key_t) -> UnsafeMutableRawPointer! { declaration() }
