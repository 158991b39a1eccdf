// DIContainer 1.0.0: dependency injection in one file, for Swift 6.1 and later.
// SPDX-License-Identifier: MIT-0
//
// Copy this file into your target, or paste it into a script. It adds one name to your program,
// `DIContainer`. To update it, replace the file. To start scripts faster, compile it as a module:
//
//     swiftc -O -swift-version 6 -emit-module -emit-library DIContainer.swift
//     swift -I . -L . -lDIContainer script.swift
//
// Link only one copy into a process, because threads that wait for each other through two copies
// deadlock. Do not use a container in the child process after `fork`.

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

/// A container that creates and shares a program's services. Register a factory for each service,
/// then resolve the service by its type.
///
///     let container = DIContainer()
///     container.register(Logger.self, lazySingleton: { ConsoleLogger() })
///     container.register(Greeter.self) { c in try Greeter(logger: c.resolve()) }
///
///     container[Greeter.self]  // a Greeter?, or nil if it cannot be created
///     try container.resolve(Greeter.self)  // a Greeter, or an error that says what is missing
///
/// The *key* of a registration is the service type, an optional name, and the argument types.
/// Registering a key again replaces the registration. After an error, the next call retries.
///
/// You can call any method from any thread. Factories and callbacks run on the thread that resolves
/// the service, and no lock is held while they run. `resolve` blocks while another thread creates a
/// singleton that the call needs. A factory or a callback must not wait in any other way, such as
/// `DispatchQueue.sync`, for work that resolves services, and must never wait for a task. Do not
/// end or cancel a thread while it resolves a service.
///
/// The container does not make your services thread-safe, and the compiler does not check the
/// captures of a factory, because factories are not `@Sendable`. Register and resolve a
/// `@MainActor` type on the main actor.
nonisolated public final class DIContainer: @unchecked Sendable, CustomStringConvertible {
  // `@unchecked Sendable`: `Lock` guards the variables. No client code runs while it is held: no
  // factory, callback, or deinit. So `@exclusivity(unchecked)` omits a check that cannot fail. With
  // the check, resolving a singleton takes 19 % more instructions.

  // The registrations by service type. Those with neither a name nor arguments have a separate
  // dictionary, for speed.
  @exclusivity(unchecked) private var plain: [ObjectIdentifier: Registration] = [:]
  @exclusivity(unchecked) private var others: [ObjectIdentifier: [Key: Registration]] = [:]
  private var lastOrder = 0
  private var isFrozen = false
  private let parent: DIContainer?

  // MARK: - Creating a container

  /// Creates a container, and registers the services of the providers.
  ///
  /// A child container sees its parent's registrations, including later ones, and can override
  /// them. A parent's transient is created with the container that you resolve it from, so it uses
  /// the child's overrides. The container where a singleton is registered creates and retains it.
  public init(parent: DIContainer? = nil, providers: [any Provider] = []) {
    self.parent = parent
    register(providers: providers)
  }

  /// Creates a container and passes it to `configure`, which registers services.
  public init(parent: DIContainer? = nil, configure: (DIContainer) throws -> Void) rethrows {
    self.parent = parent
    try configure(self)
  }

  /// A type that registers a group of related services.
  nonisolated public protocol Provider {
    /// Registers the services in the container.
    func register(in container: DIContainer)
  }

  // MARK: - Registering

  // Swift prefers overloads that are not disfavored, so a closure without a label is a transient.
  // Next, it prefers fewer default arguments, so `line` ranks the overload for instances last.

  /// Registers an existing instance. If it is a closure, pass its type, such as `(() -> Int).self`.
  @_disfavoredOverload public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil, eagerSingleton instance: Service,
    line: Int = #line  // not used: see above
  ) {
    let key = Key(service: Service.self, name: name)
    replace(key, with: Registration(key, .eagerSingleton, self, Box(instance)))
  }

  /// Registers a singleton that is created when ``bootstrap()`` runs, or on first use before that.
  @_disfavoredOverload public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    eagerSingleton factory: @escaping (DIContainer) throws -> Service
  ) { add(.eagerSingleton, name, factory) }

  /// Registers an eager singleton whose factory needs nothing from the container.
  @_disfavoredOverload public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    eagerSingleton factory: @escaping () throws -> Service
  ) { add(.eagerSingleton, name) { _ in try factory() } }

  /// Registers a singleton that is created on first use.
  ///
  /// The container retains the factory and the instance. If either is or holds a closure that
  /// captures the container, use `[unowned c]`, or `[weak c]` if the closure can outlive it.
  @_disfavoredOverload public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    lazySingleton factory: @escaping (DIContainer) throws -> Service
  ) { add(.lazySingleton, name, factory) }

  /// Registers a lazy singleton whose factory needs nothing from the container.
  @_disfavoredOverload public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    lazySingleton factory: @escaping () throws -> Service
  ) { add(.lazySingleton, name) { _ in try factory() } }

  /// Registers a service that is created each time it is resolved.
  public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    transient factory: @escaping (DIContainer) throws -> Service
  ) { add(.transient, name, factory) }

  /// Registers a transient whose factory needs nothing from the container.
  public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    transient factory: @escaping () throws -> Service
  ) { add(.transient, name) { _ in try factory() } }

  /// Registers a transient whose factory takes arguments, which you pass when you resolve it:
  ///
  ///     container.register(Animal.self) { _, nickname, age in Horse(name: nickname, age: age) }
  ///     container[Animal.self, arguments: "Lucky", 7]
  ///
  /// The types must match exactly: a factory that takes a `String` is not found with a `Substring`.
  public func register<Service, each Argument>(
    _ type: Service.Type = Service.self, name: String? = nil,
    transient factory: @escaping (DIContainer, repeat each Argument) throws -> Service
  ) { add(name, factory) }

  /// Registers a transient whose factory takes only arguments: `{ name in Cat(name: name) }`.
  @_disfavoredOverload public func register<Service, each Argument>(
    _ type: Service.Type = Service.self, name: String? = nil,
    transient factory: @escaping (repeat each Argument) throws -> Service
  ) { add(name) { (_, argument: repeat each Argument) in try factory(repeat each argument) } }

  /// Registers a transient and a callback, so that two services can refer to each other:
  ///
  ///     container.register(Parent.self) { c in try Parent(child: c.resolve()) }
  ///     container.register(Child.self) { _ in Child() } initCompleted: { child, c in
  ///       child.parent = try c.resolve()  // the parent that this child was created for
  ///     }
  ///
  /// Callbacks run after the outermost factory returns, in the order in which the factories
  /// returned. Until the outermost `resolve` returns, factories and callbacks that receive the
  /// instances should only store them. If a callback throws, the outermost `resolve` throws its
  /// error, and the container retains none of the instances. On another thread, a factory or an
  /// outermost `resolve` that received one of them throws the same error.
  ///
  /// If a callback resolves, from the same container, a service that its instance was created for,
  /// it gets the existing instance of that service (with arguments, the nearest one).
  public func register<Service, Component>(
    _ type: Service.Type, name: String? = nil,
    transient factory: @escaping (DIContainer) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) { add(.transient, name) { try $0.attach(initCompleted, to: factory($0)) as Service } }

  /// Registers a callback, and a transient whose factory takes arguments.
  public func register<Service, Component, each Argument>(
    _ type: Service.Type, name: String? = nil,
    transient factory: @escaping (DIContainer, repeat each Argument) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) {
    add(name) { (c, argument: repeat each Argument) in
      try c.attach(initCompleted, to: factory(c, repeat each argument)) as Service
    }
  }

  /// Registers a lazy singleton and a callback, which can be a trailing closure:
  /// `register(Child.self, lazySingleton: { _ in Child() }) { child, c in … }`.
  @_disfavoredOverload public func register<Service, Component>(
    _ type: Service.Type, name: String? = nil,
    lazySingleton factory: @escaping (DIContainer) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) { add(.lazySingleton, name) { try $0.attach(initCompleted, to: factory($0)) as Service } }

  /// Registers an eager singleton and a callback.
  @_disfavoredOverload public func register<Service, Component>(
    _ type: Service.Type, name: String? = nil,
    eagerSingleton factory: @escaping (DIContainer) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) { add(.eagerSingleton, name) { try $0.attach(initCompleted, to: factory($0)) as Service } }

  /// Registers the services of each provider, in order.
  public func register(providers: [any Provider]) { providers.forEach { $0.register(in: self) } }

  /// Turns an initializer into a factory that resolves each parameter by its type.
  ///
  ///     container.register(Person.self, lazySingleton: DIContainer.autowire(PetOwner.init))
  ///
  /// Default values are not used. A `Logger?` is `nil` if neither it nor `Logger` is registered.
  public static func autowire<Service, each Dependency>(
    _ initializer: @escaping (repeat each Dependency) throws -> Service
  ) -> (DIContainer) throws -> Service {
    { container in try initializer(repeat container.dependency((each Dependency).self)) }
  }

  // MARK: - Resolving

  // The methods without `arguments` have no parameter pack, because the Swift 6.3 compiler crashes
  // on an empty one in an `async` function.

  /// The service, or `nil` if `resolve` would throw.
  public subscript<Service>(_ type: Service.Type, name name: String? = nil) -> Service? {
    serviceIfAny(Key(service: Service.self, name: name), ())
  }

  /// The service, or `nil` if ``resolve(_:name:arguments:)`` would throw.
  public subscript<Service, each Argument>(
    _ type: Service.Type, name name: String? = nil, arguments arguments: repeat each Argument
  ) -> Service? {
    var key = Key(service: Service.self, name: name)
    key.arguments.reserveCapacity(2)  // one allocation for up to two
    repeat key.arguments.append((each Argument).self)
    return serviceIfAny(key, (repeat each arguments))
  }

  /// Resolves a service. Its type can be inferred.
  ///
  /// For an optional, such as `Logger?`, this looks for `Logger?`, then for `Logger`, and throws if
  /// neither is registered. For a service that may be absent, use the subscript.
  /// - Throws: A ``ResolutionError``, or the error that a factory or callback throws.
  public func resolve<Service>(
    _ type: Service.Type = Service.self, name: String? = nil
  ) throws -> Service {
    try service(Key(service: Service.self, name: name), ())
  }

  /// Resolves a service whose factory takes arguments. A factory can resolve its own service with
  /// other arguments, to a depth of 100 services.
  public func resolve<Service, each Argument>(
    _ type: Service.Type = Service.self, name: String? = nil, arguments: repeat each Argument
  ) throws -> Service {
    var key = Key(service: Service.self, name: name)
    key.arguments.reserveCapacity(2)  // one allocation for up to two
    repeat key.arguments.append((each Argument).self)
    return try service(key, (repeat each arguments))
  }

  /// Resolves a service whose type is known only at run time.
  @_disfavoredOverload public func resolve(_ type: Any.Type, name: String? = nil) throws -> Any {
    try service(Key(service: type, name: name), ())
  }

  /// Resolves each of a service's registrations that takes no arguments, named or not, in order,
  /// the parent's first. A registration that a child overrides appears once, as the child's.
  public func resolveAll<Service>(_ type: Service.Type = Service.self) throws -> [Service] {
    let keys = Lock.locked { visibleKeys($0, [Service.self]).filter { $0.arguments.isEmpty } }
    return try keys.compactMap { key in
      // A factory may have unregistered a key in the meantime.
      guard let found = lookUp(key), found.registration.key == key else { return nil }
      return try service(from: found, ())
    }
  }

  // MARK: - Managing

  /// Returns whether the key is registered here or in a parent.
  public func contains(_ type: Any.Type, name: String? = nil, arguments: Any.Type...) -> Bool {
    Lock.locked { find(Key(service: type, name: name, arguments: arguments), $0) } != nil
  }

  /// Removes a registration and its instance from this container. Returns whether it existed.
  @discardableResult
  public func unregister(_ type: Any.Type, name: String? = nil, arguments: Any.Type...) -> Bool {
    replace(Key(service: type, name: name, arguments: arguments), with: nil)
  }

  /// Removes all registrations and instances, and unfreezes a container that ``bootstrap()`` froze.
  /// An instance that is being created is still returned to its callers, but not retained.
  /// - Parameter keepingRegistrations: Pass `true` to discard only the instances that factories
  ///   created; the next use creates new ones. A frozen container stays frozen.
  public func reset(keepingRegistrations: Bool = false) {
    var discarded: [AnyObject?] = []  // freed after the lock, since a deinit may use the container
    Lock.locked { held in
      for one in registered(held) where !one.isInstance {
        discarded += [one.box, one.creation]
        one.box = nil
        one.creation = nil
      }
      if keepingRegistrations { return }
      discarded += registered(held)
      plain = [:]
      others = [:]
      isFrozen = false
    }
    withExtendedLifetime(discarded) {}
  }

  /// Creates the eager singletons that are registered in this container, not in its parent, when
  /// this begins. Then freezes the container: registering or unregistering ends the program.
  ///
  /// If creating one fails, this throws the error and does not freeze the container. In a factory
  /// or a callback, it freezes the container only if every eager singleton is finished by then.
  public func bootstrap() throws {
    let eager = Lock.locked { registered($0) }.filter { $0.lifetime == .eagerSingleton }
    // A factory may replace or remove another registration.
    for one in eager where Lock.locked({ own(one.key, $0) }) === one {
      _ = try service(from: Found(registration: one, box: nil), ()) as Any
    }
    Lock.locked { held in
      isFrozen = isFrozen || eager.allSatisfy { $0.box != nil || own($0.key, held) !== $0 }
    }
  }

  /// The registrations of this container, one per line, in order, with their lifetimes.
  public var description: String {
    let all = Lock.locked { registered($0).map { (registration: $0, isCreated: $0.box != nil) } }
    return all.map { one, isCreated in
      let state = isCreated ? " (created)" : one.lifetime.isSingleton ? " (not created)" : ""
      return "\(one.key): \(one.lifetime)\(state)"
    }.joined(separator: "\n")
  }

  // MARK: - Keys and errors

  /// Identifies a registration.
  nonisolated public struct Key: Hashable, Sendable, CustomStringConvertible {
    /// The type of the service.
    public let service: Any.Type
    /// The name that distinguishes registrations of the same service.
    public let name: String?
    /// The types of the arguments.
    public fileprivate(set) var arguments: [Any.Type]

    /// Creates a key, for example to compare it with the key of an error.
    public init(service: Any.Type, name: String? = nil, arguments: [Any.Type] = []) {
      self.service = service
      self.name = name
      self.arguments = arguments
    }

    fileprivate var isPlain: Bool { name == nil && arguments.isEmpty }

    /// The key of the wrapped type, if the service is an optional.
    fileprivate var unwrapped: Key? {
      let type = service as? any OptionalService.Type
      return type.map { Key(service: $0.wrappedService, name: name, arguments: arguments) }
    }

    /// For example `Animal "cat" (String, Bool)`.
    public var description: String {
      let types = arguments.map(typeName).joined(separator: ", ")
      return typeName(service) + (name.map { " \($0.debugDescription)" } ?? "")
        + (arguments.isEmpty ? "" : " (\(types))")
    }

    /// Compares the services, the names and the arguments.
    public static func == (one: Key, other: Key) -> Bool {
      one.service == other.service && one.name == other.name
        && one.arguments.elementsEqual(other.arguments) { $0 == $1 }
    }

    /// Hashes the service, the name and the arguments.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(service))
      if let name { hasher.combine(name) }
      for argument in arguments { hasher.combine(ObjectIdentifier(argument)) }
    }
  }

  // `indirect`: without it, `po error` fails in lldb (Swift 6.3.1 on Linux).

  /// Why a service could not be resolved.
  nonisolated public indirect enum ResolutionError: Error, Sendable, CustomStringConvertible {
    /// Nothing is registered for the key, which is the last one in the path. The alternatives are
    /// registered for the same service or its optional.
    case notRegistered(Key, path: [Key], alternatives: [Key])
    /// Each service needs the next one. The last key repeats the first.
    case circularDependency([Key])
    /// A factory with `initCompleted` returned a component that is not an instance of the service.
    case wrongComponent(Key, component: Any.Type, path: [Key])

    /// The error, the path, and at most ten alternatives.
    public var description: String {
      switch self {
      case .notRegistered(let key, let path, let alternatives):
        let listed = alternatives.prefix(10).map { $0.description }.joined(separator: ", ")
        let more = alternatives.count > 10 ? ", and \(alternatives.count - 10) more" : ""
        let hint = "\n  Registered for \(typeName(key.service)): \(listed)\(more)"
        return "'\(key)' is not registered." + pathLine(path) + (alternatives.isEmpty ? "" : hint)
      case .circularDependency(let keys):
        return "Circular dependency: " + arrows(keys)
      case .wrongComponent(let key, let component, let path):
        return "The factory for '\(key)' returned '\(typeName(component))', which is not an "
          + "instance of '\(typeName(key.service))'." + pathLine(path)
      }
    }

    /// The description. On Apple platforms, the type conforms to `LocalizedError`. Elsewhere, add
    /// the conformance yourself: `extension DIContainer.ResolutionError: LocalizedError {}`.
    public var errorDescription: String? { description }
  }

  private static func arrows(_ keys: [Key]) -> String {
    keys.map { $0.description }.joined(separator: " → ")
  }

  private static func pathLine(_ path: [Key]) -> String {
    path.count > 1 ? "\n  Path: " + arrows(path) : ""
  }

  /// The name of a type without its module: "App.Home.Model" becomes "Home.Model".
  private static func typeName(_ type: Any.Type) -> String {
    let name = "\(type)"
    let last = name.prefix { $0 != "<" }
    let isGeneric = last != name
    let full = String(reflecting: type).prefix { $0 != "<" || !isGeneric }
    if !full.hasSuffix("." + last) { return name }
    let outer = full.dropLast(last.count + 1).split(separator: ".").dropFirst()
    // "App.(unknown context at $10a2b3c4d).Item" is a private type.
    return (outer.filter { !$0.hasPrefix("(unknown") } + [name[...]]).joined(separator: ".")
  }
}

