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
  // Guarded by `threads.lock`, under which no code of the user runs: no factory, callback or deinit.
  @exclusivity(unchecked) private var plain: [ObjectIdentifier: Registration] = [:]
  @exclusivity(unchecked) private var keyed: [Key: Registration] = [:]
  private var lastOrder = 0
  private var isFrozen = false

  private let parent: DIContainer?
  private let threads = Threads.shared
  private let recorder: Recorder?

  // MARK: - Creating

  public init(parent: DIContainer? = nil) {
    self.parent = parent
    recorder = parent?.recorder
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
    add(Factory<Service, Void>(Key(type, name), .eagerSingleton, Box(instance)) { _, _ in instance })
  }

  @_disfavoredOverload
  public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    eagerSingleton factory: @escaping (DIContainer) throws -> Service
  ) {
    add(Factory<Service, Void>(Key(type, name), .eagerSingleton) { c, _ in try factory(c) })
  }

  @_disfavoredOverload
  public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    lazySingleton factory: @escaping (DIContainer) throws -> Service
  ) {
    add(Factory<Service, Void>(Key(type, name), .lazySingleton) { c, _ in try factory(c) })
  }

  public func register<Service>(
    _ type: Service.Type = Service.self, name: String? = nil,
    transient factory: @escaping (DIContainer) throws -> Service
  ) {
    add(Factory<Service, Void>(Key(type, name), .transient) { c, _ in try factory(c) })
  }

  public func register<Service, each Argument>(
    _ type: Service.Type = Service.self, name: String? = nil,
    transient factory: @escaping (DIContainer, repeat each Argument) throws -> Service
  ) {
    let key = Key(type, name, Key.list(repeat (each Argument).self))
    add(
      Factory<Service, (repeat each Argument)>(key, .transient) { container, arguments in
        try factory(container, repeat each arguments)
      })
  }

  @_disfavoredOverload
  public func register<Service, Component>(
    _ type: Service.Type, name: String? = nil,
    eagerSingleton factory: @escaping (DIContainer) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) {
    add(
      Factory<Service, Void>(type, Key(type, name), .eagerSingleton, initCompleted) { c, _ in try factory(c) })
  }

  @_disfavoredOverload
  public func register<Service, Component>(
    _ type: Service.Type, name: String? = nil,
    lazySingleton factory: @escaping (DIContainer) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) {
    add(
      Factory<Service, Void>(type, Key(type, name), .lazySingleton, initCompleted) { c, _ in try factory(c) })
  }

  public func register<Service, Component, each Argument>(
    _ type: Service.Type, name: String? = nil,
    transient factory: @escaping (DIContainer, repeat each Argument) throws -> Component,
    initCompleted: @escaping (Component, DIContainer) throws -> Void
  ) {
    let key = Key(type, name, Key.list(repeat (each Argument).self))
    add(
      Factory<Service, (repeat each Argument)>(type, key, .transient, initCompleted) {
        container, arguments in
        try factory(container, repeat each arguments)
      })
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
    try? service(type, Key(type, name), ())
  }

  public subscript<Service, each Argument>(
    _ type: Service.Type, name name: String? = nil, arguments arguments: repeat each Argument
  ) -> Service? {
    let key = Key(type, name, Key.list(repeat (each Argument).self))
    return try? service(type, key, (repeat each arguments))
  }

  public func resolve<Service>(
    _ type: Service.Type = Service.self, name: String? = nil
  ) throws -> Service {
    let key = Key(type, name)
    if let service = try service(type, key, ()) { return service }
    throw notRegistered(key)
  }

  public func resolve<Service, each Argument>(
    _ type: Service.Type = Service.self, name: String? = nil, arguments: repeat each Argument
  ) throws -> Service {
    let key = Key(type, name, Key.list(repeat (each Argument).self))
    if let service = try service(type, key, (repeat each arguments)) { return service }
    throw notRegistered(key)
  }

  public func resolveAll<Service>(_ type: Service.Type = Service.self) throws -> [Service] {
    let found = threads.locked { visible(ObjectIdentifier(type)) }
    return try found.filter { $0.registration.key.arguments.isEmpty }.map {
      try construct(unsafeDowncast($0.registration, to: Factory<Service, Void>.self), $0.owner, ())
    }
  }

  // MARK: - Managing

  public func contains<Service, each Argument>(
    _ type: Service.Type, name: String? = nil, arguments: repeat (each Argument).Type
  ) -> Bool {
    let key = Key(type, name, Key.list(repeat (each Argument).self))
    return threads.locked { lookUp(key) != nil }
  }

  @discardableResult
  public func unregister<Service, each Argument>(
    _ type: Service.Type, name: String? = nil, arguments: repeat (each Argument).Type
  ) -> Bool {
    let key = Key(type, name, Key.list(repeat (each Argument).self))
    return replace(key, with: nil, "unregister") != nil
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
        isFrozen = due.isEmpty
        return due
      }
      guard let newest = due.last else { return }
      for registration in due { try registration.prepare(in: self, self) }
      last = newest.order
    }
  }

  // MARK: - Inspecting

  public var description: String {
    threads.locked { own.map(\.description) }.joined(separator: "\n")
  }

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
      a.service == b.service && a.name == b.name && a.arguments.count == b.arguments.count
        && zip(a.arguments, b.arguments).allSatisfy { $0 == $1 }
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(service))
      hasher.combine(name)
      for argument in arguments { hasher.combine(ObjectIdentifier(argument)) }
    }

    fileprivate init(_ service: Any.Type, _ name: String?, _ arguments: [Any.Type] = []) {
      (self.service, self.name, self.arguments) = (service, name, arguments)
    }

    fileprivate static func list<each Argument>(
      _ types: repeat (each Argument).Type
    ) -> [Any.Type] {
      var list: [Any.Type] = []
      repeat list.append(each types)
      return list
    }
  }

  nonisolated public enum ResolutionError: Error, @unchecked Sendable, CustomStringConvertible {
    case notRegistered(Key, path: [Key], alternatives: [Key])
    case circularDependency([Key])
    case wrongComponent(Key, component: Any.Type, path: [Key])

    public var description: String {
      func list(_ keys: [Key], _ separator: String) -> String {
        keys.map(\.description).joined(separator: separator)
      }
      func text(_ first: String, path: [Key]) -> String {
        path.count < 2 ? first : first + "\n  Path: " + list(path, " → ")
      }
      switch self {
      case .notRegistered(let key, let path, let alternatives):
        let first = text("'\(key)' is not registered.", path: path)
        return alternatives.isEmpty
          ? first : first + "\n  Registered for \(key.service): " + list(alternatives, ", ")
      case .circularDependency(let ring):
        return "Circular dependency: " + list(ring, " → ")
      case .wrongComponent(let key, let component, let path):
        return text("'\(key)' made a \(component), which is not a \(key.service).", path: path)
      }
    }
  }
}

