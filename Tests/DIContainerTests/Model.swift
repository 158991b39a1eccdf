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

  /// What a program, a factory or a callback does.
  enum Step: Sendable {
    case ask(Request)
    case register(Registration)
    case unregister(Key, container: Int)
    case contains(Key, container: Int)
    case reset(Int, keepingRegistrations: Bool)
    case bootstrap(Int)
    /// Makes a container with the same parent, which takes the place of this one.
    case renew(Int)

    var isTolerant: Bool {
      if case .ask(let request) = self { return request.isTolerant }
      return false
    }
  }

  struct Registration: Sendable {
    enum Lifetime: Sendable { case transient, lazySingleton, eagerSingleton, instance }
    var id: Int
    var key: Key
    var container: Int
    var lifetime: Lifetime
    var factory: [Step] = []
    /// How many runs of the factory fail, from the first on.
    var failures = 0
    var callback: [Step]?
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

  /// A registration may be made more than once. `order` tells one from the other.
  private struct Registered {
    var registration: Registration
    var container: Int
    var order: Int
    var key: Key { registration.key }
    var isSingleton: Bool { registration.lifetime != .transient }
  }

  private struct Container {
    var parent: Int?
    var registrations: [Registered] = []
    var isFrozen = false
  }

  /// A component that is being made, or was made by the resolve that is in progress.
  private struct Frame {
    var registered: Registered
    var registration: Registration { registered.registration }
    var container: Int
    var outer: Int?
    var argument: Int
    var instance: Int?
    /// Whether a container forgot it while it was made, so that it is not kept.
    var isForgotten = false
    /// Whether its factory and its callback have run.
    var isComplete = false
    /// What it was made of and was not finished then.
    var parts: Set<Int> = []
  }

  /// What has happened: the library has to say the same.
  var log: [String] = []
  private let parents: [Int?]
  private var containers: [Container] = []
  /// Which container has the place of each of the program's.
  private var places: [Int] = []
  private var lastOrder = 0
  /// The finished singletons, by the order of their registration.
  private var instances: [Int: Int] = [:]
  private var lastInstance = 0
  private var runs: [String: Int] = [:]
  private var frames: [Frame] = []
  private var current: Int?
  /// What is constructed and waits for its turn to be completed, in order of construction.
  private var queue: [Int] = []

  init(parents: [Int?]) {
    self.parents = parents
    for (index, parent) in parents.enumerated() {
      containers.append(Container(parent: parent))
      places.append(index)
    }
  }

  /// Does it, and says what comes of it.
  mutating func perform(_ step: Step, through given: Int = 0, argument: Int = 2) throws -> String {
    switch step {
    case .ask(let request):
      let container = request.container.map { places[$0] } ?? given
      return Model.text(try answer(request, through: container, argument: argument))
    case .register(let registration):
      let container = places[registration.container]
      if containers[container].isFrozen { return "frozen" }
      register(registration, in: container)
      return "registered"
    case .unregister(let key, let container):
      if containers[places[container]].isFrozen { return "frozen" }
      return "\(unregister(key, in: places[container]))"
    case .contains(let key, let container):
      return "\(find(key, in: places[container]) != nil)"
    case .reset(let container, let isKept):
      reset(places[container], keepingRegistrations: isKept)
      return "reset"
    case .bootstrap(let container):
      try bootstrap(places[container])
      return "bootstrapped"
    case .renew(let container):
      places[container] = containers.count
      containers.append(Container(parent: parents[container].map { places[$0] }))
      return "renewed"
    }
  }

  // MARK: - Registrations

  private mutating func register(_ registration: Registration, in container: Int) {
    unregister(registration.key, in: container)
    lastOrder += 1
    containers[container].registrations.append(
      Registered(registration: registration, container: container, order: lastOrder))
    if registration.lifetime == .instance { instances[lastOrder] = makeInstance() }
  }

  @discardableResult
  private mutating func unregister(_ key: Key, in container: Int) -> Bool {
    let count = containers[container].registrations.count
    containers[container].registrations.removeAll { $0.key == key }
    return containers[container].registrations.count < count
  }

  private mutating func reset(_ container: Int, keepingRegistrations: Bool) {
    if keepingRegistrations {
      for one in containers[container].registrations
      where one.registration.lifetime != .instance {
        instances[one.order] = nil
        for index in frames.indices where frames[index].registered.order == one.order {
          frames[index].isForgotten = true
        }
      }
    } else {
      containers[container].registrations = []
      containers[container].isFrozen = false
    }
  }

  /// A factory may register more, and replace or remove what is there.
  private mutating func bootstrap(_ container: Int) throws {
    var last = 0
    var rounds = 0
    while let next = containers[container].registrations.first(where: {
      $0.registration.lifetime == .eagerSingleton && $0.order > last
    }) {
      last = next.order
      rounds += 1
      if rounds > 50 { throw TooLarge() }  // each may register the next
      _ = try give(next, through: container, argument: 0)
    }
    containers[container].isFrozen = true
  }

  private func find(_ key: Key, in container: Int) -> Registered? {
    let own = containers[container].registrations.first { $0.key == key }
    return own ?? containers[container].parent.flatMap { find(key, in: $0) }
  }

  private func visible(in container: Int) -> [Registered] {
    let own = containers[container].registrations
    let inherited = containers[container].parent.map(visible) ?? []
    return inherited.filter { one in !own.contains { $0.key == one.key } } + own
  }

  // MARK: - Resolving

  /// The instances that are the answer; `nil` is a subscript without one.
  private mutating func answer(
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
      var instances: [Int] = []
      for key in found.map(\.key) {
        // A factory may have removed it.
        guard let one = find(key, in: container) else { continue }
        instances.append(try give(one, through: container, argument: 0))
      }
      return instances
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
    _ registered: Registered, through asked: Int, argument: Int
  ) throws -> Int {
    var container = asked
    if registered.isSingleton {
      container = registered.container
      if let finished = instances[registered.order] { return finished }
    }
    // The nearest one first.
    let path = lineage
    for (distance, index) in path.enumerated() where frames[index].container == container {
      let frame = frames[index]
      if frame.instance != nil {
        if frame.registered.key == registered.key, !registered.isSingleton { return share(index) }
      } else if frame.registered.order == registered.order, !registered.key.takesArgument {
        let cycle = path[...distance].reversed().map { frames[$0].registration.key }
        throw Failure(text: "Circular dependency: " + list(cycle + [registered.key], " → "))
      }
    }
    if registered.isSingleton,
      let made = queue.first(where: {
        frames[$0].registered.order == registered.order && !frames[$0].isForgotten
      })
    {
      return share(made)
    }
    return try construct(
      Frame(
        registered: registered, container: container, outer: current,
        argument: registered.key.takesArgument ? argument : 0))
  }

  private mutating func construct(_ frame: Frame) throws -> Int {
    let index = frames.count
    guard index < 150, lineage.count < 40 else { throw TooLarge() }
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

  private mutating func complete(_ index: Int, _ callback: [Step]) throws {
    let one = frames[index].registration
    let instance = frames[index].instance ?? 0
    current = index
    defer { current = nil }
    let run = count("complete r\(one.id)")
    log.append("complete #\(instance) in c\(frames[index].container)")
    try perform(callback, index, by: "#\(instance)")
    if run <= one.callbackFailures { throw Failure(text: "callback r\(one.id), run \(run)") }
  }

  private mutating func perform(_ steps: [Step], _ index: Int, by asker: String) throws {
    let frame = frames[index]
    let argument = frame.registration.argument(after: frame.argument)
    for step in steps {
      do {
        let text = try perform(step, through: frame.container, argument: argument)
        log.append("\(asker): \(text)")
      } catch let error as Failure where step.isTolerant {
        log.append("\(asker): \(error.text)")
      }
    }
  }

  private mutating func finish(_ index: Int) {
    let frame = frames[index]
    if frame.registered.isSingleton, !frame.isForgotten {
      instances[frame.registered.order] = frame.instance
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
