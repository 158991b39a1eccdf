// DIContainer 3.0.0: dependency injection in one file, for Swift 6.1 and later.
// SPDX-License-Identifier: MIT-0
//
// Copy this file into your program; nothing else is needed. To compile it without a package:
//
//     # A program:
//     swiftc main.swift DIContainer.swift -o program
//
//     # A script and a module, built once for each version of this file and of Swift:
//     swiftc -O -emit-module -emit-library -module-name DIContainer DIContainer.swift
//     swift -I . -L . -lDIContainer script.swift
//
//     # A script in one file, this one first or last:
//     cat DIContainer.swift > one.swift
//     echo '#sourceLocation(file: "script.swift", line: 1)' >> one.swift
//     sed '1s/^#!.*//' script.swift >> one.swift
//     swift one.swift
//
// Use one copy in a process. Two copies are two types, and neither detects a circular dependency that
// passes through both.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  #error("DIContainer needs POSIX threads, which this platform does not have.")
#endif

/// Makes the services of a program: register how each one is made, then resolve it by its type.
///
///     let container = DIContainer()
///     container.register(Logger.self, lazySingleton: { _ in ConsoleLogger() })
///     container.register(Greeter.self) { c in try Greeter(logger: c.resolve()) }
///     container.register(Greeter.self) { c, name in try Greeter(logger: c.resolve(), name: name) }
///
///     container[Greeter.self]                                // a Greeter?, nil if it fails
///     try container.resolve(Greeter.self, arguments: "Ana")  // a Greeter, or an error with a path
///
/// - Lifetime: an `eagerSingleton` is made by ``bootstrap()``, a `lazySingleton` at its first use,
///   each once; a `transient` at each use.
/// - Key: the service's type, a name, and the types of the arguments. Registering a key again
///   replaces the earlier registration.
/// - Errors: a ``ResolutionError`` names the service and the path to it. An error that a factory
///   throws reaches you unchanged. Errors are not cached: the next use tries again.
/// - Threads: you can call every method on any thread. A factory runs on the thread that resolves,
///   and no lock is held meanwhile. A slow factory delays only threads that need what it makes. What
///   your program's own `resolve` returns is complete: `initCompleted` has run for it and for
///   everything that it is made of. So it may have to wait for the end of another thread's
///   `resolve`, which runs these callbacks. In a factory or a callback, `resolve` does not wait for
///   callbacks: store what it returns or pass it on, and use it later. A factory should not wait for
///   a thread that resolves the same services.
///
///   The container does not make services thread-safe. The compiler does not check factories, which
///   need not be `@Sendable`: do not change a variable in a factory if another thread uses it.
///   Register and resolve a `@MainActor` type on the main actor.
nonisolated public final class DIContainer: @unchecked Sendable, CustomStringConvertible {
  // `@unchecked Sendable`: the variables are used under the lock only, and the rest never changes.
  // No code of the user runs under the lock: no factory, no callback, no deinit.
  //
  // Below, `type` only lets the compiler infer `Service`.
  @exclusivity(unchecked) private var registrations: [Key: Registration] = [:]
  @exclusivity(unchecked) private var lastOrder = 0
  @exclusivity(unchecked) private var isFrozen = false
  private let parent: DIContainer?
  @exclusivity(unchecked) private var listener: (any Listener)?
  private let lock = Lock.shared

  // MARK: - Creating

  /// Creates a container with the registrations of the providers, or an empty one.
  ///
  /// A container inherits the registrations of its parent, including later ones, and can override
  /// them. The parent does not change. A transient of the parent is made with the container that
  /// resolves it, so it gets what a child overrides. A singleton is made with, and kept by, the
  /// container where it is registered, so it never gets what a child overrides. To share instances
  /// within one object graph, make a child for that graph, and resolve the graph there.
  public convenience init(parent: DIContainer? = nil, providers: [any Provider] = []) {
    self.init(parent, parent?.currentListener?.ofChildren)
    register(providers: providers)
  }

  /// Creates a container, and lets `configure` register in it. Throws what `configure` throws.
  public convenience init(
    parent: DIContainer? = nil, configure: (DIContainer) throws -> Void
  ) rethrows {
    self.init(parent, parent?.currentListener?.ofChildren)
    try configure(self)
  }

  private init(_ parent: DIContainer?, _ listener: (any Listener)?) {
    self.parent = parent
    self.listener = listener
  }

  /// A group of registrations that belong together.
  ///
  /// To register types of the main actor, write `@MainActor` on the conformance (Swift 6.2) and on
  /// the method:
  ///
  ///     struct Screens: @MainActor DIContainer.Provider {
  ///       @MainActor func register(in container: DIContainer) {
  ///         container.register(transient: { _ in Screen() })
  ///       }
  ///     }
  nonisolated public protocol Provider {
    /// Registers the group in the container.
    func register(in container: DIContainer)
  }

  // MARK: - Registering

  // `@_disfavoredOverload`: a closure without a label registers a transient. Without the attribute,
  // Swift chooses a form below without argument packs, and so another lifetime.

  /// Registers an existing instance.
  ///
  /// A closure without a parameter is the instance itself. A factory takes the container:
  /// `{ _ in … }`.
  @_disfavoredOverload public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil, eagerSingleton instance: Service,
    _ unused: Void = ()  // ranks this after the next form, which has the same attribute
  ) {
    let key = Key(service: Service.self, name: name)
    let new = TypedRegistration(key, .eagerSingleton, self) { (_, _: Void) in instance }
    new.isGiven = true
    new.box = Box(instance)
    replace(key, with: new)
  }

  /// Registers a service that is made by ``bootstrap()`` or at its first use, whichever is earlier.
  @_disfavoredOverload public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    eagerSingleton factory: @escaping (DIContainer) throws -> Service
  ) {
    add(.eagerSingleton, Service.self, name, factory)
  }

  /// Registers a service that is made once, at its first use and on the thread of that use.
  ///
  /// The container keeps the singleton and the factory. If one of them also keeps the container, in a
  /// stored closure for example, neither is freed until a ``reset(keepingRegistrations:)``. In such a
  /// closure, capture `[unowned c]`, or `[weak c]` if the closure can outlive the container.
  @_disfavoredOverload public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    lazySingleton factory: @escaping (DIContainer) throws -> Service
  ) {
    add(.lazySingleton, Service.self, name, factory)
  }

  /// Registers a service that is made at each use.
  ///
  /// Its factory can take arguments, which you pass when you resolve the service. A trailing closure
  /// without a label registers a transient.
  ///
  ///     container.register(Animal.self) { _, name, age in Horse(name: name, age: age) }
  ///     container[Animal.self, arguments: "Lucky", 7]
  ///
  /// The number and the types of the arguments are part of the key: a `String` does not find a
  /// factory that takes a `Substring` or a `String?`. A closure of several statements may need
  /// the types: `{ (_, name: String, age: Int) in … }`.
  public func register<Service, each Argument>(
    _ type: Service.Type = Service.self, name: String? = nil,
    transient factory: @escaping (DIContainer, repeat each Argument) throws -> Service
  ) {
    addTransient(Service.self, name, factory)
  }

  /// Registers a service that is made at each use, without arguments.
  public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    transient factory: @escaping (DIContainer) throws -> Service
  ) {
    add(.transient, Service.self, name, factory)
  }

  /// Registers a service and a callback that completes it, so that two can refer to each other:
  ///
  ///     container.register(Parent.self) { c in try Parent(child: c.resolve()) }
  ///     container.register(Child.self) { _ in Child() } initCompleted: { child, c in
  ///       child.parent = try c.resolve()  // the same parent that this child was made for
  ///     }
  ///
  /// `initCompleted` gets what the factory returns, and runs once for each instance. The callbacks
  /// run on the same thread when the last factory of the outermost `resolve` has returned, in the
  /// order in which the instances were made, and before that `resolve` returns. If one throws,
  /// `resolve` throws its error, and singletons that wait for a callback are not kept.
  ///
  /// If `initCompleted` resolves a key of what its instance was made for, it gets that very instance,
  /// even if it passes other values as arguments. The compiler does not check here that the factory
  /// makes a `Service`: if it makes something else, the first use throws an error.
  public func register<Service, Component, each Argument>(
    _ type: Service.Type, name: String? = nil,
    transient factory: @escaping (DIContainer, repeat each Argument) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) {
    addTransient(Service.self, name, withCallback(type, factory, initCompleted))
  }

  /// Registers a lazy singleton and a callback that completes it, as for a transient.
  ///
  ///     container.register(Child.self, lazySingleton: { _ in Child() }) { child, c in
  ///       child.parent = try c.resolve()
  ///     }
  @_disfavoredOverload public func register<Service, Component>(
    _ type: Service.Type, name: String? = nil,
    lazySingleton factory: @escaping (DIContainer) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) {
    add(.lazySingleton, Service.self, name, withCallback(type, factory, initCompleted))
  }

  /// Registers an eager singleton and a callback that completes it, as for a transient.
  @_disfavoredOverload public func register<Service, Component>(
    _ type: Service.Type, name: String? = nil,
    eagerSingleton factory: @escaping (DIContainer) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) {
    add(.eagerSingleton, Service.self, name, withCallback(type, factory, initCompleted))
  }

  /// Not available: an instance needs its label.
  @available(*, unavailable, message: "write register(…, eagerSingleton: instance)")
  @_disfavoredOverload public func register<Service>(_ type: Service.Type, _ instance: Service) {}

  /// Registers what the providers register, in their order.
  public func register(providers: [any Provider]) {
    for provider in providers { provider.register(in: self) }
  }

  /// A factory that resolves each parameter of an initializer by its type.
  ///
  ///     container.register(Person.self, lazySingleton: DIContainer.autowire(PetOwner.init))
  ///
  /// A parameter of type `Logger?` gets `nil` if `Logger` is not registered. Default values are not
  /// used: every parameter is resolved.
  public static func autowire<Service, each Dependency>(
    _ initializer: @escaping (repeat each Dependency) throws -> Service
  ) -> (DIContainer) throws -> Service {
    { container in
      do {
        return try initializer(repeat container.dependency((each Dependency).self))
      } catch {
        // The first error ends it. A listener hears of the other parameters too.
        repeat container.lookUpParameter((each Dependency).self)
        throw error
      }
    }
  }

  /// Not available: an initializer that may return `nil` is not a factory.
  @available(*, unavailable, message: "init? may return nil: write a factory that throws instead")
  @_disfavoredOverload public static func autowire<Service, each Dependency>(
    _ initializer: @escaping (repeat each Dependency) throws -> Service?
  ) -> (DIContainer) throws -> Service { fatalError() }

  // MARK: - Resolving

  /// The service, or `nil` if ``resolve(_:name:)`` would throw.
  public subscript<Service>(_ type: Service.Type, name name: String? = nil) -> Service? {
    let found = lookUp(Key(service: Service.self, name: name), for: .optional)
    if let found { return try? service(type, found, ()) } else { return nil }
  }

  /// The service, made from arguments, or `nil` if ``resolve(_:name:arguments:)`` would throw.
  ///
  /// To pass on a parameter pack, write `try? resolve(…)`: the Swift 6.3 compiler crashes if a pack
  /// is passed on to a subscript.
  public subscript<Service, each Argument>(
    _ type: Service.Type, name name: String? = nil, arguments arguments: repeat each Argument
  ) -> Service? {
    var key = Key(service: Service.self, name: name)
    repeat key.arguments.append((each Argument).self)
    let found = lookUp(key, for: .optional)
    if let found { return try? service(type, found, (repeat each arguments)) } else { return nil }
  }

  /// Resolves a service.
  ///
  /// If an optional is inferred, as for a property of type `Logger?`, `Logger?` is
  /// looked up first and then `Logger`. One of the two must be registered. Use the subscript for a
  /// service that may be absent.
  ///
  /// - Throws: a ``ResolutionError``, or what a factory or `initCompleted` threw. If more than 100
  ///   calls of `resolve` are nested and one asks for a key that is on its path, that is a circular
  ///   dependency.
  public func resolve<Service>(
    _ type: Service.Type = Service.self, name: String? = nil
  ) throws -> Service {
    let key = Key(service: Service.self, name: name)
    return try required(type, key, ())
  }

  /// Resolves a service from arguments of the types that its factory takes.
  ///
  /// A service can resolve itself with other arguments. The calls of `resolve` can be nested 100 deep,
  /// on every platform and thread.
  /// - Throws: a ``ResolutionError``, or what a factory or `initCompleted` threw.
  public func resolve<Service, each Argument>(
    _ type: Service.Type = Service.self, name: String? = nil, arguments: repeat each Argument
  ) throws -> Service {
    var key = Key(service: Service.self, name: name)
    repeat key.arguments.append((each Argument).self)
    return try required(type, key, (repeat each arguments))
  }

  /// Resolves every registration of a service without arguments, with and without a name.
  ///
  /// The services are in the order of registration, the parent's first. A registration that a child
  /// overrides appears once, as the child's.
  ///
  /// - Throws: what ``resolve(_:name:)`` throws.
  public func resolveAll<Service>(_ type: Service.Type = Service.self) throws -> [Service] {
    var services: [Service] = []
    for registration in visible(where: { $0.service == Service.self && $0.arguments.isEmpty }) {
      let found = lookUp(registration.key, for: .required)
      if let found { services.append(try service(type, found, ())) }
    }
    return services
  }

  // MARK: - Managing

  /// Whether the key is registered, here or in a parent. Nothing is made.
  ///
  ///     container.contains(Animal.self, arguments: String.self, Int.self)
  public func contains<Service, each Argument>(
    _ type: Service.Type, name: String? = nil, arguments: repeat (each Argument).Type
  ) -> Bool {
    var key = Key(service: Service.self, name: name)
    repeat key.arguments.append(each arguments)
    return registration(for: key) != nil
  }

  /// Removes one registration of this container, and its instance. Returns whether there was one.
  @discardableResult public func unregister<Service, each Argument>(
    _ type: Service.Type, name: String? = nil, arguments: repeat (each Argument).Type
  ) -> Bool {
    var key = Key(service: Service.self, name: name)
    repeat key.arguments.append(each arguments)
    return replace(key, with: nil) != nil
  }

  /// Removes all registrations and instances, and allows registering after ``bootstrap()`` again.
  ///
  /// With `keepingRegistrations`, it forgets only the instances that factories made, for example
  /// between tests. The next use makes them again. Registrations, their order, the freeze and
  /// instances that you registered directly stay, for example a user who has signed in. An instance
  /// that is being made is returned to the code that resolves it, and the container does not keep it.
  @_optimize(none) public func reset(keepingRegistrations: Bool = false) {
    // Both are freed after the lock, since a deinit may use the container.
    var removed: [Key: Registration] = [:]
    var forgotten: [AnyObject?] = []
    lock.lock()
    if keepingRegistrations {
      for registration in registrations.values where !registration.isGiven {
        forgotten.append(registration.box)
        registration.box = nil
        registration.draft = nil  // it stays with its thread
      }
    } else {
      swap(&removed, &registrations)
      isFrozen = false
    }
    lock.unlock()
    withExtendedLifetime((removed, forgotten)) {}
  }

  /// Makes the eager singletons of this container (not of its parent) in the order of registration,
  /// then freezes it.
  ///
  /// Registering or unregistering after that is a programming error, which ends the program. If a
  /// singleton fails, its error is thrown, nothing is frozen, and you can call `bootstrap` again.
  @_optimize(none) public func bootstrap() throws {
    var last = 0
    while true {  // a factory may register more
      lock.lock()
      let next = registrations.values.filter { $0.lifetime == .eagerSingleton && $0.order > last }
      if next.isEmpty { isFrozen = true }
      lock.unlock()
      if next.isEmpty { return }
      for registration in inOrder(next) {
        last = registration.order
        // A factory may have replaced or removed it.
        if self.registration(for: registration.key) !== registration { continue }
        _ = try registration.resolve(in: self, ())
      }
    }
  }

  // MARK: - Describing

  /// The registrations of this container in their order, one per line, with their lifetime.
  @_optimize(none) public var description: String {
    lock.lock()
    let registrations = registrations
    lock.unlock()
    var lines: [String] = []
    for registration in inOrder(Array(registrations.values)) {
      var line = "\(registration.key): \(registration.lifetime)"
      if registration.isSingleton {
        line += box(of: registration) == nil ? " (not made)" : " (made)"
      }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }

  // MARK: - Keys and errors

  /// Identifies a registration.
  nonisolated public struct Key: Hashable, Sendable, CustomStringConvertible {
    /// The type of the service.
    public let service: Any.Type
    /// The name, if several are registered for one service.
    public let name: String?
    /// The types of the runtime arguments.
    public fileprivate(set) var arguments: [Any.Type]

    /// Creates a key, for example to compare it with the key of an error.
    public init(service: Any.Type, name: String? = nil, arguments: [Any.Type] = []) {
      self.service = service
      self.name = name
      self.arguments = arguments
    }

    /// The key of what the service wraps, if it is an optional.
    fileprivate var wrapped: Key? {
      guard let optional = service as? any OptionalService.Type else { return nil }
      return Key(service: optional.wrappedService, name: name, arguments: arguments)
    }

    /// For example `Animal "cat" (String, Bool)`.
    @_optimize(none) public var description: String { text(of: pieces) }

    /// The description in pieces: the types, and the texts between them.
    @_optimize(none) fileprivate var pieces: [Any] {
      var pieces: [Any] = [service]
      if let name { pieces.append(" " + name.debugDescription) }
      var separator = " ("
      for argument in arguments {
        pieces += [separator, argument]
        separator = ", "
      }
      if !arguments.isEmpty { pieces.append(")") }
      return pieces
    }

    /// Whether all three parts are the same.
    public static func == (one: Key, other: Key) -> Bool {
      guard one.service == other.service, one.name == other.name else { return false }
      return one.arguments.elementsEqual(other.arguments) { $0 == $1 }
    }

    /// Leaves the arguments to `==`: few registrations differ in them alone.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(service))
      hasher.combine(name)
    }

    /// The hash that a dictionary uses, instead of the one above. Without it, a singleton takes 764
    /// instructions instead of 657. Two threads that make graphs take 1.45 times as long as with a
    /// dictionary and a mutex, instead of 1.15, because each look-up holds the lock for longer.
    public func _rawHashValue(seed: Int) -> Int {
      let hash = ObjectIdentifier(service)._rawHashValue(seed: seed)
      guard let name else { return hash }
      return hash ^ name._rawHashValue(seed: seed)
    }
  }

  /// Why a service could not be resolved.
  nonisolated public indirect enum ResolutionError: Error, Sendable, CustomStringConvertible {
    /// Nothing is registered for the key. `path` leads from the outermost service to it, and
    /// `alternatives` lists the registrations of the same service.
    case notRegistered(Key, path: [Key], alternatives: [Key])
    /// Each of these services needs the next one. The first is repeated at the end.
    case circularDependency([Key])
    /// A factory with `initCompleted` made a component that is not of the service's type.
    case wrongComponent(Key, component: Any.Type, path: [Key])

    /// What happened, where, and what there is instead.
    @_optimize(none) public var description: String { text(of: event + place + alternatives) }

    /// What happened.
    @_optimize(none) fileprivate var event: [Any] {
      switch self {
      case .notRegistered(let key, _, _):
        return ["'", key, "' is not registered."]
      case .circularDependency(let keys):
        return ["Circular dependency: "] + list(keys, " → ")
      case .wrongComponent(let key, let component, _):
        return ["'", key, "' made a ", component, ", which is not a ", key.service, "."]
      }
    }

    /// Where. A path of one service adds nothing.
    @_optimize(none) fileprivate var place: [Any] {
      switch self {
      case .notRegistered(_, let path, _), .wrongComponent(_, _, let path):
        return path.count < 2 ? [] : ["\n  Path: "] + list(path, " → ")
      case .circularDependency:
        return []
      }
    }

    /// What there is instead.
    @_optimize(none) fileprivate var alternatives: [Any] {
      guard case .notRegistered(let key, _, let others) = self, !others.isEmpty else { return [] }
      return ["\n  Registered for ", key.service, ": "] + list(others, ", ")
    }

    /// Repeats the first key at the end.
    fileprivate static func cycle(_ keys: [Key]) -> ResolutionError {
      .circularDependency(keys + [keys[0]])
    }
  }

  // A text is put together from pieces: keys, types, and texts between them.

  @_optimize(none) private static func text(of pieces: [Any]) -> String {
    var text = ""
    for piece in pieces { text += "\(piece)" }
    return text
  }

  @_optimize(none) private static func list(_ keys: [Key], _ separator: String) -> [Any] {
    var pieces: [Any] = []
    for key in keys {
      if !pieces.isEmpty { pieces.append(separator) }
      pieces.append(key)
    }
    return pieces
  }
}

