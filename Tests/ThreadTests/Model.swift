// What a container does, on one thread, said as plainly as possible: nothing here is fast, and
// nothing is shared with the library but the texts of its errors.

struct ModelKey: Hashable, Sendable, CustomStringConvertible {
  var service: Int
  var name: String?
  var takesArgument = false

  var description: String {
    "S\(service)" + (name.map { " \"\($0)\"" } ?? "") + (takesArgument ? " (Int)" : "")
  }
}

/// Something that a factory, a callback or a program asks a container for.
struct Step: Sendable {
  enum How: Sendable { case resolve, `subscript`, optional, all }
  var how: How
  var key: ModelKey
  /// `nil` is the container that the factory or callback was given.
  var container: Int?
  /// Whether it goes on after an error.
  var isTolerant = false
}

enum FailureOf: Sendable {
  case none, always
  case first(Int)

  func happens(in run: Int) -> Bool {
    switch self {
    case .none: false
    case .always: true
    case .first(let runs): run <= runs
    }
  }
}

struct Entry: Sendable {
  enum Lifetime: Sendable { case transient, lazySingleton, eagerSingleton, instance }
  var id: Int
  var key: ModelKey
  var container: Int
  var lifetime: Lifetime
  var factory: [Step] = []
  var failure = FailureOf.none
  var callback: [Step]?
  var callbackFailure = FailureOf.none
  /// Whether the factory makes a component of the next service.
  var isWrong = false

  var isTransient: Bool { lifetime == .transient }

  /// What it passes on where it was made with an argument.
  func argument(after given: Int) -> Int { key.takesArgument ? max(given - 1, 0) : 2 }
}

struct ModelError: Error, Equatable {
  var text: String
}

/// A resolve that grew beyond what is worth comparing.
struct TooLarge: Error {}

struct Model {
  struct Container {
    var parent: Int?
    var entries: [Entry] = []
    var isFrozen = false
  }

  /// A component that is being made, or was made by the resolve that is in progress.
  struct Frame {
    var entry: Entry
    var container: Int
    var outer: Int?
    var argument: Int
    var instance: Int?
    /// Whether its factory and its callback have run.
    var isComplete = false
    /// What it was made of and was not finished then.
    var parts: Set<Int> = []
  }

  var containers: [Container]
  /// The finished singletons, by their entry.
  var instances: [Int: Int] = [:]
  var log: [String] = []
  var lastInstance = 0
  var runs: [String: Int] = [:]

  private var frames: [Frame] = []
  private var current: Int?
  /// What is constructed and waits for its turn to be completed, in order of construction.
  private var queue: [Int] = []

  init(parents: [Int?]) {
    containers = parents.map { Container(parent: $0) }
  }

  // MARK: - Registrations

  mutating func register(_ entry: Entry) {
    unregister(entry.key, in: entry.container)
    containers[entry.container].entries.append(entry)
    if entry.lifetime == .instance { instances[entry.id] = makeInstance() }
  }

  @discardableResult
  mutating func unregister(_ key: ModelKey, in container: Int) -> Bool {
    let count = containers[container].entries.count
    containers[container].entries.removeAll { $0.key == key }
    return containers[container].entries.count < count
  }

  mutating func reset(_ container: Int, keepingRegistrations: Bool) {
    if keepingRegistrations {
      for entry in containers[container].entries where entry.lifetime != .instance {
        instances[entry.id] = nil
      }
      return
    }
    containers[container].entries = []
    containers[container].isFrozen = false
  }

  mutating func bootstrap(_ container: Int) throws {
    for entry in containers[container].entries where entry.lifetime == .eagerSingleton {
      _ = try give(entry, through: container, argument: 0)
    }
    containers[container].isFrozen = true
  }

  func lookUp(_ key: ModelKey, in container: Int) -> Entry? {
    if let own = containers[container].entries.first(where: { $0.key == key }) { return own }
    return containers[container].parent.flatMap { lookUp(key, in: $0) }
  }

  private func visible(in container: Int) -> [Entry] {
    let own = containers[container].entries
    let inherited = containers[container].parent.map(visible) ?? []
    return inherited.filter { entry in !own.contains { $0.key == entry.key } } + own
  }

  // MARK: - Resolving

  /// The instances that the step gets; `nil` is a subscript without one.
  mutating func take(_ step: Step, through container: Int, argument: Int) throws -> [Int]? {
    switch step.how {
    case .resolve, .optional:
      return [try resolve(step.key, through: container, argument: argument)]
    case .subscript:
      do {
        return [try resolve(step.key, through: container, argument: argument)]
      } catch is ModelError {
        return nil
      }
    case .all:
      let found = visible(in: container).filter {
        $0.key.service == step.key.service && !$0.key.takesArgument
      }
      return try found.map { try give($0, through: container, argument: 0) }
    }
  }

