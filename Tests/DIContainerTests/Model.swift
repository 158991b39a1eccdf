// SPDX-License-Identifier: MIT-0

/// What a container does on one thread, said as plainly as possible: nothing here is fast, and
/// nothing is shared with the library.
struct Model {
  struct Key: Hashable, Sendable, CustomStringConvertible {
    var service: Int
    var name: String?
    var takesArgument = false

    var description: String {
      "S\(service)" + (name.map { " \"\($0)\"" } ?? "") + (takesArgument ? " (Int)" : "")
    }
  }

  /// Something that a factory, a callback or a program asks a container for.
  struct Request: Sendable {
    enum How: Sendable { case resolve, `subscript`, optional, all }
    var how: How
    var key: Key
    /// `nil` is the container that the factory or callback was given.
    var container: Int?
    /// Whether the code that asks continues after an error.
    var isTolerant = false
  }

  struct Registration: Sendable {
    enum Lifetime: Sendable { case transient, lazySingleton, eagerSingleton, instance }
    var id: Int
    var key: Key
    var container: Int
    var lifetime: Lifetime
    var factory: [Request] = []
    /// How many runs of the factory fail, from the first on.
    var failures = 0
    var callback: [Request]?
    var callbackFailures = 0
    /// Whether the factory makes a component of the next service.
    var isWrong = false

    /// What it passes on where it was made with an argument.
    func argument(after given: Int) -> Int { key.takesArgument ? max(given - 1, 0) : 2 }
  }

  struct Failure: Error {
    var text: String
  }

  /// A resolve that grew beyond what is worth comparing.
  struct TooLarge: Error {}

  private struct Container {
    var parent: Int?
    var registrations: [Registration] = []
    var isFrozen = false
  }

  /// A component that is being made, or was made by the resolve that is in progress.
  private struct Frame {
    var registration: Registration
    var container: Int
    var outer: Int?
    var argument: Int
    var instance: Int?
    /// Whether its factory and its callback have run.
    var isComplete = false
    /// What it was made of and was not finished then.
    var parts: Set<Int> = []
  }

  /// What has happened: the library has to say the same.
  var log: [String] = []
  private var containers: [Container]
  /// The finished singletons, by their registration.
  private var instances: [Int: Int] = [:]
  private var lastInstance = 0
  private var runs: [String: Int] = [:]
  private var frames: [Frame] = []
  private var current: Int?
  /// What is constructed and waits for its turn to be completed, in order of construction.
  private var queue: [Int] = []

  init(parents: [Int?]) {
    containers = parents.map { Container(parent: $0) }
  }

  // MARK: - Registrations

  func isFrozen(_ container: Int) -> Bool { containers[container].isFrozen }

  mutating func register(_ registration: Registration) {
    unregister(registration.key, in: registration.container)
    containers[registration.container].registrations.append(registration)
    if registration.lifetime == .instance { instances[registration.id] = makeInstance() }
  }

  @discardableResult
  mutating func unregister(_ key: Key, in container: Int) -> Bool {
    let count = containers[container].registrations.count
    containers[container].registrations.removeAll { $0.key == key }
    return containers[container].registrations.count < count
  }

  mutating func reset(_ container: Int, keepingRegistrations: Bool) {
    if keepingRegistrations {
      for one in containers[container].registrations where one.lifetime != .instance {
        instances[one.id] = nil
      }
    } else {
      containers[container].registrations = []
      containers[container].isFrozen = false
    }
  }

  mutating func bootstrap(_ container: Int) throws {
    for one in containers[container].registrations where one.lifetime == .eagerSingleton {
      _ = try give(one, through: container, argument: 0)
    }
    containers[container].isFrozen = true
  }

  func find(_ key: Key, in container: Int) -> Registration? {
    let own = containers[container].registrations.first { $0.key == key }
    return own ?? containers[container].parent.flatMap { find(key, in: $0) }
  }

  private func visible(in container: Int) -> [Registration] {
    let own = containers[container].registrations
    let inherited = containers[container].parent.map(visible) ?? []
    return inherited.filter { one in !own.contains { $0.key == one.key } } + own
  }

  // MARK: - Resolving

  /// The instances that are the answer; `nil` is a subscript without one.
  mutating func answer(
    _ request: Request, through container: Int, argument: Int
  ) throws -> [Int]? {
    switch request.how {
    case .resolve, .optional:
      return [try resolve(request.key, through: container, argument: argument)]
    case .subscript:
      do {
        return [try resolve(request.key, through: container, argument: argument)]
      } catch is Failure {
        return nil
      }
    case .all:
      let found = visible(in: container).filter {
        $0.key.service == request.key.service && !$0.key.takesArgument
      }
      return try found.map { try give($0, through: container, argument: 0) }
    }
  }

  private mutating func resolve(
    _ key: Key, through container: Int, argument: Int
  ) throws -> Int {
    if let found = find(key, in: container) {
      return try give(found, through: container, argument: argument)
    }
    var text = "'\(key)' is not registered."
    let path = lineage.reversed().map { frames[$0].registration.key } + [key]
    if path.count > 1 { text += "\n  Path: " + list(path, " → ") }
    let others = visible(in: container).map(\.key).filter { $0.service == key.service }
    if !others.isEmpty { text += "\n  Registered for S\(key.service): " + list(others, ", ") }
    throw Failure(text: text)
  }