// ———————————————————————— Users of this file can stop reading here ————————————————————————
//
// How it works. A `Registration` is what the container keeps for a key. Resolving takes these steps:
//
//     1. Look the key up. A finished singleton ends here.
//     2. Is this thread making it already? In a factory, that is a circular dependency. In a
//        callback (`initCompleted`), the instance is there: it is what the callback asks for.
//     3. Claim a singleton. If another thread has claimed it, wait while its factory runs.
//     4. Run the factory.
//     5. Hand the instance over. If the factory threw, drop what was made for it.
//     6. After the outermost factory, run the callbacks, each where its instance was made.
//     7. Wait until what other threads made is complete too.
//
// A thread keeps a `Frame` for each factory that runs. Most instances are finished when their factory
// returns. The others have a `Draft`: a singleton whose factory runs, an instance whose callback has
// yet to run, and an instance that is made of such drafts. The thread that puts a draft into a
// registration has claimed the singleton, and no other thread runs the factory. **A draft belongs to
// the thread that made it. No other thread runs its factory or its callback.**
//
// A draft is open until its factory and its callback have run. Then it is complete. It is finished
// when everything that it is made of is complete too, and from then on it cannot fail. This is what
// threads owe each other:
//
// - In a factory or a callback, a thread waits for another only while that runs the factory of what
//   it asks for. Then it takes the draft, complete or not, as a part of its own.
// - So a cycle of threads that wait is a cycle of running factories: each needs what the next one
//   makes. The thread that would close it finds it before it sleeps, and its `resolve` throws.
// - What a program's own `resolve` returns is finished. So an outermost resolve waits in step 7, or in
//   step 3 if another thread has claimed what it asks for, until everything is complete, and then
//   finishes all of it at once. It has nothing open by then, so nobody waits for it, and its wait
//   ends. (A factory that waits for another thread by other means is not seen here.)
// - A failure drops the drafts that were made for what failed, unless they are finished. What is made
//   of a dropped draft is dropped in the same moment, whichever thread made it. Only a factory that
//   runs goes on. It fails with the same error when it asks for the next singleton, or at its end.
//
// For example, A's callback needs B, and B's factory needs A. Thread 1 has made A, and its callback
// asks for B, which thread 2 has claimed: thread 1 waits. B's factory asks for A, whose factory has
// returned: thread 2 takes A and does not wait. B is complete now, and thread 1 takes it. Thread 2
// waits in step 7 until A's callback has returned. Then one of them finishes both, and each returns
// with the same two instances.
//
// Three attributes keep the file fast to run and to compile. Swift does not promise what they do:
// without them everything works as before. Measured on 2026-11-23 with Swift 6.3.1, x86-64 Linux:
//
// - `@exclusivity(unchecked)`: the variable is guarded by the lock, or used by one thread alone, so
//   it is never accessed twice at once. With the checks, a singleton takes 938 instructions
//   instead of 657, and a transient 2,372 instead of 1,444.
// - `@_semantics("optimize.sil.specialize.generic.never")`: one copy of a function for all services.
//   Without it, 200 pasted registrations compile in 16 s instead of 7, to 305 KB instead of 238.
// - `@_optimize(none)`: runs rarely, so it need not be optimized in each program that has the file.
//   Without it, a release build of a one-line program takes 5.4 s instead of 3.3.

