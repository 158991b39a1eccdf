// SPDX-License-Identifier: MIT-0

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif os(Windows)
  import WinSDK
#endif

nonisolated public final class DIContainer: @unchecked Sendable, CustomStringConvertible {
  // Guarded by the lock, and no code of the user runs under it: no factory, callback or deinit.
  @exclusivity(unchecked) private var plain: [ObjectIdentifier: Registration] = [:]
  @exclusivity(unchecked) private var keyed: [Key: Registration] = [:]
  private var lastOrder = 0
  private var isFrozen = false

  private let parent: DIContainer?
  private let recorder: Recorder?
  private let threads = Threads.shared

  // MARK: - Creating

  private init(_ parent: DIContainer?, _ recorder: Recorder?) {
    (self.parent, self.recorder) = (parent, recorder)
  }

  public convenience init(parent: DIContainer? = nil) {
    self.init(parent, parent?.recorder)
  }

  public convenience init(
    parent: DIContainer? = nil, configure: (DIContainer) throws -> Void
  ) rethrows {
    self.init(parent: parent)
    try configure(self)
  }

  public convenience init(parent: DIContainer? = nil, providers: [any Provider]) {
    self.init(parent: parent)
    register(providers: providers)
  }

  nonisolated public protocol Provider {
    func register(in container: DIContainer)
  }

  // MARK: - Registering

  @_disfavoredOverload
  public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil, eagerSingleton instance: Service
  ) {
    add(Key(type, name), .eagerSingleton, Box(instance)) { (_, _: Void) in instance }
  }

  @_disfavoredOverload
  public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    eagerSingleton factory: @escaping (DIContainer) throws -> Service
  ) {
    add(Key(type, name), .eagerSingleton) { (container, _: Void) in try factory(container) }
  }

  @_disfavoredOverload
  public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    lazySingleton factory: @escaping (DIContainer) throws -> Service
  ) {
    add(Key(type, name), .lazySingleton) { (container, _: Void) in try factory(container) }
  }

  public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    transient factory: @escaping (DIContainer) throws -> Service
  ) {
    add(Key(type, name), .transient) { (container, _: Void) in try factory(container) }
  }

  public func register<Service, each Argument>(
    _ type: Service.Type = Service.self, name: String? = nil,
    transient factory: @escaping (DIContainer, repeat each Argument) throws -> Service
  ) {
    add(Key(type, name, repeat (each Argument).self), .transient) {
      (container, arguments: (repeat each Argument)) in
      try factory(container, repeat each arguments)
    }
  }

  @_disfavoredOverload
  public func register<Service, Component>(
    _ type: Service.Type, name: String? = nil,
    eagerSingleton factory: @escaping (DIContainer) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) {
    add(Key(type, name), .eagerSingleton) { (container, _: Void) in
      try container.complete(factory(container), as: type, initCompleted)
    }
  }

  @_disfavoredOverload
  public func register<Service, Component>(
    _ type: Service.Type, name: String? = nil,
    lazySingleton factory: @escaping (DIContainer) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) {
    add(Key(type, name), .lazySingleton) { (container, _: Void) in
      try container.complete(factory(container), as: type, initCompleted)
    }
  }

  public func register<Service, Component, each Argument>(
    _ type: Service.Type, name: String? = nil,
    transient factory: @escaping (DIContainer, repeat each Argument) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) {
    add(Key(type, name, repeat (each Argument).self), .transient) {
      (container, arguments: (repeat each Argument)) in
      let component = try factory(container, repeat each arguments)
      return try container.complete(component, as: type, initCompleted)
    }
  }

  public func register(providers: [any Provider]) {
    for provider in providers { provider.register(in: self) }
  }

  public static func autowire<Service, each Dependency>(
    _ initializer: @escaping (repeat each Dependency) throws -> Service
  ) -> (DIContainer) throws -> Service {
    { container in try initializer(repeat container.resolve((each Dependency).self)) }
  }

  // MARK: - Resolving

  public subscript<Service>(_ type: Service.Type, name name: String? = nil) -> Service? {
    let key = Key(type, name)
    return try? registered(type, key, ())
  }

  public subscript<Service, each Argument>(
    _ type: Service.Type, name name: String? = nil, arguments arguments: repeat each Argument
  ) -> Service? {
    let key = Key(type, name, repeat (each Argument).self)
    return try? registered(type, key, (repeat each arguments))
  }

  public func resolve<Service>(
    _ type: Service.Type = Service.self, name: String? = nil
  ) throws -> Service {
    let key = Key(type, name)
    return try required(type, key, ())
  }

  public func resolve<Service, each Argument>(
    _ type: Service.Type = Service.self, name: String? = nil, arguments: repeat each Argument
  ) throws -> Service {
    let key = Key(type, name, repeat (each Argument).self)
    return try required(type, key, (repeat each arguments))
  }

  public func resolveAll<Service>(_ type: Service.Type = Service.self) throws -> [Service] {
    let all = threads.locked { visible().filter { $0.key.service == type && $0.key.arguments.isEmpty } }
    return try all.map { try construct(type, $0, ()) }
  }

  // MARK: - Managing

  public func contains<Service, each Argument>(
    _ type: Service.Type, name: String? = nil, arguments: repeat (each Argument).Type
  ) -> Bool {
    let key = Key(type, name, repeat (each Argument).self)
    return threads.locked { lookUp(key) != nil }
  }

  @discardableResult
  public func unregister<Service, each Argument>(
    _ type: Service.Type, name: String? = nil, arguments: repeat (each Argument).Type
  ) -> Bool {
    replace(Key(type, name, repeat (each Argument).self), with: nil) != nil
  }

  public func reset() {
    // Taken out under the lock and freed after it: a deinit may use the container.
    let removed = threads.locked {
      defer { (plain, keyed, isFrozen) = ([:], [:], false) }
      return (plain, keyed)
    }
    withExtendedLifetime(removed) {}
  }

  public func bootstrap() throws {
    var last = 0
    while true {
      let due = threads.locked {
        let due = own.filter { $0.lifetime == .eagerSingleton && $0.order > last }
        isFrozen = due.isEmpty || isFrozen
        return due
      }
      for registration in due { try registration.prepare(in: self) }
      guard let newest = due.last else { return }
      last = newest.order
    }
  }

  // MARK: - Inspecting

  public var description: String {
    threads.locked { own.map(\.description) }.joined(separator: "\n")
  }

  public func verify() -> Verification {
    let recorder = Recorder()
    let scratch = threads.locked { DIContainer(copying: self, recorder) }
    let outer = threads.current
    threads.current = Resolution()  // not a part of what this thread may be resolving
    defer { threads.current = outer }
    return recorder.verify(scratch)
  }

  nonisolated public struct Verification: CustomStringConvertible {
    public let errors: [any Error]
    public let unchecked: [Key]
    public let mermaid: String

    public var description: String {
      var lines = errors.isEmpty ? ["No errors."] : ["Errors: \(errors.count)"]
      lines += errors.map { "\($0)" }
      if !unchecked.isEmpty { lines += ["Not checked, since they need arguments:"] }
      return (lines + unchecked.map { "  \($0)" }).joined(separator: "\n")
    }
  }

  // MARK: - Keys and errors

  nonisolated public struct Key: Hashable, @unchecked Sendable, CustomStringConvertible {
    public let service: Any.Type
    public let name: String?
    public let arguments: [Any.Type]

    public var description: String {
      let name = name.map { " " + $0.debugDescription } ?? ""
      let types = arguments.map { "\($0)" }.joined(separator: ", ")
      return "\(service)\(name)" + (arguments.isEmpty ? "" : " (\(types))")
    }

    public static func == (a: Key, b: Key) -> Bool {
      a.service == b.service && a.name == b.name
        && a.arguments.elementsEqual(b.arguments, by: { $0 == $1 })
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(service))
      hasher.combine(name)
      for argument in arguments { hasher.combine(ObjectIdentifier(argument)) }
    }

    fileprivate init<each Argument>(
      _ service: Any.Type, _ name: String?, _ types: repeat (each Argument).Type
    ) {
      var arguments: [Any.Type] = []
      repeat arguments.append(each types)
      (self.service, self.name, self.arguments) = (service, name, arguments)
    }

    fileprivate init(_ service: Any.Type, _ name: String?, _ arguments: [Any.Type] = []) {
      (self.service, self.name, self.arguments) = (service, name, arguments)
    }

    fileprivate var isPlain: Bool { name == nil && arguments.isEmpty }
  }

  nonisolated public enum ResolutionError: Error, @unchecked Sendable, CustomStringConvertible {
    case notRegistered(Key, path: [Key], alternatives: [Key])
    case circularDependency([Key])
    case wrongComponent(Key, component: Any.Type, path: [Key])

    public var description: String {
      func list(_ keys: [Key], _ separator: String) -> String {
        keys.map(\.description).joined(separator: separator)
      }
      func text(_ first: String, _ path: [Key]) -> String {
        path.count < 2 ? first : first + "\n  Path: " + list(path, " → ")
      }
      switch self {
      case .notRegistered(let key, let path, let alternatives):
        let first = text("'\(key)' is not registered.", path)
        return alternatives.isEmpty
          ? first : first + "\n  Registered for \(key.service): " + list(alternatives, ", ")
      case .circularDependency(let ring):
        return "Circular dependency: " + list(ring, " → ")
      case .wrongComponent(let key, let component, let path):
        return text("'\(key)' made a \(component), which is not a \(key.service).", path)
      }
    }
  }
}

