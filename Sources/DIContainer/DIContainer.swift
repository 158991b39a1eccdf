// DIContainer 2.0.0: dependency injection for Swift in one file. SPDX-License-Identifier: MIT-0
//
// Copy this file into your program; nothing else is needed. To compile it without a package:
//
//     swiftc main.swift DIContainer.swift -o program        beside a program of your own
//     cat main.swift DIContainer.swift > script.swift       at the end of a script,
//     swift script.swift                                    which then runs as one file

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

/// Makes the services of a program: register how each is made, then ask for it by its type.
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
/// - Key: the service's type, a name, and the types of the arguments. The same key replaces.
/// - Errors: a ``ResolutionError`` names what was asked for and the path to it. What a factory
///   throws arrives unchanged. No error is kept: the next use tries again.
/// - Threads: every method may be called on every thread, and no lock is held while a factory
///   runs. A factory runs on the thread that asks. The container does not protect the services:
///   register and resolve a `@MainActor` type on the main actor.
nonisolated public final class DIContainer: @unchecked Sendable, CustomStringConvertible {
  // `@unchecked Sendable`: the variables are used under the lock only, and the rest never changes.
  // No code of the user runs under the lock: no factory, no callback, no deinit.
  //
  // `@exclusivity(unchecked)`, here and below: what the lock guards, or one thread alone uses, is
  // never accessed twice at once. With the checks, a singleton takes 61 ns instead of 49, and a
  // transient 193 instead of 118.
  @exclusivity(unchecked) private var plain: [ObjectIdentifier: Registration] = [:]
  @exclusivity(unchecked) private var keyed: [Key: Registration] = [:]  // with a name or arguments
  private var ordered: [Registration] = []
  private var lastOrder = 0
  private var isFrozen = false
  private let outerContainer: DIContainer?
  private let recorder: Recorder?
  private let lock = Lock.shared

  // MARK: - Creating

  /// Creates a container with the registrations of the providers, or an empty one.
  ///
  /// A container also has the registrations of its parent, later ones too, and may replace them for
  /// itself. A transient of the parent is made with the container that was asked, so it gets what
  /// the child replaces. A singleton is made with, and kept by, the container where it is
  /// registered: a singleton of the parent never gets what a child replaces. A factory may make a
  /// child of the container that it is given, for what one graph shares.
  public convenience init(parent: DIContainer? = nil, providers: [any Provider] = []) {
    self.init(parent, recorder: parent?.recorder)
    register(providers: providers)
  }

  /// Creates a container, and lets `configure` register in it.
  public convenience init(
    parent: DIContainer? = nil, configure: (DIContainer) throws -> Void
  ) rethrows {
    self.init(parent, recorder: parent?.recorder)
    try configure(self)
  }

  private init(_ outerContainer: DIContainer?, recorder: Recorder?) {
    self.outerContainer = outerContainer
    self.recorder = recorder
  }

  /// A group of registrations that belong together.
  ///
  /// To register types of the main actor, write `@MainActor` on the conformance and on the method:
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

  /// Registers an instance that exists already.
  ///
  /// A closure without a parameter is such an instance. A factory takes the container: `{ _ in … }`.
  @_disfavoredOverload public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil, eagerSingleton instance: Service,
    _ unused: Void = ()  // ranks this after the form that takes a factory
  ) {
    let key = Key(service: Service.self, name: name)
    let new = TypedRegistration(key, .eagerSingleton, self) { (_, _: Void) in instance }
    new.instance = Box(instance)
    new.isGiven = true
    insert(new)
  }

  /// Registers a service that ``bootstrap()`` makes, or its first use if that is earlier.
  @_disfavoredOverload public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    eagerSingleton factory: @escaping (DIContainer) throws -> Service
  ) {
    add(.eagerSingleton, Service.self, name, factory)
  }

  /// Registers a service that is made once, at its first use and on the thread of that use.
  ///
  /// The container keeps the singleton and the factory. If one of them keeps the container (in a
  /// stored closure, for example), capture it with `[unowned c]`, or neither is freed before a
  /// ``reset(keepingRegistrations:)``.
  @_disfavoredOverload public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    lazySingleton factory: @escaping (DIContainer) throws -> Service
  ) {
    add(.lazySingleton, Service.self, name, factory)
  }

  /// Registers a service that is made at each use. Its factory may take arguments, which are given
  /// when it is resolved. A closure without a label means this form.
  ///
  ///     container.register(Animal.self) { _, name, age in Horse(name: name, age: age) }
  ///     container[Animal.self, arguments: "Lucky", 7]
  ///
  /// The number and the types of the arguments are a part of the key: a `String` does not find a
  /// factory that takes a `Substring` or a `String?`. A factory of several statements names the
  /// types: `{ (_, name: String, age: Int) in … }`.
  public func register<Service, each Argument>(
    _ type: Service.Type = Service.self, name: String? = nil,
    transient factory: @escaping (DIContainer, repeat each Argument) throws -> Service
  ) {
    addTransient(Service.self, name, factory)
  }

  /// The same without arguments.
  public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    transient factory: @escaping (DIContainer) throws -> Service
  ) {
    add(.transient, Service.self, name, factory)
  }

  /// Registers a service and what completes each instance, so that two may know each other:
  ///
  ///     container.register(Parent.self) { c in try Parent(child: c.resolve()) }
  ///     container.register(Child.self) { _ in Child() } initCompleted: { child, c in
  ///       child.parent = try c.resolve()  // the very parent that this child was made for
  ///     }
  ///
  /// `initCompleted` gets what the factory returns. It runs once for each instance, when all that
  /// the outermost `resolve` makes is made, in the order of making, before that `resolve` returns,
  /// on its thread. If it throws, `resolve` throws that, and singletons that were not completed by
  /// then are not kept. With arguments, what `initCompleted` asks for is the nearest one it was made
  /// for, whatever the values.
  public func register<Service, Component, each Argument>(
    _ type: Service.Type, name: String? = nil,
    transient factory: @escaping (DIContainer, repeat each Argument) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) {
    addTransient(Service.self, name, factory, initCompleted)
  }

  /// Registers a lazy singleton and what completes it.
  ///
  ///     container.register(Child.self, lazySingleton: { _ in Child() }) { child, c in
  ///       child.parent = try c.resolve()
  ///     }
  @_disfavoredOverload public func register<Service, Component>(
    _ type: Service.Type, name: String? = nil,
    lazySingleton factory: @escaping (DIContainer) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) {
    add(.lazySingleton, Service.self, name, factory, initCompleted)
  }

  /// Registers an eager singleton and what completes it.
  @_disfavoredOverload public func register<Service, Component>(
    _ type: Service.Type, name: String? = nil,
    eagerSingleton factory: @escaping (DIContainer) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) {
    add(.eagerSingleton, Service.self, name, factory, initCompleted)
  }

  // The same three, for a component that is the service itself. With two forms to choose from, the
  // compiler infers the parameters of `initCompleted` also for a factory of several statements.

  /// Registers a service and what completes each instance.
  @_disfavoredOverload public func register<Service, each Argument>(
    _ type: Service.Type, name: String? = nil,
    transient factory: @escaping (DIContainer, repeat each Argument) throws -> Service,
    initCompleted: @escaping (Service, DIContainer) throws -> Void
  ) {
    addTransient(Service.self, name, factory, initCompleted)
  }

  /// Registers a lazy singleton and what completes it.
  @_disfavoredOverload public func register<Service>(
    _ type: Service.Type, name: String? = nil,
    lazySingleton factory: @escaping (DIContainer) throws -> Service,
    initCompleted: @escaping (Service, DIContainer) throws -> Void
  ) {
    add(.lazySingleton, Service.self, name, factory, initCompleted)
  }

  /// Registers an eager singleton and what completes it.
  @_disfavoredOverload public func register<Service>(
    _ type: Service.Type, name: String? = nil,
    eagerSingleton factory: @escaping (DIContainer) throws -> Service,
    initCompleted: @escaping (Service, DIContainer) throws -> Void
  ) {
    add(.eagerSingleton, Service.self, name, factory, initCompleted)
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
    { container in try initializer(repeat container.dependency((each Dependency).self)) }
  }

  /// Not available: an initializer that may return `nil` is no factory.
  @available(*, unavailable, message: "init? may return nil: write a factory that throws instead")
  @_disfavoredOverload public static func autowire<Service, each Dependency>(
    _ initializer: @escaping (repeat each Dependency) throws -> Service?
  ) -> (DIContainer) throws -> Service { fatalError() }

  // MARK: - Resolving

  /// The service, or `nil` if ``resolve(_:name:)`` would throw.
  public subscript<Service>(_ type: Service.Type, name name: String? = nil) -> Service? {
    try? service(type, Key(service: Service.self, name: name), (), mayBeAbsent: true)
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
    return try? service(type, key, (repeat each arguments), mayBeAbsent: true)
  }

  /// Resolves a service. If an optional is inferred, as for a property of type `Logger?`, the service
  /// is `Logger`, and it has to be registered, unless `Logger?` is. Use the subscript for a service
  /// that may be absent.
  ///
  /// - Throws: a ``ResolutionError``, or what a factory or `initCompleted` threw. If 128 services are
  ///   being made within each other and one of them is asked for again, that is a ring.
  public func resolve<Service>(
    _ type: Service.Type = Service.self, name: String? = nil
  ) throws -> Service {
    try service(type, Key(service: Service.self, name: name), (), mayBeAbsent: false)
  }

  /// Resolves a service from arguments of the types that its factory takes.
  ///
  /// A service may resolve itself with other arguments, up to 128 deep, on every thread.
  /// - Throws: a ``ResolutionError``, or what a factory or `initCompleted` threw.
  public func resolve<Service, each Argument>(
    _ type: Service.Type = Service.self, name: String? = nil, arguments: repeat each Argument
  ) throws -> Service {
    var key = Key(service: Service.self, name: name)
    repeat key.arguments.append((each Argument).self)
    return try service(type, key, (repeat each arguments), mayBeAbsent: false)
  }

  /// Resolves every registration of a service that takes no arguments, with and without a name, in
  /// the order of registration, the parent's first. What the child replaces is there once, as the child's.
  public func resolveAll<Service>(_ type: Service.Type = Service.self) throws -> [Service] {
    var services: [Service] = []
    do {
      for registration in withoutArguments(type) {
        services.append(try construct(type, registration, ()))
      }
      return services
    } catch {
      Resolution.current.free(Box(services))  // a deinit may resolve: not within this resolve
      throw error
    }
  }

  // MARK: - Managing

  /// Whether the key is registered, here or in a parent. Nothing is made.
  public func contains<Service, each Argument>(
    _ type: Service.Type, name: String? = nil, arguments: repeat (each Argument).Type
  ) -> Bool {
    var key = Key(service: Service.self, name: name)
    repeat key.arguments.append(each arguments)
    lock.lock()
    defer { lock.unlock() }
    return find(key) != nil
  }

  /// Removes one registration of this container, and its instance. Returns whether there was one.
  @discardableResult public func unregister<Service, each Argument>(
    _ type: Service.Type, name: String? = nil, arguments: repeat (each Argument).Type
  ) -> Bool {
    var key = Key(service: Service.self, name: name)
    repeat key.arguments.append(each arguments)
    return change(key, to: nil) != nil
  }

  /// Removes all registrations and instances, and allows registering after ``bootstrap()`` again.
  ///
  /// With `keepingRegistrations`, it forgets only the instances that factories made: for a sign-out,
  /// or between tests. The next use makes them again. Registrations, their order, the freeze and
  /// instances that were registered as such stay. Whoever waits for an instance that is being made
  /// gets it, but the container does not keep it.
  @_optimize(none) public func reset(keepingRegistrations: Bool = false) {
    var removed: [Registration] = []  // freed after the lock, since a deinit may use the container
    lock.lock()
    removed = ordered
    ordered = []
    plain = [:]
    keyed = [:]
    if !keepingRegistrations { isFrozen = false }
    for old in removed where keepingRegistrations {
      append(old.isSingleton && !old.isGiven ? old.copy(for: self) : old)  // in the same order
    }
    lock.unlock()
    withExtendedLifetime(removed) {}
  }

  /// Makes the eager singletons of this container (not of its parent) in the order of registration,
  /// then freezes it.
  ///
  /// From then on, to register or unregister is a mistake that ends the program. If a singleton
  /// fails, its error is thrown, nothing is frozen, and `bootstrap` can be called again.
  @_optimize(none) public func bootstrap() throws {
    var last = 0
    while let next = nextEagerSingletonOrFreeze(after: last) {
      try next.resolve(in: self)
      last = next.order
    }
  }

  // MARK: - Inspecting

  /// The registrations of this container in their order, one a line, with their lifetime.
  @_optimize(none) public var description: String {
    lock.lock()
    defer { lock.unlock() }
    var lines: [String] = []
    for registration in ordered { lines.append(registration.description) }
    return lines.joined(separator: "\n")
  }

  /// Tries every registration without arguments, its parents' too, and then what `also` does, on a
  /// copy.
  ///
  /// **Factories and callbacks run**, on this thread and with their side effects: a factory that
  /// starts a `Task` starts it. Verify main-actor services on the main actor. If something reaches
  /// the outside world, register a test double over it before you verify.
  ///
  ///     let verification = container.verify { c in
  ///       _ = try c.resolve(Animal.self, arguments: "Lucky", 7)  // what needs arguments
  ///     }
  ///     // in a test: #expect(verification.errors.isEmpty)
  ///
  /// Nothing that it makes is kept. Singletons that exist are used, and not made again. What a
  /// factory asks of a captured container, and not of the one it is given, is not seen, and what that
  /// makes is kept. A factory cannot verify: that is reported as a ring.
  @_optimize(none)
  public func verify(_ also: (DIContainer) throws -> Void = { _ in }) -> Verification {
    let recorder = Recorder()
    let path = Resolution.current.path
    if !path.isEmpty { return recorder.report([ResolutionError.ring(path)], []) }
    let scratch = copy(recordedBy: recorder)
    let verification = recorder.verify(scratch, also)
    var container: DIContainer? = scratch
    while let next = container {
      next.reset()
      container = next.outerContainer
    }
    return verification
  }

  /// What ``verify(_:)`` found.
  nonisolated public struct Verification: CustomStringConvertible {
    /// Every error, each text once, in the order of registration. A ring is one error. What a
    /// factory catches, or a subscript turns into `nil`, is no error.
    public let errors: [any Error]
    /// What is allowed and often a mistake. A test that expects no errors does not see it.
    public let warnings: [Warning]
    /// A flowchart of what asks for what. Dashed lines are from `initCompleted`; a box is a
    /// transient, a rounded one a lazy singleton, one with double sides an eager singleton.
    public let mermaid: String

    /// The errors, one block for each missing key, and the warnings, for people.
    public let description: String
  }

  /// What is allowed and often a mistake.
  nonisolated public indirect enum Warning: Hashable, Sendable, CustomStringConvertible {
    /// Needs arguments, and nothing asked for it.
    case unchecked(Key)
    /// Was asked for through a subscript or as an optional parameter, and is not registered. The
    /// path is the first that leads to it.
    case absent(Key, path: [Key])
    /// Is registered in the child, but `from`, a singleton of a parent, uses the parent's.
    case hidden(Key, from: Key)

    /// What it is, and what to do about it.
    @_optimize(none) public var description: String {
      switch self {
      case .unchecked(let key):
        return join(
          quoted(key), " needs arguments and was not checked: resolve it in the closure of verify.")
      case .absent(let key, let path):
        let place = path.count < 2 ? "" : join(" (", list(path, " → "), ")")
        return join(
          quoted(key), " is not registered and was asked for as an optional", place,
          ": register it, unless it may be absent.")
      case .hidden(let key, let singleton):
        return join(
          quoted(key), " is registered here, but ", quoted(singleton),
          " is a singleton of a parent and uses the parent's: register ", quoted(singleton),
          " here too, or replace ", quoted(key), " in the parent.")
      }
    }
  }

  // MARK: - Keys and errors

  /// What a registration is found by.
  nonisolated public struct Key: Hashable, Sendable, CustomStringConvertible {
    /// The type that is asked for.
    public let service: Any.Type
    /// The name, if several are registered for one service.
    public let name: String?
    /// The types of the runtime arguments.
    public fileprivate(set) var arguments: [Any.Type]
    fileprivate var isPlain: Bool {
      guard case nil = name else { return false }
      return arguments.isEmpty
    }

    /// Creates a key, to compare with the one of an error.
    public init(service: Any.Type, name: String? = nil, arguments: [Any.Type] = []) {
      self.service = service
      self.name = name
      self.arguments = arguments
    }

    /// For example `Animal "cat" (String, Bool)`.
    @_optimize(none) public var description: String {
      var parts = [typeName(service)]
      if let name { parts += [" ", name.debugDescription] }
      var separator = " ("
      for argument in arguments {
        parts += [separator, typeName(argument)]
        separator = ", "
      }
      if !arguments.isEmpty { parts.append(")") }
      return parts.joined()
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
  }

  /// Why a service could not be resolved.
  nonisolated public indirect enum ResolutionError: Error, Sendable, CustomStringConvertible {
    /// Nothing is registered for the key. The path leads from the outermost service to it; the
    /// alternatives are what is registered for the same service.
    case notRegistered(Key, path: [Key], alternatives: [Key])
    /// To make each of these, the next is needed. The first is repeated at the end.
    case circularDependency([Key])
    /// The factory with `initCompleted` made something that is not of the service's type.
    case wrongComponent(Key, component: Any.Type, path: [Key])

    /// What happened, where, and what there is instead.
    @_optimize(none) public var description: String {
      parts.joined()
    }

    /// What happened, where, and what there is instead. A verification puts what has the same text
    /// into one block, with each path.
    @_optimize(none) fileprivate var parts: [String] {
      switch self {
      case .notRegistered(let key, let path, let alternatives):
        var instead = ""
        if !alternatives.isEmpty {
          instead = join(
            "\n  Registered for ", typeName(key.service), ": ", list(alternatives, ", "))
        }
        return [join(quoted(key), " is not registered."), line(of: path), instead]
      case .circularDependency(let ring):
        return [join("Circular dependency: ", list(ring, " → ")), "", ""]
      case .wrongComponent(let key, let component, let path):
        let text = join(
          quoted(key), " made a ", typeName(component), ", which is not a ",
          typeName(key.service), ".")
        return [text, line(of: path), ""]
      }
    }

    private func line(of path: [Key]) -> String {
      path.count < 2 ? "" : join("\n  Path: ", list(path, " → "))
    }

    fileprivate static func ring(_ keys: [Key]) -> ResolutionError {
      var ring = keys
      ring.append(keys[0])
      return .circularDependency(ring)
    }
  }

  private static func typeName(_ type: Any.Type) -> String { "\(type)" }

  private static func quoted(_ key: Key) -> String { join("'", key.description, "'") }

  /// The keys with a separator between them.
  @_optimize(none) private static func list(_ keys: [Key], _ separator: String) -> String {
    var parts: [String] = []
    for key in keys { parts.append(key.description) }
    return parts.joined(separator: separator)
  }

  /// The parts in a row. A chain of `+` takes the compiler three times as long.
  private static func join(_ parts: String...) -> String { parts.joined() }
}