nonisolated extension DIContainer {
  // MARK: - Registrations

  fileprivate enum Lifetime { case eagerSingleton, lazySingleton, transient }

  /// What a container keeps for a key. Its variables are used under the lock only.
  ///
  /// Each is a `TypedRegistration`: one object with its factory.
  fileprivate class Registration {
    final let key: Key
    final let lifetime: Lifetime
    unowned final let container: DIContainer  // where it is registered; whoever found it holds that
    @exclusivity(unchecked) final var order = 0  // never changes once it is registered
    final var isGiven = false  // the instance was registered as such
    @exclusivity(unchecked) final var box: AnyObject?  // with the instance of a finished singleton
    @exclusivity(unchecked) final var draft: Draft?  // of a singleton that is being made

    init(_ key: Key, _ lifetime: Lifetime, _ container: DIContainer) {
      self.key = key
      self.lifetime = lifetime
      self.container = container
    }

    final var isSingleton: Bool { lifetime != .transient }

    /// Resolves it if the caller does not know its types.
    func resolve(in container: DIContainer, _ arguments: Any) throws -> Any {
      fatalError("not overridden")
    }
  }

  /// A registration with its factory. The arguments are a tuple: `Void` if there are none.
  fileprivate final class TypedRegistration<Service, Arguments>: Registration {
    let factory: (DIContainer, Arguments) throws -> Service

    init(
      _ key: Key, _ lifetime: Lifetime, _ container: DIContainer,
      _ factory: @escaping (DIContainer, Arguments) throws -> Service
    ) {
      self.factory = factory
      super.init(key, lifetime, container)
    }

    override func resolve(in container: DIContainer, _ arguments: Any) throws -> Any {
      guard let arguments = arguments as? Arguments else { fatalError("not the key's arguments") }
      return try container.make(self, arguments) as Service
    }
  }

  /// An instance, for code that does not know its type.
  private final class Box<Service> {
    let service: Service
    init(_ service: Service) { self.service = service }
  }

  /// Registers a factory without arguments.
  @_semantics("optimize.sil.specialize.generic.never")
  private func add<Service>(
    _ lifetime: Lifetime, _ type: Service.Type, _ name: String?,
    _ factory: @escaping (DIContainer) throws -> Service
  ) {
    let key = Key(service: Service.self, name: name)
    let new = TypedRegistration(key, lifetime, self) { (c, _: Void) in try factory(c) }
    replace(key, with: new)
  }

  /// Registers a factory with arguments.
  @_semantics("optimize.sil.specialize.generic.never")
  private func addTransient<Service, each Argument>(
    _ type: Service.Type, _ name: String?,
    _ factory: @escaping (DIContainer, repeat each Argument) throws -> Service
  ) {
    var key = Key(service: Service.self, name: name)
    repeat key.arguments.append((each Argument).self)
    let new = TypedRegistration(key, .transient, self) { (c, arguments: (repeat each Argument)) in
      try factory(c, repeat each arguments)
    }
    replace(key, with: new)
  }

  /// Makes a factory that leaves `initCompleted` with the draft of its instance.
  @_semantics("optimize.sil.specialize.generic.never")
  private func withCallback<Service, Component, each Argument>(
    _ type: Service.Type,
    _ factory: @escaping (DIContainer, repeat each Argument) throws -> Component,
    _ initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) -> (DIContainer, repeat each Argument) throws -> Service {
    { (c: DIContainer, argument: repeat each Argument) in
      let component = try factory(c, repeat each argument)
      let thread = ThreadState.current
      thread.innermostDraft().callback = { try initCompleted(component, c) }
      if let service = component as? Service { return service }
      let path = thread.path
      throw ResolutionError.wrongComponent(
        path[path.count - 1], component: Swift.type(of: component as Any), path: path)
    }
  }

  /// Registers, or removes if there is no new registration. Returns the old one, so that it is not
  /// freed under the lock.
  @discardableResult
  private func replace(_ key: Key, with new: Registration?) -> Registration? {
    lock.lock()
    defer { lock.unlock() }
    if isFrozen {
      let mistake = "'\(key)' cannot be registered or unregistered after bootstrap()"
      fatalError(mistake + ": do it before, or in a child.")
    }
    guard let new else { return registrations.removeValue(forKey: key) }
    lastOrder += 1
    new.order = lastOrder
    return registrations.updateValue(new, forKey: key)
  }

  private func inOrder(_ registrations: [Registration]) -> [Registration] {
    registrations.sorted { $0.order < $1.order }
  }

  /// The registrations that can be found here, in order, those of the outermost parent first.
  private func visible(where isMeant: (Key) -> Bool) -> [Registration] {
    lock.lock()
    let own = registrations
    lock.unlock()
    var visible = parent?.visible(where: isMeant) ?? []
    visible.removeAll { own[$0.key] != nil }
    return visible + inOrder(own.values.filter { isMeant($0.key) })
  }

  // MARK: - Step 1: look the key up

  /// Why a key is looked up.
  fileprivate enum Need {
    case required
    case optional
    case parameter(optional: Any.Type)  // of an autowired initializer that has failed
  }

  /// Hears of each look-up: the key, the container that was asked, and what was found.
  fileprivate protocol Listener: AnyObject {
    var ofChildren: (any Listener)? { get }
    func didLookUp(
      _ key: Key, in container: DIContainer, found: Registration?, for need: Need)
  }

  /// What is found for a key. An enumeration, so that a singleton is found and read under one lock: a
  /// tuple takes 80 instructions more.
  private enum Found {
    case finished(AnyObject)  // the box of a singleton
    case registration(Registration)
    case wrapped(Registration)  // of what an optional wraps
  }

  /// Returns `nil` if nothing is registered. For an optional, it looks for what that wraps next.
  private func lookUp(_ key: Key, for need: Need, isWrapped: Bool = false) -> Found? {
    lock.lock()
    let found = find(key)
    let box = found?.box
    let isHeard = listener != nil
    lock.unlock()
    if found == nil, let wrapped = key.wrapped {
      return lookUp(wrapped, for: need, isWrapped: true)
    }
    if isHeard { currentListener?.didLookUp(key, in: self, found: found, for: need) }
    guard let found else { return nil }
    if isWrapped { return .wrapped(found) }
    if let box { return .finished(box) }
    return .registration(found)
  }

  private var currentListener: (any Listener)? {
    lock.lock()
    defer { lock.unlock() }
    return listener
  }

  private func registration(for key: Key) -> Registration? {
    lock.lock()
    defer { lock.unlock() }
    return find(key)
  }

  /// Looks in this container, then in its parents. Under the lock.
  private func find(_ key: Key) -> Registration? {
    if let found = registrations[key] { return found }
    var next = parent
    while let container = next {
      if let found = container.registrations[key] { return found }
      next = container.parent
    }
    return nil
  }

  /// The service of a key, which has to be registered.
  @_semantics("optimize.sil.specialize.generic.never")
  private func required<Service, Arguments>(
    _ type: Service.Type, _ key: Key, _ arguments: Arguments
  ) throws -> Service {
    guard let found = lookUp(key, for: .required) else {
      throw notRegistered(key, optional: Service?.self)
    }
    return try service(type, found, arguments)
  }

  /// The service of a registration. A singleton that is finished ends here.
  ///
  /// `unsafeDowncast`, here and below: what is found by a key was registered with the key's service
  /// and arguments. With `as!`, a singleton takes 1,021 instructions instead of 657, and a transient
  /// 1,815 instead of 1,444.
  @_semantics("optimize.sil.specialize.generic.never")
  private func service<Service, Arguments>(
    _ type: Service.Type, _ found: Found, _ arguments: Arguments
  ) throws -> Service {
    switch found {
    case .finished(let box):
      return unsafeDowncast(box, to: Box<Service>.self).service
    case .registration(let registration):
      return try make(registration, arguments)
    case .wrapped(let registration):
      return try resolveWrapped(registration, arguments)
    }
  }

  /// The box of a finished singleton.
  private func box(of registration: Registration) -> AnyObject? {
    lock.lock()
    defer { lock.unlock() }
    return registration.box
  }

  /// What an optional wraps, which is what is registered.
  @_semantics("optimize.sil.specialize.generic.never")
  private func resolveWrapped<Service, Arguments>(
    _ registration: Registration, _ arguments: Arguments
  ) throws -> Service {
    let wrapped = try registration.resolve(in: self, arguments)
    guard let service = wrapped as? Service else { fatalError("not what the optional wraps") }
    return service
  }

  /// A parameter of an initializer that is autowired.
  @_semantics("optimize.sil.specialize.generic.never")
  private func dependency<Dependency>(_ type: Dependency.Type) throws -> Dependency {
    let key = Key(service: Dependency.self)
    // `_isOptional`: a cast to `OptionalService` takes 22 ns more for each parameter.
    guard _isOptional(type) else { return try required(type, key, ()) }
    if let found = lookUp(key, for: .optional) { return try service(type, found, ()) }
    let optional = type as? any OptionalService.Type
    guard let none = optional?.none(as: type) else { fatalError("not an optional") }
    return none
  }

  /// Tells the listener of a parameter of an initializer that has failed.
  @_semantics("optimize.sil.specialize.generic.never")
  private func lookUpParameter<Dependency>(_ type: Dependency.Type) {
    if _isOptional(type) { return }
    _ = lookUp(Key(service: Dependency.self), for: .parameter(optional: Dependency?.self))
  }

  /// The error for a key, with the path to it and what is registered for the same service.
  @_optimize(none) private func notRegistered(_ key: Key, optional: Any.Type) -> ResolutionError {
    var asked = key
    var services = [optional, key.service]
    while let wrapped = asked.wrapped {
      asked = wrapped
      services.append(wrapped.service)
    }
    let others = visible { other in services.contains { $0 == other.service } }
    return .notRegistered(
      asked, path: ThreadState.current.path + [asked], alternatives: others.map { $0.key })
  }

  // MARK: - Steps 2 to 5: make it

  /// All steps but the first, as far as they depend on the types. The rest is in `ThreadState`.
  @_semantics("optimize.sil.specialize.generic.never")
  private func make<Service, Arguments>(
    _ registration: Registration, _ arguments: Arguments
  ) throws -> Service {
    let container = registration.isSingleton ? registration.container : self
    let thread = ThreadState.current
    if let box = try thread.begin(registration, container) {
      return unsafeDowncast(box, to: Box<Service>.self).service
    }
    let typed = unsafeDowncast(registration, to: TypedRegistration<Service, Arguments>.self)
    let firstOwnDraft = thread.drafts.count
    do {
      try thread.endRunaway()
      let service = try typed.factory(container, arguments)
      try thread.end { Box(service) }  // most instances need no box
      return service
    } catch {
      thread.fail(error, from: firstOwnDraft)
      throw error
    }
  }

  /// A factory that runs. For a callback, also one that has returned.
  fileprivate struct Frame {
    let registration: Registration
    let container: DIContainer
    var draft: Draft?  // most have none
  }

  /// An instance that is not finished.
  ///
  /// Everything is used under the lock, with these exceptions: `callback` and `frames` belong to the
  /// draft's thread alone. That thread can read `box` without the lock, because no other thread
  /// changes it. When a draft is finished or dropped, it stays so: whoever knows that from under the
  /// lock can read it, and its thread can empty `parts`, because no other thread reads them then.
  fileprivate final class Draft {
    enum State {
      case running  // its factory runs
      case made  // its factory has returned, and its `initCompleted` is due
      case complete  // both have run
      case finished  // and so have those of everything that it is made of
      case dropped
    }

    let registration: Registration
    let thread: ThreadState
    var state = State.running { didSet { stateChange?.wakeAll() } }
    var failure: (any Error)?  // why it is dropped, or will be at the end of its factory
    var box: AnyObject?  // with the instance, as soon as the factory has returned
    var parts: [Draft] = []  // what it is made of and was not finished then
    var wholes: [ObjectIdentifier: Draft] = [:]  // a set of what is made of it
    var stateChange: Condition?  // where threads wait for the next state
    var callback: (() throws -> Void)?
    var frames: [Frame] = []  // where it was made: its callback runs there
    var isAncestor = false  // of an instance with a callback, which may ask for it

    init(_ registration: Registration, _ thread: ThreadState) {
      self.registration = registration
      self.thread = thread
    }

    /// Whether only what asks for it needs it. That is made of its parts instead, so a factory that
    /// runs for long can free it.
    var isPassedOn: Bool { !registration.isSingleton && callback == nil && !isAncestor }

    func add(_ part: Draft) {
      if part.state == .finished { return }
      if state == .dropped { return }  // another thread did, and the callback goes on to its end
      failure = failure ?? part.failure
      let isNew = part.wholes.updateValue(self, forKey: ObjectIdentifier(self)) == nil
      if isNew { parts.append(part) }
    }

    /// It and everything that it is made of is complete: the container keeps a singleton from now on.
    func finish() {
      if registration.draft === self { registration.box = box }
      leave(.finished)
    }

    /// Drops it, and everything that is made of it on any thread.
    func drop(_ error: any Error) {
      var doomed = [self]
      while let draft = doomed.popLast() {
        if draft.state == .finished || draft.state == .dropped { continue }
        draft.failure = draft.failure ?? error
        // A factory that runs cannot be stopped. Nothing is made of it yet.
        if draft.state == .running && draft !== self { continue }
        for whole in draft.wholes.values { doomed.append(whole) }
        draft.leave(.dropped)
      }
    }

    private func leave(_ new: State) {
      state = new
      withdraw()
      if registration.draft === self { registration.draft = nil }
    }

    /// Is no longer made of its parts.
    func withdraw() {
      for part in parts { part.wholes[ObjectIdentifier(self)] = nil }
    }
  }

  /// What one thread resolves now. While it waits, others read `frames` and `awaited` under the lock.
  fileprivate final class ThreadState {
    private let lock = Lock.shared
    /// What is being made, outermost first. The last one asks for what is resolved now. While a
    /// callback runs, these are the frames of where its instance was made.
    @exclusivity(unchecked) private(set) var frames: [Frame] = []
    /// The drafts of this thread whose factory has returned, in that order.
    private(set) var drafts: [Draft] = []
    /// The draft whose factory this thread waits for in a factory or a callback.
    private var awaited: Draft?
    /// What an outermost resolve has finished, until the frames are gone. Then its deinit can resolve
    /// without being taken for a part of a factory.
    private var visited: [ObjectIdentifier: Draft] = [:]

    /// The keys of what is being made, outermost first.
    var path: [Key] { frames.map { $0.registration.key } }

    /// The draft of what asks now. Makes one if there is none.
    func innermostDraft() -> Draft { draft(at: frames.count - 1) }

    private func draft(at index: Int) -> Draft {
      let draft = frames[index].draft ?? Draft(frames[index].registration, self)
      frames[index].draft = draft
      return draft
    }

    /// Steps 2 and 3. Returns the box of the instance if no factory has to run.
    func begin(_ registration: Registration, _ container: DIContainer) throws -> AnyObject? {
      if let ancestor = try ancestor(registration, container) { return try take(ancestor) }
      var frame = Frame(registration: registration, container: container)
      if registration.isSingleton {
        let draft = Draft(registration, self)
        if let box = try claim(draft) { return box }
        frame.draft = draft
      }
      frames.append(frame)
      return nil
    }

    /// Step 2: returns what this thread is making already, for a callback. Throws in a factory.
    private func ancestor(_ registration: Registration, _ container: DIContainer) throws -> Draft? {
      var index = frames.count
      while index > 0 {
        index -= 1
        if frames[index].container !== container { continue }
        if let draft = frames[index].draft, draft.box != nil {
          // A transient may have been registered again since. A singleton is found in step 3, or not
          // if it was registered again or forgotten.
          if draft.registration.key == registration.key, !registration.isSingleton { return draft }
        } else if frames[index].registration === registration, registration.key.arguments.isEmpty {
          throw ResolutionError.cycle(Array(path[index...]))
        }
      }
      return nil
    }

    /// Ends a recursion that has other arguments or another container each time.
    func endRunaway() throws {
      if frames.count > 100, let cycle = repeatedPath() { throw ResolutionError.cycle(cycle) }
    }

    /// The path from the last frame with the innermost key to the one before the innermost frame.
    @_optimize(none) private func repeatedPath() -> [Key]? {
      let key = frames[frames.count - 1].registration.key
      let outer = frames.dropLast()
      guard let first = outer.lastIndex(where: { $0.registration.key == key }) else { return nil }
      return outer[first...].map { $0.registration.key }
    }

    /// Step 3: claims a singleton. Returns the box if there is an instance already.
    @_optimize(none) private func claim(_ draft: Draft) throws -> AnyObject? {
      let registration = draft.registration
      while true {
        lock.lock()
        let box = registration.box
        let other = registration.draft
        let failure = frames.last?.draft?.failure
        if box == nil && other == nil && failure == nil { registration.draft = draft }
        lock.unlock()
        if let failure { throw failure }  // what asks is made of something that was dropped
        guard let other else { return box }
        if let box = frames.isEmpty ? takeFinished(other) : try take(other) { return box }
      }
    }

    /// For a resolve outside of factories: waits until another thread's draft is finished, and returns
    /// its box. Returns `nil` if it was dropped.
    @_optimize(none) private func takeFinished(_ draft: Draft) -> AnyObject? {
      waitAndFinish(draft)
      release(from: 0)
      return draft.state == .finished ? draft.box : nil
    }

    /// In a factory or a callback: makes a draft a part of what asks, and returns its box. Waits only
    /// for its factory. Returns `nil` if another thread has dropped it.
    @_optimize(none) private func take(_ draft: Draft) throws -> AnyObject? {
      lock.lock()
      defer { lock.unlock() }
      try waitForFactory(of: draft)
      if draft.state == .dropped && draft.thread !== self { return nil }
      innermostDraft().add(draft)
      return draft.box
    }

    /// Step 5: the factory has returned. The outermost one goes on with steps 6 and 7.
    func end(_ box: () -> AnyObject) throws {
      if let draft = frames[frames.count - 1].draft {
        try handOver(draft, box())
        if frames.count == 1 && !drafts.isEmpty { try completeAll(draft) }
      }
      frames.removeLast()
      if frames.isEmpty && !drafts.isEmpty { release(from: 0) }
    }

    /// Gives a draft its instance, and makes it a part of what asked for it.
    @_optimize(none) private func handOver(_ draft: Draft, _ box: AnyObject) throws {
      let isOutermost = frames.count == 1
      lock.lock()
      defer { lock.unlock() }
      draft.box = box
      if let failure = draft.failure { throw failure }
      draft.state = draft.callback == nil ? .complete : .made
      if draft.state == .complete && draft.parts.isEmpty {
        draft.finish()
        return
      }
      if draft.callback != nil { keepFrames(of: draft) }
      let outer = isOutermost ? nil : self.draft(at: frames.count - 2)
      if let outer, draft.isPassedOn {
        draft.withdraw()
        for part in draft.parts { outer.add(part) }
      } else {
        drafts.append(draft)
        outer?.add(draft)
      }
    }

    /// A callback may ask for what its instance was made for. Its copy of the frames shares their
    /// drafts, which get their boxes later.
    private func keepFrames(of draft: Draft) {
      for index in frames.indices.reversed() {
        let ancestor = self.draft(at: index)
        if ancestor.isAncestor { break }  // and so are those around it
        ancestor.isAncestor = true
      }
      draft.frames = frames
    }

    /// Step 5: the factory threw, or a callback. What was made for it and is not finished is dropped.
    @_optimize(none) func fail(_ error: any Error, from first: Int) {
      let frame = frames.removeLast()
      lock.lock()
      frame.draft?.drop(error)
      // This drops what is complete and made of these too.
      for draft in drafts[first...] where draft.state == .made { draft.drop(error) }
      var visit = Visit(drafts[first...])
      visit.leaveOutWhatIsOpen()
      visit.finishAll()
      for draft in drafts[first...] where draft.state == .complete { draft.drop(error) }
      lock.unlock()
      release(from: first)
    }

    /// Frees drafts that are finished or dropped, and that refer to each other. A deinit may resolve:
    /// by then, this thread has forgotten them.
    private func release(from first: Int) {
      let released = Array(drafts[first...])
      let visited = visited
      drafts.removeLast(released.count)
      self.visited = [:]
      for draft in released {
        draft.frames = []
        draft.parts = []
      }
      withExtendedLifetime(visited) {}
    }

    // MARK: - Steps 6 and 7: run the callbacks, and wait

    /// Runs the callbacks, which may add to `drafts`, and waits. All drafts are parts of the outermost.
    @_optimize(none) private func completeAll(_ outermost: Draft) throws {
      let ownFrames = frames
      defer { frames = ownFrames }
      var index = 0
      while index < drafts.count {
        try runCallback(of: drafts[index])
        index += 1
      }
      waitAndFinish(outermost)
      try checkFailure(of: outermost)
    }

    /// Runs a callback where its instance was made.
    @_optimize(none) private func runCallback(of draft: Draft) throws {
      guard let callback = draft.callback else { return }
      try checkFailure(of: draft)
      frames = draft.frames
      try callback()
      lock.lock()
      defer { lock.unlock() }
      if let failure = draft.failure { throw failure }
      draft.state = .complete
      if draft.parts.isEmpty { draft.finish() }
    }

    /// Another thread may have dropped it.
    private func checkFailure(of draft: Draft) throws {
      lock.lock()
      defer { lock.unlock() }
      if let failure = draft.failure { throw failure }
    }

    /// Waits until a draft and everything that it is made of is complete, and finishes it together.
    /// What another thread drops meanwhile is left out.
    @_optimize(none) private func waitAndFinish(_ draft: Draft) {
      var visit = Visit([draft])
      lock.lock()
      while let open = visit.nextOpen() { lock.wait(for: open) }
      visit.finishAll()
      lock.unlock()
      visited = visit.seen
    }

    // MARK: - Waiting, and cycles between threads

    // Everything in this section runs under the lock.

    /// In a factory or a callback: waits while another thread runs the draft's factory.
    private func waitForFactory(of draft: Draft) throws {
      awaited = draft
      defer { awaited = nil }
      // The last thread of a cycle finds it, before it sleeps.
      if let cycle = cycle(closedBy: draft) { throw ResolutionError.cycle(cycle) }
      while draft.state == .running { lock.wait(for: draft) }
    }

    /// The cycle, if each thread from the draft's to this one waits for a factory that runs.
    @_optimize(none) private func cycle(closedBy draft: Draft) -> [Key]? {
      var cycle: [Key] = []
      var next = draft
      while next.state == .running {
        let thread = next.thread
        guard let awaited = thread.awaited else { return nil }  // it does not wait in a factory
        guard let first = thread.frames.firstIndex(where: { $0.draft === next }) else { return nil }
        if thread === self { return thread.path[first...] + cycle }
        cycle += thread.path[first...]
        next = awaited
      }
      return nil
    }

    /// Goes through drafts and everything that they are made of, each once.
    private struct Visit {
      private var rest: [Draft] = []
      private(set) var seen: [ObjectIdentifier: Draft] = [:]

      init(_ drafts: ArraySlice<Draft>) {
        for draft in drafts { add(draft) }
      }

      private mutating func add(_ draft: Draft) {
        let isNew = seen.updateValue(draft, forKey: ObjectIdentifier(draft)) == nil
        if isNew { rest.append(draft) }
      }

      /// The next one that is open, and the same one until it is complete. Then it goes on with its
      /// parts, which no longer change. The last part comes first: its callback runs last. What is
      /// finished or dropped needs no look at its parts.
      mutating func nextOpen() -> Draft? {
        while let draft = rest.last {
          if draft.state == .running || draft.state == .made { return draft }
          rest.removeLast()
          if draft.state != .complete { continue }
          for part in draft.parts { add(part) }
        }
        return nil
      }

      /// Forgets what is open, and everything that is made of it.
      mutating func leaveOutWhatIsOpen() {
        var open: [Draft] = []
        while let draft = nextOpen() {
          open.append(draft)
          rest.removeLast()
        }
        while let part = open.popLast() {
          if seen.removeValue(forKey: ObjectIdentifier(part)) == nil { continue }
          for whole in part.wholes.values { open.append(whole) }
        }
      }

      func finishAll() {
        for draft in seen.values where draft.state == .complete { draft.finish() }
      }
    }

    // MARK: - The lock and the thread

    /// Where each thread keeps its state, retained until the thread ends.
    private static let slot: pthread_key_t = {
      var slot = pthread_key_t()
      let status = pthread_key_create(&slot) { state in  // optional on some platforms
        guard let state = state as UnsafeMutableRawPointer? else { return }
        Unmanaged<ThreadState>.fromOpaque(state).release()
      }
      if status != 0 { fatalError("DIContainer needs a thread-specific key: too many are in use.") }
      return slot
    }()

    /// The state of the current thread, which lives as long as the thread.
    static var current: ThreadState {
      if let state = pthread_getspecific(slot) {
        return Unmanaged<ThreadState>.fromOpaque(state).takeUnretainedValue()
      }
      let new = ThreadState()
      let status = pthread_setspecific(slot, Unmanaged.passRetained(new).toOpaque())
      if status != 0 { fatalError("DIContainer needs memory for a thread-specific value.") }
      return new
    }
  }

  /// A mutex, which is never freed. All containers share one, since threads may wait for each other
  /// through several of them. No code of the user runs under it.
  fileprivate final class Lock: @unchecked Sendable {
    static let shared = Lock()
    // Allocated, because a stored property has no address that stays the same.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() { pthread_mutex_init(mutex, nil) }

    func lock() { pthread_mutex_lock(mutex) }
    func unlock() { pthread_mutex_unlock(mutex) }

    /// Unlocks, sleeps until the draft changes, and locks again.
    @_optimize(none) func wait(for draft: Draft) {
      let change = draft.stateChange ?? Condition()
      draft.stateChange = change
      pthread_cond_wait(change.condition, mutex)
    }
  }

  /// Where threads sleep. Freed with its draft, for which they hold a reference.
  fileprivate final class Condition {
    let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() { pthread_cond_init(condition, nil) }

    deinit {
      pthread_cond_destroy(condition)
      condition.deallocate()
    }

    func wakeAll() { pthread_cond_broadcast(condition) }
  }
}

