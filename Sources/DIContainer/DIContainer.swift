// DIContainer 1.0.0: dependency injection in one file, for Swift 6.1 and later.
// SPDX-License-Identifier: MIT-0
//
// Copy this file into your target, or paste it into a script. It has no dependencies and adds one name
// to your program: `DIContainer`. To update it, replace the file. To start scripts faster, compile it
// once as a module:
//
//     swiftc -O -swift-version 6 -emit-module -emit-library -module-name DIContainer DIContainer.swift
//     swift -I . -L . -lDIContainer script.swift
//
// Limits: It needs POSIX threads. Use one copy in a process, because threads that wait for each other
// through two copies deadlock. Do not use a container in the child process after `fork`.

#if canImport(Darwin)
  public import Foundation
  nonisolated extension DIContainer.ResolutionError: LocalizedError {}
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  #error("DIContainer needs POSIX threads, which this platform does not have.")
#endif

/// Creates a program's services: register a factory for each service, then resolve the service by its
/// type.
///
///     let container = DIContainer()
///     container.register(Logger.self, lazySingleton: { ConsoleLogger() })
///     container.register(Greeter.self) { c in try Greeter(logger: c.resolve()) }
///     container.register(Greeter.self) { c, guest in try Greeter(logger: c.resolve(), guest: guest) }
///
///     container[Greeter.self]  // a Greeter?: nil if it cannot be created
///     // A Greeter, or an error that names the missing service and the path to it:
///     try container.resolve(Greeter.self, arguments: "Ana")
///
/// - Lifetime: An `eagerSingleton` is created when ``bootstrap()`` runs, or on first use if that comes
///   first; a `lazySingleton` on first use; a `transient` on each use.
/// - Key: The service type (any copyable type), an optional name, and the argument types identify a
///   registration. Registering a key again replaces the registration.
/// - Errors: A ``ResolutionError`` names the service that could not be resolved and the path to it. An
///   error that a factory throws reaches you unchanged. Errors are not cached: the next use tries again.
/// - Threads: You can call every method on any thread. Factories and callbacks run on the thread that
///   resolves, and no lock is held while they run.
///
/// Resolving blocks the thread while another thread creates a singleton that it needs, including that
/// singleton's callback if the outermost `resolve` waits. A factory must not wait in any other way for
/// work that needs a service it is creating, such as a queue, or a `static let` that another thread
/// initializes, and never for a task, because tasks share a few threads. Do not end or cancel a thread
/// while it resolves (`pthread_exit`, `Thread.exit`).
///
/// The container does not make your services thread-safe, and the compiler does not check the captures
/// of a factory, because factories are not `@Sendable`. Register and resolve a `@MainActor` type on the
/// main actor.
nonisolated public final class DIContainer: @unchecked Sendable, CustomStringConvertible {
  // `@unchecked Sendable`: the variables are used under the lock, or before another thread can see the
  // container. No client code runs under the lock: no factory, no callback, no deinit.
  @exclusivity(unchecked) private var registrations: [Slot: Registration] = [:]
  private var changes = 0  // of the registrations
  private var index: (changes: Int, keys: [String: [Key]]) = (0, [:])  // by name, for errors
  private var isFrozen = false
  private let parent: DIContainer?
  private let lock = Lock.shared

  // MARK: - Creating

  /// Creates a container with the registrations of the providers.
  ///
  /// A child container sees its parent's registrations, including later ones, and can override them. The
  /// parent never sees the child's. A parent's transient is created with the container that you call, so it
  /// uses the child's overrides. A singleton is created with, and kept by, the container where it is
  /// registered.
  public init(parent: DIContainer? = nil, providers: [any Provider] = []) {
    self.parent = parent
    register(providers: providers)
  }

  /// Creates a container and passes it to `configure`, which registers services. Rethrows its error.
  public init(parent: DIContainer? = nil, configure: (DIContainer) throws -> Void) rethrows {
    self.parent = parent
    try configure(self)
  }

  /// A type that registers a group of related services.
  ///
  /// To register `@MainActor` types, isolate the method and the conformance:
  /// `struct Screens: @MainActor DIContainer.Provider` (Swift 6.2).
  nonisolated public protocol Provider {
    /// Registers the services in the container.
    func register(in container: DIContainer)
  }

  // MARK: - Registering

  // A closure is a factory if it can be one, and a closure without a label registers a transient: these
  // are not disfavored. `line` only ranks its method: Swift prefers fewer default arguments.

  /// Registers an existing instance.
  ///
  /// In all methods, `name` distinguishes registrations of one service. To register a closure, pass its
  /// type: `register((() -> Int).self, eagerSingleton: { 3 })`. If you pass a
  /// `@MainActor` or `async` function, the function itself is registered.
  @_disfavoredOverload public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil, eagerSingleton instance: Service,
    line: Int = #line
  ) { addSingleton(.eagerSingleton, name, box: Box(instance)) }

  /// Registers a singleton that is created when ``bootstrap()`` runs, or on first use if that comes first.
  @_disfavoredOverload public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    eagerSingleton factory: @escaping (DIContainer) throws -> Service
  ) { addSingleton(.eagerSingleton, name, factory) }

  /// Registers an eager singleton whose factory needs nothing from the container.
  @_disfavoredOverload public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    eagerSingleton factory: @escaping () throws -> Service
  ) { addSingleton(.eagerSingleton, name) { _ in try factory() } }

  /// Registers a singleton that is created on first use, on the thread that resolves it.
  ///
  /// The container keeps the factory and the instance. If either retains the container, neither is
  /// freed: capture `[unowned c]`, or `[weak c]` if the closure can outlive the container. During
  /// ``verify(_:)``, the container is a temporary copy.
  @_disfavoredOverload public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    lazySingleton factory: @escaping (DIContainer) throws -> Service
  ) { addSingleton(.lazySingleton, name, factory) }

  /// Registers a lazy singleton whose factory needs nothing from the container.
  @_disfavoredOverload public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    lazySingleton factory: @escaping () throws -> Service
  ) { addSingleton(.lazySingleton, name) { _ in try factory() } }

  /// Registers a service that is created on each use. The label can be omitted.
  ///
  /// A factory can take arguments, which you pass when you resolve the service:
  ///
  ///     container.register(Animal.self) { _, nickname, age in Horse(name: nickname, age: age) }
  ///     container[Animal.self, arguments: "Lucky", 7]
  ///
  /// The number and the types of the arguments are part of the key: a factory that takes a `String` is
  /// not found with a `Substring` or a `String?`. If the compiler says `expects 0 arguments`, or if the
  /// closure has several statements, declare the types: `{ (c: DIContainer, age: Int) in … }`.
  public func register<Service, each Argument>(
    _ type: Service.Type = Service.self, name: String? = nil,
    transient factory: @escaping (DIContainer, repeat each Argument) throws -> Service
  ) { addTransient(name, factory) }

  /// Registers a transient whose factory needs nothing from the container.
  public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    transient factory: @escaping () throws -> Service
  ) { addTransient(name) { (_: DIContainer) in try factory() } }

  /// Registers a service and a callback that completes each instance, so that two services can refer to
  /// each other:
  ///
  ///     container.register(Parent.self) { c in try Parent(child: c.resolve()) }
  ///     container.register(Child.self) { _ in Child() } initCompleted: { child, c in
  ///       child.parent = try c.resolve()  // the parent that this child was created for
  ///     }
  ///
  /// `initCompleted` runs once for each instance, in the order of creation, after the outermost factory
  /// has returned and before the outermost `resolve` does. Until then, instances stay alive, and other
  /// factories and callbacks may receive them, and should only store them for later use.
  ///
  /// If a callback throws, the outermost `resolve` throws its error, and any other thread
  /// that received an unfinished instance gets the same error and path. The container keeps no singleton whose
  /// callback, or a dependency's callback, has not run.
  ///
  /// If a callback resolves a service for which its instance was created with the same container, it gets
  /// that instance (with arguments, the nearest one). A parent's singleton does not get a
  /// child's transient. If the factory returns something that is not a `Service`, resolving throws
  /// ``ResolutionError/wrongComponent(_:component:path:)``.
  public func register<Service, Component, each Argument>(
    _ type: Service.Type, name: String? = nil,
    transient factory: @escaping (DIContainer, repeat each Argument) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) { addTransient(name, withCallback(type, factory, initCompleted)) }

  /// Registers a lazy singleton and a callback, as for a transient.
  @_disfavoredOverload public func register<Service, Component>(
    _ type: Service.Type, name: String? = nil,
    lazySingleton factory: @escaping (DIContainer) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) { addSingleton(.lazySingleton, name, withCallback(type, factory, initCompleted)) }

  /// Registers an eager singleton and a callback, as for a transient.
  @_disfavoredOverload public func register<Service, Component>(
    _ type: Service.Type, name: String? = nil,
    eagerSingleton factory: @escaping (DIContainer) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) { addSingleton(.eagerSingleton, name, withCallback(type, factory, initCompleted)) }

  /// Registers the services of each provider, in order.
  public func register(providers: [any Provider]) { providers.forEach { $0.register(in: self) } }

  /// Turns an initializer into a factory that resolves each parameter by its type.
  ///
  ///     container.register(Person.self, lazySingleton: DIContainer.autowire(PetOwner.init))
  ///
  /// A parameter of type `Logger?` is `nil` if neither `Logger?` nor `Logger` is registered. Parameters
  /// with a default value are resolved too. If the compiler fails to produce a diagnostic, use a closure:
  /// the cause can be a parameter's type, a failable initializer, or a nonconforming class.
  public static func autowire<Service, each Dependency>(
    _ initializer: @escaping (repeat each Dependency) throws -> Service
  ) -> (DIContainer) throws -> Service {
    { container in try initializer(repeat container.dependency((each Dependency).self)) }
  }

  // MARK: - Resolving

  // Without `arguments`, these have no parameter pack: the Swift 6.3 compiler crashes on an empty pack in
  // an `async` function if the container is a global or static variable.

  /// The service, or `nil` if `resolve` would throw.
  public subscript<Service>(_ type: Service.Type, name name: String? = nil) -> Service? {
    serviceIfAny(Key(service: Service.self, name: name), ())
  }

  /// The service, or `nil` if ``resolve(_:name:arguments:)`` would throw.
  ///
  ///     container[Greeter.self, name: "polite", arguments: "Ana"]
  ///
  /// To forward a parameter pack, use `try? resolve(…)`: the subscript crashes the Swift 6.3 compiler.
  public subscript<Service, each Argument>(
    _ type: Service.Type, name name: String? = nil, arguments arguments: repeat each Argument
  ) -> Service? {
    var key = Key(service: Service.self, name: name)
    repeat key.arguments.append((each Argument).self)
    return serviceIfAny(key, (repeat each arguments))
  }

  /// Resolves a service. Its type can be inferred.
  ///
  /// If the inferred type is an optional, such as `Logger?`, this looks for `Logger?`, then for `Logger`,
  /// and throws if neither is registered. For a service that may be absent, use the subscript.
  /// - Throws: A ``ResolutionError``, or the error of a factory or of `initCompleted`.
  public func resolve<Service>(
    _ type: Service.Type = Service.self, name: String? = nil
  ) throws -> Service {
    try service(Key(service: Service.self, name: name), ())
  }

  /// Resolves a service whose factory takes arguments. Their types are part of the key. (In Swift 6 mode,
  /// a global function is `@Sendable`, so pass a closure instead.)
  ///
  /// A factory can resolve its own service with other arguments, up to 100 levels deep. A 512 KB stack is
  /// enough for that, unless the factories use much of it or a sanitizer is enabled. A callback is nested in
  /// the factories that were running when its instance was created. Deeper than that, a key that is already
  /// on the path is a circular dependency.
  public func resolve<Service, each Argument>(
    _ type: Service.Type = Service.self, name: String? = nil, arguments: repeat each Argument
  ) throws -> Service {
    var key = Key(service: Service.self, name: name)
    repeat key.arguments.append((each Argument).self)
    return try service(key, (repeat each arguments))
  }

  /// Resolves a service whose type is known only at run time.
  @_disfavoredOverload public func resolve(_ type: Any.Type, name: String? = nil) throws -> Any {
    try service(Key(service: type, name: name), ())
  }

  /// Resolves all registrations of a service that take no arguments, with and without a name, in order,
  /// the parent's first. A registration that a child overrides appears once, as the child's.
  public func resolveAll<Service>(_ type: Service.Type = Service.self) throws -> [Service] {
    let test = { (key: Key) in key.service == Service.self && key.arguments.isEmpty }
    let keys = lock.locked { visibleKeys { $0.registered(where: test).map { $0.key } } }
    // A factory may have unregistered one in the meantime.
    return try keys.compactMap { key in try lookUp(key).map { try service(from: $0, ()) } }
  }

  // MARK: - Managing

  /// Returns whether the key is registered here or in a parent. Creates no instance, and does not look for
  /// `Logger` if you pass `Logger?`.
  ///
  ///     container.contains(Animal.self, arguments: String.self, Int.self)
  public func contains<Service, each Argument>(
    _ type: Service.Type, name: String? = nil, arguments: repeat (each Argument).Type
  ) -> Bool {
    var key = Key(service: Service.self, name: name)
    repeat key.arguments.append(each arguments)
    return lock.locked { find(key) } != nil
  }

  /// Removes a registration of this container, not of a parent, and its instance. Returns whether the
  /// key was registered.
  @discardableResult public func unregister<Service, each Argument>(
    _ type: Service.Type, name: String? = nil, arguments: repeat (each Argument).Type
  ) -> Bool {
    var key = Key(service: Service.self, name: name)
    repeat key.arguments.append(each arguments)
    return replace(key, with: nil)
  }

  /// Removes all registrations and instances, and unfreezes a container that ``bootstrap()`` froze. An instance that is
  /// being created is still returned to its callers, but not kept.
  /// - Parameter keepingRegistrations: Pass `true` to discard only the instances that factories created,
  ///   so that the next use creates them again. A frozen container stays frozen.
  public func reset(keepingRegistrations: Bool = false) {
    var discarded: [AnyObject?] = []  // freed after the lock, since a deinit may use the container
    lock.locked {
      changes += 1
      if keepingRegistrations {
        for registration in registrations.values where registration.factory != nil {
          discarded.append(registration.box)
          registration.box = nil
          registration.draft = nil
        }
      } else {
        discarded = Array(registrations.values)
        registrations = [:]
        isFrozen = false
      }
    }
    withExtendedLifetime(discarded) {}
  }

  /// Creates the eager singletons of this container, but not of its parent, in the order of registration.
  /// Then freezes the container: registering and unregistering trap with a message.
  ///
  /// If creating one fails, this throws the error and does not freeze the container, so you can call it
  /// again. An eager singleton registered meanwhile is created on first use. In a factory or a
  /// callback, this freezes the container only if no eager singleton's callback is pending.
  public func bootstrap() throws {
    let eager = lock.locked { registered() }.filter { $0.lifetime == .eagerSingleton }
    // A factory may have replaced or removed one.
    for registration in eager where lock.locked({ find(registration.key) }) === registration {
      _ = try service(from: (registration, nil), ()) as Any
    }
    lock.locked { isFrozen = isFrozen || eager.allSatisfy { $0.draft == nil } }
  }

  // MARK: - Describing

  /// The registrations of this container, one per line, in order, with their lifetimes and, for singletons,
  /// `(created)` or `(not created)`.
  public var description: String {
    DIContainer.withTypeNames { typeName in
      lock.locked { registered() }.map { registration in
        let line = "\(registration.key.text(typeName)): \(registration.lifetime)"
        if registration.lifetime == .transient { return line }
        return line + (lock.locked { registration.box } == nil ? " (not created)" : " (created)")
      }.joined(separator: "\n")
    }
  }

  // MARK: - Keys and errors

  /// Identifies a registration.
  nonisolated public struct Key: Hashable, Sendable, CustomStringConvertible {
    /// The type of the service.
    public let service: Any.Type
    /// The name that distinguishes registrations of one service.
    public let name: String?
    /// The types of the arguments.
    public fileprivate(set) var arguments: [Any.Type]

    /// Creates a key, for example to compare it with the key of an error.
    public init(service: Any.Type, name: String? = nil, arguments: [Any.Type] = []) {
      self.service = service
      self.name = name
      self.arguments = arguments
    }

    /// The key of the wrapped type, if the service is an optional.
    fileprivate var unwrapped: Key? {
      let type = service as? any OptionalService.Type
      return type.map { Key(service: $0.wrapped, name: name, arguments: arguments) }
    }

    /// For example `Animal "cat" (String, Bool)`.
    public var description: String { DIContainer.withTypeNames { name in text(name) } }

    fileprivate func text(_ typeName: (Any.Type) -> String) -> String {
      let text = typeName(service) + (name.map { " " + $0.debugDescription } ?? "")
      if arguments.isEmpty { return text }
      return text + " (" + arguments.map(typeName).joined(separator: ", ") + ")"
    }

    /// Returns whether the service, the name and the arguments are equal.
    public static func == (one: Key, other: Key) -> Bool {
      guard one.service == other.service, one.name == other.name else { return false }
      return one.arguments.elementsEqual(other.arguments) { $0 == $1 }
    }

    /// Hashes the service and the name, since few registrations differ only in their arguments.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(service))
      if let name { hasher.combine(name) }
    }
  }

  // `indirect`: without it, `po error` fails in lldb (Swift 6.3.1 on Linux).

  /// Why a service could not be resolved.
  nonisolated public indirect enum ResolutionError: Error, Sendable, CustomStringConvertible {
    /// Nothing is registered for the key, which is the last key in the path. The alternatives are the
    /// keys registered for the same service, its optional, or another type with the same name.
    case notRegistered(Key, path: [Key], alternatives: [Key])
    /// Each service needs the next one. The last key repeats the first.
    case circularDependency([Key])
    /// A factory with `initCompleted` returned a component that is not an instance of the service.
    case wrongComponent(Key, component: Any.Type, path: [Key])

    /// The error, the path, and at most ten alternatives.
    public var description: String { DIContainer.withTypeNames { name in text(name) } }

    /// The description. The type conforms to `LocalizedError` on Apple platforms. Elsewhere, your program
    /// can declare it: `extension DIContainer.ResolutionError: LocalizedError {}`.
    public var errorDescription: String? { description }

    fileprivate func text(_ typeName: (Any.Type) -> String) -> String {
      switch self {
      case .notRegistered(let key, let path, let alternatives):
        let text = "'\(key.text(typeName))' is not registered." + pathLine(path, typeName)
        if alternatives.isEmpty { return text }
        let listed = alternatives.prefix(10).map { $0.text(typeName) }.joined(separator: ", ")
        let more = alternatives.count > 10 ? ", and \(alternatives.count - 10) more" : ""
        return text + "\n  Registered for \(typeName(key.service)): " + listed + more
      case .circularDependency(let keys):
        return "Circular dependency: " + DIContainer.path(keys, typeName)
      case .wrongComponent(let key, let component, let path):
        return "The factory for '\(key.text(typeName))' returned '\(typeName(component))', which "
          + "is not an instance of '\(typeName(key.service))'." + pathLine(path, typeName)
      }
    }

    private func pathLine(_ path: [Key], _ typeName: (Any.Type) -> String) -> String {
      path.count > 1 ? "\n  Path: " + DIContainer.path(path, typeName) : ""
    }
  }

  private static func path(_ keys: [Key], _ typeName: (Any.Type) -> String) -> String {
    keys.map { $0.text(typeName) }.joined(separator: " → ")
  }
}