// ————————————————————————————————————————————————————————————————————————————————————————————————

// MARK: - Registrations

nonisolated extension DIContainer {
  private enum Lifetime { case eagerSingleton, lazySingleton, transient }

  private class Registration {
    final let key: Key
    final let lifetime: Lifetime
    final unowned(unsafe) let owner: DIContainer
    final var order = 0
    @exclusivity(unchecked) final var instance: AnyObject?
    final var construction: Construction?

    init(_ key: Key, _ lifetime: Lifetime, _ owner: DIContainer, _ instance: AnyObject?) {
      (self.key, self.lifetime, self.owner, self.instance) = (key, lifetime, owner, instance)
    }

    final var description: String {
      let state = lifetime == .transient ? "" : instance == nil ? " (not made)" : " (made)"
      return "\(key): \(lifetime)\(state)"
    }

    func prepare(in container: DIContainer) throws {}
    func copy(_ owner: DIContainer) -> Registration { self }
  }

  private final class Factory<Service, Input>: Registration {
    let make: (DIContainer, Input) throws -> Service

    init(
      _ key: Key, _ lifetime: Lifetime, _ owner: DIContainer, _ instance: AnyObject?,
      _ make: @escaping (DIContainer, Input) throws -> Service
    ) {
      self.make = make
      super.init(key, lifetime, owner, instance)
    }

    override func prepare(in container: DIContainer) throws {
      if let input = () as? Input { _ = try container.construct(Service.self, self, input) }
    }

    override func copy(_ owner: DIContainer) -> Registration {
      Factory(key, lifetime, owner, instance, make)
    }
  }

  private final class Box<Service> {
    let service: Service
    init(_ service: Service) { self.service = service }
  }

  private func add<Service, Input>(
    _ key: Key, _ lifetime: Lifetime, _ instance: Box<Service>? = nil,
    _ make: @escaping (DIContainer, Input) throws -> Service
  ) {
    _ = replace(key, with: Factory(key, lifetime, self, instance, make))
  }

  private func replace(_ key: Key, with registration: Registration?) -> Registration? {
    let (isTooLate, replaced) = threads.locked {
      isFrozen ? (true, nil) : (false, store(registration, key))
    }
    if isTooLate {
      let verb = registration == nil ? "unregistered" : "registered"
      fatalError("'\(key)' is \(verb) after bootstrap(). Do it before, or call reset() first.")
    }
    return replaced
  }

  private func store(_ registration: Registration?, _ key: Key) -> Registration? {
    lastOrder += 1
    registration?.order = lastOrder
    let old = local(key)
    if key.isPlain {
      plain[ObjectIdentifier(key.service)] = registration
    } else {
      keyed[key] = registration
    }
    return old
  }

  private convenience init(copying original: DIContainer, _ recorder: Recorder) {
    self.init(original.parent.map { DIContainer(copying: $0, recorder) }, recorder)
    for registration in original.own { _ = store(registration.copy(self), registration.key) }
  }

  private var own: [Registration] {
    (Array(plain.values) + keyed.values).sorted { $0.order < $1.order }
  }

  private func visible() -> [Registration] {
    (parent?.visible().filter { local($0.key) == nil } ?? []) + own
  }

  private func local(_ key: Key) -> Registration? {
    key.isPlain ? plain[ObjectIdentifier(key.service)] : keyed[key]
  }

  private func lookUp(_ key: Key) -> Registration? {
    local(key) ?? parent?.lookUp(key)
  }
}