  private mutating func give(
    _ registration: Registration, through asked: Int, argument: Int
  ) throws -> Int {
    var container = asked
    if registration.lifetime != .transient {
      container = registration.container
      if let finished = instances[registration.id] { return finished }
      if let made = queue.first(where: { frames[$0].registration.id == registration.id }) {
        return share(made)
      }
    }
    if let ancestor = lineage.first(where: {
      frames[$0].registration.id == registration.id && frames[$0].container == container
    }) {
      if frames[ancestor].instance != nil { return share(ancestor) }
      if !registration.key.takesArgument {
        let inner = lineage.prefix { $0 != ancestor }.reversed()
        let cycle =
          [registration.key] + inner.map { frames[$0].registration.key } + [registration.key]
        throw Failure(text: "Circular dependency: " + list(cycle, " → "))
      }
    }
    let argument = registration.key.takesArgument ? argument : 0
    return try construct(
      Frame(registration: registration, container: container, outer: current, argument: argument))
  }

  private mutating func construct(_ frame: Frame) throws -> Int {
    let index = frames.count
    guard index < 400 else { throw TooLarge() }
    frames.append(frame)
    current = index
    defer {
      if frame.outer == nil {
        frames = []
        queue = []
      }
    }
    let instance: Int
    do {
      instance = try make(index)
    } catch {
      queue = queue.filter { !lineage(of: $0).contains(index) }
      current = frame.outer
      throw error
    }
    frames[index].instance = instance
    current = frame.outer
    frames[index].isComplete = frame.registration.callback == nil
    if isFinished(index) {
      finish(index)
    } else {
      queue.append(index)
      if let outer = frame.outer { frames[outer].parts.insert(index) }
    }
    if frame.outer == nil { try complete() }
    return instance
  }

  private mutating func make(_ index: Int) throws -> Int {
    let one = frames[index].registration
    let argument = frames[index].argument
    let run = count("make r\(one.id)")
    log.append("make r\(one.id) in c\(frames[index].container), argument \(argument)")
    if !one.key.takesArgument || argument > 0 { try perform(one.factory, index, by: "r\(one.id)") }
    if run <= one.failures { throw Failure(text: "factory r\(one.id), run \(run)") }
    let instance = makeInstance()
    log.append("made #\(instance)")
    if one.isWrong {
      let path = lineage.reversed().map { frames[$0].registration.key }
      let component = (one.key.service + 1) % 10
      throw Failure(text: "wrong component S\(component) for \(one.key), \(list(path, " → "))")
    }
    return instance
  }

  /// Whatever is complete, and made of what is complete only, is finished at once.
  private mutating func complete() throws {
    var done = 0
    while done < queue.count {
      let index = queue[done]
      if let callback = frames[index].registration.callback { try complete(index, callback) }
      frames[index].isComplete = true
      for index in queue where isFinished(index) { finish(index) }
      done += 1
    }
  }

  private func isFinished(_ index: Int) -> Bool {
    var reached: Set = [index]
    var rest = [index]
    while let next = rest.popLast() {
      guard frames[next].isComplete else { return false }
      for part in frames[next].parts where reached.insert(part).inserted { rest.append(part) }
    }
    return true
  }

  private mutating func complete(_ index: Int, _ callback: [Request]) throws {
    let one = frames[index].registration
    let instance = frames[index].instance ?? 0
    current = index
    defer { current = nil }
    let run = count("complete r\(one.id)")
    log.append("complete #\(instance) in c\(frames[index].container)")
    try perform(callback, index, by: "#\(instance)")
    if run <= one.callbackFailures { throw Failure(text: "callback r\(one.id), run \(run)") }
  }

  private mutating func perform(_ requests: [Request], _ index: Int, by asker: String) throws {
    let frame = frames[index]
    let argument = frame.registration.argument(after: frame.argument)
    for request in requests {
      let container = request.container ?? frame.container
      do {
        let given = try answer(request, through: container, argument: argument)
        log.append("\(asker) got \(Model.text(given))")
      } catch let error as Failure where request.isTolerant {
        log.append("\(asker) got \(error.text)")
      }
    }
  }

  private mutating func finish(_ index: Int) {
    let frame = frames[index]
    if frame.registration.lifetime != .transient {
      instances[frame.registration.id] = frame.instance
    }
  }

  private mutating func share(_ index: Int) -> Int {
    if let current { frames[current].parts.insert(index) }
    return frames[index].instance ?? 0
  }

  /// The frames from the current one outwards.
  private var lineage: [Int] { lineage(of: current) }

  private func lineage(of index: Int?) -> [Int] {
    index.map { [$0] + lineage(of: frames[$0].outer) } ?? []
  }

  private mutating func makeInstance() -> Int {
    lastInstance += 1
    return lastInstance
  }

  private mutating func count(_ what: String) -> Int {
    runs[what, default: 0] += 1
    return runs[what, default: 0]
  }

  private func list(_ keys: [Key], _ separator: String) -> String {
    keys.map(\.description).joined(separator: separator)
  }

  static func text(_ instances: [Int]?) -> String {
    instances.map { "[" + $0.map { "#\($0)" }.joined(separator: ", ") + "]" } ?? "nil"
  }
}