// ———————————————————————————————————— Implementation notes ———————————————————————————————————
//
// A container has a `Registration` for each key. A `Creation` is one call of a factory, and later
// the instance that it returns. Its `outer` creation is the one whose factory or callback resolves
// it. The creation of a singleton, or of a transient with a callback, is in one of these states:
//
//     running      Its factory is running.
//     unfinished   The factory has returned, but a callback must still run: the instance's own, or
//                  that of an unfinished dependency. At the end of the outermost `resolve`,
//                  all unfinished instances are finished together.
//     finished     The container retains the instance, if it is a singleton.
//     dropped      A factory or a callback threw. The container does not retain the instance.
//
// Threads meet in three places:
// - A thread that needs a singleton waits while another thread runs its factory. A factory or a
//   callback then receives the instance, even if it is unfinished; an outermost `resolve` waits
//   until it is finished. If the instance is dropped meanwhile, the thread tries again. So if
//   factories wait for each other in a cycle, all are running, and the thread that would close the
//   cycle finds it before sleeping.
// - At the end of its outermost `resolve`, a thread runs its callbacks. Then it waits until the
//   threads from which it received unfinished instances have run theirs, and so on transitively. No
//   factory or callback waits for such a thread, since it no longer runs factories. If several
//   threads wait for each other here, the first to notice finishes the instances of all of them.
// - If an instance is dropped, so is every unfinished instance created so far by a thread that
//   received it. A factory that received it then fails with the same error, as does each factory
//   that until then creates something with a callback. If a callback received it, the outermost
//   `resolve` fails instead.