nonisolated extension DIContainer {
  /// What the library has to know of an optional without its type.
  fileprivate protocol OptionalService {
    static var wrappedService: Any.Type { get }
    static func none<Service>(as type: Service.Type) -> Service?  // the type is the optional's
  }
}

nonisolated extension Optional: DIContainer.OptionalService {
  fileprivate static var wrappedService: Any.Type { Wrapped.self }
  fileprivate static func none<Service>(as type: Service.Type) -> Service? {
    Self.none as? Service
  }
}

// ——————————————————————————— From here on, this file may be cut off ———————————————————————————
//
// All of it is `verify`. To cut it off: sed '/may be cut off/,$d' DIContainer.swift

nonisolated extension DIContainer {
  // MARK: - Verifying

  /// Tries every registration without arguments, including those of parents, on a copy, and then
  /// calls `also` with the copy.
  ///
  /// **Factories and callbacks run**, on this thread and with their side effects: a factory that
  /// starts a `Task` starts it. Verify main-actor services on the main actor. Before you
  /// verify, register test doubles for services that reach the outside world.
  ///
  ///     let verification = container.verify { c in
  ///       _ = try c.resolve(Animal.self, arguments: "Lucky", 7)  // what needs arguments
  ///     }
  ///     // in a test: #expect(verification.errors.isEmpty)
  ///
  /// Nothing that it makes is kept. A singleton that exists is used, and not made again, so what it
  /// needs is not checked: verify a new container. A factory stops at the first missing service,
  /// so after you register that, verify again. An autowired initializer reports every missing
  /// parameter. What a factory starts, a task for example, can go on
  /// using the copy. If a factory calls `verify`, that only reports a circular dependency.
  @_optimize(none)
  public func verify(_ also: (DIContainer) throws -> Void = { _ in }) -> Verification {
    let recorder = Recorder()
    let path = ThreadState.current.path
    if path.isEmpty {
      Witness.shared.begin(recorder, self)
      recorder.verify(copy(for: recorder), also)
      Witness.shared.end(recorder)
    } else {
      recorder.attempt { throw ResolutionError.cycle(path) }
    }
    return recorder.report()
  }

  /// What ``verify(_:)`` found.
  nonisolated public struct Verification: Sendable, CustomStringConvertible {
    /// Every error once, in the order of registration. A circular dependency is one error, no matter
    /// which of its services led to it. What a factory catches, or a subscript turns into `nil`, is
    /// not an error.
    public let errors: [any Error]
    /// What is allowed but often a mistake. A test that expects no errors ignores the warnings.
    public let warnings: [Warning]
    /// A Mermaid flowchart of which service needs which. Dashed lines are from `initCompleted`. A box
    /// is a transient, a rounded box a lazy singleton, a box with double sides an eager singleton.
    public let mermaid: String

    /// The errors and the warnings as text. Errors are grouped by their cause, with the path of each
    /// service that it affects. Types of the same name are printed in full.
    public let description: String
  }

  /// What is allowed but often a mistake.
  nonisolated public indirect enum Warning: Hashable, Sendable, CustomStringConvertible {
    /// Needs arguments, and nothing asked for it.
    case unchecked(Key)
    /// Was asked for through a subscript or as an optional parameter, and is not registered. The
    /// path is the first that leads to it.
    case absent(Key, path: [Key])
    /// Is registered in the child, but `from`, a singleton of a parent, does not see it. It uses the
    /// parent's, or finds none.
    case hidden(Key, from: Key)
    /// Was resolved from the verified container itself, or from a parent, which the factory of `from`
    /// captured. If `from` is `nil`, the closure of `verify` captured it. A captured container does
    /// not see what a child registers, and keeps what it makes.
    case captured(Key, from: Key?)

    /// What it is, and what to do about it.
    @_optimize(none) public var description: String { DIContainer.text(of: pieces) }

    @_optimize(none) fileprivate var pieces: [Any] {
      switch self {
      case .unchecked(let key):
        return [
          "'", key, "' needs arguments and was not checked: resolve it in the closure of verify.",
        ]
      case .absent(let key, let path):
        var pieces: [Any] = ["'", key, "' is not registered and was asked for as an optional"]
        if path.count > 1 { pieces += [" ("] + list(path, " → ") + [")"] }
        return pieces + [": register it, unless it may be absent."]
      case .hidden(let key, let singleton):
        return [
          "'", key, "' is registered here, but '", singleton,
          "' is a singleton of a parent, which does not see it: register '", singleton,
          "' here too, or '", key, "' in the parent.",
        ]
      case .captured(let key, let asker?):
        return [
          "'", asker, "' asks a container that its factory captured for '", key,
          "': ask the one that it is given.",
        ]
      case .captured(let key, nil):
        return [
          "The closure of verify asks a container that it captured for '", key,
          "': ask the one that it is given.",
        ]
      }
    }
  }

  // MARK: - Recording

  /// Copies a registration. Only a `TypedRegistration` knows its types.
  fileprivate protocol Copied {
    func copy(for container: DIContainer, _ recorder: Recorder) -> Registration
  }

  /// A copy with copied parents, in which a verification makes what it makes.
  @_optimize(none) private func copy(for recorder: Recorder, level: Int = 1) -> DIContainer {
    let copy = DIContainer(parent?.copy(for: recorder, level: level + 1), recorder)
    recorder.levels[ObjectIdentifier(copy)] = level
    lock.lock()
    let originals = registrations
    copy.lastOrder = lastOrder
    lock.unlock()
    for original in originals.values {
      guard let new = (original as? any Copied)?.copy(for: copy, recorder) else { continue }
      new.order = original.order
      new.box = box(of: original)
      new.isGiven = new.box != nil
      copy.registrations[new.key] = new
    }
    return copy
  }

  /// Hears what is asked of containers while they are verified. Factories should ask the copy.
  ///
  /// The variable, and which containers it listens to, are guarded by the lock of the containers.
  fileprivate final class Witness: Listener, @unchecked Sendable {
    static let shared = Witness()
    let ofChildren: (any Listener)? = nil
    private var recorders: [Recorder] = []

    /// Listens to a container and its parents.
    @_optimize(none) func begin(_ recorder: Recorder, _ container: DIContainer) {
      var next: DIContainer? = container
      Lock.shared.lock()
      defer { Lock.shared.unlock() }
      recorders.append(recorder)
      while let container = next {
        recorder.originals.append(container)
        // A copy keeps its recorder, if the closure of verify verifies that.
        if container.listener == nil { container.listener = self }
        next = container.parent
      }
    }

    /// Another thread may go on verifying some of the containers.
    @_optimize(none) func end(_ recorder: Recorder) {
      Lock.shared.lock()
      defer { Lock.shared.unlock() }
      recorders.removeAll { $0 === recorder }
      for container in recorder.originals where container.listener === self {
        let isVerified = recorders.contains { $0.verifies(container) }
        if !isVerified { container.listener = nil }
      }
    }

    @_optimize(none)
    func didLookUp(_ key: Key, in container: DIContainer, found: Registration?, for need: Need) {
      Lock.shared.lock()
      let recorders = recorders
      Lock.shared.unlock()
      for recorder in recorders where recorder.verifies(container) { recorder.didCapture(key) }
    }
  }

  /// Notes what is asked of the copy that a ``verify(_:)`` makes, and of children of it.
  ///
  /// A factory may start a thread that resolves. So the variables are used under a lock, until the
  /// verification is over. It is not the one of the containers, which have to go on meanwhile.
  fileprivate final class Recorder: Listener {
    private static let sharedLock = Lock()
    var ofChildren: (any Listener)? { self }
    private let lock = sharedLock
    private let thread = ThreadState.current
    var originals: [DIContainer] = []  // the verified container and its parents
    private var verified: DIContainer?  // the copy, while it records
    var levels: [ObjectIdentifier: Int] = [:]  // of the copies
    private var nodes: [Node] = []
    private var nodesOf: [Key: [Node]] = [:]
    private var arrows: [String] = []  // of the flowchart
    private var absent: [Warning] = []
    private var hidden: [Warning] = []
    private var captured: [Warning] = []
    private var ambiguous: Set<String> = []  // the names that several types have
    private var noted: Set<String> = []  // the arrows and warnings, by their nodes
    private var failures: [(error: any Error, path: [Key])] = []
    /// What autowired initializers lack that fail now, and the paths to these.
    private var missingParameters: [(error: any Error, path: [Key])] = []
    /// Where each error was thrown, by its reference.
    private var origins: [Int: (error: any Error, path: [Key])] = [:]

    func verifies(_ container: DIContainer) -> Bool { originals.contains { $0 === container } }

    /// Makes everything once.
    @_optimize(none)
    func verify(_ copy: DIContainer, _ also: (DIContainer) throws -> Void) {
      verified = copy
      let registrations = copy.visible { _ in true }
      for registration in registrations { _ = node(registration.key, registration) }
      for registration in registrations where registration.key.arguments.isEmpty {
        attempt { _ = try registration.resolve(in: copy, ()) }
      }
      attempt { try also(copy) }
      lock.lock()
      verified = nil
      lock.unlock()
      var next: DIContainer? = copy
      while let container = next {
        container.reset(keepingRegistrations: true)
        next = container.parent
      }
    }

    /// Notes how it fails.
    @_optimize(none) func attempt(_ body: () throws -> Void) {
      missingParameters = []
      do { try body() } catch {
        let path = origin(of: error)
        failures.append((error, path))
        // The error may have passed through an autowired initializer.
        for missing in missingParameters where path.starts(with: missing.path) {
          failures.append(missing)
        }
      }
    }

    /// Lets the callback of what was made now note its error, as a factory does.
    @_optimize(none) func watchCallback() {
      guard let draft = ThreadState.current.frames.last?.draft else { return }
      guard let callback = draft.callback else { return }
      draft.callback = {
        do { try callback() } catch {
          self.note(error)
          throw error
        }
      }
    }

    /// Notes where an error comes from.
    @_optimize(none) func note(_ error: any Error) {
      lock.lock()
      let isOver = verified == nil
      lock.unlock()
      if !isOver { _ = origin(of: error) }
    }

    /// The path to where an error was thrown: the innermost one that noted it.
    ///
    /// An error that is passed on stays the same reference, and Swift has no other way to tell. The
    /// cast to an optional is for the compiler, which would pass the value in the error otherwise. The
    /// errors are kept, so that no other gets the same reference.
    @_optimize(none) private func origin(of error: any Error) -> [Key] {
      let thread = ThreadState.current
      let depth = thread.frames.count
      let reference = unsafeBitCast(error as (any Error)?, to: Int.self)
      lock.lock()
      defer { lock.unlock() }
      if let origin = origins[reference]?.path, origin.count >= depth {
        // Not if another factory threw the same object.
        if depth == 0 { return origin }
        if origin[depth - 1] == thread.frames[depth - 1].registration.key { return origin }
      }
      let path = thread.path
      origins[reference] = (error, path)
      return path
    }

    /// Notes who asks for what, for the flowchart and the warnings.
    @_optimize(none)
    func didLookUp(_ key: Key, in container: DIContainer, found: Registration?, for need: Need) {
      let asking = ThreadState.current
      // The closure of verify may verify the copy.
      Witness.shared.didLookUp(key, in: container, found: found, for: need)
      lock.lock()
      defer { lock.unlock() }
      guard let verified else { return }
      let node = node(key, found)
      node.isAskedFor = true
      if found == nil { noteMissing(node, asking, container, need) }
      // The factory of a container that is not verified has no node.
      guard let asker = asking.frames.last, asker.container.currentListener === self else { return }
      let isCallback = asker.draft?.box != nil
      let line = isCallback ? "-.->" : "-->"
      let from = self.node(asker.registration.key, asker.registration)
      let arrow = "\n  n\(from.number) \(line) n\(node.number)"
      if noted.insert(arrow).inserted { arrows.append(arrow) }
      // A singleton of a parent does not see what the verified container registers.
      guard let maker = asking.frames.last(where: { $0.registration.isSingleton }),
        level(of: maker.container) > 1, found == nil || node.level > 1,
        verified.registration(for: key)?.container === verified
      else { return }
      let singleton = self.node(maker.registration.key, maker.registration)
      if noted.insert("hidden \(node.number) \(singleton.number)").inserted {
        hidden.append(.hidden(key, from: singleton.key))
      }
    }

    /// Notes that nothing is registered for a key.
    @_optimize(none) private func noteMissing(
      _ node: Node, _ asking: ThreadState, _ container: DIContainer, _ need: Need
    ) {
      switch need {
      case .required:
        node.mark = ":::missing"
      case .optional:
        if node.mark.isEmpty { node.mark = ":::absent" }
        if noted.insert("absent \(node.number)").inserted {
          absent.append(.absent(node.key, path: asking.path + [node.key]))
        }
      case .parameter(let optional):
        node.mark = ":::missing"
        if asking !== thread { return }  // what other threads resolve is not attempted here
        let error = container.notRegistered(node.key, optional: optional)
        missingParameters.append((error, asking.path))
      }
    }

    /// Notes that a factory asks the verified container itself, or a parent of it.
    @_optimize(none) func didCapture(_ key: Key) {
      let asking = ThreadState.current
      let asker = asking.frames.last
      // Other threads go on with the container, and so does what it makes itself.
      let isOwn = asker == nil ? asking === thread : asker?.container.currentListener === self
      lock.lock()
      defer { lock.unlock() }
      guard isOwn, verified != nil else { return }
      let warning = Warning.captured(key, from: asker?.registration.key)
      let types = String(reflecting: [key.service, asker?.registration.key.service])
      if noted.insert("captured \(types) \(warning)").inserted { captured.append(warning) }
    }

    /// The node of a registration, or of a key that is not registered. Numbered as they come up.
    @_optimize(none) private func node(_ key: Key, _ registration: Registration?) -> Node {
      let lifetime = registration?.lifetime
      var level = 1
      if let registration { level = self.level(of: registration.container) }
      for node in nodesOf[key] ?? [] where node.level == level && node.lifetime == lifetime {
        return node
      }
      let node = Node(key, lifetime, level: level, number: nodes.count)
      nodes.append(node)
      nodesOf[key] = (nodesOf[key] ?? []) + [node]
      return node
    }

    /// 0 for a child that a factory made.
    private func level(of container: DIContainer) -> Int {
      levels[ObjectIdentifier(container)] ?? 0
    }

    // MARK: - Reporting

    /// The text of an error or a warning. Types of the same name are qualified.
    @_optimize(none) private func text(_ pieces: [Any]) -> String {
      var text = ""
      for piece in pieces {
        if let key = piece as? Key {
          let node = nodesOf[key]?[0]
          let keyText = node?.text ?? self.text(key.pieces)
          node?.text = keyText
          text += keyText
        } else {
          let name = "\(piece)"
          let isAmbiguous = piece is Any.Type && ambiguous.contains(name)
          text += isAmbiguous ? String(reflecting: piece) : name
        }
      }
      return text
    }

    /// Each error once, the warnings, and the flowchart.
    @_optimize(none) func report() -> Verification {
      ambiguous = ambiguousNames()
      var seen: Set<String> = []
      var errors: [any Error] = []
      var blocks: [(event: String, paths: String, instead: String)] = []  // one for each cause
      var blockOf: [String: Int] = [:]
      for failure in failures {
        let error = turned(failure.error)
        let known = error as? ResolutionError
        let event = known.map { text($0.event) } ?? "\(error)"
        var path = text(known?.place ?? [])
        var cause = event
        if known == nil && !failure.path.isEmpty {
          path = "\n  Path: " + text(list(failure.path, " → "))
          // Two factories that throw the same are two errors.
          cause += "\n" + text(list(failure.path.suffix(1), ""))
        }
        if !seen.insert(cause + path).inserted { continue }
        if let block = blockOf[cause] {
          blocks[block].paths += path
          if known == nil { continue }  // one factory that throws the same again is one error
        } else {
          blockOf[cause] = blocks.count
          blocks.append((event, path, text(known?.alternatives ?? [])))
        }
        errors.append(error)
      }
      var warnings: [Warning] = []
      for node in nodes where node.isUnchecked {
        warnings.append(.unchecked(node.key))
      }
      warnings += absent + hidden + captured
      var texts = errors.isEmpty ? ["No errors."] : []
      for block in blocks { texts.append(block.event + block.paths + block.instead) }
      for warning in warnings { texts.append(text(warning.pieces)) }
      return Verification(
        errors: errors, warnings: warnings, mermaid: flowchart(),
        description: texts.joined(separator: "\n"))
    }

    /// The names that several types have.
    @_optimize(none) private func ambiguousNames() -> Set<String> {
      var types: [Any.Type] = []
      for node in nodes { types += [node.key.service] + node.key.arguments }
      for failure in failures {
        let error = failure.error as? ResolutionError
        if case .wrongComponent(_, let component, _)? = error { types.append(component) }
      }
      var typeOf: [String: Any.Type] = [:]
      var ambiguous: Set<String> = []
      for type in types {
        let name = "\(type)"
        if let other = typeOf[name], other != type { ambiguous.insert(name) }
        typeOf[name] = type
      }
      return ambiguous
    }

    /// Marks the members of a circular dependency, and turns it so that it begins with the first in
    /// the order of registration.
    @_optimize(none) private func turned(_ error: any Error) -> any Error {
      guard case .circularDependency(let cycle)? = error as? ResolutionError else { return error }
      // Not if a factory threw one that it made itself.
      guard cycle.count > 1, cycle[0] == cycle[cycle.count - 1] else { return error }
      let members = cycle.dropLast()
      for key in members {
        for node in nodesOf[key] ?? [] { node.mark = ":::circular" }
      }
      let numbers = members.map { nodesOf[$0]?[0].number ?? Int.max }
      let first = numbers.indices.min { numbers[$0] < numbers[$1] } ?? 0
      return ResolutionError.cycle(Array(members[first...] + members[..<first]))
    }

    /// One subgraph for each container, then the arrows.
    @_optimize(none) private func flowchart() -> String {
      let titles = ["child", "container", "parent"]
      var outermost = 0
      for node in nodes { outermost = max(outermost, node.level) }
      var text = "flowchart TD"
      for level in stride(from: outermost, through: 0, by: -1) {
        var members = ""
        for node in nodes where node.level == level && !node.isUnchecked {
          members += "\n  n\(node.number)" + shape(of: node) + node.mark
        }
        if members.isEmpty { continue }
        text += "\n  subgraph c\(level)[\(titles[min(level, 2)])]" + members + "\n  end"
      }
      return text + arrows.joined()
        + "\n  classDef missing fill:#fcc,stroke:#c00\n  classDef circular fill:#fd9,stroke:#c60"
        + "\n  classDef absent fill:#eee,stroke:#999"
    }

    /// A node as Mermaid draws it, with what means something to Mermaid as a character code.
    @_optimize(none) private func shape(of node: Node) -> String {
      let special = "\"#&<>`\\".unicodeScalars
      var label = ""
      for scalar in text(node.key.pieces).unicodeScalars {
        label += special.contains(scalar) ? "#\(scalar.value);" : String(scalar)
      }
      switch node.lifetime {
      case .eagerSingleton: return "[[\"\(label)\"]]"
      case .lazySingleton: return "([\"\(label)\"])"
      case .transient: return "[\"\(label)\"]"
      case nil: return "{{\"\(label)\"}}"
      }
    }
  }

  /// A service in a flowchart.
  private final class Node {
    let key: Key
    let lifetime: Lifetime?  // `nil` if it is not registered
    let level: Int  // of its container
    let number: Int
    var isAskedFor = false
    var mark = ""
    var text: String?  // of the key, in the report
    var isUnchecked: Bool { !isAskedFor && !key.arguments.isEmpty }

    init(_ key: Key, _ lifetime: Lifetime?, level: Int, number: Int) {
      self.key = key
      self.lifetime = lifetime
      self.level = level
      self.number = number
    }
  }
}

nonisolated extension DIContainer.TypedRegistration: DIContainer.Copied {
  fileprivate func copy(
    for container: DIContainer, _ recorder: DIContainer.Recorder
  ) -> DIContainer.Registration {
    let factory = factory
    return DIContainer.TypedRegistration(key, lifetime, container) { c, arguments in
      do {
        let service = try factory(c, arguments)
        recorder.watchCallback()
        return service
      } catch {
        recorder.note(error)
        throw error
      }
    }
  }
}