// MARK: - One resolution

nonisolated extension DIContainer {
  private func find(_ key: Key) -> (Registration?, instance: AnyObject?) {
    threads.lock()
    defer { threads.unlock() }
    guard let registration = lookUp(key) else { return (nil, nil) }
    recorder?.record(threads.current, registration)
    return (registration, registration.instance)
  }

  fileprivate func registered<Service, Input>(
    _ type: Service.Type, _ key: Key, _ input: Input
  ) throws -> Service? {
    let (registration, instance) = find(key)
    if let instance { return unsafeDowncast(instance, to: Box<Service>.self).service }
    guard let registration else { return try optional(type, key, input) }
    return try construct(type, registration, input)
  }

  private func required<Service, Input>(
    _ type: Service.Type, _ key: Key, _ input: Input
  ) throws -> Service {
    let (registration, instance) = find(key)
    if let instance { return unsafeDowncast(instance, to: Box<Service>.self).service }
    guard let registration else { return try missing(type, key, input) }
    return try construct(type, registration, input)
  }

  private func construct<Service, Input>(
    _ type: Service.Type, _ registration: Registration, _ input: Input
  ) throws -> Service {
    let factory = unsafeDowncast(registration, to: Factory<Service, Input>.self)
    let resolution = threads.current
    let container = factory.lifetime == .transient ? self : factory.owner
    if let instance = try resolution.begin(factory, container) {
      return unsafeDowncast(instance, to: Box<Service>.self).service
    }
    let service: Service
    do {
      service = try factory.make(container, input)
    } catch {
      resolution.fail(error)
      throw error
    }
    try resolution.end(resolution.needsInstance ? Box(service) : nil)
    return service
  }

  private func complete<Service, Component>(
    _ component: Component, as type: Service.Type,
    _ initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) throws -> Service {
    guard let construction = threads.current.construction else { preconditionFailure() }
    guard let service = component as? Service else {
      throw ResolutionError.wrongComponent(
        construction.registration.key, component: Swift.type(of: component as Any),
        path: construction.path)
    }
    construction.completion = { try initCompleted(component, self) }
    return service
  }

  private func optional<Service, Input>(
    _ type: Service.Type, _ key: Key, _ input: Input
  ) throws -> Service? {
    guard _isOptional(type), let optional = type as? any OptionalService.Type else { return nil }
    return try optional.resolve(key, input, in: self) as? Service
  }

  private func missing<Service, Input>(
    _ type: Service.Type, _ key: Key, _ input: Input
  ) throws -> Service {
    if let service = try optional(type, key, input) { return service }
    let resolution = threads.current
    let others = threads.locked {
      recorder?.record(resolution, missing: key)
      return visible().map(\.key).filter { $0.service == key.service }
    }
    let path = (resolution.construction?.path ?? []) + [key]
    throw ResolutionError.notRegistered(key, path: path, alternatives: others)
  }

  private struct Frame {
    let registration: Registration
    let container: DIContainer
    var construction: Construction?
    var usesUnfinished = false
  }

  private final class Construction {
    let registration: Registration
    let container: DIContainer
    let outer: Construction?
    let resolution: Resolution
    var instance: AnyObject?
    var completion: (() throws -> Void)?
    var isSettled = false
    var failure: (any Error)?

    init(_ frame: Frame, in outer: Construction?, _ resolution: Resolution) {
      (registration, container) = (frame.registration, frame.container)
      (self.outer, self.resolution) = (outer, resolution)
    }

    var chain: some Sequence<Construction> { sequence(first: self, next: \.outer) }
    var path: [Key] { chain.map(\.registration.key).reversed() }

    func path(from first: Registration) -> [Key] {
      let inner = chain.prefix { $0.registration !== first }.map(\.registration.key)
      return [first.key] + inner.reversed()
    }

    func settle(_ failure: (any Error)? = nil) {
      if registration.construction === self {
        registration.construction = nil
        if failure == nil { registration.instance = instance }
      }
      self.failure = failure
      isSettled = true
      resolution.threads.wakeAll()
    }
  }

  private final class Resolution {
    let threads = Threads.shared
    @exclusivity(unchecked) private var frames: [Frame] = []
    @exclusivity(unchecked) private var pending: [Construction] = []
    private var borrowed: [Construction] = []
    private var waiting: (asking: Construction?, other: Construction)?
    private var takes = false
    private lazy var stackEnd = Threads.stackEnd

    var current: Frame? { frames.last }
    var needsInstance: Bool { frames.last?.construction != nil }

    var construction: Construction? {
      let first = (frames.lastIndex { $0.construction != nil } ?? -1) + 1
      for index in frames[first...].indices {
        let outer = index == 0 ? nil : frames[index - 1].construction
        frames[index].construction = Construction(frames[index], in: outer, self)
      }
      return frames.last?.construction
    }

    func begin(_ registration: Registration, _ container: DIContainer) throws -> AnyObject? {
      if registration.lifetime == .transient {
        if let ancestor = try ancestor(registration, container) { return ancestor }
        frames.append(Frame(registration: registration, container: container))
      } else {
        let construction = Construction(
          Frame(registration: registration, container: container), in: construction, self)
        if let instance = try claim(construction) { return instance }
        frames.append(
          Frame(registration: registration, container: container, construction: construction))
      }
      return nil
    }

    private func ancestor(
      _ registration: Registration, _ container: DIContainer
    ) throws -> AnyObject? {
      guard let outermost = frames.first else { return nil }
      if let frame = frames.last(where: {
        $0.registration === registration && $0.container === container
      }) {
        if let instance = frame.construction?.instance { return take(instance) }
        if registration.key.arguments.isEmpty { throw circular(registration) }
      } else if let ancestor = outermost.construction?.chain.first(where: {
        $0.registration === registration && $0.container === container
      }), let instance = ancestor.instance {
        return take(instance)
      }
      if frames.count > 16, withUnsafeBytes(of: registration, { UInt(bitPattern: $0.baseAddress) }) < stackEnd,
        frames.contains(where: { $0.registration === registration }) {
        throw circular(registration)
      }
      return nil
    }

    private func circular(_ registration: Registration) -> ResolutionError {
      .circularDependency((construction?.path(from: registration) ?? []) + [registration.key])
    }

    private func take(_ instance: AnyObject) -> AnyObject {
      if !frames.isEmpty { frames[frames.count - 1].usesUnfinished = true }
      return instance
    }

    private func claim(_ construction: Construction) throws -> AnyObject? {
      let registration = construction.registration
      threads.lock()
      defer { threads.unlock() }
      while true {
        if let instance = registration.instance { return instance }
        guard let other = registration.construction else {
          registration.construction = construction
          return nil
        }
        if other.resolution === self {
          guard let instance = other.instance else { throw circular(registration) }
          return take(instance)
        }
        if try wait(for: other, asking: construction.outer), let instance = other.instance {
          borrowed.append(other)
          return take(instance)
        }
      }
    }

    func end(_ instance: AnyObject?) throws {
      let frame = frames.removeLast()
      var isUnfinished = frame.usesUnfinished
      if let construction = frame.construction {
        let isSingleton = frame.registration.lifetime != .transient
        isUnfinished = isUnfinished || construction.completion != nil
        threads.locked {
          construction.instance = instance
          if isSingleton && !isUnfinished { construction.settle() }
        }
        if construction.completion != nil || isSingleton && isUnfinished {
          pending.append(construction)
        }
      }
      if frames.isEmpty {
        if !pending.isEmpty { try complete() }
      } else if isUnfinished {
        frames[frames.count - 1].usesUnfinished = true
      }
    }

    func fail(_ error: any Error) {
      guard let failed = frames.removeLast().construction else { return }
      let kept = pending.lastIndex { !$0.chain.contains { $0 === failed } }.map { $0 + 1 } ?? 0
      let dropped = pending[kept...] + [failed]
      pending.removeSubrange(kept...)
      threads.locked { dropped.forEach { $0.settle(error) } }
    }

    private func complete() throws {
      var (next, finished) = (0, 0)
      do {
        while next < pending.count {
          try complete(pending[next])
          next += 1
          threads.locked {
            guard borrowed.isEmpty else { return }
            pending[finished..<next].forEach { $0.settle() }
            finished = next
          }
        }
        try threads.locked {
          for other in borrowed {
            while !other.isSettled, try !wait(for: other, asking: nil) {}
            if let failure = other.failure { throw failure }
          }
          pending[finished...].forEach { $0.settle() }
        }
        (pending, borrowed) = ([], [])
      } catch {
        threads.locked { pending[finished...].forEach { $0.settle(error) } }
        (pending, borrowed) = ([], [])
        throw error
      }
    }

    private func complete(_ construction: Construction) throws {
      guard let completion = construction.completion else { return }
      construction.completion = nil
      frames = [Frame(registration: construction.registration, container: construction.container, construction: construction)]
      defer { frames = [] }
      try completion()
    }

    private func wait(for other: Construction, asking: Construction?) throws -> Bool {
      (waiting, takes) = ((asking, other), false)
      defer { waiting = nil }
      var circle = [self]
      var next = other.resolution
      while next !== self, !next.takes, let blocked = next.waiting, !blocked.other.isSettled {
        circle.append(next)
        next = blocked.other.resolution
      }
      if next === self {
        let taker = circle.first { $0.waiting?.asking != nil && $0.waiting?.other.instance != nil }
        guard let taker else {
          guard asking != nil else { return true }
          throw ResolutionError.circularDependency(ring(circle))
        }
        taker.takes = true
        threads.wakeAll()
      }
      while !other.isSettled, !takes { threads.wait() }
      return takes && !other.isSettled
    }

    private func ring(_ circle: [Resolution]) -> [Key] {
      var keys: [Key] = []
      var owned = circle.last?.waiting?.other
      for resolution in circle {
        guard let waiting = resolution.waiting, let first = owned?.registration else { continue }
        keys += waiting.asking?.path(from: first) ?? []
        owned = waiting.other
      }
      return keys + keys.prefix(1)
    }
  }
}

