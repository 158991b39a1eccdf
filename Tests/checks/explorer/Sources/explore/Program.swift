// SPDX-License-Identifier: MIT-0

/// Something that the program asks a container for. A service is a number: see `Services.swift`.
struct Request: Codable, Sendable, CustomStringConvertible {
  enum How: Codable {
    /// An error goes on to who asked.
    case resolve
    /// `do { … } catch {}`.
    case caught
    case `subscript`
    /// Every service of the type.
    case all
    /// Every eager singleton of the container; the service says nothing.
    case bootstrap
    /// Everything, on a scratch copy.
    case verify
  }
  var how: How
  var service: Int
  /// `nil` is the container that the factory or callback was given.
  var container: Int?

  /// If it fails, some of what it asked for may have been there before.
  var isForSeveral: Bool { how == .all || how == .bootstrap }

  var description: String {
    let place = container.map { "c\($0)" } ?? "c"
    return switch how {
    case .resolve: "\(place).resolve(S\(service))"
    case .caught: "try? \(place).resolve(S\(service))"
    case .subscript: "\(place)[S\(service)]"
    case .all: "\(place).resolveAll(type of S\(service))"
    case .bootstrap: "\(place).bootstrap()"
    case .verify: "\(place).verify()"
    }
  }
}

/// One thing that a thread, factory, callback or deinit does.
struct Step: Codable, Sendable, CustomStringConvertible {
  enum Action: Codable, Sendable {
    case get(Request)
    case register(Int)
    case unregister(Int, container: Int)
    case reset(container: Int)
    case forget(container: Int)
    /// Stops until no other thread can go on, as something that is slow.
    case stall
  }
  var action: Action
  /// Only when the factory of the registration runs for this time.
  var run: Int?

  init(_ action: Action, run: Int? = nil) {
    self.action = action
    self.run = run
  }

  var description: String {
    let text =
      switch action {
      case .get(let request): request.description
      case .register(let entry): "register #\(entry)"
      case .unregister(let service, let container): "c\(container).unregister(S\(service))"
      case .reset(let container): "c\(container).reset()"
      case .forget(let container): "c\(container).reset(keepingRegistrations: true)"
      case .stall: "is slow"
      }
    return text + (run.map { " (run \($0))" } ?? "")
  }

  var changesRegistrations: Bool {
    switch action {
    case .register, .unregister, .reset: true
    case .get, .forget, .stall: false
    }
  }

  static func text(_ steps: [Step]) -> String {
    steps.isEmpty ? " " : " " + steps.map(\.description).joined(separator: "; ") + " "
  }
}

/// A registration, which a program may make more than once.
struct Entry: Codable, Sendable, CustomStringConvertible {
  enum Lifetime: Codable { case lazy, eager, transient }
  var service: Int
  var container = 0
  var lifetime = Lifetime.lazy
  var factory: [Step] = []
  /// How many runs of the factory fail after these steps.
  var factoryFails = 0
  var callback: [Step]?
  var callbackFails = 0
  /// What the deinit of an instance does.
  var deinitSteps: [Step] = []
  /// Whether an instance keeps alive what its factory resolved.
  var holds = false
  /// Whether it is registered before the threads start.
  var isInitial = true
  /// For one thread only: a transient whose factory takes a number, too.
  var takesNumber = false
  /// For one thread only: it is registered as an optional of its type.
  var isOptional = false

  var isSingleton: Bool { lifetime != .transient }
  var steps: [Step] { factory + (callback ?? []) + deinitSteps }

  /// The steps of the callback, or those of the factory.
  subscript(inCallback isInCallback: Bool) -> [Step] {
    get { isInCallback ? callback ?? [] : factory }
    set { if isInCallback { callback = newValue } else { factory = newValue } }
  }

  /// A thread asks its container for it.
  var ask: Step { Step(.get(Request(how: .caught, service: service, container: container))) }

  var description: String {
    var text = "c\(container) S\(service) \(lifetime)"
    text += " {\(Step.text(factory))}\(Entry.text(ofFailing: factoryFails))"
    if let callback {
      text += " initCompleted {\(Step.text(callback))}\(Entry.text(ofFailing: callbackFails))"
    }
    if !deinitSteps.isEmpty { text += " deinit {\(Step.text(deinitSteps))}" }
    if holds { text += " (holds what it resolved)" }
    if takesNumber { text += " (takes a number)" }
    if isOptional { text += " (registered as an optional)" }
    return text
  }

  private static func text(ofFailing runs: Int) -> String {
    switch runs {
    case 0: ""
    case .max: " throws always"
    default: " throws in runs 1...\(runs)"
    }
  }
}

/// Containers, registrations, and what the threads do with them.
struct Program: Codable, Sendable, CustomStringConvertible {
  /// For each container the one that is its parent, an earlier one.
  var parents: [Int?] = [nil]
  /// How many types there are. Further services are the same types again, under names.
  var types = services.count
  var entries: [Entry] = []
  var threads: [[Step]] = []
  /// Whether the threads keep what they resolved until they end.
  var keepsResults = false
  /// For one thread only: how the program is written down. See `Session`.
  var manner = Manner()

  var description: String {
    var lines: [String] = []
    for (index, parent) in parents.enumerated() {
      lines.append("c\(index): " + (parent.map { "a child of c\($0)" } ?? "a container"))
    }
    for (index, entry) in entries.enumerated() where entry.isInitial || isSpare(index) {
      lines.append("#\(index) \(entry)" + (entry.isInitial ? "" : " (not registered at first)"))
    }
    for (index, steps) in threads.enumerated() {
      lines.append("thread T\(index + 1):\(Step.text(steps))")
    }
    if types < services.count { lines.append("S\(types) and more are the same types under names.") }
    if keepsResults { lines.append("The threads keep what they resolved until they end.") }
    return lines.joined(separator: "\n")
  }

  /// Whether a step registers it.
  private func isSpare(_ index: Int) -> Bool {
    let steps = threads.flatMap { $0 } + entries.flatMap(\.steps)
    return steps.contains {
      if case .register(index) = $0.action { true } else { false }
    }
  }

  /// Whether every container has the same registrations all the time.
  var isStatic: Bool {
    let steps = threads.flatMap { $0 } + entries.flatMap(\.steps)
    return entries.allSatisfy(\.isInitial) && !steps.contains(where: \.changesRegistrations)
  }

  /// One that nothing asks for.
  static let unrelated = -1

  func type(of service: Int) -> any Service.Type {
    if service == Program.unrelated { return Unrelated.self }
    return (manner.isRenamed ? renamedServices : services)[service % types]
  }

  func name(of service: Int) -> String? { service < types ? nil : "\(service)" }

  func takesNumber(_ service: Int) -> Bool {
    entries.contains { $0.service == service && $0.takesNumber }
  }

  /// The types of what the factory resolves, if an initializer with one or two parameters can.
  func parameters(of entry: Entry) -> [any Service.Type] {
    let services = entry.factory.compactMap { step -> Int? in
      guard case .get(let request) = step.action, case .resolve = request.how else { return nil }
      let isPlain = request.container == nil && !takesNumber(request.service)
      return isPlain && name(of: request.service) == nil ? request.service : nil
    }
    let isWhole = services.count == entry.factory.count && (1...2).contains(services.count)
    return isWhole ? services.map { type(of: $0) } : []
  }

  /// A container and its parents, the nearest first.
  func lineage(_ container: Int) -> [Int] {
    var result = [container]
    while let parent = parents[result[result.count - 1]] { result.append(parent) }
    return result
  }
}