  private mutating func resolve(
    _ key: ModelKey, through container: Int, argument: Int
  ) throws -> Int {
    if let entry = lookUp(key, in: container) {
      return try give(entry, through: container, argument: argument)
    }
    var text = "'\(key)' is not registered."
    let path = lineage.reversed().map { frames[$0].entry.key } + [key]
    if path.count > 1 { text += "\n  Path: " + list(path, " → ") }
    let others = visible(in: container).map(\.key).filter { $0.service == key.service }
    if !others.isEmpty { text += "\n  Registered for S\(key.service): " + list(others, ", ") }
    throw ModelError(text: text)
  }

  private mutating func give(
    _ entry: Entry, through asked: Int, argument: Int
  ) throws -> Int {
    let container = entry.isTransient ? asked : entry.container
    if !entry.isTransient {
      if let finished = instances[entry.id] { return finished }
      if let made = queue.first(where: { frames[$0].entry.id == entry.id }) {
        return share(made)
      }
    }
    if let ancestor = lineage.first(where: {
      frames[$0].entry.id == entry.id && frames[$0].container == container
    }) {
      if frames[ancestor].instance != nil { return share(ancestor) }
      guard entry.key.takesArgument else {
        let ring = lineage.prefix { $0 != ancestor }.reversed().map { frames[$0].entry.key }
        let keys = [entry.key] + ring + [entry.key]
        throw ModelError(text: "Circular dependency: " + list(keys, " → "))
      }
    }
    let argument = entry.key.takesArgument ? argument : 0
    return try construct(
      Frame(entry: entry, container: container, outer: current, argument: argument))
  }

  private mutating func construct(_ frame: Frame) throws -> Int {
    let index = frames.count
    guard index < 400 else { throw TooLarge() }
    frames.append(frame)
    current = index
    defer { if frame.outer == nil { (frames, queue) = ([], []) } }
    let instance: Int
    do {
      instance = try make(index)
    } catch {
      drop(under: index)
      current = frame.outer
      throw error
    }
    frames[index].instance = instance
    current = frame.outer
    frames[index].isComplete = frame.entry.callback == nil
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
    let entry = frames[index].entry
    let run = count("make e\(entry.id)")
    log.append(
      "make e\(entry.id) in c\(frames[index].container), argument \(frames[index].argument)")
    if !entry.key.takesArgument || frames[index].argument > 0 {
      try perform(entry.factory, index, by: "e\(entry.id)")
    }
    if entry.failure.happens(in: run) { throw ModelError(text: "factory e\(entry.id), run \(run)") }
    let instance = makeInstance()
    log.append("made #\(instance)")
    if entry.isWrong {
      let path = lineage.reversed().map { frames[$0].entry.key }
      let component = (entry.key.service + 1) % 10
      throw ModelError(text: "wrong component S\(component) for \(entry.key), \(list(path, " → "))")
    }
    return instance
  }

  /// Whatever is complete, and made of what is complete only, is finished at once.
  private mutating func complete() throws {
    var done = 0
    while done < queue.count {
      let index = queue[done]
      if let callback = frames[index].entry.callback { try complete(index, callback) }
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

  private mutating func complete(_ index: Int, _ callback: [Step]) throws {
    let (entry, instance) = (frames[index].entry, frames[index].instance ?? 0)
    current = index
    defer { current = nil }
    let run = count("complete e\(entry.id)")
    log.append("complete #\(instance) in c\(frames[index].container)")
    try perform(callback, index, by: "#\(instance)")
    if entry.callbackFailure.happens(in: run) {
      throw ModelError(text: "callback e\(entry.id), run \(run)")
    }
  }

  private mutating func perform(_ steps: [Step], _ index: Int, by asker: String) throws {
    for step in steps {
      let container = step.container ?? frames[index].container
      let argument = frames[index].entry.argument(after: frames[index].argument)
      do {
        let taken = try take(step, through: container, argument: argument)
        log.append("\(asker) got \(instancesText(taken))")
      } catch let error as ModelError where step.isTolerant {
        log.append("\(asker) got \(error.text)")
      }
    }
  }

  private mutating func finish(_ index: Int) {
    let frame = frames[index]
    if !frame.entry.isTransient { instances[frame.entry.id] = frame.instance }
  }

  private mutating func drop(under failed: Int) {
    queue = queue.filter { !lineage(of: $0).contains(failed) }
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
}

func instancesText(_ instances: [Int]?) -> String {
  instances.map { "[" + $0.map { "#\($0)" }.joined(separator: ", ") + "]" } ?? "nil"
}

private func list(_ keys: [ModelKey], _ separator: String) -> String {
  keys.map(\.description).joined(separator: separator)
}
