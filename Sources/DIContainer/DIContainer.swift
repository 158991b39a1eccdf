// DIContainer 4.0.0: dependency injection in one file, for Swift 6.1 and later.
// SPDX-License-Identifier: MIT-0
//
// Copy this file into your program, or paste it into a script. Nothing else is needed. To compile it
// without a package:
//
//     # A program:
//     swiftc main.swift DIContainer.swift -o program
//
//     # A script and a module, built once for each version of this file and of Swift:
//     swiftc -O -swift-version 6 -emit-module -emit-library \
//       -module-name DIContainer DIContainer.swift
//     swift -I . -L . -lDIContainer script.swift
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
///     container.register(Greeter.self) { c, name in
///       try Greeter(logger: c.resolve(), name: name)
///     }
///
///     container[Greeter.self]  // a Greeter?, nil if it fails
///     // A Greeter, or an error with a path:
///     try container.resolve(Greeter.self, arguments: "Ana")
///
/// - Lifetime: an `eagerSingleton` is made by ``bootstrap()``, or at its first use, if that is
///   earlier; a `lazySingleton` at its first use; a `transient` at each use. An instance is kept as it
///   is.
/// - Key: the service's type, a name, and the types of the arguments. Registering a key again
///   replaces the earlier registration.
/// - Errors: a ``ResolutionError`` says what could not be resolved, and which services led to it. An
///   error that a factory throws reaches you unchanged. Errors are not cached: the next use tries again.
/// - Threads: you can call every method on any thread. `resolve` waits if another thread is making
///   what it returns. Factories and callbacks run on the thread that resolves, without a lock. In
///   them, only store what `resolve` returns, and use it later: its `initCompleted` may not have run
///   yet. And do not wait for another thread that resolves, as `DispatchQueue.main.sync` may.
///
///   Do not end or cancel a thread while it resolves (`pthread_exit`, `Thread.exit`): what it has begun
///   is never finished, and the lock that all containers share may stay locked.
///
///   The container does not make services thread-safe. The compiler does not check factories, which
///   need not be `@Sendable`: do not change a variable in a factory if another thread uses it.
///   Register and resolve a `@MainActor` type on the main actor. After `fork`, do not use a container
///   in the new process if other threads used one: the lock may stay locked there.
nonisolated public final class DIContainer: @unchecked Sendable, CustomStringConvertible {
  // `@unchecked Sendable`: the variables are used under the lock, or before another thread can see the
  // container. The rest never changes. No code of the user runs under the lock: no factory, no
  // callback, no deinit.
  //
  // In most functions below, `type` only lets the compiler infer `Service`.
  @exclusivity(unchecked) private var registrations: [Key: Registration] = [:]
  private var lastOrder = 0
  private var isFrozen = false
  private let parent: DIContainer?
  private let lock = Lock.shared

  // MARK: - Creating

  /// Creates a container with the registrations of the providers, or an empty one.
  ///
  /// A container sees the registrations of its parent, including later ones, and can override them.
  /// The parent does not change. A transient of the parent is made with the container that resolves
  /// it, so it gets what a child overrides. A singleton is made with, and kept by, the container where
  /// it is registered, so it does not.
  public init(parent: DIContainer? = nil, providers: [any Provider] = []) {
    self.parent = parent
    register(providers: providers)
  }

  /// Creates a container, and lets `configure` register in it. Throws what `configure` throws.
  public init(parent: DIContainer? = nil, configure: (DIContainer) throws -> Void) rethrows {
    self.parent = parent
    try configure(self)
  }

  /// A group of registrations that belong together.
  ///
  /// To register types of the main actor, write `@MainActor` on the method, and on the conformance:
  /// `struct Screens: @MainActor DIContainer.Provider` (Swift 6.2).
  nonisolated public protocol Provider {
    /// Registers the group in the container.
    func register(in container: DIContainer)
  }

  // MARK: - Registering

  // `@_disfavoredOverload`: a closure without a label registers a transient. Without the attribute,
  // Swift chooses a form below without argument packs, and so another lifetime.
  //
  // `line` is never passed. Between two forms, Swift prefers the one that needs no default value: so a
  // closure is a factory, and not an instance. Code completion leaves `#line` out.

  /// Registers an existing instance.
  ///
  /// In every method, `name` tells several registrations of one service apart.
  @_disfavoredOverload public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil, eagerSingleton instance: Service,
    line: Int = #line
  ) {
    addSingleton(.eagerSingleton, name, given: Box(instance)) { _ in instance }
  }

  /// Registers the closure as the service, which is seldom meant: a factory takes the container.
  @available(*, deprecated, message: "this registers the closure: write { _ in … }, or its type")
  @_disfavoredOverload public func register<Service>(
    name: String? = nil, eagerSingleton closure: @escaping () throws -> Service
  ) {
    register((() throws -> Service).self, name: name, eagerSingleton: closure)
  }

  /// Registers a service that is made by ``bootstrap()``, or at its first use, if that is earlier.
  @_disfavoredOverload public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    eagerSingleton factory: @escaping (DIContainer) throws -> Service
  ) {
    addSingleton(.eagerSingleton, name, factory)
  }

  /// Registers a service that is made once, at its first use and on the thread of that use.
  ///
  /// The container keeps the singleton and the factory. If one of them keeps the container too, in a
  /// stored closure for example, nothing is freed before ``reset(keepingRegistrations:)`` removes the
  /// registration: capture `[unowned c]`, or `[weak c]` if the closure can outlive the container.
  @_disfavoredOverload public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    lazySingleton factory: @escaping (DIContainer) throws -> Service
  ) {
    addSingleton(.lazySingleton, name, factory)
  }

  /// Registers a service that is made at each use.
  ///
  /// The factory can take arguments, which you pass when you resolve the service. A trailing closure
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
    addTransient(name, factory)
  }

  /// Registers what the closure makes, at each use, as a factory that ignores the container.
  @available(*, deprecated, message: "a factory takes the container: write { _ in … }")
  public func register<Service>(
    name: String? = nil, transient closure: @escaping () throws -> Service
  ) {
    addTransient(name) { (_: DIContainer) in try closure() }
  }

  /// Registers a service and a callback that completes it, so that two can refer to each other:
  ///
  ///     container.register(Parent.self) { c in try Parent(child: c.resolve()) }
  ///     container.register(Child.self) { _ in Child() } initCompleted: { child, c in
  ///       child.parent = try c.resolve()  // the same parent that this child was made for
  ///     }
  ///
  /// `initCompleted` gets what the factory returns, and runs once for each instance, on the same
  /// thread: after the outermost factory has returned, and before the outermost `resolve` returns. The
  /// callbacks run in the order in which the instances were made. If one throws, `resolve` throws its
  /// error, and keeps no singleton that is not complete, or that is made of such a one.
  ///
  /// While a callback runs, factories and callbacks of other threads get its instance, and go on. A
  /// `resolve` outside of them waits until what it returns is complete.
  ///
  /// If `initCompleted` resolves a service for which its instance was made, directly or not, it gets
  /// the instance that is being made, even if it passes other values as arguments. (Not if the service
  /// was unregistered since, or made with another container.) The compiler does not check here that the
  /// factory makes a `Service`: if it makes something else, the first use throws an error.
  public func register<Service, Component, each Argument>(
    _ type: Service.Type, name: String? = nil,
    transient factory: @escaping (DIContainer, repeat each Argument) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) {
    addTransient(name, withCallback(type, factory, initCompleted))
  }

  /// Registers a lazy singleton and a callback that completes it, as for a transient.
  @_disfavoredOverload public func register<Service, Component>(
    _ type: Service.Type, name: String? = nil,
    lazySingleton factory: @escaping (DIContainer) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) {
    addSingleton(.lazySingleton, name, withCallback(type, factory, initCompleted))
  }

  /// Registers an eager singleton and a callback that completes it, as for a transient.
  @_disfavoredOverload public func register<Service, Component>(
    _ type: Service.Type, name: String? = nil,
    eagerSingleton factory: @escaping (DIContainer) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) {
    addSingleton(.eagerSingleton, name, withCallback(type, factory, initCompleted))
  }

  /// Registers what the providers register, in their order.
  public func register(providers: [any Provider]) {
    for provider in providers { provider.register(in: self) }
  }

  /// A factory that resolves each parameter of an initializer by its type.
  ///
  ///     container.register(Person.self, lazySingleton: DIContainer.autowire(PetOwner.init))
  ///
  /// A parameter of type `Logger?` gets `nil` if neither that nor `Logger` is registered. Default
  /// values are not used: every parameter is resolved.
  public static func autowire<Service, each Dependency>(
    _ initializer: @escaping (repeat each Dependency) throws -> Service
  ) -> (DIContainer) throws -> Service {
    { container in try initializer(repeat container.dependency((each Dependency).self)) }
  }

  // MARK: - Resolving

  /// The service, or `nil` if ``resolve(_:name:arguments:)`` would throw.
  ///
  /// To pass on a parameter pack, write `try? resolve(…)`: the Swift 6.3 compiler crashes if a pack
  /// is passed on to a subscript.
  public subscript<Service, each Argument>(
    _ type: Service.Type, name name: String? = nil, arguments arguments: repeat each Argument
  ) -> Service? {
    var key = Key(service: Service.self, name: name)
    repeat key.arguments.append((each Argument).self)
    guard let found = lookUp(key) else { return nil }
    return try? instance(of: found, (repeat each arguments)) as Service
  }

  /// Resolves a service, from arguments of the types that its factory takes.
  ///
  /// If an optional is inferred, as for a property of type `Logger?`, it looks for `Logger?` and then
  /// for `Logger`. One of the two must be registered: use the subscript for what may be absent.
  ///
  /// A service can resolve itself with other arguments. The calls of `resolve` can be nested 100 deep,
  /// on every platform and thread: a stack of 512 KB is enough for that, if the factories themselves
  /// need little of it. Deeper, a key that is on its path already is a circular dependency.
  ///
  /// - Parameters:
  ///   - type: the service. Leave it out if the result's type is known.
  ///   - name: the name that it was registered with.
  ///   - arguments: what the factory takes after the container. Their types are part of the key.
  /// - Throws: a ``ResolutionError``, or what a factory or `initCompleted` threw.
  public func resolve<Service, each Argument>(
    _ type: Service.Type = Service.self, name: String? = nil, arguments: repeat each Argument
  ) throws -> Service {
    var key = Key(service: Service.self, name: name)
    repeat key.arguments.append((each Argument).self)
    return try instance(for: key, (repeat each arguments))
  }

  /// Resolves every registration of a service that takes no arguments, with and without a name.
  ///
  /// The services are in the order of registration, the parent's first. A registration that a child
  /// overrides appears once, as the child's.
  /// - Throws: what ``resolve(_:name:arguments:)`` throws.
  public func resolveAll<Service>(_ type: Service.Type = Service.self) throws -> [Service] {
    var services: [Service] = []
    for registration in visible(where: { $0.service == Service.self && $0.arguments.isEmpty }) {
      guard let found = lookUp(registration.key) else { continue }  // it was removed meanwhile
      services.append(try instance(of: found, ()))
    }
    return services
  }

  // MARK: - Managing

  /// Whether the key is registered, here or in a parent. Nothing is made. An optional is looked up as
  /// it is: `Logger` does not count for `Logger?`.
  ///
  ///     container.contains(Animal.self, arguments: String.self, Int.self)
  public func contains<Service, each Argument>(
    _ type: Service.Type, name: String? = nil, arguments: repeat (each Argument).Type
  ) -> Bool {
    var key = Key(service: Service.self, name: name)
    repeat key.arguments.append(each arguments)
    return lock.locked { find(key) } != nil
  }

  /// Removes one registration of this container, and its instance. Returns whether there was one.
  @discardableResult public func unregister<Service, each Argument>(
    _ type: Service.Type, name: String? = nil, arguments: repeat (each Argument).Type
  ) -> Bool {
    var key = Key(service: Service.self, name: name)
    repeat key.arguments.append(each arguments)
    return replace(key, with: nil)
  }

  /// Removes all registrations and instances, and allows registering after ``bootstrap()`` again.
  ///
  /// - Parameter keepingRegistrations: If `true`, forgets only the instances that factories made. The
  ///   next use makes them again. Registrations, their order, the freeze, and instances that you
  ///   registered yourself stay. An instance that is being made is returned to the code that resolves
  ///   it, and not kept.
  public func reset(keepingRegistrations: Bool = false) {
    var forgotten: [AnyObject?] = []  // freed after the lock, since a deinit may use the container
    lock.locked {
      if keepingRegistrations {
        for registration in registrations.values where !registration.outlivesReset {
          forgotten.append(registration.box)
          registration.box = nil
          registration.draft = nil  // the thread that makes it holds the draft, and goes on
        }
      } else {
        forgotten = Array(registrations.values)
        registrations = [:]
        isFrozen = false
      }
    }
    withExtendedLifetime(forgotten) {}
  }

  /// Makes the eager singletons of this container (not of its parent) in the order of registration,
  /// then freezes it.
  ///
  /// Registering or unregistering after that is a programming error, which ends the program. If a
  /// singleton fails, its error is thrown, nothing is frozen, and you can call `bootstrap` again. What
  /// a factory registers meanwhile is made at its first use.
  public func bootstrap() throws {
    for registration in registered() where registration.lifetime == .eagerSingleton {
      // A factory may have replaced or removed it.
      if lock.locked({ registrations[registration.key] }) !== registration { continue }
      let _: Any = try registration.instance(in: self, ())
    }
    lock.locked { isFrozen = true }
  }

  // MARK: - Describing

  /// The registrations of this container in their order, one per line, with their lifetime, and with
  /// `(made)` or `(not made)` for singletons.
  public var description: String {
    let registrations = registered()
    return DIContainer.text { name in
      let lines = registrations.map { registration in
        let line = "\(name(registration.key)): \(registration.lifetime)"
        if !registration.isSingleton { return line }
        return line + (lock.locked { registration.box } == nil ? " (not made)" : " (made)")
      }
      return lines.joined(separator: "\n")
    }
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
    fileprivate var unwrapped: Key? {
      guard let optional = service as? any OptionalService.Type else { return nil }
      return Key(service: optional.wrapped, name: name, arguments: arguments)
    }

    /// For example `Animal "cat" (String, Bool)`.
    public var description: String { DIContainer.text { name in name(self) } }

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

    /// The hash that a dictionary uses, instead of the one above. Without it, a singleton takes 610
    /// instructions instead of 523, and a graph of five 7,186 instead of 6,718, under the lock.
    public func _rawHashValue(seed: Int) -> Int {
      let hash = ObjectIdentifier(service)._rawHashValue(seed: seed)
      guard let name else { return hash }
      return hash ^ name._rawHashValue(seed: seed)
    }
  }

  // `indirect`: without it, `po error` fails in lldb (Swift 6.3.1 on Linux).

  /// Why a service could not be resolved.
  nonisolated public indirect enum ResolutionError: Error, Sendable, CustomStringConvertible {
    /// Nothing is registered for the key. `path` leads from the outermost service to it, and
    /// `alternatives` lists the registrations of the same service, of types with the same name, and
    /// of their optionals.
    case notRegistered(Key, path: [Key], alternatives: [Key])
    /// Each of these services needs the next one. The first is repeated at the end.
    case circularDependency([Key])
    /// A factory with `initCompleted` made a component that is not of the service's type.
    case wrongComponent(Key, component: Any.Type, path: [Key])

    /// What happened, where, and what there is instead. It lists at most ten alternatives.
    public var description: String { DIContainer.text { name in text(name) } }

    /// The same, in a text where `name` says how each key is named.
    fileprivate func text(_ name: (Key) -> String) -> String {
      switch self {
      case .notRegistered(let key, let path, let alternatives):
        let text = "'\(name(key))' is not registered." + pathLine(path, name)
        if alternatives.isEmpty { return text }
        let limit = 10
        let listed = alternatives.prefix(limit).map(name).joined(separator: ", ")
        let more = alternatives.count > limit ? ", and \(alternatives.count - limit) more" : ""
        return text + "\n  Registered for \(name(Key(service: key.service))): " + listed + more
      case .circularDependency(let keys):
        return "Circular dependency: " + keys.map(name).joined(separator: " → ")
      case .wrongComponent(let key, let component, let path):
        let component = name(Key(service: component))
        let service = name(Key(service: key.service))
        return "'\(name(key))' made a \(component), which is not a \(service)."
          + pathLine(path, name)
      }
    }

    private func pathLine(_ path: [Key], _ name: (Key) -> String) -> String {
      path.count > 1 ? "\n  Path: " + path.map(name).joined(separator: " → ") : ""
    }

    /// Repeats the first key at the end.
    fileprivate static func cycle(_ keys: ArraySlice<Key>) -> ResolutionError {
      .circularDependency(Array(keys + keys.prefix(1)))
    }
  }

  /// Every text goes through here, so that no text shows two types as one. Types that print the same
  /// have their modules in it, and if they still print the same, as `private` types of two files do,
  /// numbers in the order in which they are first named.
  ///
  /// `write` gets a function that names a key. It runs twice, the first time to see which types there
  /// are.
  fileprivate static func text(_ write: ((Key) -> String) -> String) -> String {
    var namesakes: [String: [ObjectIdentifier: Int]] = [:]  // the types of each name, numbered
    func uniqueName(of type: Any.Type) -> String {
      let (short, full) = names(of: type)
      for name in [short, full] {
        let next = (namesakes[name]?.count ?? 0) + 1
        namesakes[name, default: [:]].merge([ObjectIdentifier(type): next]) { known, _ in known }
      }
      if namesakes[short]?.count == 1 { return short }
      guard let same = namesakes[full], same.count > 1 else { return full }
      return full + " #\(same[ObjectIdentifier(type), default: 0])"
    }
    func named(_ key: Key) -> String {
      var text = uniqueName(of: key.service)
      if let name = key.name { text += " " + name.debugDescription }
      if key.arguments.isEmpty { return text }
      return text + " (" + key.arguments.map(uniqueName).joined(separator: ", ") + ")"
    }
    _ = write(named)
    return write(named)
  }

  /// The name of a type, as Swift prints it, and for a nominal type with the types around it. And the
  /// same with the module.
  private static func names(of type: Any.Type) -> (short: String, full: String) {
    let short = "\(type)"
    // "Module.(unknown context at $10a2b3c4d).Outer.Inner" is private. A local type has two of these.
    let parts = String(reflecting: type).split(separator: ".")
    let known = parts.filter { !$0.hasPrefix("(unknown") }
    let full = known.joined(separator: ".")
    if full == short { return (short, full) }
    // "(extension in Module):Swift.Int.Inner" is in an extension.
    let path = full.hasPrefix("(extension in ") ? full.drop { $0 != ":" }.dropFirst() : full[...]
    let isLocal = parts.count - known.count > 1
    let isNominal = !path.unicodeScalars.contains { "<( ".unicodeScalars.contains($0) }
    guard isNominal, !isLocal, let dot = path.firstIndex(of: ".") else { return (short, full) }
    return (String(path[dot...].dropFirst()), full)
  }
}