// ————————————————————————— Here ends what a user of the file needs to read —————————————————————————
//
// How it works. A `Registration` is what the container keeps for a key. To resolve is to look it up
// and, if there is no finished singleton, to run its factory in a `Frame` of this thread's
// `Resolution`. Most instances are finished when their factory returns. The others are drafts.
//
// A `Draft` is an instance that is not finished: its factory runs, or its `initCompleted` is due, or
// it is made of another draft. Every singleton is one at first: the thread that puts a draft into
// the registration has claimed the singleton, and no other thread runs the factory. **A draft
// belongs to that thread from then until it is finished or dropped. It never changes hands.**
//
// - A draft is complete when its factory and its `initCompleted` have run. It is finished when all
//   the drafts it is made of are complete too. This follows from the drafts alone, so whoever looks
//   at one can tell, and finish it together with all that it is made of, at one moment.
// - A thread that asks for another thread's draft waits until that is finished, and so for the
//   makers of all that is not complete in it. When each of those waits for this thread, waiting would
//   never end. Then the thread takes the draft as it is, if its factory has returned. If no thread
//   of the circle can do so, each of their factories needs the next one: a circular dependency.
// - What a thread takes as it is becomes a part of its own drafts. When all its callbacks have run,
//   the outermost resolve waits until those parts are complete. Nobody waits for a thread that waits
//   there, because all its own drafts are complete. So that wait ends.
// - For example, A's callback needs B, and B's factory needs A. Thread 1 has made A, and its callback
//   asks for B, which thread 2 has claimed; B's factory asks for A. Each waits for the other, but A
//   is there: thread 2 takes it as it is. B is complete then, and its only open part is A, so thread 1
//   takes B. When the callback returns, A is complete too, both are finished, and both threads return.
// - A failure drops the drafts that were made for what failed, unless they are finished already. What
//   another thread has made of a dropped draft can never be finished, and its resolve fails with the
//   same error.
//
// `@_optimize(none)` is on what runs rarely: on a verification, on texts, and on all that happens
// once for each draft or less. Where the file is pasted, every release build compiles it again, and
// takes 2.6 s with the attribute and 4.5 s without. The calls that are fast stay as fast.