// ————————————————————————————————————————————————————————————————————————————————————————————————

// MARK: - Registrations

nonisolated extension DIContainer {
  private enum Lifetime { case eagerSingleton, lazySingleton, transient }

  private class Registration: CustomStringConvertible {
    final let key: Key
    final let lifetime: Lifetime
    @exclusivity(unchecked) final var order = 0
    @exclusivity(unchecked) final var instance: Instance?
    final var construction: Construction?

    init(_ key: Key, _ lifetime: Lifetime, _ instance: Instance?) {
      (self.key, self.lifetime, self.instance) = (key, lifetime, instance)
    }

    final var description: String {
      let state = lifetime == .transient ? "" : instance == nil ? " (not made)" : " (made)"
      return "\(key): \(lifetime)\(state)"
    }

    func prepare(in container: DIContainer, _ owner: DIContainer) throws {}
  }

  private final class Factory<Service, Input>: Registration {
    let make: (DIContainer, Input) throws -> Service

    init(
      _ key: Key, _ lifetime: Lifetime, _ instance: Instance? = nil,
      make: @escaping (DIContainer, Input) throws -> Service
    ) {
      self.make = make
      super.init(key, lifetime, instance)
    }

    convenience init<Component>(
      _ type: Service.Type, _ key: Key, _ lifetime: Lifetime,
      _ initCompleted: @escaping (Component, DIContainer) throws -> Void,
      make: @escaping (DIContainer, Input) throws -> Component
    ) {
      self.init(key, lifetime) { container, input in
        let component = try make(container, input)
        let construction = container.threads.current.map(Frame.construct)
        guard let service = component as? Service else {
          throw ResolutionError.wrongComponent(
            key, component: Swift.type(of: component as Any), path: construction?.path ?? [])
        }
        construction?.completion = { try initCompleted(component, container) }
        return service
      }
    }

    override func prepare(in container: DIContainer, _ owner: DIContainer) throws {
      if let input = () as? Input { _ = try container.construct(self, owner, input) }
    }
  }

  private class Instance {}

  private final class Box<Service>: Instance {
    let service: Service
    init(_ service: Service) { self.service = service }
  }

  private func add(_ registration: Registration) {
    _ = replace(registration.key, with: registration, "register")
  }

  private func replace(
    _ key: Key, with registration: Registration?, _ verb: String
  ) -> Registration? {
    let (tooLate, replaced) = threads.locked { () -> (Bool, Registration?) in
      if isFrozen { return (true, nil) }
      lastOrder += 1
      registration?.order = lastOrder
      guard key.isPlain else {
        let old = keyed.removeValue(forKey: key)
        keyed[key] = registration
        return (false, old)
      }
      if let registration {
        return (false, plain.updateValue(registration, forKey: ObjectIdentifier(key.service)))
      }
      return (false, plain.removeValue(forKey: ObjectIdentifier(key.service)))
    }
    if tooLate {
      fatalError("'\(key)' is too late: bootstrap() froze this container. To \(verb), do so before it or call reset().")
    }
    return replaced
  }

  private var own: [Registration] {
    (Array(plain.values) + keyed.values).sorted { $0.order < $1.order }
  }

  private func visible(_ service: ObjectIdentifier) -> [(registration: Registration, owner: DIContainer)] {
    let own = own.filter { ObjectIdentifier($0.key.service) == service }.map { ($0, self) }
    guard let parent else { return own }
    return parent.visible(service).filter { local($0.registration.key) == nil } + own
  }

  private func local(_ key: Key) -> Registration? {
    key.isPlain ? plain[ObjectIdentifier(key.service)] : keyed[key]
  }

  private func lookUp(_ key: Key) -> (Registration, DIContainer)? {
    if let registration = local(key) { return (registration, self) }
    return parent?.lookUp(key)
  }
}