// ——————————————————————————— How it works: you need not read on to use it ———————————————————————————
//
// `verify()` is at the end of the file.
//
// A `Registration` is what the container keeps for a key. Resolving takes these steps:
//
//     1. Look the key up. A finished singleton ends here.
//     2. Is this thread making it already? In a factory, that is a circular dependency, unless it
//        has arguments. In a callback (`initCompleted`), the instance is there: it is what the
//        callback asks for.
//     3. Claim a singleton. If another thread has claimed it, wait while its factory runs.
//     4. Run the factory.
//     5. Hand the instance over. If the factory threw, drop what was made for it.
//     6. After the outermost factory, run the callbacks, each where its instance was made.
//     7. Wait until what other threads made is complete too.
//
// A thread keeps a `Frame` for each factory that runs. Most instances are finished when their factory
// returns. A `Draft` stands for one that is not: a singleton whose factory runs, an instance whose
// callback has yet to run, and an instance that is made of such drafts. The thread that puts a draft
// into a registration has claimed the singleton. **A draft belongs to the thread that made it. No
// other thread runs its factory or its callback.**
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
// - A failure drops the drafts that were made for what failed, unless they are complete, and so is
//   everything that they are made of. What is made of a dropped draft is dropped in the same moment,
//   whichever thread made it. Only a factory or a callback that runs goes on. It fails with the same
//   error when it claims a singleton, or at its end.
//
// For example, A's callback needs B, and B's factory needs A. Thread 1 has made A, and its callback
// asks for B, which thread 2 has claimed: thread 1 waits. B's factory asks for A, whose factory has
// returned: thread 2 takes A and does not wait. B is complete now, and thread 1 takes it. Thread 2
// waits in step 7 until A's callback has returned. Then one of them finishes both, and each returns
// with the same two instances.
//
// Two attributes stand in several places, and keep the file fast to run and to compile. Swift does
// not promise what they do: without them everything works as before. Measured on 2026-11-24 with
// Swift 6.3.1, x86-64 Linux:
//
// - `@exclusivity(unchecked)`: the variable is guarded by the lock, or changed by one thread alone, so
//   it is never accessed while it changes. With the checks, a singleton takes 646 instructions
//   instead of 523, and a transient 2,034 instead of 1,282.
// - `@_semantics("optimize.sil.specialize.generic.never")`: one copy of a function for all services.
//   Without it, 200 pasted registrations compile in 24 s instead of 12, to 580 KB instead of 260.