nonisolated private protocol OptionalService {
  static func resolve<Input>(
    _ key: DIContainer.Key, _ input: Input, in container: DIContainer
  ) throws -> Any
}

nonisolated extension Optional: OptionalService {
  fileprivate static func resolve<Input>(
    _ key: DIContainer.Key, _ input: Input, in container: DIContainer
  ) throws -> Any {
    try container.registered(
      Wrapped.self, DIContainer.Key(Wrapped.self, key.name, key.arguments), input) as Any
  }
}

nonisolated extension DIContainer {
  private final class Recorder {
    func record(_ r: Resolution, _ to: Registration) {}
    func record(_ r: Resolution, missing: Key) {}
    func verify(_ c: DIContainer) -> Verification { Verification(errors: [], unchecked: [], mermaid: "") }
  }

  private struct Threads: @unchecked Sendable {
    static let shared = Threads()
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let slot: pthread_key_t

    private init() {
      pthread_mutex_init(mutex, nil)
      pthread_cond_init(condition, nil)
      var slot = pthread_key_t()
      pthread_key_create(&slot) { state in
        if let state: UnsafeMutableRawPointer = state { Unmanaged<Resolution>.fromOpaque(state).release() }
      }
      self.slot = slot
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

    var current: Resolution {
      get {
        if let state = pthread_getspecific(slot) {
          return Unmanaged<Resolution>.fromOpaque(state).takeUnretainedValue()
        }
        let new = Resolution()
        pthread_setspecific(slot, Unmanaged.passRetained(new).toOpaque())
        return new
      }
      nonmutating set {
        if let old = pthread_getspecific(slot) { Unmanaged<Resolution>.fromOpaque(old).release() }
        pthread_setspecific(slot, Unmanaged.passRetained(newValue).toOpaque())
      }
    }

    static var stackEnd: UInt {
      var attributes = pthread_attr_t()
      var (start, size) = (UnsafeMutableRawPointer?.none, 0)
      _ = attributesOfThread(pthread_self(), &attributes)
      pthread_attr_getstack(&attributes, &start, &size)
      pthread_attr_destroy(&attributes)
      return UInt(bitPattern: start) + 64 << 10
    }
  }
}

@_silgen_name("pthread_getattr_np")
nonisolated private func attributesOfThread(
  _ thread: pthread_t, _ attributes: UnsafeMutablePointer<pthread_attr_t>
) -> CInt