// ————————————————————————————— How it works (not needed to use it) —————————————————————————————
//
// A container keeps a `Registration` for each key. Resolving takes these steps:
//     1. Look up the key. If it is a finished singleton, return it.
//     2. Look for the service among the instances that this thread is creating. If its factory is
//        running, this is a circular dependency, unless it takes arguments. If its factory has returned,
//        a callback is running, and gets the instance.
//     3. Claim a singleton. If another thread has claimed it, wait for that thread's factory.
//     4. Run the factory.
//     5. After the outermost factory, run the callbacks.
//     6. Wait for the callbacks of instances that other threads created and this resolve used.
//
// A thread has a `Frame` for each running factory. Most instances are finished when their factory
// returns. A `Draft` represents one that is not. It is in one of these states:
//     State     Variables               Ends when
//     running   no `box`                the factory returns (`endFrame`) or throws (`failFrame`)
//     returned  `box` and `callback`    the callback returns (`runCallbacks`)
//     complete  `box`, no `callback`    all its dependencies are complete (`finish`)
//     finished  `isFinished`            never: the container keeps the instance, which cannot fail
//     dropped   `failure`               never: nobody keeps the instance
//
// A draft is open while it is running or returned. Its dependencies are the unfinished instances that it
// received. Only the thread that created it runs its factory and its callback. These are the rules for
// threads:
// - In a factory or a callback, a thread waits only for a factory that another thread runs. It takes the
//   instance, finished or not.
// - So if threads wait for each other in a cycle, each waits for a running factory, which needs the next
//   one. The thread that would close the cycle detects it before it sleeps, and its `resolve` throws.
// - An outermost resolve returns a finished instance: it waits while any dependency is open. By then,
//   none of its own drafts is open, so no thread waits for it in a factory.
// - If a factory or a callback fails, the unfinished drafts that were created for it are dropped. A
//   resolve that has taken one finds it among its dependencies at the end of its factory, or after
//   waiting, and fails with the same error.
//
// For example, A's callback needs B, and B's factory needs A. Thread 1 has created A, and its callback
// resolves B, which thread 2 has claimed: thread 1 waits. B's factory resolves A, whose factory has
// returned: thread 2 takes it without waiting. B's factory returns, and thread 1 takes B. Thread 2 waits
// in step 6 until A's callback has returned. Then both return the same two instances.
//
// The file works without two undocumented attributes. Measured with Swift 6.3.1 on x86-64 Linux:
// - `@exclusivity(unchecked)`, on variables that the lock guards or only one thread uses, saves 16 % of
//   the instructions for a singleton, and 44 % for a transient.
// - `@_semantics("optimize.sil.specialize.generic.never")` compiles one copy of a function for all
//   services. Without it, a program with 200 registrations takes twice as long to compile, and twice the
//   space.