nonisolated extension DIContainer {
  // MARK: - Registrations

  private enum Lifetime { case eagerSingleton, lazySingleton, transient }

  /// What a container keeps for a key. Its variables are used under the lock only.
  ///
  /// Each is a `TypedRegistration`. That it is one object with its factory, and not two, saves 30 ns
  /// and 48 bytes for each.
  private class Registration {
    final let key: Key
    final let lifetime: Lifetime
    final let isSingleton: Bool
    unowned final let container: DIContainer  // where it is registered: who finds it there holds it
    final var order = 0  // never changes once it is registered
    final var isGiven = false  // the instance was registered as such
    @exclusivity(unchecked) final var instance: AnyObject?  // the box of a finished singleton
    final var draft: Draft?  // of a singleton that is being made
    final var node: Node?  // in a verification

    init(_ key: Key, _ lifetime: Lifetime, _ container: DIContainer) {
      self.key = key
      self.lifetime = lifetime
      self.container = container
      isSingleton = lifetime != .transient
    }

    /// One in the same place of the order that has made nothing yet.
    func copy(for container: DIContainer) -> Registration { fatalError("not overridden") }

    /// Resolves it where nobody names its type, if it takes no arguments.
    func resolve(in container: DIContainer) throws { fatalError("not overridden") }

    /// A line of the container's description.
    @_optimize(none) final var description: String {
      let text = "\(key): \(lifetime)"
      if !isSingleton { return text }
      return text + (instance == nil ? " (not made)" : " (made)")
    }
  }

  /// With the factory and its types. The arguments are a tuple: `Void` if there are none.
  private final class TypedRegistration<Service, Arguments>: Registration {
    let make: (DIContainer, Arguments) throws -> Service

    init(
      _ key: Key, _ lifetime: Lifetime, _ container: DIContainer,
      _ make: @escaping (DIContainer, Arguments) throws -> Service
    ) {
      self.make = make
      super.init(key, lifetime, container)
    }

    /// Not used. What Swift writes in its place is 520 lines of LLVM.
    override init(_ key: Key, _ lifetime: Lifetime, _ container: DIContainer) { fatalError() }

    override func copy(for container: DIContainer) -> Registration {
      let copy = TypedRegistration(key, lifetime, container, make)
      copy.order = order
      return copy
    }

    override func resolve(in container: DIContainer) throws {
      guard let none = () as? Arguments else { return }
      _ = try container.construct(Service.self, self, none)
    }
  }

  private final class Box<Service> {
    let service: Service
    init(_ service: Service) { self.service = service }
  }

  /// Adds a registration without arguments.
  ///
  /// `@_semantics`, here and below: one copy for all services. Without it, a release build of a
  /// program that pastes the file takes 23 ms and 1,267 bytes for each registration with two
  /// dependencies. With it, 13 ms and 827 bytes.
  @_semantics("optimize.sil.specialize.generic.never")
  private func add<Service>(
    _ lifetime: Lifetime, _ type: Service.Type, _ name: String?,
    _ make: @escaping (DIContainer) throws -> Service
  ) {
    let key = Key(service: Service.self, name: name)
    insert(TypedRegistration(key, lifetime, self) { (container, _: Void) in try make(container) })
  }

  /// Adds a registration with arguments. One copy for all services.
  @_semantics("optimize.sil.specialize.generic.never")
  private func addTransient<Service, each Argument>(
    _ type: Service.Type, _ name: String?,
    _ make: @escaping (DIContainer, repeat each Argument) throws -> Service
  ) {
    var key = Key(service: Service.self, name: name)
    repeat key.arguments.append((each Argument).self)
    insert(
      TypedRegistration(key, .transient, self) { (container, arguments: (repeat each Argument)) in
        try make(container, repeat each arguments)
      })
  }

  /// Adds a registration with `initCompleted`. One copy for all services.
  @_semantics("optimize.sil.specialize.generic.never")
  private func add<Service, Component>(
    _ lifetime: Lifetime, _ type: Service.Type, _ name: String?,
    _ make: @escaping (DIContainer) throws -> Component,
    _ initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) {
    add(lifetime, Service.self, name) { c in try c.complete(make(c), initCompleted) }
  }

  /// Adds one with arguments and `initCompleted`. One copy for all services.
  @_semantics("optimize.sil.specialize.generic.never")
  private func addTransient<Service, Component, each Argument>(
    _ type: Service.Type, _ name: String?,
    _ make: @escaping (DIContainer, repeat each Argument) throws -> Component,
    _ initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) {
    addTransient(Service.self, name) { (c: DIContainer, argument: repeat each Argument) in
      try c.complete(make(c, repeat each argument), initCompleted)
    }
  }

  private func insert(_ registration: Registration) {
    _ = change(registration.key, to: registration)
  }

  /// Returns the old registration, which the caller frees outside the lock.
  private func change(_ key: Key, to new: Registration?) -> Registration? {
    lock.lock()
    defer { lock.unlock() }
    if isFrozen {
      fatalError("'\(key)' cannot be changed after bootstrap(): register before, or in a child.")
    }
    let old = exchange(new, for: key)
    if let old { ordered.remove(at: firstIndex(after: old.order - 1)) }
    if let new {
      lastOrder += 1
      new.order = lastOrder
      ordered.append(new)
    }
    return old
  }

  /// Puts it at the end. Its key must not be there.
  private func append(_ registration: Registration) {
    ordered.append(registration)
    _ = exchange(registration, for: registration.key)
  }

  /// Returns what was there. The key is looked up once.
  private func exchange(_ registration: Registration?, for key: Key) -> Registration? {
    var other = registration
    if key.isPlain {
      swap(&plain[ObjectIdentifier(key.service)], &other)
    } else {
      swap(&keyed[key], &other)
    }
    return other
  }

  /// The index of the first that was registered later, by binary search: there may be tens of thousands.
  private func firstIndex(after order: Int) -> Int {
    var lower = 0
    var upper = ordered.count
    while lower < upper {
      let middle = (lower + upper) / 2
      if ordered[middle].order <= order { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }

  /// A copy with copied parents, in which a verification makes what it makes.
  @_optimize(none) private func copy(recordedBy recorder: Recorder) -> DIContainer {
    var copy = self
    var outer: DIContainer?
    for container in lineage.reversed() {
      copy = DIContainer(outer, recorder: recorder)
      outer = copy
      lock.lock()
      copy.lastOrder = container.lastOrder
      for registration in container.ordered {
        let new = registration.copy(for: copy)
        new.instance = registration.instance
        copy.append(new)
      }
      lock.unlock()
    }
    return copy
  }

  // MARK: - Looking up, under the lock

  private func local(_ key: Key) -> Registration? {
    key.isPlain ? plain[ObjectIdentifier(key.service)] : keyed[key]
  }

  /// Looks in this container, then in its parents. A loop, since there may be many.
  private func find(_ key: Key) -> Registration? {
    if let registration = local(key) { return registration }
    var outer = outerContainer
    while let container = outer {
      if let registration = container.local(key) { return registration }
      outer = container.outerContainer
    }
    return nil
  }

  /// All that can be resolved here, in order, the outermost container's first.
  private var visible: [Registration] {
    var visible: [Registration] = []
    for container in lineage.reversed() {
      for registration in container.ordered where find(registration.key) === registration {
        visible.append(registration)
      }
    }
    return visible
  }

  /// What `resolveAll` resolves.
  private func withoutArguments(_ service: Any.Type) -> [Registration] {
    lock.lock()
    defer { lock.unlock() }
    var found: [Registration] = []
    for registration in visible
    where registration.key.service == service && registration.key.arguments.isEmpty {
      recorder?.record(registration)
      found.append(registration)
    }
    return found
  }

  /// This container and its parents.
  private var lineage: [DIContainer] {
    var lineage = [self]
    while let outer = lineage[lineage.count - 1].outerContainer { lineage.append(outer) }
    return lineage
  }

  private func nextEagerSingletonOrFreeze(after order: Int) -> Registration? {
    lock.lock()
    defer { lock.unlock() }
    var index = firstIndex(after: order)
    while index < ordered.count {
      if ordered[index].lifetime == .eagerSingleton { return ordered[index] }
      index += 1
    }
    isFrozen = true
    return nil
  }

  // MARK: - Resolving, step by step

  /// Step 1: look the key up. A finished singleton ends here.
  ///
  /// `@_semantics`, here and below: one copy for all services. Without it, a pasted file has one for
  /// each: 229 KB for 100 services, and 207 KB with it.
  @_semantics("optimize.sil.specialize.generic.never")
  private func service<Service, Arguments>(
    _ type: Service.Type, _ key: Key, _ arguments: Arguments, mayBeAbsent: Bool
  ) throws -> Service {
    lock.lock()
    guard var found = find(key) else {
      lock.unlock()
      return try unregistered(type, key, arguments, mayBeAbsent: mayBeAbsent)
    }
    defer { Resolution.freeLater(&found) }
    recorder?.record(found)
    if let instance = found.instance {
      defer { lock.unlock() }
      return unsafeDowncast(instance, to: Box<Service>.self).service
    }
    lock.unlock()
    return try construct(type, found, arguments)
  }

  /// Step 2: run the factory in a frame of this thread's resolution.
  ///
  /// `unsafeDowncast`, here and above: what is found by a key has the service and the arguments of
  /// the key, since it was registered with them. With `as?`, a singleton takes 1,158 instructions
  /// instead of 691.
  @_semantics("optimize.sil.specialize.generic.never")
  private func construct<Service, Arguments>(
    _ type: Service.Type, _ found: Registration, _ arguments: Arguments
  ) throws -> Service {
    let registration = unsafeDowncast(found, to: TypedRegistration<Service, Arguments>.self)
    let container = found.isSingleton ? found.container : self
    defer { withExtendedLifetime((found, container)) {} }  // the frame does not retain them
    let resolution = Resolution.current
    if let instance = try resolution.begin(found, container) {
      return unsafeDowncast(instance, to: Box<Service>.self).service
    }
    let service: Service
    do {
      service = try registration.make(container, arguments)
    } catch {
      resolution.fail(error)
      throw error
    }
    try resolution.end { Box(service) }
    return service
  }

  /// What a factory with `initCompleted` does last: it leaves the callback with its draft.
  private func complete<Service, Component>(
    _ component: Component, _ initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) throws -> Service {
    let resolution = Resolution.current
    resolution.innermost.callback = { try initCompleted(component, self) }
    if let service = component as? Service { return service }
    let path = resolution.path
    let type = Swift.type(of: component as Any)
    throw ResolutionError.wrongComponent(path[path.count - 1], component: type, path: path)
  }

  // MARK: - What is not registered

  /// Kept out of line, since it is rare.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  private func unregistered<Service, Arguments>(
    _ type: Service.Type, _ key: Key, _ arguments: Arguments, mayBeAbsent: Bool
  ) throws -> Service {
    // `_isOptional` looks at the kind of the type; a cast would double the time of a `nil`.
    if _isOptional(type) {
      return try optional(type, key, arguments, mayBeAbsent: mayBeAbsent)
    }
    if mayBeAbsent {
      recorder?.record(absent: key)
      throw Absent.error
    }
    throw notRegistered(key)
  }

  /// An optional stands for what it wraps. Kept out of line, because to enter a function that casts to
  /// `Service` takes longer than all of a `nil`.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  private func optional<Service, Arguments>(
    _ type: Service.Type, _ key: Key, _ arguments: Arguments, mayBeAbsent: Bool
  ) throws -> Service {
    guard let optional = type as? any OptionalService.Type,
      let service = try optional.wrapped(in: self, key, arguments, mayBeAbsent: mayBeAbsent)
        as? Service
    else { throw notRegistered(key) }
    return service
  }

  /// What a subscript turns into `nil`. The error that names all would be work for nothing.
  private struct Absent: Error {
    static let error: any Error = Absent()
  }

  fileprivate func wrapped<Service, Arguments>(
    _ type: Service.Type, _ key: Key, _ arguments: Arguments, mayBeAbsent: Bool
  ) throws -> Service {
    let key = Key(service: Service.self, name: key.name, arguments: key.arguments)
    return try service(type, key, arguments, mayBeAbsent: mayBeAbsent)
  }

  /// A parameter of an initializer that is autowired.
  private func dependency<Dependency>(_ type: Dependency.Type) throws -> Dependency {
    let optional = type as? any OptionalService.Type
    let key = Key(service: Dependency.self)
    do {
      let dependency = try service(type, key, (), mayBeAbsent: optional != nil)
      // If another dependency fails, this one is freed when the outermost resolve is over.
      Resolution.current.free(Box(dependency))
      return dependency
    } catch let error as Absent {
      guard let none = optional?.none as? Dependency else { throw error }
      return none
    }
  }

  /// The error for a key, with the path to it and what is registered for the same service.
  @_optimize(none) private func notRegistered(_ key: Key) -> ResolutionError {
    let path = Resolution.current.path + [key]
    var alternatives: [Key] = []
    lock.lock()
    recorder?.record(missing: key)
    for other in visible {
      let wrapped = (other.key.service as? any OptionalService.Type)?.wrappedType
      if other.key.service == key.service || wrapped == key.service {
        alternatives.append(other.key)
      }
    }
    lock.unlock()
    return .notRegistered(key, path: path, alternatives: alternatives)
  }

  // MARK: - One thread's resolution

  /// A factory that runs.
  private struct Frame {
    // `Unmanaged`: `construct` retains both until the factory has returned. If the frame retained
    // them too, a transient would take 1,683 instructions instead of 1,501.
    let unretainedRegistration: Unmanaged<Registration>
    let unretainedContainer: Unmanaged<DIContainer>
    let firstPending: Int  // what is pending from here on was made for this frame
    var draft: Draft?  // of a singleton, and of what has a callback or is made of drafts
    var registration: Registration { unretainedRegistration.takeUnretainedValue() }
    var container: DIContainer { unretainedContainer.takeUnretainedValue() }
  }

  /// An instance that is not finished. Its own thread alone uses `callback`, `outer` and `depth`. The
  /// other variables are used under the lock, until it is finished or dropped: then nobody looks at
  /// `parts` any more, and its thread empties it.
  private final class Draft {
    let registration: Registration
    let container: DIContainer
    let maker: Resolution
    var instance: AnyObject?  // the box, when the factory has returned
    var callback: (() throws -> Void)?
    var isComplete = false  // its own factory and callback have run
    var isFinished = false  // it is complete, and so are all its parts
    var failure: (any Error)?  // what dropped it
    var parts: [Draft] = []  // what it is made of and was not finished then
    var outer: Draft?  // whose factory or callback asked for it
    var depth = 0  // how many there are on the way from the outermost
    var lastSearch = 0

    init(_ registration: Registration, _ container: DIContainer, _ maker: Resolution) {
      self.registration = registration
      self.container = container
      self.maker = maker
    }

    func finish() {
      isFinished = true
      if registration.draft !== self { return }
      registration.instance = instance
      registration.draft = nil
    }

    func drop(_ error: any Error) {
      failure = error
      if registration.draft === self { registration.draft = nil }
    }
  }

  /// What a thread resolves. Other threads read it under the lock while this one waits.
  private final class Resolution {
    private let lock = Lock.shared
    /// The factories that run, within each other.
    @exclusivity(unchecked) private var frames: [Frame] = []
    /// The draft whose `initCompleted` runs. Then `frames` is what runs within that.
    @exclusivity(unchecked) private var completing: Draft?
    /// The drafts that were not finished when they were constructed, in that order.
    @exclusivity(unchecked) private var pending: [Draft] = []
    /// What this thread waits for.
    private var awaited: Draft?
    /// Kept until the outermost resolve is over, because to free it can run a deinit that resolves.
    @exclusivity(unchecked) private var spent: [Draft] = []
    @exclusivity(unchecked) private var spentObjects: [AnyObject] = []

    /// Where each thread keeps its resolution, retained once until the thread ends.
    private static let slot: pthread_key_t = {
      var slot = pthread_key_t()
      let status = pthread_key_create(&slot) { resolution in  // optional on some platforms
        guard let resolution = resolution as UnsafeMutableRawPointer? else { return }
        Unmanaged<Resolution>.fromOpaque(resolution).release()
      }
      if status != 0 {
        fatalError("DIContainer got no thread-specific value: too many are in use.")
      }
      return slot
    }()

    /// The one of this thread, which lives as long as the thread.
    static var current: Resolution {
      if let resolution = pthread_getspecific(slot) {
        return Unmanaged<Resolution>.fromOpaque(resolution).takeUnretainedValue()
      }
      let new = Unmanaged.passRetained(Resolution())
      pthread_setspecific(slot, new.toOpaque())
      return new.takeUnretainedValue()
    }

    /// Whether no resolve is in progress: the one that ended was the outermost.
    private var isIdle: Bool { frames.isEmpty && completing == nil }

    private var hasLeftovers: Bool {
      !(pending.isEmpty && spent.isEmpty && spentObjects.isEmpty)
    }

    /// How deep the callback is that runs.
    private var outerDepth: Int {
      guard let completing else { return 0 }
      return completing.depth
    }

    /// Whether the innermost of `registrations` is the one whose callback runs.
    var isInCallback: Bool { frames.isEmpty }

    /// What is being made or completed, outermost first.
    var registrations: [Registration] {
      var inwards: [Registration] = []
      var outer = completing
      while let draft = outer {
        inwards.insert(draft.registration, at: 0)
        outer = draft.outer
      }
      for frame in frames { inwards.append(frame.registration) }
      return inwards
    }

    /// The same, for an error.
    @_optimize(none) var path: [Key] {
      var path: [Key] = []
      for registration in registrations { path.append(registration.key) }
      return path
    }

    /// Step 3: before the factory. Returns the instance if there is one already.
    func begin(_ registration: Registration, _ container: DIContainer) throws -> AnyObject? {
      var frame = Frame(
        unretainedRegistration: .passUnretained(registration),
        unretainedContainer: .passUnretained(container), firstPending: pending.count)
      if registration.isSingleton {
        let draft = Draft(registration, container, self)
        if let instance = try claim(draft) {
          if isIdle { clear() }
          return instance
        }
        frame.draft = draft
      } else if let ancestor = try ancestor(frame) {
        lock.lock()
        defer { lock.unlock() }
        return take(ancestor)
      }
      frames.append(frame)
      if frames.count + outerDepth > 128 { try endRunaway(registration.key) }
      return nil
    }

    /// A transient that is asked for within itself: in a callback it is that very instance. In a
    /// factory it is a ring, unless it takes arguments, since these may end it.
    private func ancestor(_ new: Frame) throws -> Draft? {
      let registration = new.unretainedRegistration.toOpaque()
      let container = new.unretainedContainer.toOpaque()
      var index = frames.count
      while index > 0 {
        index -= 1
        guard frames[index].unretainedRegistration.toOpaque() == registration else { continue }
        guard frames[index].unretainedContainer.toOpaque() == container else { continue }
        if !new.registration.key.arguments.isEmpty { break }
        throw ResolutionError.ring(keys(from: index))
      }
      var outer = completing
      while let draft = outer {
        // By its key: the registration may have been replaced since.
        if draft.container === new.container && draft.registration.key == new.registration.key {
          return draft
        }
        outer = draft.outer
      }
      return nil
    }

    /// A recursion that does not end: it takes other arguments or another container each time.
    @_optimize(none) private func endRunaway(_ key: Key) throws {
      let path = path
      guard let first = path.dropLast().lastIndex(of: key) else { return }
      let error = ResolutionError.circularDependency(Array(path[first...]))
      fail(error)
      throw error
    }

    /// What is being made within each other, from a frame on.
    @_optimize(none) private func keys(from index: Int) -> [Key] {
      var keys: [Key] = []
      for index in index..<frames.count { keys.append(frames[index].registration.key) }
      return keys
    }

    // MARK: - Claiming, waiting and taking

    /// Claims a singleton for this thread, or returns its instance.
    @_optimize(none) private func claim(_ draft: Draft) throws -> AnyObject? {
      let registration = draft.registration
      lock.lock()
      defer {
        awaited = nil
        lock.unlock()
      }
      while registration.instance == nil {
        guard let other = registration.draft else {
          registration.draft = draft
          return nil
        }
        if other.maker === self {
          if other.instance == nil { throw ResolutionError.ring(keys(from: other)) }
          return take(other)
        }
        if finishIfComplete(other) { return other.instance }
        if look(at: other).failure != nil {
          // It can never be finished, as its maker, which still holds it, will find out.
          registration.draft = nil
          continue
        }
        let isNew = awaited !== other
        if isNew {
          awaited = other
          spent.append(other)
        }
        if waitingNeverEnds(for: other, isNew: isNew) {
          if other.instance != nil { return take(other) }
          if let ring = ringOfFactories(closedBy: other) { throw ResolutionError.ring(ring) }
        }
        // While this thread waits, others let their drafts go. The only ones that it may hold now are
        // in `spent`: anything else could be freed under the lock.
        lock.wait()
      }
      return registration.instance
    }

    /// Makes an unfinished draft a part of the one that asks. There is one: a thread on which no
    /// resolve is in progress has no drafts, so nobody waits for it, and it can wait for everybody.
    private func take(_ draft: Draft) -> AnyObject? {
      innermost.parts.append(draft)
      lock.wakeAll()  // who waits for the one that asks waits for more makers now
      return draft.instance
    }

    /// The draft that asks now: of the innermost factory, or else of the callback.
    var innermost: Draft { draft(at: frames.count - 1) }

    private func draft(at index: Int) -> Draft {
      if index < 0, let completing { return completing }
      if let draft = frames[index].draft { return draft }
      let draft = Draft(frames[index].registration, frames[index].container, self)
      frames[index].draft = draft
      return draft
    }

    /// A draft with all its unfinished parts, and what keeps it from being finished: the threads that
    /// have to go on, or a failure. (A part whose factory runs has parts that nobody knows yet.)
    @_optimize(none) private func look(
      at draft: Draft, untilObstacle: Bool = false
    ) -> (parts: [Draft], makers: [Resolution], failure: (any Error)?) {
      var parts = [draft]
      var makers: [Resolution] = []
      lock.lastSearch += 1
      draft.lastSearch = lock.lastSearch
      var index = 0
      while index < parts.count {
        let part = parts[index]
        index += 1
        if part.isFinished { continue }
        if let failure = part.failure { return (parts, [], failure) }
        if !part.isComplete { makers.append(part.maker) }
        if untilObstacle && !makers.isEmpty { break }
        if part.instance == nil { continue }
        for next in part.parts where next.lastSearch != lock.lastSearch {
          next.lastSearch = lock.lastSearch
          parts.append(next)
        }
      }
      return (parts, makers, nil)
    }

    /// Finishes a draft and all its parts, if all are complete.
    @_optimize(none) private func finishIfComplete(_ draft: Draft) -> Bool {
      let found = look(at: draft, untilObstacle: true)
      if found.failure != nil || !found.makers.isEmpty { return false }
      for part in found.parts { part.finish() }
      return true
    }

    /// Whether every maker of a draft is this thread, or waits for it.
    @_optimize(none) private func waitingNeverEnds(for draft: Draft, isNew: Bool) -> Bool {
      var someMakerCanGoOn = false
      var someMakerWaitsForThis = false
      for maker in look(at: draft).makers {
        if waitsForThis(maker) { someMakerWaitsForThis = true } else { someMakerCanGoOn = true }
      }
      // This thread has closed a circle: perhaps another one in it can take what it waits for.
      if someMakerWaitsForThis && isNew { lock.wakeAll() }
      return !someMakerCanGoOn
    }

    /// Whether a thread is this one, or waits for this one, directly or through others.
    @_optimize(none) private func waitsForThis(_ thread: Resolution) -> Bool {
      var seen: [Resolution] = []
      var next = [thread]
      while let thread = next.popLast() {
        if thread === self { return true }
        if seen.contains(where: { $0 === thread }) { continue }
        seen.append(thread)
        if let awaited = thread.awaited { next += look(at: awaited).makers }
      }
      return false
    }

    /// The ring, if each thread from the maker of the draft to this one waits for a factory to end.
    @_optimize(none) private func ringOfFactories(closedBy draft: Draft) -> [Key]? {
      var ring: [Key] = []
      var next = draft
      while next.instance == nil {
        if next.maker === self { return keys(from: next) + ring }
        ring += next.maker.keys(from: next)
        guard let awaited = next.maker.awaited else { return nil }
        next = awaited
      }
      return nil
    }

    /// The same, from the frame of a draft on whose factory runs.
    @_optimize(none) private func keys(from draft: Draft) -> [Key] {
      var index = 0
      while frames[index].draft !== draft { index += 1 }
      return keys(from: index)
    }

    // MARK: - Ending

    /// Step 4: after the factory. The outermost one runs the callbacks.
    func end(_ box: () -> AnyObject) throws {
      let root = frames[frames.count - 1].draft
      if let draft = root {
        let instance = box()
        lock.lock()
        draft.instance = instance
        draft.isComplete = draft.callback == nil
        if !finishIfComplete(draft) { addToPending(draft) }
        lock.wakeAll()
        lock.unlock()
      }
      frames.removeLast()
      if isIdle && hasLeftovers { try runCallbacks(root) }
    }

    /// Leaves a draft for its callback, or for its parts. What contains an unfinished draft is
    /// unfinished itself: so each frame gets a draft, linked to the one that asked for it.
    @_optimize(none) private func addToPending(_ draft: Draft) {
      var outer = completing
      var depth = outerDepth
      for index in 0..<frames.count {
        depth += 1
        let next = self.draft(at: index)
        next.outer = outer
        next.depth = depth
        outer = next
      }
      draft.outer?.parts.append(draft)
      pending.append(draft)
    }

    /// Step 4 if the factory threw: what was made for it and is not finished goes.
    @_optimize(none) func fail(_ error: any Error) {
      let frame = frames.removeLast()
      lock.lock()
      if let draft = frame.draft {
        draft.drop(error)
        spent.append(draft)
      }
      dropPending(from: frame.firstPending, error)
      lock.unlock()
      if isIdle { clear() }
    }

    /// Drops what is pending from an index on, unless it is finished.
    @_optimize(none) private func dropPending(from first: Int, _ error: any Error) {
      while pending.count > first {
        let draft = pending.removeLast()
        spent.append(draft)
        if !finishIfComplete(draft) { draft.drop(error) }
      }
      lock.wakeAll()
    }

    /// Step 5: run the callbacks. They may construct more, which is added at the end.
    @_optimize(none) private func runCallbacks(_ root: Draft?) throws {
      defer { clear() }
      do {
        var index = 0
        while index < pending.count {
          try runCallback(pending[index])
          index += 1
        }
        if let root { try waitForParts(of: root) }
      } catch {
        lock.lock()
        dropPending(from: 0, error)
        lock.unlock()
        throw error
      }
    }

    /// Runs one callback, on the path on which its instance was made.
    @_optimize(none) private func runCallback(_ draft: Draft) throws {
      guard let callback = draft.callback else { return }
      completing = draft
      defer { completing = nil }
      try callback()
      lock.lock()
      draft.isComplete = true
      _ = finishIfComplete(draft)
      lock.wakeAll()
      lock.unlock()
    }

    /// Step 6: wait for what was taken from other threads. All that this one has made is complete.
    @_optimize(none) private func waitForParts(of root: Draft) throws {
      lock.lock()
      defer { lock.unlock() }
      while !finishIfComplete(root) {
        if let failure = look(at: root).failure { throw failure }
        lock.wait()
      }
    }

    /// Lets everything go, when no resolve is in progress. The drafts of this thread refer to each
    /// other. All are finished or dropped by now, so no other thread looks at their parts any more.
    private func clear() {
      let done = spent + pending
      let freed = spentObjects
      spent = []
      pending = []
      spentObjects = []
      for draft in done where draft.maker === self {
        draft.callback = nil
        draft.outer = nil
        draft.parts = []
      }
      withExtendedLifetime(freed) {}
    }

    /// Keeps an object until the outermost resolve is over: a deinit may resolve, and is not to do so
    /// between two steps of this resolve.
    func free(_ object: AnyObject) {
      if !isIdle { spentObjects.append(object) }
    }

    /// The same for a registration, if it was removed and this is the last that refers to it.
    static func freeLater(_ registration: inout Registration) {
      if isKnownUniquelyReferenced(&registration) { current.free(registration) }
    }
  }

  // MARK: - Verification

  /// A service in a flowchart.
  private final class Node {
    let key: Key
    let lifetime: Lifetime?  // `nil` if it is not registered
    let level: Int  // of its container: 1 for the one that is verified, 2 for its parent, …
    let number: Int
    var isAskedFor = false
    var isAbsent = false
    var mark = ""

    init(_ key: Key, _ lifetime: Lifetime?, level: Int, number: Int) {
      self.key = key
      self.lifetime = lifetime
      self.level = level
      self.number = number
    }
  }

  /// Notes what is asked of the scratch copy of a ``verify(_:)``, and of children of it. Its
  /// variables are used under the lock.
  private final class Recorder {
    private let lock = Lock.shared
    private var lineage: [DIContainer] = []  // the container that is verified, and its parents
    private var nodes: [Node] = []
    private var arrows: [String] = []  // of the flowchart
    private var absent: [Warning] = []
    private var hidden: [Warning] = []

    /// A look-up that found something.
    @_optimize(none) func record(_ found: Registration) {
      let node = node(of: found)
      recordAsking(for: node)
      // A singleton of a parent does not see what the verified container registers.
      guard node.level > 1, let verified = lineage.first, verified.local(found.key) != nil else {
        return
      }
      var innermost: Registration?
      for maker in Resolution.current.registrations where maker.isSingleton { innermost = maker }
      guard let singleton = innermost, self.node(of: singleton).level > 1 else { return }
      let warning = Warning.hidden(found.key, from: singleton.key)
      if !hidden.contains(warning) { hidden.append(warning) }
    }

    /// A look-up for a service that has to be there, and is not registered.
    @_optimize(none) func record(missing key: Key) {
      let node = node(ofUnregistered: key)
      node.mark = ":::missing"
      recordAsking(for: node)
    }

    /// A look-up for a service that may be absent, and is not registered. It takes the lock itself, so
    /// that a `nil` costs nothing more where nothing is recorded.
    @_optimize(none) func record(absent key: Key) {
      lock.lock()
      defer { lock.unlock() }
      let node = node(ofUnregistered: key)
      recordAsking(for: node)
      if node.isAbsent { return }
      node.isAbsent = true
      if node.mark.isEmpty { node.mark = ":::absent" }
      absent.append(.absent(key, path: Resolution.current.path + [key]))
    }

    /// Draws an arrow from the service whose factory or callback runs.
    @_optimize(none) private func recordAsking(for node: Node) {
      node.isAskedFor = true
      let resolution = Resolution.current
      guard let asker = resolution.registrations.last, asker.container.recorder === self else {
        return
      }
      let line = resolution.isInCallback ? "-.->" : "-->"
      let arrow = "\n  n\(self.node(of: asker).number) \(line) n\(node.number)"
      if !arrows.contains(arrow) { arrows.append(arrow) }
    }

    /// The node of a registration: a new one if it is asked for the first time.
    @_optimize(none) private func node(of registration: Registration) -> Node {
      if let node = registration.node { return node }
      var level = 0  // of a child that a factory made
      for index in lineage.indices where lineage[index] === registration.container {
        level = index + 1
      }
      let node = newNode(registration.key, registration.lifetime, level: level)
      registration.node = node
      return node
    }

    /// The node of a key that is not registered.
    @_optimize(none) private func node(ofUnregistered key: Key) -> Node {
      for node in nodes where node.lifetime == nil && node.key == key { return node }
      return newNode(key, nil, level: 1)
    }

    /// Numbers the nodes in the order in which they come up.
    @_optimize(none) private func newNode(_ key: Key, _ lifetime: Lifetime?, level: Int) -> Node {
      let node = Node(key, lifetime, level: level, number: nodes.count)
      nodes.append(node)
      return node
    }

    /// Makes everything once, and reports what was found.
    @_optimize(none)
    func verify(_ scratch: DIContainer, _ also: (DIContainer) throws -> Void) -> Verification {
      lock.lock()
      lineage = scratch.lineage
      let registrations = scratch.visible
      for registration in registrations { _ = node(of: registration) }
      lock.unlock()
      var thrown: [any Error] = []
      for registration in registrations where registration.key.arguments.isEmpty {
        do { try registration.resolve(in: scratch) } catch { thrown.append(error) }
      }
      do { try also(scratch) } catch { thrown.append(error) }
      return report(thrown, registrations)
    }

    /// Puts each error into the report once, then the warnings and the flowchart.
    @_optimize(none)
    func report(_ thrown: [any Error], _ registrations: [Registration]) -> Verification {
      var errors: [any Error] = []
      var texts: [String] = []
      // What happened, each with the paths to it and what there is instead.
      var heads: [String] = []
      var paths: [String] = []
      var alternatives: [String] = []
      for error in thrown {
        var error = error
        if case ResolutionError.circularDependency(let ring) = error {
          error = ResolutionError.circularDependency(marked(ring))
        }
        let text = "\(error)"  // code of the user: not under the lock
        if texts.contains(text) { continue }
        texts.append(text)
        errors.append(error)
        var parts = [text, "", ""]
        if let error = error as? ResolutionError { parts = error.parts }
        if let index = heads.firstIndex(of: parts[0]) {
          paths[index] += parts[1]
        } else {
          heads.append(parts[0])
          paths.append(parts[1])
          alternatives.append(parts[2])
        }
      }
      var blocks: [String] = []
      for index in 0..<heads.count {
        blocks.append(join(heads[index], paths[index], alternatives[index]))
      }
      if errors.isEmpty { blocks = ["No errors."] }
      lock.lock()  // a thread that a factory started may still resolve
      defer { lock.unlock() }
      var warnings: [Warning] = []
      for registration in registrations where !registration.key.arguments.isEmpty {
        if !node(of: registration).isAskedFor { warnings.append(.unchecked(registration.key)) }
      }
      warnings += absent + hidden
      for warning in warnings { blocks.append(warning.description) }
      let chart = flowchart()
      lineage = []
      return Verification(
        errors: errors, warnings: warnings, mermaid: chart,
        description: blocks.joined(separator: "\n"))
    }

    /// Marks the members of a ring, and turns it so that it begins with the first in order.
    @_optimize(none) private func marked(_ ring: [Key]) -> [Key] {
      lock.lock()
      defer { lock.unlock() }
      var first: Int?
      for node in nodes {
        guard let place = ring.firstIndex(of: node.key) else { continue }
        node.mark = ":::circular"
        if first == nil { first = place }
      }
      guard let first, ring[0] == ring[ring.count - 1] else {
        return ring  // a factory threw it
      }
      var turned = Array(ring.dropFirst(first).dropLast())
      turned.append(contentsOf: ring.prefix(first + 1))
      return turned
    }

    /// One subgraph for each container, then the arrows.
    @_optimize(none) private func flowchart() -> String {
      var text = "flowchart TD"
      let titles = ["child", "container", "parent"]
      var level = max(1, lineage.count)
      while level >= 0 {
        var members = ""
        for node in nodes where node.level == level { members += shape(of: node) }
        if !members.isEmpty {
          text += "\n  subgraph c\(level)[\(titles[min(level, 2)])]\(members)\n  end"
        }
        level -= 1
      }
      return text + arrows.joined()
        + "\n  classDef missing fill:#fcc,stroke:#c00\n  classDef circular fill:#fd9,stroke:#c60"
        + "\n  classDef absent fill:#eee,stroke:#999"
    }

    /// A node as Mermaid draws it, with what means something to Mermaid as a character code.
    @_optimize(none) private func shape(of node: Node) -> String {
      let special = "\"#&<>`\\".unicodeScalars
      var label = ""
      for character in node.key.description.unicodeScalars {
        label += special.contains(character) ? "#\(character.value);" : String(character)
      }
      var opening = "{{"
      var closing = "}}"
      switch node.lifetime {
      case .eagerSingleton: (opening, closing) = ("[[", "]]")
      case .lazySingleton: (opening, closing) = ("([", "])")
      case .transient: (opening, closing) = ("[", "]")
      case nil: break
      }
      return "\n  n\(node.number)" + opening + "\"" + label + "\"" + closing + node.mark
    }
  }

  // MARK: - The lock

  /// One lock for all containers, since threads may wait for each other through several of them. It
  /// is held for a look-up or a few assignments, and no code of the user runs under it.
  private final class Lock: @unchecked Sendable {
    static let shared = Lock()
    private let mutexMemory = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<pthread_mutex_t>.size,
      alignment: MemoryLayout<pthread_mutex_t>.alignment)
    private let conditionMemory = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<pthread_cond_t>.size,
      alignment: MemoryLayout<pthread_cond_t>.alignment)
    var lastSearch = 0  // used under the lock

    // Properties of these types would make every program that pastes the file compile what Swift
    // adds to imported types: 450 lines of LLVM.
    private var mutex: UnsafeMutablePointer<pthread_mutex_t> {
      mutexMemory.assumingMemoryBound(to: pthread_mutex_t.self)
    }
    private var condition: UnsafeMutablePointer<pthread_cond_t> {
      conditionMemory.assumingMemoryBound(to: pthread_cond_t.self)
    }

    private init() {
      pthread_mutex_init(mutex, nil)
      pthread_cond_init(condition, nil)
    }

    func lock() { pthread_mutex_lock(mutex) }
    func unlock() { pthread_mutex_unlock(mutex) }
    func wait() { pthread_cond_wait(condition, mutex) }
    func wakeAll() { pthread_cond_broadcast(condition) }
  }
}

/// Tells an optional from other types, and what it wraps.
nonisolated private protocol OptionalService {
  static var wrappedType: Any.Type { get }
  static var none: Any { get }
  static func wrapped<Arguments>(
    in container: DIContainer, _ key: DIContainer.Key, _ arguments: Arguments, mayBeAbsent: Bool
  ) throws -> Any
}

nonisolated extension Optional: OptionalService {
  fileprivate static var wrappedType: Any.Type { Wrapped.self }
  fileprivate static var none: Any { Self(nilLiteral: ()) as Any }
  fileprivate static func wrapped<Arguments>(
    in container: DIContainer, _ key: DIContainer.Key, _ arguments: Arguments, mayBeAbsent: Bool
  ) throws -> Any {
    try container.wrapped(Wrapped.self, key, arguments, mayBeAbsent: mayBeAbsent)
  }
}