nonisolated extension DIContainer {
  // MARK: - Registrations

  fileprivate enum Lifetime { case eagerSingleton, lazySingleton, transient }

  /// What a container keeps for a key: a `TypedRegistration`, which is one object with its factory.
  ///
  /// Once another thread can find the registration, `box` and `draft` are used under the lock, and the
  /// rest does not change.
  fileprivate class Registration {
    final let key: Key
    final let lifetime: Lifetime
    unowned final let container: DIContainer  // where it is registered; held by who finds it
    final var order = 0
    final var outlivesReset = false  // `reset(keepingRegistrations: true)` leaves the instance
    final var isReplacement = false  // the key was registered already
    final var box: AnyObject?  // with the instance of a finished singleton
    final var draft: Draft?  // of a singleton that is being made

    init(_ key: Key, _ lifetime: Lifetime, _ container: DIContainer) {
      self.key = key
      self.lifetime = lifetime
      self.container = container
    }

    final var isSingleton: Bool { lifetime != .transient }

    /// Its instance, for a caller that does not know its types.
    func instance<Result>(in container: DIContainer, _ arguments: Any) throws -> Result {
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

    override func instance<Result>(in container: DIContainer, _ arguments: Any) throws -> Result {
      guard let arguments = arguments as? Arguments else { fatalError("not the key's arguments") }
      let found = Found(registration: self, box: container.lock.locked { box })
      let instance: Service = try container.instance(of: found, arguments)
      guard let result = instance as? Result else { fatalError("not an optional of the service") }
      return result
    }
  }

  /// An instance, for code that does not know its type.
  private final class Box<Service> {
    let service: Service
    init(_ service: Service) { self.service = service }
  }

  /// Registers a singleton that the factory makes, or that is given.
  @_semantics("optimize.sil.specialize.generic.never")
  private func addSingleton<Service>(
    _ lifetime: Lifetime, _ name: String?, given: Box<Service>? = nil,
    _ factory: @escaping (DIContainer) throws -> Service
  ) {
    let key = Key(service: Service.self, name: name)
    let new = TypedRegistration(key, lifetime, self) { (c, _: Void) in try factory(c) }
    new.box = given
    new.outlivesReset = given != nil
    replace(key, with: new)
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private func addTransient<Service, each Argument>(
    _ name: String?, _ factory: @escaping (DIContainer, repeat each Argument) throws -> Service
  ) {
    var key = Key(service: Service.self, name: name)
    repeat key.arguments.append((each Argument).self)
    let new = TypedRegistration(key, .transient, self) { (c, arguments: (repeat each Argument)) in
      try factory(c, repeat each arguments)
    }
    replace(key, with: new)
  }

  /// Makes a factory that leaves `initCompleted` with the draft of its instance.
  private func withCallback<Service, Component, each Argument>(
    _ type: Service.Type,
    _ factory: @escaping (DIContainer, repeat each Argument) throws -> Component,
    _ initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) -> (DIContainer, repeat each Argument) throws -> Service {
    { (c: DIContainer, argument: repeat each Argument) in
      let component = try factory(c, repeat each argument)
      let thread = ResolvingThread.current
      thread.innermostDraft().callback = { try initCompleted(component, c) }
      if let service = component as? Service { return service }
      let path = thread.path
      throw ResolutionError.wrongComponent(
        path[path.count - 1], component: Swift.type(of: component as Any), path: path)
    }
  }

  /// Registers, or removes if there is no new registration. Returns whether there was one before.
  @discardableResult
  private func replace(_ key: Key, with new: Registration?) -> Bool {
    let old = lock.locked { () -> Registration? in
      if isFrozen {
        let mistake = "'\(key)' cannot be registered or unregistered after bootstrap()"
        fatalError(mistake + ": do it before, or in a child.")
      }
      guard let new else { return registrations.removeValue(forKey: key) }
      lastOrder += 1
      new.order = lastOrder
      let old = registrations.updateValue(new, forKey: key)
      new.isReplacement = old != nil
      return old
    }
    return withExtendedLifetime(old) { old != nil }  // it is not freed under the lock
  }

  /// The registrations of this container, in order.
  private func registered(where isMeant: (Key) -> Bool = { _ in true }) -> [Registration] {
    // Only the values are copied: with a second reference, the next change would copy the dictionary.
    let all = lock.locked { Array(registrations.values) }
    return all.filter { isMeant($0.key) }.sorted { $0.order < $1.order }
  }

  /// The registrations that can be found here, in order, those of the outermost parent first.
  private func visible(where isMeant: (Key) -> Bool) -> [Registration] {
    let registered = registered(where: isMeant)
    guard let parent else { return registered }
    let overridden = Set(registered.map { $0.key })
    return parent.visible(where: isMeant).filter { !overridden.contains($0.key) } + registered
  }

  // MARK: - Step 1: look the key up

  /// Notified of what happens on a thread that verifies a container.
  fileprivate protocol Listener: AnyObject {
    func didLookUp(_ key: Key, in container: DIContainer, _ found: Found?)
    /// A factory or a callback threw. Returns the error to throw on.
    func didFail(with error: any Error) -> any Error
  }

  /// What is found for a key, with the box of a finished singleton: both are read under one lock.
  fileprivate struct Found {
    let registration: Registration
    let box: AnyObject?
  }

  /// Returns `nil` if nothing is registered. If an optional is not, it looks for what that wraps.
  private func lookUp(_ key: Key) -> Found? {
    var isHeard = false  // without this look, a singleton takes 13 % more instructions
    let found = lock.locked {
      isHeard = lock.verifications > 0
      return find(key).map { Found(registration: $0, box: $0.box) }
    }
    if isHeard { ResolvingThread.current.listener?.didLookUp(key, in: self, found) }
    if found == nil, let unwrapped = key.unwrapped { return lookUp(unwrapped) }
    return found
  }

  /// Looks in this container, then in its parents. Under the lock.
  private func find(_ key: Key) -> Registration? { registrations[key] ?? parent?.find(key) }

  /// The whole way from a key to its instance: one call for each `resolve` of a program.
  @_semantics("optimize.sil.specialize.generic.never")
  private func instance<Service, Arguments>(
    for key: Key, _ arguments: Arguments
  ) throws -> Service {
    guard let found = lookUp(key) else { throw notRegistered(key) }
    return try instance(of: found, arguments)
  }

  /// The instance of a registration. A singleton that is finished ends here.
  ///
  /// `unsafeDowncast`, here and below: what is found by a key was registered with the key's service
  /// and arguments. With `as!`, a singleton takes 930 instructions instead of 523, and a transient 1,656
  /// instead of 1,282.
  @_semantics("optimize.sil.specialize.generic.never")
  private func instance<Service, Arguments>(
    of found: Found, _ arguments: Arguments
  ) throws -> Service {
    let registration = found.registration
    if registration.key.service != Service.self {  // what the optional `Service` wraps
      return try registration.instance(in: self, arguments)
    }
    if let box = found.box { return unsafeDowncast(box, to: Box<Service>.self).service }
    return try make(registration, arguments)
  }

  /// A parameter of an initializer that is autowired.
  private func dependency<Dependency>(_ type: Dependency.Type) throws -> Dependency {
    let key = Key(service: Dependency.self)
    if let found = lookUp(key) { return try instance(of: found, ()) }
    guard let optional = type as? any OptionalService.Type else { throw notRegistered(key) }
    return optional.absent()
  }

  /// The error for a key, with the path to it, and with what is registered for the same service, for a
  /// type that prints the same, or for an optional of these.
  private func notRegistered(_ key: Key) -> ResolutionError {
    var missing = key
    while let unwrapped = missing.unwrapped { missing = unwrapped }
    let printed = "\(missing.service)"
    let optional = "Optional<\(printed)>"
    let alternatives = visible { other in
      if other.service == missing.service { return true }
      // Most types differ here already. To compare whole names takes `verify` eleven times as long if
      // it has 10,000 registrations, 2,000 of which ask for something else that is missing.
      let otherPrinted = "\(other.service)"
      if otherPrinted != printed && otherPrinted != optional { return false }
      let service = (other.unwrapped ?? other).service
      return DIContainer.names(of: service).short == DIContainer.names(of: missing.service).short
    }
    let path = ResolvingThread.current.path + [missing]
    return .notRegistered(missing, path: path, alternatives: alternatives.map { $0.key })
  }

  // MARK: - Steps 2 to 5: make it

  /// All steps but the first, as far as they depend on the types. The rest is in `ResolvingThread`.
  private func make<Service, Arguments>(
    _ registration: Registration, _ arguments: Arguments
  ) throws -> Service {
    let container = registration.isSingleton ? registration.container : self
    let thread = ResolvingThread.current
    if let box = try thread.begin(registration, with: container, asked: self) {
      return unsafeDowncast(box, to: Box<Service>.self).service
    }
    // There is a frame for it now, and its factory has to run.
    let typed = unsafeDowncast(registration, to: TypedRegistration<Service, Arguments>.self)
    let firstOwnDraft = thread.drafts.count
    do {
      let instance = try typed.factory(container, arguments)
      try thread.end { Box(instance) }  // most instances need no box
      return instance
    } catch {
      throw thread.fail(error, from: firstOwnDraft)
    }
  }

  /// A factory that runs. While a callback runs, also one that has returned.
  fileprivate struct Frame {
    let registration: Registration
    let container: DIContainer
    var draft: Draft?  // most have none

    var hasReturned: Bool { draft?.box != nil }
  }

  /// An instance that is not finished yet, or was not when it became a part of another draft.
  ///
  /// `callback`, `frames` and `isAncestor` belong to the draft's thread alone. The other variables
  /// are changed under the lock, and read under it, with these exceptions:
  ///
  /// - Only the draft's thread writes `box`, so it can read it without the lock.
  /// - A draft that is finished or dropped stays so, with its box. Whoever has seen that under the
  ///   lock can read both without it. No other thread reads `parts` then, so the draft's thread can
  ///   change them.
  fileprivate final class Draft: Hashable {
    enum State {
      case running  // its factory runs
      case returned  // its factory has, and its `initCompleted` is due
      case complete  // both have run
      case finished  // and so have those of everything that it is made of
      case dropped
    }

    let registration: Registration
    let thread: ResolvingThread
    var failure: (any Error)?  // why it is dropped, or will be at the end of its factory
    var box: AnyObject?  // with the instance, as soon as the factory has returned
    var parts: [Draft] = []  // what it is made of and was not finished then
    var wholes: Set<Draft> = []  // what is made of it
    var callback: (() throws -> Void)?
    var frames: [Frame] = []  // where it was made: its callback runs there
    var isAncestor = false  // of an instance with a callback, or such an instance
    var change: UnsafeMutablePointer<pthread_cond_t>?  // where threads wait for the next state
    private(set) var state = State.running {
      didSet { if let change { pthread_cond_broadcast(change) } }
    }

    init(_ registration: Registration, _ thread: ResolvingThread) {
      self.registration = registration
      self.thread = thread
    }

    deinit {
      guard let change else { return }
      pthread_cond_destroy(change)
      change.deallocate()
    }

    var isOpen: Bool { state == .running || state == .returned }

    /// Makes another draft a part of this one.
    func add(_ part: Draft) {
      if part === self || part.state == .finished { return }
      if self.state == .dropped { return }  // by another thread: a callback that runs here goes on
      failure = failure ?? part.failure
      if part.wholes.insert(self).inserted { parts.append(part) }
    }

    /// Its factory has returned, or its callback. Throws if another thread has dropped it meanwhile,
    /// or a part of it.
    func advance(to next: State) throws {
      if let failure { throw failure }
      state = next
      if next == .complete && parts.isEmpty { finish() }
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
        if draft.state == .dropped { continue }
        draft.failure = draft.failure ?? error
        // A factory that runs cannot be stopped. Nothing is made of it yet.
        if draft.state == .running && draft !== self { continue }
        doomed += draft.wholes
        draft.leave(.dropped)
      }
    }

    private func leave(_ last: State) {
      state = last
      withdraw()
      if registration.draft === self { registration.draft = nil }
    }

    /// Its parts forget it.
    func withdraw() {
      for part in parts { part.wholes.remove(self) }
    }

    static func == (one: Draft, other: Draft) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// What one thread resolves now. `awaited` is used under the lock. While it is set, other threads
  /// read `frames` too, under the lock.
  fileprivate final class ResolvingThread {
    /// How many resolves can be nested if a key repeats. They need 480 KB of stack in debug, at most.
    private static var maximumDepth: Int { 100 }

    private let lock = Lock.shared
    /// What is being made, outermost first. The last one asks for what is resolved now. While a
    /// callback runs, these are the frames of where its instance was made.
    @exclusivity(unchecked) private(set) var frames: [Frame] = []
    /// The drafts of this thread whose factory has returned, and that were not finished then, in order.
    @exclusivity(unchecked) private(set) var drafts: [Draft] = []
    /// The draft whose factory this thread waits for in a factory or a callback.
    private var awaited: Draft?
    /// Notified of what this thread does, while it verifies.
    var listener: (any Listener)?

    /// The keys of what is being made, outermost first.
    var path: [Key] { frames.map { $0.registration.key } }

    /// The draft of what asks now. Makes one if there is none.
    func innermostDraft() -> Draft { draft(at: frames.count - 1) }

    private func draft(at index: Int) -> Draft {
      let draft = frames[index].draft ?? Draft(frames[index].registration, self)
      frames[index].draft = draft
      return draft
    }

    /// Steps 2 and 3. Returns the box if there is an instance. Otherwise the caller runs the factory.
    func begin(
      _ registration: Registration, with container: DIContainer, asked: DIContainer
    ) throws -> AnyObject? {
      if let ancestor = try ancestor(registration, asked) { return try take(ancestor) }
      let draft = registration.isSingleton ? Draft(registration, self) : nil
      if let draft, let box = try claim(draft) { return box }
      frames.append(Frame(registration: registration, container: container, draft: draft))
      return nil
    }

    /// Step 2: what this thread is making already. A callback gets it, also if the key was registered
    /// again since. A factory that asks for it closes a cycle, which is an error.
    private func ancestor(_ registration: Registration, _ asked: DIContainer) throws -> Draft? {
      let key = registration.key
      for index in frames.indices.reversed() {
        let other = frames[index].registration
        let hasReturned = frames[index].hasReturned
        if other !== registration && !(hasReturned && other.key == key) { continue }
        let container = other.isSingleton ? registration.container : asked  // as it was made with
        if frames[index].container !== container { continue }
        if hasReturned { return frames[index].draft }
        if key.arguments.isEmpty { throw ResolutionError.cycle(path[index...]) }
      }
      // A recursion may have other arguments or another container each time.
      if frames.count < Self.maximumDepth { return nil }
      guard let last = frames.lastIndex(where: { $0.registration.key == key }) else { return nil }
      throw ResolutionError.cycle(path[last...])
    }

    /// Step 3: claims a singleton. Returns the box if there is an instance already.
    private func claim(_ draft: Draft) throws -> AnyObject? {
      let registration = draft.registration
      while true {
        var other: Draft?
        let box = try lock.locked {
          // What asks is made of something that was dropped.
          if let failure = frames.last?.draft?.failure { throw failure }
          other = registration.draft
          if registration.box == nil && other == nil { registration.draft = draft }
          return registration.box
        }
        guard let other else { return box }
        if let box = frames.isEmpty ? takeFinished(other) : try take(other) { return box }
      }
    }

    /// Outside of factories and callbacks: waits until another thread's draft is finished, and returns
    /// its box, or `nil` if it was dropped.
    private func takeFinished(_ draft: Draft) -> AnyObject? {
      let all = lock.locked { finishAll(of: draft, waits: true) }
      withExtendedLifetime(all) {}  // not freed under the lock
      return draft.state == .finished ? draft.box : nil
    }

    /// In a factory or a callback: waits only while another thread runs the draft's factory. Makes
    /// the draft a part of what asks, and returns its box, or `nil` if that thread has dropped it.
    private func take(_ draft: Draft) throws -> AnyObject? {
      try lock.locked {
        awaited = draft
        defer { awaited = nil }
        // The last thread of a cycle finds it, before it sleeps.
        if let cycle = cycle(closedBy: draft) { throw ResolutionError.cycle(cycle) }
        while draft.state == .running { lock.wait(for: draft) }
        if draft.state == .dropped && draft.thread !== self { return nil }
        innermostDraft().add(draft)
        return draft.box
      }
    }

    /// Step 5: the factory has returned. The outermost one goes on with steps 6 and 7.
    func end(_ box: () -> AnyObject) throws {
      if let draft = frames[frames.count - 1].draft {
        let box = box()
        let isFinished = try lock.locked { try handOver(draft, box) }
        if frames.count == 1 && !isFinished { try completeAll(draft) }
      }
      frames.removeLast()
      if frames.isEmpty && !drafts.isEmpty { release(from: 0) }
    }

    /// Gives a draft its instance, and makes it a part of what asked for it. Returns whether it is
    /// finished. Under the lock.
    private func handOver(_ draft: Draft, _ box: AnyObject) throws -> Bool {
      draft.box = box
      try draft.advance(to: draft.callback == nil ? .complete : .returned)
      if draft.state == .finished { return true }
      if draft.callback != nil { keepFrames(of: draft) }
      let outer = frames.count == 1 ? nil : self.draft(at: frames.count - 2)
      if let outer, !draft.registration.isSingleton, !draft.isAncestor {
        // Nobody can ask for this instance again. So the outer one takes over its parts, and a
        // factory that runs for long keeps nothing of what it lets go.
        draft.withdraw()
        for part in draft.parts { outer.add(part) }
      } else {
        drafts.append(draft)
        outer?.add(draft)
      }
      return false
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

    /// Step 5: the factory threw, or a callback. What was made for it is dropped, and what is made of
    /// that on any thread. It is kept if it is complete, and everything that it is made of. Returns
    /// the error to throw on.
    func fail(_ error: any Error, from first: Int) -> any Error {
      let error = listener?.didFail(with: error) ?? error
      let frame = frames.removeLast()
      let made = Set(drafts[first...])
      lock.locked {
        frame.draft?.drop(error)
        for draft in drafts[first...] {
          // What it was given may be complete on the other thread, which has yet to wake up.
          let needsOpen = draft.parts.contains {
            !made.contains($0) && finishAll(of: $0, waits: false) == nil
          }
          if draft.isOpen || needsOpen { draft.drop(error) }
        }
        for draft in drafts[first...] where draft.state == .complete { draft.finish() }
      }
      release(from: first)
      withExtendedLifetime(frame) {}  // freed last, since a deinit may resolve
      return error
    }

    /// Frees drafts that are finished or dropped, and that refer to each other. A deinit may resolve:
    /// by then, this thread has forgotten them.
    private func release(from first: Int) {
      let released = Array(drafts[first...])
      drafts.removeLast(released.count)
      for draft in released {
        draft.frames = []
        draft.parts = []
      }
    }

    // MARK: - Steps 6 and 7: run the callbacks, and wait

    /// Runs the callbacks and waits. All drafts are parts of the outermost, directly or not.
    private func completeAll(_ outermost: Draft) throws {
      let outerFrames = frames
      defer { frames = outerFrames }
      var index = 0
      while index < drafts.count {  // a callback may add to them
        let draft = drafts[index]
        index += 1
        guard let callback = draft.callback else { continue }
        // Another thread may have dropped it.
        if let failure = lock.locked({ draft.failure }) { throw failure }
        frames = draft.frames  // where its instance was made
        do { try callback() } catch { throw listener?.didFail(with: error) ?? error }
        try lock.locked { try draft.advance(to: .complete) }
      }
      let all = lock.locked { finishAll(of: outermost, waits: true) } ?? []
      // What other threads made is freed with this draft, after the frames: what a deinit resolves
      // then is not taken for a part of a factory.
      outermost.parts += all
      if let failure = lock.locked({ outermost.failure }) { throw failure }
    }

    // MARK: - Waiting, and cycles between threads

    // Everything in this section runs under the lock.

    /// Finishes a draft and everything that it is made of, together, and returns all of it. If
    /// something is open, it waits, or returns `nil`. What another thread drops meanwhile is left out.
    private func finishAll(of draft: Draft, waits: Bool) -> Set<Draft>? {
      var all: Set = [draft]
      var rest = [draft]
      while let next = rest.popLast() {  // the last part first: then the others are rarely open
        while next.isOpen {
          if !waits { return nil }
          lock.wait(for: next)
        }
        if next.state != .complete { continue }
        // Looks before it walks, since thousands can be open.
        if !waits && next.parts.contains(where: { $0.isOpen }) { return nil }
        for part in next.parts where all.insert(part).inserted { rest.append(part) }
      }
      for draft in all where draft.state == .complete { draft.finish() }
      return all
    }

    /// The cycle, if each thread from the draft's to this one waits for a factory that runs.
    private func cycle(closedBy draft: Draft) -> ArraySlice<Key>? {
      var others: [Key] = []
      var next = draft
      while next.state == .running {
        let thread = next.thread
        guard let awaited = thread.awaited else { return nil }  // it does not wait in a factory
        guard let first = thread.frames.firstIndex(where: { $0.draft === next }) else { return nil }
        let members = thread.path[first...]
        if thread === self { return members + others }
        others += members
        next = awaited
      }
      return nil
    }

    // MARK: - The lock and the thread

    /// The state of the current thread, which is freed when the thread ends.
    static var current: ResolvingThread {
      if let thread = pthread_getspecific(slot) {
        return Unmanaged<ResolvingThread>.fromOpaque(thread).takeUnretainedValue()
      }
      let new = ResolvingThread()
      let status = pthread_setspecific(slot, Unmanaged.passRetained(new).toOpaque())
      if status != 0 { fatalError("DIContainer needs memory for a thread-specific value.") }
      return new
    }

    /// The number of the place where each thread keeps its state. POSIX calls it a key, and calls the
    /// function when a thread ends.
    private static let slot: pthread_key_t = {
      var slot = pthread_key_t()
      let status = pthread_key_create(&slot) { thread in  // optional on some platforms
        guard let thread = thread as UnsafeMutableRawPointer? else { return }
        Unmanaged<ResolvingThread>.fromOpaque(thread).release()
      }
      if status != 0 { fatalError("DIContainer needs a thread-specific key: too many are in use.") }
      return slot
    }()
  }

  /// A mutex, which is never freed. All containers share one, since threads may wait for each other
  /// through several of them. No code of the user runs under it.
  fileprivate final class Lock: @unchecked Sendable {
    static let shared = Lock()
    // Allocated, because a stored property has no address that stays the same.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    /// How many verifications run now. Used under the lock.
    var verifications = 0

    init() { pthread_mutex_init(mutex, nil) }

    func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body()
    }

    /// Under the lock: unlocks, sleeps until the draft changes, and locks again.
    func wait(for draft: Draft) {
      let change = draft.change ?? .allocate(capacity: 1)
      if draft.change == nil { pthread_cond_init(change, nil) }
      draft.change = change
      pthread_cond_wait(change, mutex)
    }
  }

  /// An optional type, for code that does not know what it wraps.
  fileprivate protocol OptionalService {
    static var wrapped: Any.Type { get }
    static func absent<Result>() -> Result
  }
}

nonisolated extension Optional: DIContainer.OptionalService {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
  fileprivate static func absent<Result>() -> Result {
    guard let absent = Self.none as? Result else { fatalError("not this optional") }
    return absent
  }
}

// ——————————————————————————— From here on, this file may be cut off ———————————————————————————
//
// To cut it off: sed '/may be cut off/,$d' DIContainer.swift

nonisolated extension DIContainer {
  // MARK: - Verifying

  /// Tries every registration without arguments that can be found here, in parents too, on a copy, and
  /// then calls `also` with the copy.
  ///
  /// **Factories and callbacks run**, on this thread and with their side effects: a factory that
  /// starts a `Task` starts it. Verify main-actor services on the main actor. Before you
  /// verify, register test doubles for services that reach the outside world.
  ///
  ///     let verification = container.verify { c in
  ///       _ = try c.resolve(Animal.self, arguments: "Lucky", 7)
  ///     }
  ///     // in a test: #expect(verification.errors.isEmpty, "\(verification)")
  ///     // #expect(verification.warnings == [], "\(verification)"), or those that you mean
  ///
  /// Nothing that it makes is kept, and a singleton that exists is not made again: verify a new
  /// container. But what a factory asks of another container is made there, and stays there: the
  /// warning ``Warning/captured(_:from:)`` names who asked. A factory stops at its first missing
  /// service: register that, and verify again. What a factory starts, a task for example, can go on
  /// using the copy, if it holds that strongly. In a factory or a callback, `verify` tries nothing, and
  /// reports a circular dependency.
  ///
  /// - Parameter also: resolves what needs arguments, and whatever else your program resolves.
  public func verify(_ also: (DIContainer) throws -> Void = { _ in }) -> Verification {
    let recorder = Recorder()
    let thread = ResolvingThread.current
    let outer = thread.listener  // of a verification whose closure calls this one
    thread.listener = recorder
    lock.locked { lock.verifications += 1 }
    recorder.tryAll(of: self, also)
    lock.locked { lock.verifications -= 1 }
    thread.listener = outer
    return recorder.report()
  }

  /// What ``verify(_:)`` found.
  nonisolated public struct Verification: Sendable, CustomStringConvertible {
    /// Every cause once, in the order in which they were met. A missing key is one error, with the
    /// first path to it, and a circular dependency is one error, whichever service led to it. What a
    /// factory catches, or a subscript turns into `nil`, is not an error.
    public let errors: [any Error]
    /// What is allowed but often a mistake.
    public let warnings: [Warning]
    /// A Mermaid flowchart of which service needs which, sorted by their names. Dashed arrows are from
    /// `initCompleted`. A box is a transient, a rounded box a lazy singleton, a box with double sides an
    /// eager singleton, a hexagon what is not registered.
    public let mermaid: String

    /// The errors and the warnings as text, with the path to what a factory threw, and with how many
    /// more services fail for the same reason.
    public let description: String
  }

  /// What is allowed but often a mistake.
  nonisolated public enum Warning: Hashable, Sendable, CustomStringConvertible {
    /// Was not tried: it needs arguments and nothing asked for it, or the instance was made before.
    case unchecked(Key)
    /// Was registered again, in the same container, so that the first registration is lost.
    case replaced(Key)
    /// Was asked for and is not registered, and no error came of it: through a subscript, as an
    /// optional parameter, or because a factory caught the error. `path` is the first to it.
    case absent(Key, path: [Key])
    /// Is registered in a child, but `from`, a singleton of a parent, does not see it. It uses the
    /// parent's, or finds none.
    case hidden(Key, from: Key)
    /// Was asked of another container than the one that the factory of `from` is given: one that it
    /// captured, a global one. If `from` is `nil`, the closure of `verify` did that.
    case captured(Key, from: Key?)

    /// What it is, and what to do about it.
    public var description: String { DIContainer.text { name in text(name) } }

    /// The same, in a text where `name` says how each key is named.
    fileprivate func text(_ name: (Key) -> String) -> String {
      switch self {
      case .unchecked(let key) where key.arguments.isEmpty:
        return "'\(name(key))' was made before and was not checked: verify a new container."
      case .unchecked(let key):
        return "'\(name(key))' needs arguments and was not checked: "
          + "resolve it in the closure of verify."
      case .replaced(let key):
        let advice = "give each a name to keep both, unless the second is a test double."
        return "'\(name(key))' is registered twice, and the first is lost: \(advice)"
      case .absent(let key, let path):
        let place = path.count > 1 ? " (" + path.map(name).joined(separator: " → ") + ")" : ""
        let advice = "register it, unless it may be absent."
        return "'\(name(key))' is not registered, and no error came of it\(place): \(advice)"
      case .hidden(let key, let from):
        let advice = "register '\(name(from))' in the child too, or '\(name(key))' in the parent."
        return "'\(name(key))' is registered in a child, but '\(name(from))' is a singleton of a "
          + "parent, which does not see it: \(advice)"
      case .captured(let key, let asker):
        let asker = asker.map { "'\(name($0))'" } ?? "The closure of verify"
        return "\(asker) asks another container for '\(name(key))': ask the one that it is given."
      }
    }
  }

  // MARK: - Recording

  /// Copies a registration. Only a `TypedRegistration` knows its types.
  fileprivate protocol Copied {
    func copy(for container: DIContainer) -> Registration
  }

  private var root: DIContainer { parent?.root ?? self }

  /// Notes what the thread that verifies asks for, and what fails. Other threads do not use it.
  fileprivate final class Recorder: Listener {
    private var copies: [DIContainer] = []  // of the verified container and its parents
    private var wasMade: [Key: Bool] = [:]  // by a factory, before the verification
    private var isInClosure = false  // of verify
    private var nodes: [Node] = []
    private var numbers: [Key: [Int: Int]] = [:]  // of the nodes of a key, by their levels
    private var warnings: [Warning] = []  // first of what is replaced and captured
    private var warned: Set<Warning> = []
    private var failures: [Int: Failure] = [:]  // by the reference to the error, while it is thrown
    private var firstFailures: [String: Failure] = [:]  // for each cause

    /// Tries everything once, on a copy.
    func tryAll(of container: DIContainer, _ also: (DIContainer) throws -> Void) {
      let path = ResolvingThread.current.path
      if !path.isEmpty { return attempt { throw ResolutionError.cycle(path[...]) } }
      let copy = copy(container)
      let registrations = copy.visible { _ in true }
      for registration in registrations {
        let number = number(of: registration.key, registration)
        if registration.key.arguments.isEmpty { nodes[number].path = [registration.key] }
        nodes[number].isUnchecked = nodes[number].path == nil || wasMade[registration.key] == true
      }
      for registration in registrations where registration.key.arguments.isEmpty {
        attempt { let _: Any = try registration.instance(in: copy, ()) }
      }
      isInClosure = true
      attempt { try also(copy) }
      isInClosure = false
    }

    /// Copies a container and its parents, the outermost first. Only the copies make anything.
    private func copy(_ container: DIContainer) -> DIContainer {
      let copy = DIContainer(parent: container.parent.map(self.copy))
      for original in container.registered() {
        guard let new = (original as? any Copied)?.copy(for: copy) else { continue }
        new.box = copy.lock.locked { original.box }
        new.outlivesReset = new.box != nil  // what exists survives the reset at the end
        copy.replace(new.key, with: new)
        wasMade[new.key] = new.box != nil && !original.outlivesReset  // a child's wins
        if original.isReplacement { warn(.replaced(new.key)) }
      }
      copies.insert(copy, at: 0)
      return copy
    }

    /// Runs it. If it fails, notes the cause, or that one more service fails for a known cause.
    private func attempt(_ body: () throws -> Void) {
      failures = [:]
      do { try body() } catch {
        let failure = failure(with: error)
        firstFailures[failure.cause, default: failure].services.formUnion(failure.path.prefix(1))
        if let number = failure.missing { nodes[number].isMissing = true }
        for number in failure.cycle { nodes[number].isCircular = true }
      }
    }

    /// Notes who asks for what.
    func didLookUp(_ key: Key, in container: DIContainer, _ found: Found?) {
      let frames = ResolvingThread.current.frames
      let asker = frames.last
      // What another container makes is not verified.
      if let asker, asker.container.root !== copies.last { return }
      let isElsewhere = container.root !== copies.last
      if !isElsewhere { noteWhatIsHidden(key, found, frames) }
      if found == nil && key.unwrapped != nil { return }  // what it wraps is looked up next
      if isElsewhere {
        // A deinit between two factories is nobody's.
        if asker != nil || isInClosure { warn(.captured(key, from: asker?.registration.key)) }
        return
      }
      let number = number(of: key, found?.registration)
      nodes[number].path = nodes[number].path ?? frames.map { $0.registration.key } + [key]
      if !key.arguments.isEmpty { nodes[number].isUnchecked = false }
      nodes[number].lifetime = found?.registration.lifetime
      guard let asker else { return }
      let from = self.number(of: asker.registration.key, asker.registration)
      // Nothing looks up what `bootstrap` makes.
      nodes[from].path = nodes[from].path ?? frames.map { $0.registration.key }
      nodes[from].arrows[asker.hasReturned ? "-.->" : "-->", default: []].insert(number)
    }

    /// A singleton of a parent does not see what the containers below that parent register.
    private func noteWhatIsHidden(_ key: Key, _ found: Found?, _ frames: [Frame]) {
      guard let maker = frames.last(where: { $0.registration.isSingleton }) else { return }
      let source = found?.registration.container ?? maker.container
      let below = copies.prefix(max(min(level(of: maker.container), level(of: source)), 0))
      let hidden = below.compactMap { copy in copy.lock.locked { copy.registrations[key] } }.first
      guard let hidden else { return }
      let warning = Warning.hidden(key, from: maker.registration.key)
      if warned.insert(warning).inserted { nodes[number(of: key, hidden)].hidden.append(warning) }
    }

    private func warn(_ warning: Warning) {
      if warned.insert(warning).inserted { warnings.append(warning) }
    }

    /// Notes what fails. Returns a copy of the error to throw on. It has a reference of its
    /// own: so an error that is passed on is known, and several factories can throw one stored error.
    func didFail(with error: any Error) -> any Error { failure(with: error).error }

    private func failure(with error: any Error) -> Failure {
      if let known = failures[reference(to: error)] { return known }
      let frames = ResolvingThread.current.frames
      let path = frames.map { number(of: $0.registration.key, $0.registration) }
      let thrower = path.last ?? -1
      var new = Failure(error: error.withOwnReference, path: path, order: firstFailures.count)
      switch error as? ResolutionError {
      case .notRegistered(let key, _, _)?:
        let missing = number(of: key, nil)
        new.missing = missing
        new.cause = "missing \(missing)"
      case .wrongComponent(_, let component, _)?:
        new.cause = "\(thrower) \(ObjectIdentifier(component))"
      case .circularDependency(let keys)?:
        new.cause = "\(thrower) \(keys)"
        var cycle = Array(path.suffix(max(keys.count - 1, 0)))
        // A factory can throw one that it made itself.
        if cycle.isEmpty || cycle.map({ nodes[$0].key }) != Array(keys.dropLast()) { break }
        while cycle.first != cycle.min() { cycle.append(cycle.removeFirst()) }
        new.reported = ResolutionError.cycle(cycle.map { nodes[$0].key }[...])
        new.cycle = cycle
        new.cause = "circular \(cycle)"
      case nil:
        new.text = "\(error)"
        // An `NSError` prints its parts in any order, and some with an address.
        let words = new.text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let same = words.filter { !$0.hasPrefix("0x") }.sorted()
        new.cause = "\(thrower) \(ObjectIdentifier(type(of: error))) \(same)"
      }
      failures[reference(to: new.error)] = new
      return new
    }

    /// An `any Error` is one reference, which stays the same while the error is passed on. A factory
    /// that catches it can throw a new one with the same text, so texts do not tell. Without the cast
    /// to an optional, the compiler passes the value in the error.
    private func reference(to error: any Error) -> Int {
      unsafeBitCast(error as (any Error)?, to: Int.self)
    }

    /// 0 for the verified container, 1 and more for its parents, -1 for any other.
    private func level(of container: DIContainer) -> Int {
      copies.firstIndex { $0 === container } ?? -1
    }

    /// The node of a registration, or of a key that is not registered: it could be found up to the
    /// outermost parent, and has the level of that. Numbered as they come up.
    private func number(of key: Key, _ registration: Registration?) -> Int {
      let level = registration.map { self.level(of: $0.container) } ?? copies.count - 1
      if let known = numbers[key]?[level] { return known }
      numbers[key, default: [:]][level] = nodes.count
      nodes.append(Node(key: key, level: level, lifetime: registration?.lifetime))
      return nodes.count - 1
    }

    /// What was found. Releases what the verification has made.
    func report() -> Verification {
      for copy in copies { copy.reset(keepingRegistrations: true) }
      let unchecked = nodes.filter { $0.isUnchecked }.map { Warning.unchecked($0.key) }
      let absent = nodes.filter { $0.isAbsent }.map { Warning.absent($0.key, path: $0.path ?? []) }
      warnings = unchecked + absent + warnings
      let causes = firstFailures.values.sorted { $0.order < $1.order }
      return Verification(
        errors: causes.map { $0.reported ?? $0.error },
        warnings: warnings + nodes.flatMap { $0.hidden },
        mermaid: DIContainer.text(flowchart),
        description: DIContainer.text { name in text(of: causes, name) })
    }

    private func text(of causes: [Failure], _ name: (Key) -> String) -> String {
      var lines = causes.isEmpty ? ["No errors."] : []
      for cause in causes {
        let error = (cause.reported ?? cause.error) as? ResolutionError
        lines.append(error?.text(name) ?? cause.text)
        let path = error == nil ? cause.path.map { name(nodes[$0].key) } : []
        if !path.isEmpty { lines.append("  Path: " + path.joined(separator: " → ")) }
        // Which steps to what is missing leave the verified container.
        if case .notRegistered(_, let path, _)? = error {
          let steps = zip([nil] + path, path).map { Warning.captured($1, from: $0) }
          lines += steps.filter(warned.contains).map { "  " + $0.text(name) }
        }
        lines += more(cause.services.count - 1, "service fails", "services fail", "for this reason")
      }
      lines += warnings.map { $0.text(name) }
      for node in nodes where !node.hidden.isEmpty {
        lines.append(node.hidden[0].text(name))
        lines += more(node.hidden.count - 1, "singleton does", "singletons do", "not see it")
      }
      return lines.joined(separator: "\n")
    }

    private func more(_ count: Int, _ one: String, _ several: String, _ rest: String) -> [String] {
      count < 1 ? [] : ["  \(count) more \(count == 1 ? one : several) \(rest)."]
    }

    /// Sorted, so that one service more changes no other line.
    private func flowchart(_ name: (Key) -> String) -> String {
      let ids = nodes.map { $0.path == nil ? "" : $0.id(name) }
      var lines: [String] = []
      for (id, node) in zip(ids, nodes) where node.path != nil {
        lines.append(id + node.shape(name))
        for (arrow, others) in node.arrows { lines += others.map { "\(id) \(arrow) \(ids[$0])" } }
      }
      let styles =
        "\n  classDef missing fill:#fcc,stroke:#c00\n  classDef circular fill:#fd9,stroke:#c60"
        + "\n  classDef absent fill:#eee,stroke:#999"
      return (["flowchart TD"] + lines.sorted()).joined(separator: "\n  ") + styles
    }
  }

  /// An error that a factory or a callback threw. The numbers are those of nodes.
  private struct Failure {
    let error: any Error  // as it is passed on
    let path: [Int]  // to what threw it
    let order: Int  // among the causes
    var reported: (any Error)?  // if it differs
    var text = ""  // of what is no `ResolutionError`
    var cause = ""
    var missing: Int?  // what is not registered
    var cycle: [Int] = []
    var services: Set<Int> = []  // the outermost ones that failed for this cause
  }

  /// A registration, or a key that is not registered, as the verification saw it.
  private struct Node {
    let key: Key
    let level: Int  // of its container
    var lifetime: Lifetime?  // `nil` if the last look-up did not find it
    var path: [Key]?  // the first to it. `nil` if it was not tried, and nothing asked for it
    var isUnchecked = false
    var isMissing = false  // an error came of it
    var isCircular = false
    var arrows: [String: Set<Int>] = [:]  // to the numbers of other nodes
    var hidden: [Warning] = []  // one for each singleton of a parent that does not see it

    var isAbsent: Bool { path != nil && lifetime == nil && !isMissing }

    /// What the lines of the flowchart call it, for example `Animal_named_cat_with_String`. No other
    /// node is called that: what is no ASCII letter, digit or dot is a code. Two underscores keep it
    /// from beginning with a word of Mermaid, like `end` and `style`.
    func id(_ name: (Key) -> String) -> String {
      var id = coded(name(Key(service: key.service)), isID: true)
      if let name = key.name { id += "_named_" + coded(name, isID: true) }
      for type in key.arguments { id += "_with_" + coded(name(Key(service: type)), isID: true) }
      id += level < 0 ? "_in_child" : String(repeating: "_in_parent", count: level)
      return id.first?.isLowercase == true ? "__" + id : id
    }

    /// As Mermaid draws it.
    func shape(_ name: (Key) -> String) -> String {
      let place = level < 0 ? "child: " : String(repeating: "parent: ", count: level)
      let label = (lifetime == nil ? "" : place) + coded(name(key), isID: false)
      let mark = isCircular ? ":::circular" : ""
      switch lifetime {
      case .eagerSingleton: return "[[\"\(label)\"]]" + mark
      case .lazySingleton: return "([\"\(label)\"])" + mark
      case .transient: return "[\"\(label)\"]" + mark
      case nil: return "{{\"\(label)\"}}:::" + (isMissing ? "missing" : "absent")
      }
    }

    /// What may mean something to Mermaid is a code. Even a space is: it finds `direction LR` in a label.
    private func coded(_ text: String, isID: Bool) -> String {
      let scalars = text.unicodeScalars.map { scalar in
        let isLetter = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        if isLetter && (scalar.isASCII || !isID) || scalar == "." { return String(scalar) }
        return isID ? "_" + String(scalar.value, radix: 16) + "_" : "#\(scalar.value);"
      }
      return scalars.joined()
    }
  }
}

nonisolated extension DIContainer.TypedRegistration: DIContainer.Copied {
  fileprivate func copy(for container: DIContainer) -> DIContainer.Registration {
    DIContainer.TypedRegistration(key, lifetime, container, factory)
  }
}

nonisolated extension Error {
  /// The same error, with a reference of its own.
  fileprivate var withOwnReference: any Error { self }
}
