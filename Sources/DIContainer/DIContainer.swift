// SPDX-License-Identifier: MIT-0
// Dependency injection in one file. Paste it into your program; nothing else is needed.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Makes the services of a program: register how each is made, then ask for it by its type.
///
///     let container = DIContainer()
///     container.register(Logger.self, lazySingleton: { _ in ConsoleLogger() })
///     container.register(Greeter.self) { c in try Greeter(logger: c.resolve()) }
///     container.register(Greeter.self) { c, name in try Greeter(logger: c.resolve(), name: name) }
///
///     container[Greeter.self]                                // a Greeter?, nil where it fails
///     try container.resolve(Greeter.self, arguments: "Ana")  // a Greeter, or an error with a path
///
/// - Lifetime: an `eagerSingleton` is made by ``bootstrap()``, a `lazySingleton` at its first use,
///   each once; a `transient` at each use.
/// - Key: the service's type, a name, and the types of the arguments. The same key replaces.
/// - Errors: a ``ResolutionError`` names what was asked for and the path to it. What a factory
///   throws arrives unchanged. No error is kept: the next use tries again.
/// - Threads: every method may be called from every thread, and no lock is held while a factory
///   runs. The isolation of a service is its own: register and resolve main-actor types there.
nonisolated public final class DIContainer: @unchecked Sendable, CustomStringConvertible {
  // Guarded by the lock, under which no code of the user runs: no factory, callback or deinit.
  @exclusivity(unchecked) private var plain: [ObjectIdentifier: Registration] = [:]
  @exclusivity(unchecked) private var keyed: [Key: Registration] = [:]
  private var lastOrder = 0
  private var isFrozen = false
  private let parent: DIContainer?
  private let threads = Threads.shared
  @exclusivity(unchecked) private var recorder: Recorder?

  // MARK: - Creating

  /// Creates a container with the registrations of the providers, or an empty one.
  ///
  /// A container sees the registrations of its parent, later ones too, and may shadow them. A
  /// transient of the parent is made with the container that was asked, so that what the child
  /// shadows reaches it. A singleton is made with, and kept by, the container it is registered in.
  public init(parent: DIContainer? = nil, providers: [any Provider] = []) {
    (self.parent, recorder) = (parent, parent?.recorder)
    register(providers: providers)
  }

  /// Creates a container, and lets `configure` register in it.
  public convenience init(
    parent: DIContainer? = nil, configure: (DIContainer) throws -> Void
  ) rethrows {
    self.init(parent: parent)
    try configure(self)
  }

  /// A group of registrations that belong together.
  nonisolated public protocol Provider {
    /// Registers the group in the container.
    func register(in container: DIContainer)
  }

  // MARK: - Registering

  /// Registers an instance that exists already. (A factory takes the container: `{ _ in … }`. A
  /// closure without a parameter is an instance of its own type.)
  @_disfavoredOverload public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil, eagerSingleton instance: Service,
    _ unused: Void = ()  // ranks this after the form that takes a factory
  ) {
    add(type, name, .eagerSingleton, instance: Box(instance)) { (_, _: Void) in instance }
  }

  /// Registers a service that ``bootstrap()`` makes, or its first use if that is earlier.
  @_disfavoredOverload public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    eagerSingleton factory: @escaping (DIContainer) throws -> Service
  ) {
    add(type, name, .eagerSingleton) { (container, _: Void) in try factory(container) }
  }

  /// Registers a service that is made once, at its first use and on the thread of that use.
  @_disfavoredOverload public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    lazySingleton factory: @escaping (DIContainer) throws -> Service
  ) {
    add(type, name, .lazySingleton) { (container, _: Void) in try factory(container) }
  }

  /// Registers a service that is made anew at each use, from arguments that are given then, if it
  /// takes any. A closure without a label means this one.
  ///
  ///     container.register(Animal.self) { _, name, age in Horse(name: name, age: age) }
  ///     container[Animal.self, arguments: "Lucky", 7]
  ///
  /// The number and the types of the arguments are a part of the key: a `String` does not find a
  /// factory that takes a `Substring` or a `String?`.
  public func register<Service, each Argument>(
    _ type: Service.Type = Service.self, name: String? = nil,
    transient factory: @escaping (DIContainer, repeat each Argument) throws -> Service
  ) {
    add(type, name, .transient, repeat (each Argument).self) {
      (container, arguments: (repeat each Argument)) in
      try factory(container, repeat each arguments)
    }
  }

  /// Registers an eager singleton and what completes it: see the `transient` form.
  @_disfavoredOverload public func register<Service, Component>(
    _ type: Service.Type, name: String? = nil,
    eagerSingleton factory: @escaping (DIContainer) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) {
    add(type, name, .eagerSingleton) { (c, _: Void) in try c.complete(factory(c), initCompleted) }
  }

  /// Registers a lazy singleton and what completes it: see the `transient` form.
  ///
  ///     container.register(Child.self, lazySingleton: { _ in Child() }) { child, c in
  ///       child.parent = try c.resolve()
  ///     }
  @_disfavoredOverload public func register<Service, Component>(
    _ type: Service.Type, name: String? = nil,
    lazySingleton factory: @escaping (DIContainer) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) {
    add(type, name, .lazySingleton) { (c, _: Void) in try c.complete(factory(c), initCompleted) }
  }

  /// Registers a service and what completes each instance, so that two may know each other:
  ///
  ///     container.register(Parent.self) { c in try Parent(child: c.resolve()) }
  ///     container.register(Child.self) { _ in Child() } initCompleted: { child, c in
  ///       child.parent = try c.resolve()  // the very parent that this child was made for
  ///     }
  ///
  /// `initCompleted` runs once for each instance, when all that the outermost `resolve` makes is
  /// made, in the order of making, before that `resolve` returns, on its thread. If it throws,
  /// `resolve` throws that, and singletons that were not completed by then are not kept.
  public func register<Service, Component, each Argument>(
    _ type: Service.Type, name: String? = nil,
    transient factory: @escaping (DIContainer, repeat each Argument) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) {
    add(type, name, .transient, repeat (each Argument).self) {
      (container, arguments: (repeat each Argument)) in
      try container.complete(factory(container, repeat each arguments), initCompleted)
    }
  }

  /// Registers what the providers register, in their order.
  public func register(providers: [any Provider]) {
    for provider in providers { provider.register(in: self) }
  }

  /// A factory that resolves each parameter of an initializer by its type.
  ///
  ///     container.register(Person.self, lazySingleton: DIContainer.autowire(PetOwner.init))
  ///
  /// A parameter of type `Logger?` gets `nil` where `Logger` is not registered.
  public static func autowire<Service, each Dependency>(
    _ initializer: @escaping (repeat each Dependency) throws -> Service
  ) -> (DIContainer) throws -> Service {
    { container in try initializer(repeat container.resolve((each Dependency).self)) }
  }

  // MARK: - Resolving

  /// The service, or `nil` wherever ``resolve(_:name:arguments:)`` would throw.
  public subscript<Service, each Argument>(
    _ type: Service.Type, name name: String? = nil, arguments arguments: repeat each Argument
  ) -> Service? {
    var key = Key(service: Service.self, name: name)
    repeat key.arguments.append((each Argument).self)
    return try? service(type, key, (repeat each arguments), isOptional: true)
  }

  /// Resolves a service, from arguments of the types that its factory takes, if it takes any.
  ///
  /// Where an optional is asked for, `nil` means that the service is not registered.
  /// - Throws: a ``ResolutionError``, or what a factory or `initCompleted` threw.
  public func resolve<Service, each Argument>(
    _ type: Service.Type = Service.self, name: String? = nil, arguments: repeat each Argument
  ) throws -> Service {
    var key = Key(service: Service.self, name: name)
    repeat key.arguments.append((each Argument).self)
    return try service(type, key, (repeat each arguments), isOptional: false)
  }

  /// Resolves every registration of a service that takes no arguments, with and without a name, in
  /// the order of registration, the parent's first. What the child shadows counts once.
  public func resolveAll<Service>(_ type: Service.Type = Service.self) throws -> [Service] {
    let all = threads.locked {
      let all = visible.filter { $0.key.service == Service.self && $0.key.arguments.isEmpty }
      all.forEach { recorder?.record($0.key, $0, for: threads.current) }
      return all
    }
    return try all.map { try construct(type, $0, ()) }
  }

  // MARK: - Managing

  /// Whether the key is registered, here or in a parent. Nothing is made.
  public func contains<Service, each Argument>(
    _ type: Service.Type, name: String? = nil, arguments: repeat (each Argument).Type
  ) -> Bool {
    var key = Key(service: Service.self, name: name)
    repeat key.arguments.append(each arguments)
    return threads.locked { lineage.contains { $0.local(key) != nil } }
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
  public func reset() {
    let removed = threads.locked {
      defer { (plain, keyed, isFrozen) = ([:], [:], false) }
      return (plain, keyed)
    }
    withExtendedLifetime(removed) {}  // freed outside the lock: a deinit may use the container
  }

  /// Makes the eager singletons in the order of registration, then freezes the container.
  ///
  /// From then on, to register or unregister is a mistake that ends the program. If a singleton
  /// fails, its error is thrown, nothing is frozen, and `bootstrap` can be called again.
  public func bootstrap() throws {
    var last = 0
    while let next = threads.locked({ firstDue(after: last) }) {
      _ = try constructAny(next, ())
      last = next.order
    }
  }

  // MARK: - Inspecting

  /// The registrations of this container in their order, one a line.
  public var description: String {
    threads.locked { own.map(\.description) }.joined(separator: "\n")
  }

  /// Tries every registration without arguments, on a copy: nothing that it makes is kept.
  ///
  /// Factories and callbacks run. Singletons that exist are used and not made again. What a
  /// factory asks of a captured container, in place of the one it is given, is not seen. To verify
  /// is not for factories: it would be a ring, and is reported as one.
  public func verify() -> Verification {
    let path = threads.current.path
    if !path.isEmpty { return Verification(errors: [Resolution.ring(path)]) }
    let recorder = Recorder()
    let scratch = copy(recorder)
    defer { scratch.lineage.forEach { $0.reset() } }
    return recorder.verify(scratch)
  }

  /// What ``verify()`` found.
  nonisolated public struct Verification: CustomStringConvertible {
    /// Every error, each text once, in the order of registration.
    public fileprivate(set) var errors: [any Error] = []
    /// What needs arguments and was not reached from anything else.
    public fileprivate(set) var unchecked: [Key] = []
    /// A flowchart of what asked for what: dashed lines are from `initCompleted`, a box is a
    /// transient, a rounded one a lazy singleton, one with double sides an eager singleton.
    public fileprivate(set) var mermaid = "flowchart TD"

    /// The errors and what was not checked, for people.
    public var description: String {
      let texts = errors.isEmpty ? ["No errors."] : errors.map { "\($0)" }
      let rest = unchecked.map { "'\($0)' needs arguments and was not checked." }
      return (texts + rest).joined(separator: "\n")
    }
  }

  // MARK: - Keys and errors

  /// What a registration is found by.
  nonisolated public struct Key: Hashable, @unchecked Sendable, CustomStringConvertible {
    /// The type that is asked for.
    public let service: Any.Type
    /// The name, where several are registered for one service.
    public let name: String?
    /// The types of the runtime arguments.
    public fileprivate(set) var arguments: [Any.Type] = []
    fileprivate var isPlain: Bool { name == nil && arguments.isEmpty }

    /// For example `Animal "cat" (String, Bool)`.
    public var description: String {
      let types = arguments.map { "\($0)" }.joined(separator: ", ")
      let name = name.map { " \($0.debugDescription)" } ?? ""
      return "\(service)\(name)" + (arguments.isEmpty ? "" : " (\(types))")
    }

    /// Whether all three parts are the same.
    public static func == (a: Key, b: Key) -> Bool {
      a.service == b.service && a.name == b.name && a.arguments.elementsEqual(b.arguments, by: ==)
    }

    /// Leaves the arguments to `==`: few registrations differ in them alone.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(service))
      hasher.combine(name)
    }
  }

  /// Why a service could not be resolved.
  nonisolated public enum ResolutionError: Error, @unchecked Sendable, CustomStringConvertible {
    /// Nothing is registered for the key. The path leads from the outermost service to it; the
    /// alternatives are what is registered for the same service.
    case notRegistered(Key, path: [Key], alternatives: [Key])
    /// Each of these needs the next one to be made; the last is the first.
    case circularDependency([Key])
    /// The factory with `initCompleted` made something that is not of the service's type.
    case wrongComponent(Key, component: Any.Type, path: [Key])

    /// What happened, where, and what there is instead.
    public var description: String {
      let list = { (keys: [Key], mark: String) in keys.map(\.description).joined(separator: mark) }
      let tail = { (path: [Key]) in path.count < 2 ? "" : "\n  Path: " + list(path, " → ") }
      switch self {
      case .notRegistered(let key, let path, let others):
        let more = others.isEmpty ? "" : "\n  Registered for \(key.service): " + list(others, ", ")
        return "'\(key)' is not registered." + tail(path) + more
      case .circularDependency(let ring):
        return "Circular dependency: " + list(ring, " → ")
      case .wrongComponent(let key, let component, let path):
        return "'\(key)' made a \(component), which is not a \(key.service)." + tail(path)
      }
    }
  }
}