nonisolated extension DIContainer.Key {
  fileprivate var isPlain: Bool { name == nil && arguments.isEmpty }
}

// MARK: - One resolution

nonisolated extension DIContainer {
  private enum Found {
    case instance(Instance)
    case registration(Registration, DIContainer)
    case nothing
  }

  fileprivate func service<Service, Input>(
    _ type: Service.Type, _ key: Key, _ input: Input
  ) throws -> Service? {
    switch find(key) {
    case .instance(let instance):
      return unsafeDowncast(instance, to: Box<Service>.self).service
    case .registration(let registration, let owner):
      return try construct(
        unsafeDowncast(registration, to: Factory<Service, Input>.self), owner, input)
    case .nothing:
      guard let optional = type as? any OptionalService.Type else { return nil }
      return try optional.resolve(key, input, in: self) as? Service
    }
  }

  private func find(_ key: Key) -> Found {
    threads.lock()
    defer { threads.unlock() }
    guard let (registration, owner) = lookUp(key) else { return .nothing }
    if let instance = registration.instance { return .instance(instance) }
    return .registration(registration, owner)
  }

  private func construct<Service, Input>(
    _ factory: Factory<Service, Input>, _ owner: DIContainer, _ input: Input
  ) throws -> Service {
    let container = factory.lifetime == .transient ? self : owner
    var frame = Frame(registration: factory, container: container, outer: threads.current)
    return try withUnsafeMutablePointer(to: &frame) { frame in
      if let instance = try enter(frame) {
        return unsafeDowncast(instance, to: Box<Service>.self).service
      }
      let service: Service
      do {
        service = try factory.make(container, input)
      } catch {
        abandon(frame, error)
        throw error
      }
      if frame.pointee.construction != nil { keep(Box(service), frame) }
      try leave(frame)
      return service
    }
  }

  private func enter(_ frame: UnsafeMutablePointer<Frame>) throws -> Instance? {
    if let outer = frame.pointee.outer {
      frame.pointee.depth = outer.pointee.depth + 1
      frame.pointee.stackEnd = outer.pointee.stackEnd
      try checkStack(frame)
    }
    if frame.pointee.registration.lifetime != .transient {
      if let instance = try claim(frame) { return instance }
    } else if frame.pointee.outer != nil, let instance = try ancestor(frame) {
      return instance
    }
    threads.current = frame
    return nil
  }

  private func ancestor(_ frame: UnsafeMutablePointer<Frame>) throws -> Instance? {
    let (registration, container) = (frame.pointee.registration, frame.pointee.container)
    var next = frame.pointee.outer
    var ancestor: Construction?
    while let outer = next {
      if outer.pointee.registration === registration, outer.pointee.container === container {
        if let instance = outer.pointee.construction?.instance {
          frame.pointee.outer?.pointee.usesUnfinished = true
          return instance
        }
        guard registration.key.arguments.isEmpty else { return nil }
        throw ResolutionError.circularDependency(ring(frame))
      }
      next = outer.pointee.outer
      ancestor = outer.pointee.construction?.outer
    }
    while let outer = ancestor {
      if outer.registration === registration, outer.container === container {
        frame.pointee.outer?.pointee.usesUnfinished = true
        return outer.instance
      }
      ancestor = outer.outer
    }
    return nil
  }

  private func ring(_ frame: UnsafeMutablePointer<Frame>) -> [Key] {
    let closing = Frame.construct(frame)
    return closing.outer?.path(from: closing.registration, then: closing.registration.key) ?? []
  }

  private func checkStack(_ frame: UnsafeMutablePointer<Frame>) throws {
    if frame.pointee.depth == 16 { frame.pointee.stackEnd = Threads.stackEnd }
    guard UInt(bitPattern: frame) < frame.pointee.stackEnd else { return }
    var outer = frame.pointee.outer
    while let next = outer, next.pointee.registration !== frame.pointee.registration {
      outer = next.pointee.outer
    }
    if outer != nil { throw ResolutionError.circularDependency(ring(frame)) }
  }

  private func claim(_ frame: UnsafeMutablePointer<Frame>) throws -> Instance? {
    let construction = Frame.construct(frame)
    let (registration, resolution) = (construction.registration, construction.resolution)
    threads.lock()
    defer { threads.unlock() }
    while true {
      if let instance = registration.instance {
        frame.pointee.construction = nil
        return instance
      }
      guard let other = registration.construction else {
        registration.construction = construction
        return nil
      }
      if other.resolution === resolution {
        guard let instance = other.instance else {
          throw ResolutionError.circularDependency(ring(frame))
        }
        frame.pointee.outer?.pointee.usesUnfinished = true
        return instance
      }
      if try resolution.wait(for: other, asking: construction), let instance = other.instance {
        resolution.borrowed.append(other)
        frame.pointee.outer?.pointee.usesUnfinished = true
        return instance
      }
    }
  }

  private func keep(_ instance: Instance, _ frame: UnsafeMutablePointer<Frame>) {
    guard let construction = frame.pointee.construction else { return }
    threads.lock()
    defer { threads.unlock() }
    construction.instance = instance
    let isSingleton = construction.registration.lifetime != .transient
    if construction.completion != nil || isSingleton && frame.pointee.usesUnfinished {
      construction.resolution.pending.append(construction)
      frame.pointee.usesUnfinished = true
    } else if isSingleton {
      construction.settle()
    }
  }

  private func leave(_ frame: UnsafeMutablePointer<Frame>) throws {
    threads.current = frame.pointee.outer
    if let outer = frame.pointee.outer {
      if frame.pointee.usesUnfinished { outer.pointee.usesUnfinished = true }
    } else if let resolution = frame.pointee.resolution {
      try resolution.complete()
    }
  }

  private func abandon(_ frame: UnsafeMutablePointer<Frame>, _ error: any Error) {
    threads.current = frame.pointee.outer
    guard let construction = frame.pointee.construction else { return }
    construction.resolution.drop(under: construction, error)
  }

  private struct Frame {
    let registration: Registration
    let container: DIContainer
    let outer: UnsafeMutablePointer<Frame>?
    var construction: Construction?
    var resolution: Resolution?
    var usesUnfinished = false
    var depth = 0
    var stackEnd: UInt = 0

    // A loop, since the recursion that ran out of stack ends here too.
    static func construct(_ frame: UnsafeMutablePointer<Frame>) -> Construction {
      var missing: [UnsafeMutablePointer<Frame>] = []
      var next: UnsafeMutablePointer<Frame>? = frame
      while let frame = next, frame.pointee.construction == nil {
        missing.append(frame)
        next = frame.pointee.outer
      }
      var enclosing = next?.pointee.construction
      for frame in missing.reversed() {
        let resolution = enclosing?.resolution ?? Resolution()
        if enclosing == nil { frame.pointee.resolution = resolution }
        let new = Construction(frame.pointee.registration, frame.pointee.container, outer: enclosing, resolution)
        frame.pointee.construction = new
        enclosing = new
      }
      return enclosing!
    }
  }

  private final class Construction {
    let registration: Registration
    let container: DIContainer
    let outer: Construction?
    let resolution: Resolution
    var instance: Instance?
    var completion: (() throws -> Void)?
    var isSettled = false
    var failure: (any Error)?

    init(
      _ registration: Registration, _ container: DIContainer, outer: Construction?,
      _ resolution: Resolution
    ) {
      self.registration = registration
      self.container = container
      self.outer = outer
      self.resolution = resolution
    }

    var path: [Key] { sequence(first: self, next: \.outer).map(\.registration.key).reversed() }

    func path(from first: Registration, then last: Key) -> [Key] {
      var keys = [last]
      var next: Construction? = self
      while let construction = next {
        keys.append(construction.registration.key)
        next = construction.registration === first ? nil : construction.outer
      }
      return keys.reversed()
    }

    func isUnder(_ ancestor: Construction) -> Bool {
      sequence(first: self, next: \.outer).contains { $0 === ancestor }
    }

    func settle(_ failure: (any Error)? = nil) {
      if registration.construction === self {
        registration.construction = nil
        if failure == nil { registration.instance = instance }
      }
      self.failure = failure
      isSettled = true
      container.threads.wakeAll()
    }
  }

  private final class Resolution {
    var pending: [Construction] = []
    var borrowed: [Construction] = []
    var waiting: (asking: Construction?, other: Construction)?
    var takes = false
    let threads = Threads.shared

    func complete() throws {
      var (next, finished) = (0, 0)
      defer { pending = [] }
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
      } catch {
        threads.locked { pending[finished...].forEach { $0.settle(error) } }
        throw error
      }
    }

    private func complete(_ construction: Construction) throws {
      guard let completion = construction.completion else { return }
      construction.completion = nil
      var frame = Frame(
        registration: construction.registration, container: construction.container, outer: nil,
        construction: construction, resolution: self)
      try withUnsafeMutablePointer(to: &frame) { frame in
        threads.current = frame
        defer { threads.current = nil }
        try completion()
      }
    }

    func drop(under failed: Construction, _ error: any Error) {
      let kept = pending.lastIndex { !$0.isUnder(failed) }.map { $0 + 1 } ?? 0
      let dropped = pending[kept...] + [failed]
      pending.removeSubrange(kept...)
      threads.locked { dropped.forEach { $0.settle(error) } }
    }

    func wait(for other: Construction, asking: Construction?) throws -> Bool {
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
      for (index, resolution) in circle.enumerated() {
        guard let owned = circle[(index + circle.count - 1) % circle.count].waiting?.other,
          let (asking, other) = resolution.waiting
        else { continue }
        keys += asking?.outer?.path(from: owned.registration, then: other.registration.key).dropLast() ?? []
      }
      return keys + keys.prefix(1)
    }
  }

  private func notRegistered(_ key: Key) -> ResolutionError {
    let path = threads.current.map(Frame.construct)?.path ?? []
    let found = threads.locked { visible(ObjectIdentifier(key.service)) }
    return .notRegistered(key, path: path + [key], alternatives: found.map(\.registration.key))
  }
}

nonisolated private protocol OptionalService {
  static func resolve<Input>(_ key: DIContainer.Key, _ input: Input, in container: DIContainer) throws -> Any
}

nonisolated extension Optional: OptionalService {
  fileprivate static func resolve<Input>(
    _ key: DIContainer.Key, _ input: Input, in container: DIContainer
  ) throws -> Any {
    try container.service(Wrapped.self, DIContainer.Key(Wrapped.self, key.name, key.arguments), input) as Any
  }
}

nonisolated extension DIContainer {
  private final class Recorder {}

  private struct Threads: @unchecked Sendable {
    static let shared = Threads()
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let slot: pthread_key_t

    private init() {
      pthread_mutex_init(mutex, nil)
      pthread_cond_init(condition, nil)
      var slot = pthread_key_t()
      pthread_key_create(&slot, nil)
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

    var current: UnsafeMutablePointer<Frame>? {
      get { pthread_getspecific(slot)?.assumingMemoryBound(to: Frame.self) }
      nonmutating set { pthread_setspecific(slot, newValue) }
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