nonisolated extension DIContainer {
  // MARK: - The lock
  /// A mutex. All containers share it, since threads can wait for each other through several of
  /// them. Only `locked` hands out the object, as proof that the lock is held. A function that has
  /// a `Lock` parameter must neither run client code nor release the last reference to an object.
  fileprivate final class Lock: @unchecked Sendable {
    // `@unchecked Sendable`: the pointer is constant, and the variable is used under the lock.
    private static let shared = Lock()
    // Allocated, because a stored property has no stable address. Never freed.
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    var listeners = 0  // the number of verifications in progress, for `lookUp`

    private init() { pthread_mutex_init(mutex, nil) }

    static func locked<Result>(_ body: (Lock) throws -> Result) rethrows -> Result {
      pthread_mutex_lock(shared.mutex)
      defer { pthread_mutex_unlock(shared.mutex) }
      return try body(shared)
    }
  }

  // MARK: - Registrations
  fileprivate enum Lifetime {
    case eagerSingleton, lazySingleton, transient

    var isSingleton: Bool {
      switch self {
      case .eagerSingleton, .lazySingleton: true
      case .transient: false
      }
    }
  }

  /// The lock guards `box` and `creation`. The rest does not change after `replace`.
  fileprivate class Registration {
    final let key: Key
    final let lifetime: Lifetime
    final unowned let container: DIContainer  // retained by whoever finds the registration
    final var order = 0
    final var isReplacement = false  // The key had a registration.
    final let isInstance: Bool  // It survives a reset.
    final var box: AnyObject?  // the instance of a finished singleton
    final var creation: Creation?  // a singleton's, while it is running or unfinished

    init(_ key: Key, _ lifetime: Lifetime, _ container: DIContainer, _ instance: AnyObject? = nil) {
      self.key = key
      self.lifetime = lifetime
      self.container = container
      isInstance = instance != nil
      box = instance
    }

    /// For `verify`. If an instance exists, the copy has it in place of the factory.
    func copy(to other: DIContainer) -> Registration { Registration(key, lifetime, other, box) }
  }

  /// A registration with a factory. `Input` is the tuple of its arguments.
  private final class Factory<Service, Input>: Registration {
    typealias Create = (DIContainer, Input) throws -> Service
    let create: Create

    init(_ key: Key, _ lifetime: Lifetime, _ container: DIContainer, _ create: @escaping Create) {
      self.create = create
      super.init(key, lifetime, container)
    }

    override func copy(to other: DIContainer) -> Registration {
      box == nil ? Factory(key, lifetime, other, create) : super.copy(to: other)
    }
  }

  /// An instance whose type is erased.
  private final class Box<Service> {
    let service: Service
    init(_ service: Service) { self.service = service }
  }

  // With this attribute, the compiler emits one copy of a function for all services. Without it,
  // here and on `service(from:)`, each registration in a program takes 1,600 bytes instead of 400,
  // and three times as long to compile.

  @_semantics("optimize.sil.specialize.generic.never")
  private func add<Service>(
    _ lifetime: Lifetime, _ name: String?, _ create: @escaping (DIContainer) throws -> Service
  ) {
    let key = Key(service: Service.self, name: name)
    replace(key, with: Factory<Service, Void>(key, lifetime, self) { c, _ in try create(c) })
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private func add<Service, each Argument>(
    _ name: String?, _ create: @escaping (DIContainer, repeat each Argument) throws -> Service
  ) {
    var key = Key(service: Service.self, name: name)
    repeat key.arguments.append((each Argument).self)
    typealias New = Factory<Service, (repeat each Argument)>
    replace(key, with: New(key, .transient, self) { try create($0, repeat each $1) })
  }

  /// Stores the callback in the component's creation. Returns the component as a service.
  private func attach<Service, Component>(
    _ initCompleted: @escaping (Component, DIContainer) throws -> Void, to component: Component
  ) throws -> Service {
    guard let creation = ResolvingThread.current.innermost else { fatalError("no running factory") }
    creation.callback = { try initCompleted(component, self) }
    creation.dependsOnCallbacks = true
    if let service = component as? Service { return service }
    throw ResolutionError.wrongComponent(
      creation.registration.key, component: Swift.type(of: component as Any), path: creation.path)
  }

  /// Replaces a registration, or removes it. Returns whether the key was registered.
  @discardableResult private func replace(_ key: Key, with new: Registration?) -> Bool {
    var old = new  // until they are swapped
    Lock.locked { _ in
      if isFrozen { fatalError("'\(key)' cannot be registered or unregistered after bootstrap().") }
      lastOrder += 1
      new?.order = lastOrder
      let service = ObjectIdentifier(key.service)
      if key.isPlain {
        swap(&plain[service], &old)
      } else {
        swap(&others[service, default: [:]][key], &old)
      }
      new?.isReplacement = old != nil
    }
    return withExtendedLifetime(old) { old != nil }  // freed after the lock: a deinit may resolve
  }

  /// This container's registrations, for all services or only the given ones, in order.
  private func registered(_: Lock, _ services: [Any.Type]? = nil) -> [Registration] {
    let services = services?.map { ObjectIdentifier($0) }
    let first = services?.compactMap { plain[$0] } ?? Array(plain.values)
    let rest = services?.compactMap { others[$0] } ?? Array(others.values)
    return (first + rest.flatMap { $0.values }).sorted { $0.order < $1.order }
  }

  /// The visible keys for these services: inherited ones not overridden, then the container's own.
  private func visibleKeys(_ held: Lock, _ services: [Any.Type]? = nil) -> [Key] {
    let inherited = parent?.visibleKeys(held, services) ?? []
    return inherited.filter { own($0, held) == nil }
      + registered(held, services).map { $0.key }
  }

  // MARK: - Looking up
  /// A registration, and its box if it was a finished singleton when it was found.
  fileprivate struct Found {
    let registration: Registration
    let box: AnyObject?
  }

  /// Observes a thread while it verifies a container.
  fileprivate protocol Listener: AnyObject {
    func didLookUp(_ key: Key, in container: DIContainer, _ found: Registration?)
    func didCreate(_ registration: Registration)
    func didThrow(_ error: any Error)
    func didCatch(_ error: any Error)
  }

  /// Looks up the key or, if it is not found and its service is an optional, the wrapped type.
  fileprivate func lookUp(_ key: Key) -> Found? {
    let (found, isWatched) = Lock.locked { held in
      (find(key, held).map { Found(registration: $0, box: $0.box) }, held.listeners > 0)
    }
    if isWatched { ResolvingThread.current.listener?.didLookUp(key, in: self, found?.registration) }
    return found ?? key.unwrapped.flatMap(lookUp)
  }

  private func find(_ key: Key, _ held: Lock) -> Registration? {
    own(key, held) ?? parent?.find(key, held)
  }

  private func own(_ key: Key, _: Lock) -> Registration? {
    let service = ObjectIdentifier(key.service)
    return key.isPlain ? plain[service] : others[service]?[key]
  }

  private func serviceIfAny<Service, Input>(_ key: Key, _ input: Input) -> Service? {
    guard let found = lookUp(key) else { return nil }
    // Without `as Service`, this would ask for a `Service?`, which takes five times as long.
    do { return try service(from: found, input) as Service } catch {
      ResolvingThread.current.listener?.didCatch(error)
      return nil
    }
  }

  private func service<Service, Input>(_ key: Key, _ input: Input) throws -> Service {
    guard let found = lookUp(key) else { throw notRegistered(key) }
    return try service(from: found, input)
  }

  private func notRegistered(_ key: Key) -> ResolutionError {
    if let unwrapped = key.unwrapped { return notRegistered(unwrapped) }
    func optional<Wrapped>(_: Wrapped.Type) -> Any.Type { Wrapped?.self }
    let services = [key.service, _openExistential(key.service, do: optional)]
    let path = (ResolvingThread.current.innermost?.path ?? []) + [key]
    return .notRegistered(key, path: path, alternatives: Lock.locked { visibleKeys($0, services) })
  }

  /// Resolves a parameter of an initializer.
  private func dependency<Dependency>(_ type: Dependency.Type) throws -> Dependency {
    let key = Key(service: type)
    if let found = lookUp(key) { return try service(from: found, ()) }
    guard let type = type as? any OptionalService.Type else { throw notRegistered(key) }
    return cast(type.none)
  }

  /// A separate function, so that its variables use no stack space while a factory runs.
  private func cast<Source, Result>(_ service: Source) -> Result {
    guard let result = service as? Result else { fatalError("\(service) is not a \(Result.self)") }
    return result
  }

  // MARK: - Creating services
  @_semantics("optimize.sil.specialize.generic.never")
  fileprivate func service<Service, Input>(from found: Found, _ input: Input) throws -> Service {
    let registration = found.registration
    if registration.key.service != Service.self {
      func asRegistered<Registered>(_ type: Registered.Type) throws -> Service {
        cast(try service(from: found, input) as Registered)
      }
      // In Swift 5 mode, nothing else opens an `Any.Type`.
      return try _openExistential(registration.key.service, do: asRegistered)
    }
    // The key determines `Service` and `Input`, so the two downcasts are safe. With `as?`,
    // resolving a singleton takes 52 % more instructions, and a transient 23 %.
    func unboxed(_ box: AnyObject) -> Service { unsafeDowncast(box, to: Box<Service>.self).service }
    if let box = found.box { return unboxed(box) }
    let creation = Creation(registration, self)
    // Outside `do`, since there is nothing to drop.
    if let box = try creation.begin() { return unboxed(box) }
    do {
      let factory = unsafeDowncast(registration, to: Factory<Service, Input>.self)
      let service = try factory.create(creation.container, input)
      try creation.end { Box(service) }  // Few transients need a box.
      return service
    } catch { throw creation.fail(error) }
  }

  /// One call of a factory, and later its instance. Only its thread changes `box`, `callback` and
  /// `dependsOnCallbacks`. The lock guards `state`, `failure` and `users`. Other threads read `box`
  /// under the lock, once the factory has returned.
  fileprivate final class Creation {
    enum State { case running, unfinished, finished, dropped }

    let registration: Registration
    let container: DIContainer  // passed to the factory
    let thread = ResolvingThread.current
    let outer: Creation?  // the creation whose factory or callback resolves this one
    let depth: Int  // the number of outer creations
    var firstUnfinished = 0  // `thread.unfinished.count` when the factory was called
    var state = State.running
    var box: AnyObject?  // set when the factory returns, if another creation may need it
    var callback: (() throws -> Void)?
    var dependsOnCallbacks = false  // It has one, or its factory received an unfinished instance.
    var failure: (any Error)?  // why it was dropped
    /// Other threads that waited for it or received it. While it is unfinished, each waits for it
    /// or has it in `unfinished`.
    var users: [ResolvingThread] = []

    init(_ registration: Registration, _ user: DIContainer) {
      self.registration = registration
      container = registration.lifetime.isSingleton ? registration.container : user
      outer = thread.innermost
      depth = outer.map { $0.depth + 1 } ?? 0
    }

    /// The keys from the outermost creation to this one.
    var path: [Key] { sequence(first: self) { $0.outer }.map { $0.registration.key }.reversed() }

    /// Returns the box of an instance that exists. If there is none, the caller runs the factory.
    func begin() throws -> AnyObject? {
      let isSingleton = registration.lifetime.isSingleton
      // Usually, this decides without a walk along the path.
      if isSingleton, let box = try existing(claiming: false) { return box }
      // This finds transients, and singletons on the path that were reset meanwhile.
      if let box = try ancestor() { return box }
      if isSingleton, let box = try existing(claiming: true) { return box }
      thread.innermost = self
      firstUnfinished = thread.unfinished.count
      return nil
    }

    /// Returns the box of a singleton that exists, if necessary after waiting for it. If none
    /// exists, returns `nil` and, if `claiming`, becomes the creation for which others wait.
    private func existing(claiming: Bool) throws -> AnyObject? {
      while true {
        let (box, other) = Lock.locked { _ in
          let isFree = registration.box == nil && registration.creation == nil
          if claiming && isFree { registration.creation = self }
          return (registration.box, registration.creation)
        }
        guard let other, other !== self else { return box }  // finished, free, or just claimed
        if let box = try receive(other) { return box }
        // It was dropped. It is released here, before the singleton is claimed.
      }
    }

    /// Returns the box of the nearest outer creation of the same service: a callback gets the
    /// instance that its own was created for. If that creation is still running, this is a cycle.
    private func ancestor() throws -> AnyObject? {
      // A walk along the whole path for each creation would take quadratic time. So this looks for
      // returned creations only if there are any. On a path longer than 100, only every hundredth
      // creation looks for running ones, so a cycle is found up to 100 levels late.
      if depth > 100 && depth % 100 > 0 && !canBeReturned { return nil }
      var next = outer
      // If one has returned, all those outside it have too: this is a callback.
      while let one = next, one.box == nil || canBeReturned {
        next = one.outer
        if one.registration.key != registration.key { continue }
        let isSame = one.container === container
        if isSame && one.box != nil {
          outer?.dependsOnCallbacks = true
          return one.box
        }
        // With arguments or in other containers, a service can nest in itself, to a depth of 100.
        let isCycle = isSame && one.registration === registration
        if (isCycle && registration.key.arguments.isEmpty) || depth >= 100 {
          throw ResolutionError.circularDependency(Array(path[one.depth...]))
        }
      }
      return nil
    }

    private var canBeReturned: Bool {
      thread.isRunningCallbacks && thread.returnedKeys.contains(registration.key)
    }

    /// Waits until another creation is no longer running or, in an outermost `resolve`, until it is
    /// finished. Returns its box, or `nil` if it was dropped.
    private func receive(_ other: Creation) throws -> AnyObject? {
      try Lock.locked { held in
        thread.awaited = other
        defer { thread.awaited = nil }
        if let cycle = thread.cycle(held) { throw ResolutionError.circularDependency(cycle) }
        let isNew = other.thread !== thread && !other.users.contains { $0 === thread }
        if isNew { other.users.append(thread) }
        while other.state == .running || (outer == nil && other.state == .unfinished) {
          thread.sleep(held)
        }
        if other.state == .dropped { return nil }
        if other.state == .unfinished { outer?.dependsOnCallbacks = true }
        if other.state == .unfinished && isNew { thread.unfinished.append(other) }
        return other.box
      }
    }

    /// Called when the factory has returned.
    func end(_ makeBox: () -> AnyObject) throws {
      thread.listener?.didCreate(registration)
      thread.innermost = outer
      if !registration.lifetime.isSingleton && !dependsOnCallbacks { return }
      box = makeBox()  // No other thread reads it before the state changes.
      if !dependsOnCallbacks { return Lock.locked { move(to: .finished, $0) } }
      try Lock.locked { held in
        if let failure = thread.dropped?.failure { throw failure }
        move(to: .unfinished, held)
        outer?.dependsOnCallbacks = true
        thread.returnedKeys.insert(registration.key)
        // Only callbacks of inner creations need any other transient, and it is their `outer`.
        if registration.lifetime.isSingleton || callback != nil { thread.unfinished.append(self) }
      }
      if outer == nil { try thread.complete() }
    }

    /// Called when the factory or a callback has thrown. Drops what was created since `begin()`.
    func fail(_ error: any Error) -> any Error {
      thread.listener?.didThrow(error)
      thread.innermost = outer
      let removed = Lock.locked { held in
        let removed = thread.removeUnfinished(from: firstUnfinished, held)
        for one in removed + [self] where one.thread === thread { one.drop(error, held) }
        return removed
      }
      return withExtendedLifetime(removed) { error }  // released after the lock
    }

    /// Drops the instance and, for each thread that has received it, what that thread has created.
    func drop(_ error: any Error, _ held: Lock) {
      if state == .finished || state == .dropped { return }
      failure = error
      move(to: .dropped, held)
      // A thread that still waits has not received the instance. It tries again.
      for user in users where user.awaited !== self && user.dropped == nil {
        user.dropped = self
        for one in user.unfinished where one.thread === user { one.drop(error, held) }
      }
    }

    func move(to new: State, _ held: Lock) {
      state = new
      if new != .unfinished && registration.creation === self {
        registration.creation = nil
        if new == .finished { registration.box = box }
      }
      for user in users { user.wake(held) }
    }
  }

  // MARK: - The thread
  /// The state of a thread and of its outermost `resolve`. Only the thread uses `returnedKeys`,
  /// `listener` and `isRunningCallbacks`. It changes `innermost`, which others read under the lock
  /// while the thread waits, and changes `unfinished` under the lock, as others read it. The lock
  /// guards the rest.
  fileprivate final class ResolvingThread {
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    var innermost: Creation?  // the creation whose factory or callback is running
    /// In the order in which they returned or were received: its unfinished singletons, unfinished
    /// transients that have a callback, and what it received unfinished from other threads.
    var unfinished: [Creation] = []
    var returnedKeys: Set<Key> = []  // at least those of all its unfinished creations
    var listener: (any Listener)?  // set while it verifies
    var awaited: Creation?  // set while it waits in `receive`
    var dropped: Creation?  // something in `unfinished`, until this thread has thrown its error
    var isRunningCallbacks = false  // set by `complete`
    private var hasRunCallbacks = false  // set at the end of `complete`

    init() { pthread_cond_init(condition, nil) }

    deinit {
      pthread_cond_destroy(condition)
      condition.deallocate()
    }

    static var current: ResolvingThread {
      if let thread = pthread_getspecific(storageKey) {
        return Unmanaged<ResolvingThread>.fromOpaque(thread).takeUnretainedValue()
      }
      let new = ResolvingThread()
      let status = pthread_setspecific(storageKey, Unmanaged.passRetained(new).toOpaque())
      if status != 0 { fatalError("could not allocate thread-specific storage") }
      return new
    }

    /// Where each thread stores its state. When a thread ends, POSIX calls the function to free it.
    private static let storageKey: pthread_key_t = {
      var key = pthread_key_t()
      let status = pthread_key_create(&key) { thread in  // an optional on some platforms
        (thread as UnsafeMutableRawPointer?).map { Unmanaged<AnyObject>.fromOpaque($0).release() }
      }
      if status != 0 { fatalError("could not create a thread-specific key") }
      return key
    }()

    func sleep(_ held: Lock) { pthread_cond_wait(condition, held.mutex) }
    func wake(_: Lock) { pthread_cond_broadcast(condition) }

    /// The cycle, if the threads that wait for running factories form one through this thread.
    func cycle(_: Lock) -> [Key]? {
      var keys: [Key] = []
      var next = awaited
      while let one = next, one.state == .running, let awaited = one.thread.awaited {
        keys += one.thread.innermost?.path[one.depth...] ?? []
        if one.thread === self { return keys + keys.prefix(1) }
        next = awaited
      }
      return nil
    }

    /// Runs the callbacks, waits for other threads to run theirs, and finishes everything.
    func complete() throws {
      isRunningCallbacks = true
      defer { isRunningCallbacks = false }
      var index = 0
      while index < unfinished.count {  // A callback can append more.
        let creation = unfinished[index]
        index += 1
        guard creation.thread === self, let callback = creation.callback else { continue }
        innermost = creation
        try callback()
      }
      innermost = nil
      let finished = try Lock.locked { held in
        hasRunCallbacks = true
        defer { hasRunCallbacks = false }
        while dropped == nil && !connected(held).allSatisfy({ $0.hasRunCallbacks }) { sleep(held) }
        if let failure = dropped?.failure { throw failure }
        for one in connected(held).flatMap({ $0.unfinished }) where one.state == .unfinished {
          one.move(to: .finished, held)
        }
        return removeUnfinished(from: 0, held)
      }
      withExtendedLifetime(finished) {}  // released after the lock
    }

    /// Adds this thread and, transitively, those from which it received something unfinished.
    private func connected(_ held: Lock, _ known: [ResolvingThread] = []) -> [ResolvingThread] {
      unfinished.filter { $0.state == .unfinished }.reduce(known + [self]) { threads, one in
        let isKnown = threads.contains { $0 === one.thread }
        return isKnown ? threads : one.thread.connected(held, threads)
      }
    }

    /// Removes the creations from `first` on. If no other was dropped, the thread can continue.
    func removeUnfinished(from first: Int, _: Lock) -> [Creation] {
      let removed = Array(unfinished[first...])
      unfinished.removeLast(removed.count)
      for one in removed where one.thread !== self { one.users.removeAll { $0 === self } }
      if dropped != nil { dropped = unfinished.first { $0.state == .dropped } }
      if first == 0 { returnedKeys = [] }
      return removed
    }
  }

  /// An optional type whose wrapped type is unknown.
  fileprivate protocol OptionalService {
    static var wrappedService: Any.Type { get }
    static var none: Self { get }  // the case of `Optional`
  }
}

nonisolated extension Optional: DIContainer.OptionalService {
  // A script that contains this file sees the property. So its name is an unlikely one.
  fileprivate static var wrappedService: Any.Type { Wrapped.self }
}

// ————————————————————————— Optional: the rest of this file may be cut off ————————————————————————
// To cut it off: sed '/may be cut off/,$d' DIContainer.swift

nonisolated extension DIContainer {
  // MARK: - Verifying
  /// Resolves every registration without arguments that the container sees, in a copy of the
  /// container. Then calls the closure with the copy. In the closure, resolve services that take
  /// arguments, and those that closures or tasks resolve later.
  ///
  /// **Factories and callbacks run**, on this thread and with their side effects. First replace the
  /// registrations of services that delete files or send requests.
  ///
  ///     let verification = container.verify { c in
  ///       _ = try c.resolve(Animal.self, arguments: "Lucky", 7)
  ///     }
  ///     #expect(verification.errors.isEmpty, "\(verification)")
  ///     #expect(verification.warnings.isEmpty, "\(verification)")
  ///
  /// The container keeps none of the new instances, and existing singletons are not created again.
  /// In a factory or a callback, `verify` resolves nothing and reports a circular dependency.
  public func verify(_ also: (DIContainer) throws -> Void = { _ in }) -> Verification {
    let recorder = Recorder()
    let thread = ResolvingThread.current
    let previous = thread.listener  // of a verification whose closure calls this one
    thread.listener = recorder
    Lock.locked { $0.listeners += 1 }
    recorder.attempt { try recorder.tryAll(of: self, also) }
    Lock.locked { $0.listeners -= 1 }
    thread.listener = previous
    return recorder.report()
  }

  /// The result of ``verify(_:)``.
  nonisolated public struct Verification: Sendable, CustomStringConvertible {
    /// The causes of failures, each once, in the order found. An error that a factory catches, or a
    /// subscript turns into `nil`, does not count.
    public let errors: [any Error]
    /// One warning for each finding, in an order that is the same each time.
    public let warnings: [Warning]
    /// A Mermaid flowchart with sorted lines. A rectangle is a transient, a rounded box a lazy
    /// singleton, a box with double sides an eager singleton, and a hexagon a service that is not
    /// registered. Dashed arrows come from `initCompleted`.
    public let mermaid: String
    /// The errors, each with its path, and the warnings.
    public let description: String
  }

  /// Wiring that is valid, but often a mistake.
  nonisolated public enum Warning: Hashable, Sendable, CustomStringConvertible {
    /// The service takes arguments and nothing created it, its instance already existed, or it is a
    /// function that nothing resolved.
    case unchecked(Key)
    /// The key was registered again in the same container, so the first registration is lost.
    case replaced(Key)
    /// The key is not registered, but nothing failed. The path is the first that led to it.
    case absent(Key, path: [Key])
    /// The key is registered in a child, but a parent's singleton, `from`, does not use that one.
    case hidden(Key, from: Key)
    /// The factory or callback of `from`, or the closure of `verify` if `from` is `nil`, resolved
    /// the key from a container that is unrelated to the one passed to it.
    case captured(Key, from: Key?)

    /// The problem, and how to fix it.
    public var description: String {
      switch self {
      case .unchecked(let key) where !key.arguments.isEmpty:
        "'\(key)' needs arguments and was not checked: resolve it in the closure of verify."
      case .unchecked(let key) where isFunction(key):
        "'\(key)' is a function that nothing resolved: if it is a factory, register its result."
      case .unchecked(let key):
        "'\(key)' was created before and was not checked: verify a new container."
      case .replaced(let key):
        "'\(key)' is registered twice, so the first registration is lost: name each to keep both."
      case .absent(let key, let path):
        "'\(key)' is not registered, but nothing failed: register it, or ignore this if it is "
          + "optional." + pathLine(path)
      case .hidden(let key, let from):
        "'\(key)' is registered in a child, so the parent's '\(from)' does not use it: "
          + "register both in one container."
      case .captured(let key, let from):
        (from.map { "'\($0)'" } ?? "The closure of verify")
          + " asks another container for '\(key)': use the one passed in."
      }
    }
  }

  // MARK: - Recording
  private var root: DIContainer { parent?.root ?? self }

  /// Records what the verifying thread looks up, and its errors. Other threads do not use it.
  private final class Recorder: Listener {
    private var copies: [DIContainer] = []  // of the verified container, its parent, and so on
    private var isInClosure = false  // set while the closure of `verify` runs
    private var nodes: [Key: Node] = [:]
    private var order: [Node] = []  // in which they were first seen
    private var lines: Set<String> = []  // of the chart
    /// Errors that are not known to be caught. The `passer` was the last to pass the error on.
    private var thrown: [(error: any Error, thrower: Creation?, passer: Creation?)] = []
    private var causes: Set<String> = []
    private var errors: [(error: any Error, text: String)] = []

    func tryAll(of container: DIContainer, _ also: (DIContainer) throws -> Void) throws {
      let path = ResolvingThread.current.innermost?.path ?? []
      if !path.isEmpty { throw ResolutionError.circularDependency(path + path.prefix(1)) }
      let copy = copy(container)
      for key in Lock.locked({ copy.visibleKeys($0) }) where key.arguments.isEmpty {
        // A factory may have unregistered it.
        if Lock.locked({ copy.find(key, $0) }) == nil { continue }
        attempt { _ = try copy.resolve(key.service, name: key.name) }
      }
      isInClosure = true
      attempt { try also(copy) }
    }

    private func copy(_ original: DIContainer) -> DIContainer {
      let copy = DIContainer(parent: original.parent.map(self.copy))
      copies.insert(copy, at: 0)
      for one in Lock.locked({ original.registered($0) }) {
        let new = Lock.locked { _ in one.copy(to: copy) }
        copy.replace(one.key, with: new)
        let wasCreated = new.isInstance && !one.isInstance
        node(one.key).isUnchecked = wasCreated || !one.key.arguments.isEmpty
        if one.isReplacement { node(one.key).warn(.replaced(one.key)) }
      }
      return copy
    }

    func attempt(_ body: () throws -> Void) {
      withExtendedLifetime(thrown) { thrown = [] }  // A deinit may resolve.
      do { try body() } catch { record(error) }
    }

    /// Records an error that nothing caught, unless its cause is known.
    private func record(_ error: any Error) {
      let thrower = thrown.last { box(of: $0.error) == box(of: error) }?.thrower
      let path = thrower?.path ?? []
      for key in path { node(key).isUnchecked = false }
      var cause = thrower.map { "\(ObjectIdentifier($0.registration)) \($0.box == nil)" } ?? ""
      switch error as? ResolutionError {
      case .notRegistered(let key, _, _):
        node(key).mark = "missing"
        cause = node(key).identity
      case .circularDependency(let keys):
        for key in keys where node(key).mark == nil { node(key).mark = "circular" }
        let steps = zip(keys, keys.dropFirst()).map { node($0).identity + node($1).identity }
        cause = steps.sorted().joined()
      case .wrongComponent(_, let component, _): cause += " \(component)"
      case nil: cause += " \(error)"
      }
      if !causes.insert(cause).inserted { return }
      let hasPath = error is ResolutionError || path.isEmpty
      errors.append((error, "\(error)" + (hasPath ? "" : "\n  Path: " + arrows(path))))
    }

    /// An `any Error` is a reference to a box, which stays the same while it is passed on as that.
    /// (Without `as any Error`, Swift would open the box.)
    private func box(of error: any Error) -> Int { unsafeBitCast(error as any Error, to: Int.self) }

    func didThrow(_ error: any Error) {
      let user = ResolvingThread.current.innermost
      let index = thrown.lastIndex { box(of: $0.error) == box(of: error) }
      if let index, thrown[index].passer?.outer === user {
        thrown[index].passer = user
      } else {
        thrown.append((error, user, user))
      }
    }

    func didCatch(_ error: any Error) {
      let old = thrown
      thrown = old.filter { box(of: $0.error) != box(of: error) }
      withExtendedLifetime(old) {}
    }

    func didCreate(_ new: Registration) {
      if new.container.root === copies.last { node(new.key).isUnchecked = false }
    }

    func didLookUp(_ key: Key, in container: DIContainer, _ found: Registration?) {
      let user = ResolvingThread.current.innermost
      // What another container creates is not verified.
      if let user, user.container.root !== copies.last { return }
      let from = user?.registration.key
      // Nothing is hidden from the verified container.
      var singleton = container === copies.first ? nil : user
      while singleton?.registration.lifetime.isSingleton == false { singleton = singleton?.outer }
      let isVerified = copies.contains { $0 === container } && singleton?.container === container
      if let singleton, isVerified, Lock.locked({ copies[0].find(key, $0) }) !== found {
        node(key).warn(.hidden(key, from: singleton.registration.key))
      }
      if found == nil && key.unwrapped != nil { return }  // The wrapped type is looked up next.
      // False if `verify` itself tries it, or if a deinit between two attempts looks it up.
      let isUsed = user != nil || isInClosure
      let needed = node(key)
      if container.root !== copies.last {
        if isUsed { node(from ?? key).warn(.captured(key, from: from)) }
        return
      }
      needed.isUsed = needed.isUsed || isUsed
      needed.lifetime = found?.lifetime ?? needed.lifetime
      if found == nil && needed.absentPath == nil { needed.absentPath = (user?.path ?? []) + [key] }
      guard let user else { return }
      let other = node(user.registration.key)
      other.lifetime = user.registration.lifetime
      lines.insert("\(other.id) \(user.box == nil ? "-->" : "-.->") \(needed.id)")
    }

    private func node(_ key: Key) -> Node {
      if let node = nodes[key] { return node }
      let new = Node(key)
      nodes[key] = new
      order.append(new)
      return new
    }

    func report() -> Verification {
      withExtendedLifetime(thrown) { thrown = [] }  // A deinit may use a copy.
      for copy in copies { copy.reset(keepingRegistrations: true) }
      for node in order { lines.formUnion(node.lines) }
      let warnings = order.flatMap { $0.allWarnings }
      let texts = errors.isEmpty ? ["No errors."] : errors.map { $0.text }
      let styles = ["missing fill:#fcc", "circular fill:#fd9", "absent fill:#eee"]
      let chart = ["flowchart TD"] + lines.sorted() + styles.map { "classDef \($0)" }
      return Verification(
        errors: errors.map { $0.error }, warnings: warnings,
        mermaid: chart.joined(separator: "\n  "),
        description: (texts + warnings.map { $0.description }).joined(separator: "\n"))
    }
  }

  /// A key, as the verification saw it.
  private final class Node {
    let key: Key
    var lifetime: Lifetime?  // if it was found
    var mark: String?  // "missing" or "circular", if an error says so
    var isUsed = false
    var isUnchecked = false
    var absentPath: [Key]?  // the first path to it, if it was not found
    var warnings: [Warning] = []
    lazy var id = "_" + coded("_", "_")  // "_", because a keyword cannot be an id

    init(_ key: Key) { self.key = key }
    var identity: String { "\(ObjectIdentifier(self))" }
    func warn(_ warning: Warning) { if !warnings.contains(warning) { warnings.append(warning) } }

    var allWarnings: [Warning] {
      if isUnchecked || !isUsed && isFunction(key) { warn(.unchecked(key)) }
      if let absentPath, mark != "missing" { warn(.absent(key, path: absentPath)) }
      return warnings
    }

    var lines: [String] {
      if lifetime == nil && absentPath == nil && mark == nil { return [] }  // Nothing looked it up.
      let label = "\"\(coded("#", ";"))\""
      let marks = (mark ?? (lifetime == nil ? "absent" : nil)).map { ["class \(id) \($0)"] } ?? []
      return switch lifetime {
      case .eagerSingleton: marks + ["\(id)[[\(label)]]"]
      case .lazySingleton: marks + ["\(id)([\(label)])"]
      case .transient: marks + ["\(id)[\(label)]"]
      case nil: marks + ["\(id){{\(label)}}"]
      }
    }

    /// Escapes what Mermaid could interpret, even the space in a label such as "direction LR".
    private func coded(_ open: String, _ close: String) -> String {
      "\(key)".unicodeScalars.map { scalar in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".": String(scalar)
        default: "\(open)\(scalar.value)\(close)"
        }
      }.joined()
    }
  }

  private static func isFunction(_ key: Key) -> Bool {
    let words = "\(key.service)".split(separator: " ")
    return key.arguments.isEmpty && words.contains("->") && ["(", "@"].contains(words[0].first)
  }
}