// ———————————————————————————— Here ends what a user needs to read ————————————————————————————

nonisolated extension DIContainer {
  // MARK: - Registrations
  private enum Lifetime: String {  // the raw value is the shape in a flowchart
    case eagerSingleton = "[[@]]"
    case lazySingleton = "([@])"
    case transient = "[@]"
  }

  /// What is kept for a key. Its variables are guarded by the lock.
  private final class Registration {
    let key: Key
    let lifetime: Lifetime
    let factory: AnyObject
    unowned(unsafe) let owner: DIContainer  // whoever finds a registration holds its owner
    var order = 0
    @exclusivity(unchecked) var instance: AnyObject?  // of a singleton that is finished
    var making: Making?  // of one that is begun, but not finished
    init(_ key: Key, _ lifetime: Lifetime, _ factory: AnyObject, _ owner: DIContainer) {
      (self.key, self.lifetime, self.factory, self.owner) = (key, lifetime, factory, owner)
    }

    var isSingleton: Bool { lifetime != .transient }
    var description: String {
      let state = !isSingleton ? "" : instance == nil ? " (not made)" : " (made)"
      return "\(key): \(lifetime)\(state)"
    }
  }

  private final class Factory<Service, Input> {
    let make: (DIContainer, Input) throws -> Service
    init(_ make: @escaping (DIContainer, Input) throws -> Service) { self.make = make }
  }
  private final class Box<Service> {
    let service: Service
    init(_ service: Service) { self.service = service }
  }

  private func add<Service, Input, each Argument>(
    _ type: Service.Type, _ name: String?, _ lifetime: Lifetime,
    _ arguments: repeat (each Argument).Type, instance: Box<Service>? = nil,
    make: @escaping (DIContainer, Input) throws -> Service
  ) {
    var key = Key(service: Service.self, name: name)
    repeat key.arguments.append(each arguments)
    let registration = Registration(key, lifetime, Factory(make), self)
    registration.instance = instance
    _ = replace(key, with: registration)
  }

  /// Returns the old registration, which is to be freed outside the lock.
  private func replace(_ key: Key, with registration: Registration?) -> Registration? {
    threads.locked {
      if isFrozen {
        fatalError("'\(key)' cannot be changed after bootstrap(). Call reset() first.")
      }
      lastOrder += 1
      registration?.order = lastOrder
      let (old, id) = (local(key), ObjectIdentifier(key.service))
      if key.isPlain { plain[id] = registration } else { keyed[key] = registration }
      return old
    }
  }

  private func copy(_ recorder: Recorder) -> DIContainer {
    let copy = DIContainer(parent: parent?.copy(recorder))
    copy.recorder = recorder
    for (one, instance) in threads.locked({ own.map { ($0, $0.instance) } }) {
      let new = Registration(one.key, one.lifetime, one.factory, copy)
      new.instance = instance
      _ = copy.replace(new.key, with: new)
    }
    return copy
  }

  private func local(_ key: Key) -> Registration? {
    key.isPlain ? plain[ObjectIdentifier(key.service)] : keyed[key]
  }
  private var unordered: [Registration] { Array(plain.values) + keyed.values }
  private var own: [Registration] { unordered.sorted { $0.order < $1.order } }

  /// Where there is none, the container is frozen.
  private func firstDue(after order: Int) -> Registration? {
    let due = unordered.filter { $0.lifetime == .eagerSingleton && $0.instance == nil }
    isFrozen = isFrozen || due.isEmpty
    return due.filter { $0.order > order }.min { $0.order < $1.order }
  }

  /// This container and its parents. No recursion: they may be many, and the stack near its end.
  private var lineage: UnfoldFirstSequence<DIContainer> { sequence(first: self, next: \.parent) }

  private var visible: [Registration] {
    lineage.reversed().reduce([]) { outer, container in
      outer.filter { container.local($0.key) == nil } + container.own
    }
  }

  // MARK: - Resolving, step by step
  /// Step 1: look the key up. A finished singleton ends here.
  @_semantics("optimize.sil.specialize.generic.never")  // no copy for each service, where pasted
  private func service<Service, Input>(
    _ type: Service.Type, _ key: Key, _ input: Input, isOptional: Bool
  ) throws -> Service {
    threads.lock()
    guard let found = find(key) else {
      threads.unlock()
      if isOptional, !_isOptional(type) { throw threads.nothing }
      return try missing(type, key, input)
    }
    if let instance = found.instance {
      defer { threads.unlock() }
      return unsafeDowncast(instance, to: Box<Service>.self).service
    }
    threads.unlock()
    return try construct(type, found, input)
  }

  private func find(_ key: Key) -> Registration? {
    guard let found = local(key) ?? outside(key) else { return nil }
    recorder?.record(key, found, for: threads.current)
    return found
  }
  private func outside(_ key: Key) -> Registration? {
    parent?.lineage.lazy.compactMap { $0.local(key) }.first { _ in true }
  }

  /// Step 2: run the factory, in a frame of this thread's resolution.
  @_semantics("optimize.sil.specialize.generic.never")
  private func construct<Service, Input>(
    _ type: Service.Type, _ registration: Registration, _ input: Input
  ) throws -> Service {
    let make = unsafeDowncast(registration.factory, to: Factory<Service, Input>.self).make
    let container = registration.isSingleton ? registration.owner : self
    defer { withExtendedLifetime((registration, container)) {} }  // the frame does not hold them
    let resolution = threads.current
    if let instance = try resolution.begin(registration, container) {
      return unsafeDowncast(instance, to: Box<Service>.self).service
    }
    let service: Service
    do {
      service = try make(container, input)
    } catch {
      resolution.fail(error)
      throw error
    }
    try resolution.end { Box(service) }
    return service
  }

  /// The same where the type is known at run time only.
  private func constructAny<Input>(_ found: Registration, _ input: Input) throws -> Any {
    func open<Service>(_ type: Service.Type) throws -> Any { try construct(type, found, input) }
    return try _openExistential(found.key.service, do: open)
  }

  /// What a factory with `initCompleted` does last: it leaves the callback with its frame.
  private func complete<Service, Component>(
    _ component: Component, _ initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) throws -> Service {
    let resolution = threads.current
    guard let service = component as? Service else {
      let (path, component) = (resolution.path, Swift.type(of: component as Any))
      throw ResolutionError.wrongComponent(path[path.count - 1], component: component, path: path)
    }
    resolution.last.completion = { try initCompleted(component, self) }
    return service
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  private func missing<Service, Input>(
    _ type: Service.Type, _ key: Key, _ input: Input
  ) throws -> Service {
    if let wrapped = (type as? any OptionalService.Type)?.wrapped {
      let key = Key(service: wrapped, name: key.name, arguments: key.arguments)
      let found = threads.locked { find(key) }
      let service = try found.map { try constructAny($0, input) }
      if let service = service as? Service { return service }
    }
    let resolution = threads.current
    let others = threads.locked {
      recorder?.record(key, nil, for: resolution)
      return visible.map(\.key).filter { $0.service == key.service }
    }
    throw ResolutionError.notRegistered(key, path: resolution.path + [key], alternatives: others)
  }

  // MARK: - One thread's resolution
  /// A factory that runs, or has run for a callback that does.
  private struct Frame {
    let asked: Unmanaged<Registration>  // held by `construct`, and by `making` after that
    let owner: Unmanaged<DIContainer>
    let mark: Int  // how many were pending when it began
    var making: Making?  // of a singleton, and of what is unfinished
    var registration: Registration { asked.takeUnretainedValue() }
    var container: DIContainer { owner.takeUnretainedValue() }
  }

  /// An instance from before its construction until it is finished. Guarded by the lock, but for
  /// what belongs to the thread that makes it.
  private final class Making {
    let registration: Registration
    let container: DIContainer
    unowned(unsafe) var maker: Resolution?  // of a singleton that is not finished
    var instance: AnyObject?  // once it is constructed
    var completion: (() throws -> Void)?
    var isUnfinished = false  // it is made of what is unfinished
    var failure: (any Error)?
    init(_ registration: Registration, _ container: DIContainer) {
      (self.registration, self.container) = (registration, container)
    }
  }

  /// What a thread resolves, outermost first. While it waits, others read it under the lock.
  private final class Resolution {
    let threads = Threads.shared
    @exclusivity(unchecked) private(set) var frames: [Frame] = []
    /// What is constructed and not finished, in the order of construction, and its path; without a
    /// path, what was taken from another thread.
    @exclusivity(unchecked) private var pending: [(making: Making, frames: [Frame])] = []
    /// What other threads have handed over, and all that it is made of. Guarded by the lock.
    @exclusivity(unchecked) private var adopted: [[Making]] = []
    private var awaited: Making?
    private let endOfStack = Threads.endOfStack
    var path: [Key] { frames.map(\.registration.key) }
    var last: Making { making(at: frames.count - 1) }
    private func making(at index: Int) -> Making {
      let frame = frames[index]
      let making = frame.making ?? Making(frame.registration, frame.container)
      frames[index].making = making
      return making
    }

    /// Step 3: before the factory. Returns the instance where there is one to be had already.
    func begin(_ registration: Registration, _ container: DIContainer) throws -> AnyObject? {
      if endOfStack.contains(Threads.stackPointer) {
        let first = frames.lastIndex { $0.registration.key == registration.key }
        if let first { throw Resolution.ring(path[first...]) }
      }
      var frame = Frame(
        asked: .passUnretained(registration), owner: .passUnretained(container),
        mark: pending.count)
      let instance = try registration.isSingleton ? claim(&frame) : ancestor(frame)
      if instance == nil { frames.append(frame) }
      return instance
    }

    /// Who asks for what it is a part of gets that instance, if it asks in a callback. Before, it
    /// is a ring, but for one that takes arguments, since these may end it.
    private func ancestor(_ new: Frame) throws -> AnyObject? {
      let same = (new.asked.toOpaque(), new.owner.toOpaque())
      let first = frames.lastIndex { ($0.asked.toOpaque(), $0.owner.toOpaque()) == same }
      guard let first else { return nil }
      if let instance = frames[first].making?.instance {
        last.isUnfinished = true
        return instance
      }
      if new.registration.key.arguments.isEmpty { throw Resolution.ring(path[first...]) }
      return nil
    }

    /// A singleton is made by the thread that claims it first; others wait until it is finished.
    /// Each waits for one singleton, and so for one thread, until that has finished or dropped it.
    /// A circle of waiting threads is closed by the last that starts to wait. If somebody in it
    /// waits for an instance that is constructed, the ring goes through an `initCompleted`: to take
    /// the instance as it is lets all go on, and `finish` sees to it that who took it does not
    /// return before it is finished. If nobody does, the factory of each needs the next one.
    private func claim(_ new: inout Frame) throws -> AnyObject? {
      let registration = new.registration
      var seen: [Making] = []
      defer { withExtendedLifetime(seen) {} }  // freed outside the lock
      return try threads.locked {
        defer { awaited = nil }
        while registration.instance == nil {
          guard let making = registration.making else {
            let making = Making(registration, new.container)
            (registration.making, new.making, making.maker) = (making, making, self)
            return nil
          }
          seen.append(making)
          awaited = making
          if let circle = circle() {
            if let instance = making.instance {
              let isAdopted = adopted.joined().contains { $0 === making }
              if isAdopted || making.maker !== self { pending.append((making, [])) }
              last.isUnfinished = true
              return instance
            }
            let waits = circle.compactMap(\.awaited)
            if waits.allSatisfy({ $0.instance == nil }) {
              throw Resolution.ring((waits.suffix(1) + waits.dropLast()).flatMap(Resolution.path))
            }
            threads.wakeAll()
          }
          threads.wait()
        }
        return registration.instance
      }
    }

    private static func path(from making: Making) -> [Key] {
      making.maker?.frames.drop { $0.making !== making }.map(\.registration.key) ?? []
    }

    static func ring(_ keys: some Collection<Key>) -> ResolutionError {
      .circularDependency(Array(keys) + keys.prefix(1))
    }

    /// The threads that wait for each other, from this one to this one.
    private func circle() -> [Resolution]? {
      var circle = [self]
      while let next = circle.last?.awaited?.maker {
        if next === self { return circle }
        if circle.contains(where: { $0 === next }) { break }
        circle.append(next)
      }
      return nil
    }

    /// Step 4: after the factory. The outermost one completes what was constructed.
    func end(_ box: () -> AnyObject) throws {
      let making = frames[frames.count - 1].making
      if let making {
        let (instance, isFinished) = (box(), !making.isUnfinished && making.completion == nil)
        threads.locked {
          making.instance = instance
          if isFinished { settle([making]) }
        }
        if !isFinished {
          for index in frames.indices { _ = self.making(at: index) }
          pending.append((making, frames))
          if frames.count > 1 { frames[frames.count - 2].making?.isUnfinished = true }
        }
      }
      frames.removeLast()
      if frames.isEmpty, making != nil { try complete() }
    }

    /// Step 4 where the factory threw: what was constructed for it and is not finished goes.
    func fail(_ error: any Error) {
      let failed = frames.removeLast()
      let gone = pending[failed.mark...]
      defer { withExtendedLifetime(gone) {} }  // a deinit may resolve
      pending.removeSubrange(failed.mark...)
      let made = gone.filter { !$0.frames.isEmpty }.map(\.making)
      threads.locked {
        settle(made + [failed.making].compactMap { $0 }, error)
        if frames.isEmpty { settle(adopted.joined(), error) }
      }
      if frames.isEmpty { clear() }
    }

    /// Finishes the singletons or, after a failure, drops them. Under the lock.
    private func settle(_ makings: some Sequence<Making>, _ failure: (any Error)? = nil) {
      for making in makings where making.maker === self {
        if failure == nil { making.registration.instance = making.instance }
        (making.registration.making, making.maker, making.failure) = (nil, nil, failure)
      }
      for group in adopted where group.contains(where: { $0.maker === self }) {
        if let failure = Resolution.failure(of: group) { settle(group, failure) }
      }
      threads.wakeAll()
    }

    private func clear() {
      let freedLast = (frames, pending, adopted)  // a deinit may resolve
      (frames, pending, adopted) = ([], [], [])
      withExtendedLifetime(freedLast) {}
    }

    /// Step 5: run the callbacks. They may construct more, which is added at the end.
    private func complete() throws {
      defer { clear() }
      var (next, finished, horizon, failure) = (0, 0, 0, (any Error)?.none)
      do {
        while next < pending.count {
          let (making, path) = pending[next]
          next += 1
          if path.isEmpty {  // another thread's: what follows is finished together with it
            horizon = .max
            continue
          }
          (frames, making.isUnfinished) = (path, false)
          try making.completion?()
          if making.isUnfinished { horizon = max(horizon, pending.count) }  // it took what is due
          if next < horizon { continue }
          threads.locked { settle(pending[finished..<next].map(\.making)) }
          finished = next
        }
      } catch {
        failure = error
      }
      try finish(pending[finished...].map(\.making), failure)
    }

    /// Finishes what is left, and what was adopted, at the same moment. What is made of something
    /// that failed fails. Where some belongs to a thread that is not so far, this one hands all of
    /// its own over and waits: then nobody can wait for it, so no circle can close.
    private func finish(_ rest: [Making], _ failure: (any Error)?) throws {
      try threads.locked {
        settle([])  // drops what was adopted and is made of what failed elsewhere
        let all = rest + adopted.filter { Resolution.failure(of: $0) == nil }.joined()
        var failure = failure ?? Resolution.failure(of: rest)
        if failure == nil, let other = all.lazy.compactMap(\.maker).first(where: { $0 !== self }) {
          for making in all where making.maker === self { making.maker = other }
          other.adopted += adopted + [rest]
          threads.wakeAll()
          while rest.contains(where: { $0.maker != nil }) { threads.wait() }
          failure = Resolution.failure(of: rest)
        }
        settle(all, failure)
        if let failure { throw failure }
      }
    }

    private static func failure(of makings: [Making]) -> (any Error)? {
      makings.lazy.compactMap(\.failure).first
    }
  }

  // MARK: - Verification
  /// What the scratch copy of a `verify()`, and children of it, see. Guarded by the lock.
  private final class Recorder {
    private var nodes: [(key: Key, registration: Registration?, level: Int)] = []
    private var family: [ObjectIdentifier] = []  // what is verified, and its parents
    private var edges: Set<[Int]> = []
    private var ring: Set<Key> = []
    func record(_ key: Key, _ registration: Registration?, for resolution: Resolution) {
      guard let frame = resolution.frames.last, frame.container.recorder === self else { return }
      let from = node(frame.registration.key, frame.registration)
      edges.insert([from, node(key, registration), frame.making?.instance == nil ? 0 : 1])
    }

    private func node(_ key: Key, _ registration: Registration?) -> Int {
      let known = nodes.firstIndex { $0.registration === registration && $0.key == key }
      if let known { return known }
      let level = registration.map { family.firstIndex(of: ObjectIdentifier($0.owner)) ?? -1 }
      nodes.append((key, registration, level ?? 0))
      return nodes.count - 1
    }

    func verify(_ scratch: DIContainer) -> Verification {
      family = scratch.lineage.map { ObjectIdentifier($0) }
      let all = scratch.visible
      for registration in all { _ = node(registration.key, registration) }
      var (result, texts) = (Verification(), Set<String>())
      for registration in all where registration.key.arguments.isEmpty {
        do {
          _ = try scratch.constructAny(registration, ())
        } catch {
          if texts.insert("\(error)").inserted { result.errors.append(error) }
          if case ResolutionError.circularDependency(let keys) = error { ring.formUnion(keys) }
        }
      }
      let freedLast = Threads.shared.locked {  // a thread of a factory may still resolve
        let reached = Set(edges.map { $0[1] })
        let rest = all.indices.filter { !all[$0].key.arguments.isEmpty && !reached.contains($0) }
        (result.unchecked, result.mermaid) = (rest.map { all[$0].key }, flowchart())
        defer { nodes = [] }
        return nodes
      }
      return withExtendedLifetime(freedLast) { result }
    }

    private func flowchart() -> String {
      var lines = ["flowchart TD"]
      let levels = Dictionary(grouping: nodes.indices) { nodes[$0].level }
      for (level, group) in levels.sorted(by: { $0.key > $1.key }) {
        let title = level < 0 ? "child" : level == 0 ? "container" : "parent"
        lines += ["subgraph c\(level + 1)[\(title)]"] + group.map(shape) + ["end"]
      }
      lines += edges.sorted { $0.lexicographicallyPrecedes($1) }.map {
        "n\($0[0]) \($0[2] == 0 ? "-->" : "-.->") n\($0[1])"
      }
      lines += [
        "classDef missing fill:#fcc,stroke:#c00", "classDef circular fill:#fd9,stroke:#c60",
      ]
      return lines.joined(separator: "\n  ")
    }

    private func shape(_ index: Int) -> String {
      let (key, registration, _) = nodes[index]
      let special = "\"#&<>`\\"
      let text = key.description.map { special.contains($0) ? "#\($0.asciiValue ?? 0);" : "\($0)" }
      let shape = (registration?.lifetime.rawValue ?? "{{@}}").split(separator: "@")
      let mark = registration == nil ? ":::missing" : ring.contains(key) ? ":::circular" : ""
      return "n\(index)\(shape[0])\"\(text.joined())\"\(shape[1])\(mark)"
    }
  }

  // MARK: - Lock and thread
  /// One lock for all containers, since threads may wait for each other through several of them;
  /// it is held for a look-up or a few assignments. It guards what says so, and no code of the
  /// user runs under it.
  private struct Threads: @unchecked Sendable {
    static let shared = Threads()
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var slot = pthread_key_t()
    /// What the subscripts turn into `nil`; the error that says all would be work for nothing.
    let nothing: any Error = ResolutionError.circularDependency([])
    private init() {
      pthread_mutex_init(mutex, nil)
      pthread_cond_init(condition, nil)
      pthread_key_create(&slot) { state in  // optional on some platforms
        (state as UnsafeMutableRawPointer?).map { Unmanaged<Resolution>.fromOpaque($0).release() }
      }
    }

    func lock() { pthread_mutex_lock(mutex) }
    func unlock() { pthread_mutex_unlock(mutex) }
    func wait() { pthread_cond_wait(condition, mutex) }
    func wakeAll() { pthread_cond_broadcast(condition) }
    func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
      lock()
      defer { unlock() }
      return try body()
    }

    /// The resolution of this thread, which lives as long as the thread.
    var current: Resolution {
      if let state = pthread_getspecific(slot) {
        return Unmanaged<Resolution>.fromOpaque(state).takeUnretainedValue()
      }
      let new = Unmanaged.passRetained(Resolution())
      pthread_setspecific(slot, new.toOpaque())
      return new.takeUnretainedValue()
    }

    static var stackPointer: UInt { withUnsafeBytes(of: 0) { UInt(bitPattern: $0.baseAddress) } }

    /// The last 32 KB of this thread's stack: what one more factory may need, and the error.
    static var endOfStack: Range<UInt> {
      #if canImport(Darwin)
        let top = UInt(bitPattern: pthread_get_stackaddr_np(pthread_self()))
        let start = top - UInt(pthread_get_stacksize_np(pthread_self()))
      #else
        var (attributes, lowest, size) = (pthread_attr_t(), UnsafeMutableRawPointer?.none, 0)
        _ = attributesOfThread(pthread_self(), &attributes)
        pthread_attr_getstack(&attributes, &lowest, &size)
        pthread_attr_destroy(&attributes)
        let start = UInt(bitPattern: lowest)
      #endif
      return start..<start + 32 << 10
    }
  }
}

nonisolated private protocol OptionalService { static var wrapped: Any.Type { get } }
nonisolated extension Optional: OptionalService {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
}

@_silgen_name("pthread_getattr_np")  // the C library's module leaves it out; not used on Darwin
nonisolated private func attributesOfThread(
  _ thread: pthread_t, _ attributes: UnsafeMutablePointer<pthread_attr_t>
) -> CInt