nonisolated extension DIContainer {
  // MARK: - The lock
  /// A mutex that is never freed. All containers share it, because threads can wait for each other through
  /// several containers.
  fileprivate final class Lock: @unchecked Sendable {
    // `@unchecked Sendable`: the pointers are constant, and the variables are used under the lock.
    static let shared = Lock()
    // Allocated, since the address of a stored property may change.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    var listeners = 0  // how many threads have one
    var failures = 1  // of shared drafts, plus 1, so that a new draft is unchecked

    init() {
      pthread_mutex_init(mutex, nil)
      pthread_cond_init(change, nil)
    }

    func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body()
    }

    /// Under the lock: unlocks it, sleeps until a draft changes, and locks it again.
    func wait(for draft: Draft) {
      draft.isShared = true
      pthread_cond_wait(change, mutex)
    }

    /// Under the lock: wakes all waiting threads, if one may wait for this draft.
    func wake(_ draft: Draft) { if draft.isShared { pthread_cond_broadcast(change) } }
  }

  // MARK: - Registrations
  /// A key in the dictionary of a container. Dictionaries use the undocumented `_rawHashValue`: with
  /// `hash(into:)` alone, a singleton takes 71 ns instead of 57.
  fileprivate struct Slot: Hashable {
    let key: Key
    func _rawHashValue(seed: Int) -> Int {
      let seed = key.name?._rawHashValue(seed: seed) ?? seed
      return ObjectIdentifier(key.service)._rawHashValue(seed: seed)
    }
  }

  fileprivate enum Lifetime { case eagerSingleton, lazySingleton, transient }
  /// The registration of a key: this class for a singleton, its subclass `Transient` for a transient.
  /// Once other threads can find it, the lock guards `box` and `draft`, and the rest does not change.
  fileprivate class Registration {
    final let key: Key
    final let lifetime: Lifetime
    /// Code that finds the registration retains its container.
    unowned final let container: DIContainer
    /// Returns a box. Only singletons have one, and not if the instance itself was registered.
    final var factory: ((DIContainer) throws -> AnyObject)?
    final var order = 0
    final var isReplacement = false  // The key was registered already.
    final var box: AnyObject?  // the instance of a finished singleton
    final var draft: Draft?  // of a singleton that is not finished

    init(_ key: Key, _ lifetime: Lifetime, _ container: DIContainer) {
      self.key = key
      self.lifetime = lifetime
      self.container = container
    }

    func copy(to other: DIContainer) -> Registration { Registration(key, lifetime, other) }
  }

  /// Singletons do not use a generic class, because registering one would take nearly twice as long.
  /// `Arguments` is a tuple, or `Void` if there are none.
  fileprivate final class Transient<Service, Arguments>: Registration {
    typealias Factory = (DIContainer, Arguments) throws -> Service
    let create: Factory

    init(_ key: Key, _ container: DIContainer, _ create: @escaping Factory) {
      self.create = create
      super.init(key, .transient, container)
    }

    override func copy(to other: DIContainer) -> Registration { Transient(key, other, create) }
  }

  /// An instance, for code that does not know its type.
  private final class Box<Service> {
    let service: Service
    init(_ service: Service) { self.service = service }
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private func addSingleton<Service>(
    _ lifetime: Lifetime, _ name: String?, box: Box<Service>? = nil,
    _ factory: ((DIContainer) throws -> Service)? = nil
  ) {
    let new = Registration(Key(service: Service.self, name: name), lifetime, self)
    new.box = box
    if let factory { new.factory = { c in Box(try factory(c)) } }
    replace(new.key, with: new)
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private func addTransient<Service, each Argument>(
    _ name: String?, _ factory: @escaping (DIContainer, repeat each Argument) throws -> Service
  ) {
    var key = Key(service: Service.self, name: name)
    repeat key.arguments.append((each Argument).self)
    let new =
      Transient<Service, (repeat each Argument)>(key, self) { try factory($0, repeat each $1) }
    replace(key, with: new)
  }

  private func withCallback<Service, Component, each Argument>(
    _ type: Service.Type,
    _ factory: @escaping (DIContainer, repeat each Argument) throws -> Component,
    _ initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) -> (DIContainer, repeat each Argument) throws -> Service {
    { (c: DIContainer, argument: repeat each Argument) in
      let component = try factory(c, repeat each argument)
      return try ResolvingThread.current.keepCallback(for: component, c, initCompleted)
    }
  }

  /// Replaces a registration, or removes it if `new` is `nil`. Returns whether the key was registered.
  @discardableResult
  private func replace(_ key: Key, with new: Registration?) -> Bool {
    let old = lock.locked { () -> Registration? in
      if isFrozen { fatalError("'\(key)' cannot be registered or unregistered after bootstrap().") }
      changes += 1
      guard let new else { return registrations.removeValue(forKey: Slot(key: key)) }
      new.order = changes
      let old = registrations.updateValue(new, forKey: Slot(key: key))
      new.isReplacement = old != nil
      return old  // freed after the lock, since a deinit may use the container
    }
    return old != nil
  }

  /// The registrations of this container whose keys pass the test, in order. Under the lock.
  private func registered(where test: (Key) -> Bool = { _ in true }) -> [Registration] {
    registrations.values.filter { test($0.key) }.sorted { $0.order < $1.order }
  }

  /// The keys that `own` returns for this container and its parents, the outermost first, without those
  /// that a child overrides. Under the lock.
  private func visibleKeys(_ own: (DIContainer) -> [Key]) -> [Key] {
    let inherited = parent?.visibleKeys(own) ?? []
    return inherited.filter { registrations[Slot(key: $0)] == nil } + own(self)
  }

  /// Updates `index`, here and in the parents. Naming types takes long, so the lock is not held.
  private func updateIndex() {
    parent?.updateIndex()
    let current = lock.locked { changes }
    if lock.locked({ index.changes }) == current { return }
    let all = lock.locked { Array(registrations.values) }.sorted { $0.order < $1.order }
    let keys = Dictionary(grouping: all.map { $0.key }) { key in
      DIContainer.shortName(of: (key.unwrapped ?? key).service)
    }
    lock.locked { index = (current, keys) }
  }

  // MARK: - Frames and drafts
  /// A running factory or, during a callback, one that has returned.
  fileprivate typealias Frame = (
    registration: Registration, container: DIContainer, draft: Draft?, firstDraft: Int
  )

  /// An unfinished instance.
  /// Only its own thread uses `frames`, and sets `box`, `callback` and `dependencies`. Other threads read
  /// these under the lock once there is a box, so they are then set under the lock. The lock guards
  /// everything else. A finished or dropped draft stays so: a thread that has seen this under the lock
  /// may then read it without the lock, and no other thread reads its dependencies.
  fileprivate final class Draft: Hashable {
    let registration: Registration
    let thread: ResolvingThread
    var box: AnyObject?  // with the instance, once the factory has returned
    var callback: (() throws -> Void)?  // until it has run
    var isFinished = false
    var failure: (any Error)?  // why it was dropped
    var frames: [Frame] = []  // where it was created, and where its callback runs
    var isAncestor = false  // A callback may resolve it.
    var dependencies: Set<Draft> = []  // the unfinished instances that it received
    var isShared = false  // Another thread waits for it, or has taken it.
    var checkedFailures = 0  // `lock.failures` when it was last checked

    init(_ registration: Registration, _ thread: ResolvingThread) {
      self.registration = registration
      self.thread = thread
    }

    var isRunning: Bool { box == nil && failure == nil }
    var isOpen: Bool { failure == nil && (box == nil || callback != nil) }
    static func == (one: Draft, other: Draft) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  // MARK: - Step 1: look up the key
  /// The registration of a key, and the box of a singleton that was finished when it was found.
  fileprivate typealias Found = (registration: Registration, box: AnyObject?)

  /// Looks up the key. If nothing is found and its service is an optional, looks up the wrapped type.
  private func lookUp(_ key: Key) -> Found? {
    var isWatched = false  // Asking the thread takes 13 % more instructions for a singleton.
    let found = lock.locked { () -> Found? in
      isWatched = lock.listeners > 0
      return find(key).map { ($0, $0.box) }
    }
    if isWatched { ResolvingThread.current.listener?.didLookUp(key, in: self, found?.registration) }
    return found ?? key.unwrapped.flatMap(lookUp)
  }

  /// Looks in this container, then in its parents. Under the lock.
  private func find(_ key: Key) -> Registration? {
    registrations[Slot(key: key)] ?? parent?.find(key)
  }

  private func serviceIfAny<Service, Arguments>(_ key: Key, _ arguments: Arguments) -> Service? {
    guard let found = lookUp(key) else { return nil }
    let service = try? service(from: found, arguments) as Service
    if service == nil { ResolvingThread.current.listener?.didCatchError() }
    return service
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private func service<Service, Arguments>(_ key: Key, _ arguments: Arguments) throws -> Service {
    guard let found = lookUp(key) else { throw notRegistered(key) }
    return try service(from: found, arguments)
  }

  /// Returns a finished singleton, or creates the service.
  /// `unsafeDowncast`, here and below: the type of the service and the types of the arguments are part of
  /// the key, so the registration and its box have these types. With `as!`, a singleton takes 53 % more
  /// instructions, and a transient 26 % more.
  @_semantics("optimize.sil.specialize.generic.never")
  fileprivate func service<Service, Arguments>(
    from found: Found, _ arguments: Arguments
  ) throws -> Service {
    let registration = found.registration
    if registration.key.service != Service.self {
      func wrapped<Wrapped>(_ type: Wrapped.Type) throws -> Service {
        cast(try service(from: found, arguments) as Wrapped)
      }
      // In language mode 5, only this opens an `Any.Type`.
      return try _openExistential(registration.key.service, do: wrapped)
    }
    func unboxed(_ box: AnyObject) -> Service { unsafeDowncast(box, to: Box<Service>.self).service }
    if let box = found.box { return unboxed(box) }
    let thread = ResolvingThread.current
    if let box = try thread.beginFrame(registration, in: self) { return unboxed(box) }
    do {
      if let factory = registration.factory {
        let box = try factory(registration.container)
        try thread.endFrame { box }
        return unboxed(box)
      }
      let transient = unsafeDowncast(registration, to: Transient<Service, Arguments>.self)
      let instance = try transient.create(self, arguments)
      try thread.endFrame { Box(instance) }  // Few transients need a box.
      return instance
    } catch { throw thread.failFrame(error) }
  }

  /// Resolves a parameter of an initializer.
  private func dependency<Dependency>(_ type: Dependency.Type) throws -> Dependency {
    let key = Key(service: Dependency.self)
    if let found = lookUp(key) { return try service(from: found, ()) }
    guard let type = type as? any OptionalService.Type else { throw notRegistered(key) }
    return cast(type.none)
  }

  /// Converts a service to an optional of its type. A separate function keeps its variables off the stack
  /// while a factory runs.
  private func cast<Source, Result>(_ service: Source) -> Result {
    guard let result = service as? Result else { fatalError("not this optional") }
    return result
  }

  private func notRegistered(_ key: Key) -> ResolutionError {
    if let unwrapped = key.unwrapped { return notRegistered(unwrapped) }
    updateIndex()
    let name = DIContainer.shortName(of: key.service)
    let others = lock.locked { visibleKeys { $0.index.keys[name] ?? [] } }
    return .notRegistered(key, path: ResolvingThread.current.path + [key], alternatives: others)
  }

  // MARK: - The thread
  /// Observes what a thread does while it verifies a container.
  fileprivate protocol Listener: AnyObject {
    func didLookUp(_ key: Key, in container: DIContainer, _ found: Registration?)
    func didCreate(_ registration: Registration)
    func didThrow(_ error: any Error)
    func didCatchError()
  }

  /// The state of one thread. The lock guards `awaited`. While it is set, other threads read `frames`, also
  /// under the lock.
  fileprivate final class ResolvingThread {
    private let lock = Lock.shared
    /// The running factories, outermost first. The last one resolves the current service. While a
    /// callback runs, these are the frames in which its instance was created.
    @exclusivity(unchecked) var frames: [Frame] = []
    /// The unfinished drafts of this thread whose factories have returned, in order.
    @exclusivity(unchecked) private(set) var drafts: [Draft] = []
    /// The draft whose factory this thread waits for in a factory or a callback.
    private var awaited: Draft?
    var listener: (any Listener)?  // while it verifies

    /// The state of the current thread. It is freed when the thread ends.
    static var current: ResolvingThread {
      if let thread = pthread_getspecific(storageKey) {
        return Unmanaged<ResolvingThread>.fromOpaque(thread).takeUnretainedValue()
      }
      let new = ResolvingThread()
      let status = pthread_setspecific(storageKey, Unmanaged.passRetained(new).toOpaque())
      if status != 0 { fatalError("DIContainer needs memory for thread-specific storage.") }
      return new
    }

    /// Where each thread stores its state. POSIX calls the function when a thread ends.
    private static let storageKey: pthread_key_t = {
      var key = pthread_key_t()
      let status = pthread_key_create(&key) { thread in  // an optional on some platforms
        (thread as UnsafeMutableRawPointer?).map { Unmanaged<AnyObject>.fromOpaque($0).release() }
      }
      if status != 0 { fatalError("DIContainer needs a free thread-specific key.") }
      return key
    }()
    var path: [Key] { frames.map { $0.registration.key } }
    /// Returns the draft of a frame, and creates it if there is none.
    private func draft(at index: Int) -> Draft {
      let draft = frames[index].draft ?? Draft(frames[index].registration, self)
      frames[index].draft = draft
      return draft
    }

    // MARK: - Step 2: look for an ancestor
    /// Returns the box of an ancestor, or of a singleton that exists. Otherwise, begins a frame and returns
    /// `nil`: the caller runs the factory.
    func beginFrame(_ registration: Registration, in asked: DIContainer) throws -> AnyObject? {
      if let ancestor = try ancestor(registration, asked) { return ancestor }
      let draft = registration.lifetime == .transient ? nil : Draft(registration, self)
      if let draft, let box = try claim(draft) { return box }
      let container = draft == nil ? asked : registration.container
      frames.append((registration, container, draft, firstDraft: drafts.count))
      return nil
    }

    /// A callback gets its ancestor, even if the key was registered again since. A factory that resolves an
    /// ancestor whose factory is running closes a cycle.
    private func ancestor(_ registration: Registration, _ asked: DIContainer) throws -> AnyObject? {
      let key = registration.key
      let own = registration.container
      var index = frames.indices.last { index in
        // Would the frame's service be created with the same container now? A transient is created with
        // the container that was asked, and a singleton with its own.
        let other = frames[index].registration
        if frames[index].container !== (other.lifetime == .transient ? asked : own) { return false }
        if frames[index].draft?.box != nil { return other.key == key }
        return other === registration && key.arguments.isEmpty
      }
      if let index, let draft = frames[index].draft, draft.box != nil { return try take(draft) }
      // A recursion may have other arguments or another container each time, so its depth is limited.
      if index == nil, frames.count > 99 { index = frames.lastIndex { $0.registration.key == key } }
      guard let index else { return nil }
      throw ResolutionError.circularDependency(path[index...] + [key])
    }

    // MARK: - Step 3: claim a singleton, or wait for its factory
    /// Returns the box of an existing instance, or claims the singleton for the draft.
    private func claim(_ draft: Draft) throws -> AnyObject? {
      let registration = draft.registration
      while true {
        var other: Draft?
        let box = lock.locked {
          other = registration.draft
          if registration.box == nil && other == nil { registration.draft = draft }
          return registration.box
        }
        guard let other else { return box }
        if let box = frames.isEmpty ? takeFinished(other) : try take(other) { return box }
      }
    }

    /// Outside of factories and callbacks: waits until a draft is finished, and returns its box, or `nil`
    /// if it was dropped.
    private func takeFinished(_ draft: Draft) -> AnyObject? {
      let all = lock.locked { finishWhenComplete(draft) }
      return withExtendedLifetime(all) { draft.isFinished ? draft.box : nil }
    }

    /// In a factory or a callback: waits while the factory of a draft runs. Returns its box, or `nil` if
    /// another thread's draft was dropped. Throws the failure of an own draft.
    private func take(_ draft: Draft) throws -> AnyObject? {
      try lock.locked {
        awaited = draft
        defer { awaited = nil }
        // The last thread of a cycle detects it before it sleeps.
        if let cycle = cycle(closedBy: draft) { throw ResolutionError.circularDependency(cycle) }
        while draft.isRunning { lock.wait(for: draft) }
        if draft.thread !== self { draft.isShared = true }
        if let failure = failure(in: draft) {
          if draft.thread === self { throw failure }
          drop(draft, failure)
          return nil
        }
        if draft.isFinished { return draft.box }
        self.draft(at: frames.count - 1).dependencies.insert(draft)
        return draft.box
      }
    }

    // MARK: - Step 4: run a factory
    /// Keeps the callback of a component in its draft. The callback may resolve every ancestor. This is not
    /// part of `withCallback`, whose closure is on the stack while the factory runs.
    func keepCallback<Service, Component>(
      for component: Component, _ container: DIContainer,
      _ initCompleted: @escaping (Component, DIContainer) throws -> Void
    ) throws -> Service {
      for index in frames.indices { draft(at: index).isAncestor = true }
      let draft = draft(at: frames.count - 1)
      draft.callback = { try initCompleted(component, container) }
      draft.frames = frames
      if let service = component as? Service { return service }
      throw ResolutionError.wrongComponent(
        draft.registration.key, component: Swift.type(of: component as Any), path: path)
    }

    /// Called when the factory has returned.
    func endFrame(_ box: () -> AnyObject) throws {
      let index = frames.count - 1
      listener?.didCreate(frames[index].registration)
      if let draft = frames[index].draft {
        try lock.locked { try handOver(draft, box()) }
        if index == 0 && drafts.last === draft { try runCallbacks(outermost: draft) }
      }
      frames.removeLast()
      if index == 0 && !drafts.isEmpty { forgetDrafts(from: 0) }
    }

    /// Gives a draft its instance. If that does not finish it, adds it to the dependencies of the draft for
    /// which it was created. Under the lock.
    private func handOver(_ draft: Draft, _ box: AnyObject) throws {
      draft.box = box
      if let failure = failure(in: draft) {
        // Drops all of them at once, since another thread could take one in between.
        drafts.append(draft)
        dropDrafts(from: frames[frames.count - 1].firstDraft, failure)
        throw failure
      }
      finishIfComplete(draft)
      if draft.isFinished { return }
      let outer = frames.count == 1 ? nil : self.draft(at: frames.count - 2)
      if let outer, draft.registration.lifetime == .transient, !draft.isAncestor {
        // Nothing can resolve this instance again, so a long-running factory does not retain it.
        outer.dependencies.formUnion(draft.dependencies)
      } else {
        drafts.append(draft)
        outer?.dependencies.insert(draft)
      }
    }

    /// Called when the factory or a callback has thrown.
    func failFrame(_ error: any Error) -> any Error {
      listener?.didThrow(error)
      let frame = frames.removeLast()
      if let draft = frame.draft { drafts.append(draft) }
      lock.locked { dropDrafts(from: frame.firstDraft, error) }
      forgetDrafts(from: frame.firstDraft)
      return withExtendedLifetime(frame) { error }  // A deinit may resolve.
    }

    /// Frees drafts that are finished or dropped. The thread forgets them first, since a deinit may resolve.
    private func forgetDrafts(from first: Int) {
      let forgotten = Array(drafts[first...])
      drafts.removeLast(forgotten.count)
      for draft in forgotten {  // They may refer to each other.
        draft.frames = []
        draft.dependencies = []
      }
    }

    // MARK: - Steps 5 and 6: run the callbacks, and wait

    private func runCallbacks(outermost: Draft) throws {
      let outermostFrames = frames
      defer { frames = outermostFrames }
      var index = 0
      while index < drafts.count {  // A callback may add drafts.
        let draft = drafts[index]
        index += 1
        guard let callback = draft.callback else { continue }
        frames = draft.frames
        do { try callback() } catch {
          listener?.didThrow(error)
          throw error
        }
        lock.locked {
          draft.callback = nil
          finishIfComplete(draft)
        }
      }
      let all = lock.locked { finishWhenComplete(outermost) }
      outermost.dependencies.formUnion(all)  // They are freed with it, after the frames.
      if let failure = outermost.failure { throw failure }
    }

    // MARK: - Drafts of several threads
    // Everything in this section runs under the lock.
    private func finish(_ draft: Draft) {
      if draft.isFinished { return }
      draft.isFinished = true
      if draft.registration.draft !== draft { return }  // a transient, or the container was reset
      draft.registration.draft = nil
      draft.registration.box = draft.box
    }

    private func drop(_ draft: Draft, _ failure: any Error) {
      if draft.isFinished || draft.failure != nil { return }
      draft.failure = failure
      if draft.isShared && draft.box != nil { lock.failures += 1 }
      lock.wake(draft)
      if draft.registration.draft === draft { draft.registration.draft = nil }
    }

    /// Called when the factory or the callback of a draft has returned.
    private func finishIfComplete(_ draft: Draft) {
      lock.wake(draft)
      if draft.isOpen || draft.failure != nil { return }
      if draft.dependencies.allSatisfy({ $0.isFinished || $0 === draft }) { finish(draft) }
    }

    /// Waits until a draft and everything that it depends on are complete. Then finishes all of them or, if
    /// one was dropped, drops the draft. Returns all of them.
    private func finishWhenComplete(_ draft: Draft) -> Set<Draft> {
      var all: Set = [draft]
      var rest = [draft]
      while let next = rest.popLast() {
        while next.isOpen { lock.wait(for: next) }
        if next.failure != nil { break }
        if next.isFinished { continue }
        for other in next.dependencies where all.insert(other).inserted { rest.append(other) }
      }
      // Another one may have been dropped during a wait.
      let dropped = all.first { $0.failure != nil }
      if let failure = dropped?.failure { drop(draft, failure) } else { all.forEach(finish) }
      return all
    }

    /// Drops the drafts that were created for a factory or a callback that failed, if they are not complete.
    private func dropDrafts(from first: Int, _ failure: any Error) {
      // What a factory receives is created before its instance, and what a callback receives after it.
      for draft in drafts[first...].reversed() + drafts[first...] { finishIfComplete(draft) }
      for draft in drafts[first...] { drop(draft, failure) }
    }

    /// The error of a draft, or of one of its dependencies. Skips drafts that were checked since the last
    /// failure of a shared draft.
    private func failure(in draft: Draft) -> (any Error)? {
      var rest = [draft]
      while let next = rest.popLast() {
        if next.failure != nil { return next.failure }
        if next.isFinished || next.checkedFailures == lock.failures { continue }
        next.checkedFailures = lock.failures
        rest += next.dependencies
      }
      return nil
    }

    /// The cycle, if each thread from the draft's to this one waits for a running factory.
    private func cycle(closedBy draft: Draft) -> [Key]? {
      var keys: [Key] = []
      var next = draft
      while next.isRunning {
        let thread = next.thread
        guard let awaited = thread.awaited else { return nil }  // It does not wait in a factory.
        guard let first = thread.frames.firstIndex(where: { $0.draft === next }) else { return nil }
        keys += thread.path[first...]
        if thread === self { return keys + keys.prefix(1) }
        next = awaited
      }
      return nil
    }
  }

  // MARK: - Names of types
  /// Writes a text. `write` receives a function that names types: without modules, and in full where two
  /// types in the text would have the same name.
  fileprivate static func withTypeNames(_ write: ((Any.Type) -> String) -> String) -> String {
    var names: [ObjectIdentifier: String] = [:]
    var isShared: [String: Bool] = [:]
    func typeName(_ type: Any.Type) -> String {
      let id = ObjectIdentifier(type)
      let name = names[id] ?? shortName(of: type)
      if names.updateValue(name, forKey: id) == nil { isShared[name] = isShared[name] != nil }
      return isShared[name] == true ? String(reflecting: type) : name
    }
    let text = write(typeName)
    return isShared.values.contains(true) ? write(typeName) : text  // It knows all names now.
  }

  /// The name of a type as Swift prints it for debugging, without modules and unknown contexts. For
  /// example, "App.Store<App.State>.Effect" becomes "Store<State>.Effect".
  fileprivate static func shortName(of type: Any.Type) -> String {
    let parts = String(reflecting: type).split(separator: ".", omittingEmptySubsequences: false)
    // "App.(unknown context at $10a2b3c4d).Item" is a private type.
    let known = parts.filter { !$0.hasPrefix("(unknown") }
    var name = ""
    var isNested = false  // in the type before the dot
    for part in known.dropLast() {
      let sign = part.lastIndex { " <>(){},:&@-".contains($0) }
      let word = part[(sign.map(part.index(after:)) ?? part.startIndex)...]
      // A dotted word begins with a module, unless it begins with "Any" or follows a generic type.
      let isModule = (sign != nil || !isNested) && !["", "Any", "Self"].contains(word)
      name += isModule ? part.dropLast(word.count) : part + "."
      isNested = word != "Self"  // "Self.Swift.Collection.Element"
      // "(extension in App):Swift.Int.Item" is declared in an extension.
      if name.hasSuffix("):"), let start = name.lastIndex(of: "(") { name.removeSubrange(start...) }
    }
    return name + (known.last ?? "")
  }

  /// An optional type, for code that does not know the wrapped type.
  fileprivate protocol OptionalService {
    static var wrapped: Any.Type { get }
    static var none: Self { get }  // the case of `Optional`
  }
}

nonisolated extension Optional: DIContainer.OptionalService {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
}

// ——————————————————————————— From here on, this file may be cut off ———————————————————————————
// To cut it off: sed '/may be cut off/,$d' DIContainer.swift

nonisolated extension DIContainer {
  // MARK: - Verifying
  /// Resolves every registration without arguments, including those that the container inherits, in a
  /// copy of the container. Then calls the closure with the copy: there, resolve the services that take
  /// arguments, and the services that closures or tasks resolve later.
  ///
  /// **Factories and callbacks run**, on this thread and with their side effects. First replace services
  /// that delete files or send requests.
  ///
  ///     let verification = container.verify { c in
  ///       _ = try c.resolve(Animal.self, arguments: "Lucky", 7)
  ///     }
  ///     #expect(verification.errors.isEmpty, "\(verification)")
  ///     #expect(verification.warnings.isEmpty, "\(verification)")
  ///
  /// `verify` keeps no instance that it creates, and does not create existing singletons again. Instances
  /// that a factory creates in another container remain there; see ``Warning/captured(_:from:)``. A task
  /// that a factory starts can continue to use the copy if it captures it strongly. In a factory or a
  /// callback, `verify` resolves nothing and reports a circular dependency.
  public func verify(_ also: (DIContainer) throws -> Void = { _ in }) -> Verification {
    let recorder = Recorder()
    let thread = ResolvingThread.current
    let outer = thread.listener  // of a verification whose closure calls this one
    thread.listener = recorder
    lock.locked { lock.listeners += 1 }
    recorder.tryAll(of: self, also)
    lock.locked { lock.listeners -= 1 }
    thread.listener = outer
    return recorder.report()
  }

  /// The result of ``verify(_:)``.
  nonisolated public struct Verification: Sendable, CustomStringConvertible {
    /// Each problem once, in the order found: a missing key, a circular dependency, and each error that a
    /// factory, a callback or the closure throws. An error that a factory catches, or a subscript turns
    /// into `nil`, does not count, but every service without arguments is also resolved directly.
    public let errors: [any Error]
    /// Wiring that is valid, but often a mistake.
    public let warnings: [Warning]
    /// A Mermaid flowchart with sorted lines. A rectangle is a transient, a rounded box a lazy singleton, a
    /// box with double sides an eager singleton, and a hexagon a service that is not registered. Dashed
    /// arrows come from `initCompleted`.
    public let mermaid: String
    /// The errors, each with its path, and the warnings.
    public let description: String
  }

  /// Wiring that is valid, but often a mistake.
  nonisolated public enum Warning: Hashable, Sendable, CustomStringConvertible {
    /// The service takes arguments and nothing created it, or its factory created the instance before.
    case unchecked(Key)
    /// The key was registered again in the same container, so the first registration is lost.
    case replaced(Key)
    /// The key is not registered, but nothing failed: for example, a subscript returned `nil`, or a factory
    /// caught the error. The path is the first that led to it.
    case absent(Key, path: [Key])
    /// The key is registered in a child, but the singleton `from` of a parent uses the parent's
    /// registration, or finds none.
    case hidden(Key, from: Key)
    /// The factory of `from`, or the closure of `verify` if `from` is `nil`, used a container other
    /// than the one passed to it.
    case captured(Key, from: Key?)

    /// The problem, and how to fix it.
    public var description: String { DIContainer.withTypeNames { name in text(name) } }
    fileprivate func text(_ typeName: (Any.Type) -> String) -> String {
      func name(_ key: Key) -> String { "'\(key.text(typeName))'" }
      return switch self {
      case .unchecked(let key) where key.arguments.isEmpty:
        name(key) + " was created before and was not checked: verify a new container."
      case .unchecked(let key):
        name(key) + " needs arguments and was not checked: resolve it in the closure of verify."
      case .replaced(let key):
        name(key) + " is registered twice, so the first registration is lost: "
          + "give each a name to keep both."
      case .absent(let key, let path):
        name(key) + " is not registered, but nothing failed"
          + (path.count > 1 ? " (" + DIContainer.path(path, typeName) + ")" : "")
          + ": register it, or ignore this if it is optional."
      case .hidden(let key, let from):
        name(key) + " is registered in a child, but " + name(from) + " is a singleton of a parent, "
          + "which does not use it: register " + name(from) + " in the child too, or " + name(key)
          + " in the parent."
      case .captured(let key, let from):
        (from.map(name) ?? "The closure of verify") + " asks another container for " + name(key)
          + ": use the container that is passed in."
      }
    }
  }

  // MARK: - Recording
  private var root: DIContainer { parent?.root ?? self }
  /// Records the lookups and errors of the verifying thread. Other threads do not use it.
  fileprivate final class Recorder: Listener {
    private var originals: [DIContainer] = []  // the verified container and its parents
    private var copies: [DIContainer] = []
    private var isInClosure = false  // of verify
    private var nodes: [Node] = []
    private var nodesOfKeys: [Key: [Node]] = [:]
    private var thrown: String?  // the last error, unless there was a lookup since
    private var throwers: [Node] = []  // its path
    private var causes: Set<String> = []
    private var failures: [(error: any Error, path: [Key])] = []

    deinit { for node in nodes { node.arrows = [] } }  // They refer to each other.
    func tryAll(of container: DIContainer, _ also: (DIContainer) throws -> Void) {
      let path = ResolvingThread.current.path
      if !path.isEmpty { return record(ResolutionError.circularDependency(path + path.prefix(1))) }
      let copy = copy(container)
      let keys = copy.lock.locked { copy.visibleKeys { $0.registered().map { $0.key } } }
      for key in keys where key.arguments.isEmpty {
        // A factory may have unregistered it.
        if copy.lock.locked({ copy.find(key) }) == nil { continue }
        attempt { _ = try copy.lookUp(key).map { try copy.service(from: $0, ()) as Any } }
      }
      isInClosure = true
      attempt { try also(copy) }
    }

    private func copy(_ original: DIContainer) -> DIContainer {
      originals.append(original)
      let copy = DIContainer(parent: original.parent.map(self.copy))
      copies.insert(copy, at: 0)
      for registration in original.lock.locked({ original.registered() }) {
        let key = registration.key
        let new = registration.copy(to: copy)
        new.order = registration.order
        copy.changes = registration.order
        new.box = copy.lock.locked { registration.box }
        // Existing instances survive the reset at the end.
        new.factory = new.box == nil ? registration.factory : nil
        copy.registrations[Slot(key: key)] = new
        for overridden in nodesOfKeys[key] ?? [] { overridden.isUnchecked = false }
        let wasCreated = new.box != nil && registration.factory != nil
        node(key, registration).isUnchecked = wasCreated || !key.arguments.isEmpty
        if registration.isReplacement { warn(.replaced(key), about: key) }
      }
      return copy
    }

    private func attempt(_ body: () throws -> Void) {
      thrown = nil
      do { try body() } catch { record(error) }
    }

    /// Records an error that nothing caught, unless its cause is known.
    private func record(_ error: any Error) {
      // An error with another text comes from the closure of `verify`.
      let path = words(of: error) == thrown ? throwers : []
      let thrower = path.last?.identity ?? ""
      var cause: String
      switch error as? ResolutionError {
      case .notRegistered(let key, _, _):
        let missing = node(key, nil)
        missing.mark = .missing
        cause = missing.identity
      case .circularDependency(let keys):
        // Another thread's members are not on the path.
        let members = path.suffix(max(keys.count - 1, 0))
        for (key, member) in zip(keys, members) where member.key == key { member.mark = .circular }
        // A node's identity is quicker to write than its key.
        let names = keys.map { node($0, nil).identity }
        let steps = zip(names, names.dropFirst()).map { $0 + $1 }
        cause = (steps + members.map { $0.identity }).sorted().joined()
      case .wrongComponent(let key, let type, _): cause = "\(node(key, nil).identity) \(type)"
      case nil: cause = "\(thrower) \(Swift.type(of: error)) \(error)"
      }
      for node in path { node.isUnchecked = false }
      if causes.insert(cause).inserted { failures.append((error, path.map { $0.key })) }
    }

    /// Identifies an error while it propagates. A resolution error is "", since a long path is slow to write.
    private func words(of error: any Error) -> String { error is ResolutionError ? "" : "\(error)" }

    func didThrow(_ error: any Error) {
      let words = words(of: error)
      if words == thrown { return }  // It propagates.
      thrown = words
      throwers = ResolvingThread.current.frames.map { node($0.registration.key, $0.registration) }
    }

    func didCatchError() { thrown = nil }
    func didCreate(_ new: Registration) { node(new.key, new).isUnchecked = false }

    func didLookUp(_ key: Key, in container: DIContainer, _ found: Registration?) {
      thrown = nil
      let frames = ResolvingThread.current.frames
      // What another container creates is not verified.
      if let asker = frames.last, asker.container.root !== copies.last { return }
      let isCopy = container.root === copies.last  // or a child of a copy
      if isCopy { noteHidden(key, found, frames) }
      if found == nil && key.unwrapped != nil { return }  // The wrapped type is looked up next.
      if isCopy {
        noteNeed(key, found, frames)
      } else if isInClosure || !frames.isEmpty {
        // A deinit between two factories belongs to neither.
        let asker = frames.last?.registration.key
        warn(.captured(key, from: asker), about: asker)
      }
    }

    /// Warns if a container below a parent registers a key that a singleton of the parent looks up.
    private func noteHidden(_ key: Key, _ found: Registration?, _ frames: [Frame]) {
      guard let maker = (frames.last { $0.registration.lifetime != .transient }) else { return }
      let level = min(level(of: maker.container), level(of: found?.container ?? maker.container))
      let below = copies.prefix(max(level, 0))
      let keys = below.map { copy in copy.lock.locked { copy.registrations[Slot(key: key)]?.key } }
      if keys.contains(key) { warn(.hidden(key, from: maker.registration.key), about: key) }
    }

    private func noteNeed(_ key: Key, _ found: Registration?, _ frames: [Frame]) {
      let needed = node(key, found)
      if needed.path == nil { needed.path = frames.map { $0.registration.key } + [key] }
      guard let asker = frames.last else { return }
      let user = node(asker.registration.key, asker.registration)
      // `bootstrap` does not look it up.
      if user.path == nil { user.path = frames.map { $0.registration.key } }
      let isDashed = asker.draft?.box != nil  // A callback resolves it.
      if user.arrows.contains(where: { $0.node === needed && $0.isDashed == isDashed }) { return }
      user.arrows.append((needed, isDashed))
    }

    private func warn(_ warning: Warning, about key: Key?) {
      let node = node(key ?? Key(service: Never.self), nil)
      if !node.warnings.contains(warning) { node.warnings.append(warning) }
    }

    /// 0 for the verified container, more for its parents, and -1 for a child or another container.
    private func level(of container: DIContainer) -> Int {
      originals.firstIndex { $0 === container } ?? copies.firstIndex { $0 === container } ?? -1
    }

    /// The node of a registration, or of a key that is not registered.
    private func node(_ key: Key, _ registration: Registration?) -> Node {
      let level = registration.map { self.level(of: $0.container) }
      if let known = nodesOfKeys[key]?.first(where: { $0.level == level }) { return known }
      let new = Node(key)
      new.level = level
      new.lifetime = registration?.lifetime
      nodes.append(new)
      nodesOfKeys[key, default: []].append(new)
      return new
    }

    func report() -> Verification {
      for copy in copies { copy.reset(keepingRegistrations: true) }
      let unchecked = nodes.filter { $0.isUnchecked }.map { Warning.unchecked($0.key) }
      let absent = nodes.filter { $0.isAbsent }.map { Warning.absent($0.key, path: $0.path ?? []) }
      let warnings = unchecked + absent + nodes.flatMap { $0.warnings }
      return Verification(
        errors: failures.map { $0.error }, warnings: warnings,
        mermaid: DIContainer.withTypeNames(flowchart),
        description: DIContainer.withTypeNames { name in
          var lines = failures.isEmpty ? ["No errors."] : []
          for (error, path) in failures {
            let place = path.isEmpty ? "" : "\n  Path: " + DIContainer.path(path, name)
            lines.append((error as? ResolutionError)?.text(name) ?? "\(error)\(place)")
          }
          return (lines + warnings.map { $0.text(name) }).joined(separator: "\n")
        })
    }

    /// Sorted, so that one more service changes no other line.
    private func flowchart(_ typeName: (Any.Type) -> String) -> String {
      for node in nodes { node.setID(typeName) }
      let lines = nodes.filter { $0.path != nil }.flatMap { $0.lines(typeName) }
      let styles =
        "\n  classDef missing fill:#fcc,stroke:#c00\n  classDef circular fill:#fd9,stroke:#c60"
        + "\n  classDef absent fill:#eee,stroke:#999"
      return (["flowchart TD"] + lines.sorted()).joined(separator: "\n  ") + styles
    }
  }

  /// A registration, or a key that is not registered, as the verification saw it.
  private final class Node {
    enum Mark { case missing, circular }

    let key: Key
    var level: Int?  // of its container, if it is registered
    var lifetime: Lifetime?
    var mark: Mark?  // An error says so.
    var path: [Key]?  // the first one; nil if it was not tried and nothing asked for it
    var isUnchecked = false
    var arrows: [(node: Node, isDashed: Bool)] = []  // to what it needs
    var warnings: [Warning] = []
    var id = ""  // in the flowchart

    init(_ key: Key) { self.key = key }
    var identity: String { "\(ObjectIdentifier(self))" }
    var isAbsent: Bool { path != nil && lifetime == nil && mark == nil }

    /// For example `Animal_named_cat_with_String`: unique, and no keyword of Mermaid.
    func setID(_ typeName: (Any.Type) -> String) {
      id = coded(typeName(key.service), isLabel: false)
      if let name = key.name { id += "_named_" + coded(name, isLabel: false) }
      for type in key.arguments { id += "_with_" + coded(typeName(type), isLabel: false) }
      if level == nil { id += "_unregistered" }
      id += place("_in_child", "_in_parent")
      if id.first?.isLowercase == true { id = "__" + id }
    }

    private func place(_ child: String, _ parent: String) -> String {
      level == -1 ? child : String(repeating: parent, count: level ?? 0)
    }

    /// The shape with its label, and the arrows to what it needs.
    func lines(_ typeName: (Any.Type) -> String) -> [String] {
      let label = place("child: ", "parent: ") + coded(key.text(typeName), isLabel: true)
      let shape =
        switch lifetime {
        case .eagerSingleton: "[[\"\(label)\"]]"
        case .lazySingleton: "([\"\(label)\"])"
        case .transient: "[\"\(label)\"]"
        case nil: "{{\"\(label)\"}}"
        }
      let mark = isAbsent ? ":::absent" : mark.map { ":::\($0)" } ?? ""
      let arrows = arrows.map { "\(id) \($0.isDashed ? "-.->" : "-->") \($0.node.id)" }
      return [id + shape + mark] + arrows
    }

    /// Escapes characters that Mermaid could interpret. In a label, this includes the space: "direction LR".
    private func coded(_ text: String, isLabel: Bool) -> String {
      text.unicodeScalars.map { scalar in
        let isLetter = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        if scalar == "." || isLetter && (isLabel || scalar.isASCII) { return String(scalar) }
        return isLabel ? "#\(scalar.value);" : "_\(String(scalar.value, radix: 16))_"
      }.joined()
    }
  }
}
