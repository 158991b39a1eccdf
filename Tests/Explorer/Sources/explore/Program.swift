// SPDX-License-Identifier: MIT-0

/// A key of the services that programs use.
struct ServiceKey: Hashable, Sendable, CustomStringConvertible {
  var service: Int
  var name: String?
  var description: String { "S\(service)" + (name.map { "\"\($0)\"" } ?? "") }
}

/// Something that the program asks a container for.
struct Request: Sendable, CustomStringConvertible {
  enum How: Sendable {
    /// An error goes on to who asked.
    case resolve
    /// `do { … } catch {}`.
    case caught
    case `subscript`
    /// `resolveAll`; an error goes on.
    case all
    /// `bootstrap`; an error goes on.
    case bootstrap
  }
  var how: How
  var key: ServiceKey
  /// `nil` is the container that the factory or callback was given.
  var container: Int?

  var description: String {
    let place = container.map { "c\($0)" } ?? "c"
    return switch how {
    case .resolve: "\(place).resolve(\(key))"
    case .caught: "try? \(place).resolve(\(key))"
    case .subscript: "\(place)[\(key)]"
    case .all: "\(place).resolveAll(S\(key.service))"
    case .bootstrap: "\(place).bootstrap()"
    }
  }

  var passesErrorsOn: Bool {
    switch how {
    case .resolve, .all, .bootstrap: true
    case .caught, .subscript: false
    }
  }
}

/// One thing that a thread, factory, callback or deinit does.
struct Step: Sendable, CustomStringConvertible {
  indirect enum Action: Sendable {
    case get(Request)
    case register(Int)
    case unregister(ServiceKey, container: Int)
    case reset(container: Int)
    case forget(container: Int)
    case bootstrap(container: Int)
    /// `verify()`; only as a step of a thread.
    case verify(container: Int)
    /// `description` and `contains`.
    case look(container: Int)
    /// Makes a container that is not there from the beginning.
    case create(container: Int)
    /// Lets the program's reference to the container go.
    case drop(container: Int)
    /// Starts a thread that does this.
    case start([Step], joins: Bool)
    case open(Int)
    case await(Int)
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
      case .unregister(let key, let container): "c\(container).unregister(\(key))"
      case .reset(let container): "c\(container).reset()"
      case .forget(let container): "c\(container).reset(keepingRegistrations: true)"
      case .bootstrap(let container): "c\(container).bootstrap()"
      case .verify(let container): "c\(container).verify()"
      case .look(let container): "look at c\(container)"
      case .create(let container): "make c\(container)"
      case .drop(let container): "let c\(container) go"
      case .start(let steps, let joins):
        (joins ? "start and join {" : "start {") + Step.text(steps) + "}"
      case .open(let latch): "open latch \(latch)"
      case .await(let latch): "await latch \(latch)"
      }
    return text + (run.map { " (run \($0))" } ?? "")
  }

  static func text(_ steps: [Step]) -> String {
    steps.isEmpty ? " " : " " + steps.map(\.description).joined(separator: "; ") + " "
  }
}

/// When a factory or callback throws.
struct Failing: Sendable, CustomStringConvertible {
  /// How many runs fail.
  var runs = 0
  /// The number of steps before that.
  var after = 99

  var description: String {
    if runs == 0 { return "" }
    let when = runs == .max ? "always" : "in runs 1...\(runs)"
    return " throws \(when)" + (after == 99 ? "" : " after \(after) steps")
  }
}

/// A registration, which a program may make more than once.
struct Entry: Sendable, CustomStringConvertible {
  enum Lifetime: Sendable { case transient, lazy, eager }
  var key: ServiceKey
  var container = 0
  var lifetime = Lifetime.lazy
  var factory: [Step] = []
  var factoryFails = Failing()
  var callback: [Step]?
  var callbackFails = Failing()
  /// What the deinit of an instance does.
  var deinitSteps: [Step] = []
  /// What the deinit of something does that the factory's closure captures.
  var captureSteps: [Step] = []
  /// Whether an instance keeps alive what its factory resolved.
  var holds = false
  /// Whether it is registered before the threads start.
  var isInitial = true

  var isSingleton: Bool { lifetime != .transient }

  var description: String {
    var text = "c\(container) \(key) \(lifetime)"
    text += " {\(Step.text(factory))}\(factoryFails)"
    if let callback { text += " initCompleted {\(Step.text(callback))}\(callbackFails)" }
    if !deinitSteps.isEmpty { text += " deinit {\(Step.text(deinitSteps))}" }
    if !captureSteps.isEmpty { text += " deinit of the closure {\(Step.text(captureSteps))}" }
    if holds { text += " (holds what it resolved)" }
    return text
  }
}

/// Containers, registrations, and what the threads do with them.
struct Program: Sendable, CustomStringConvertible {
  /// For each container the one that is its parent, an earlier one.
  var parents: [Int?] = [nil]
  /// The containers that a step makes.
  var late: Set<Int> = []
  var entries: [Entry] = []
  var threads: [[Step]] = []
  /// Whether the threads keep what they resolved until they end.
  var keepsResults = false

  var description: String {
    var lines: [String] = []
    for (index, parent) in parents.enumerated() {
      let text = parent.map { "a child of c\($0)" } ?? "a container"
      lines.append("c\(index): " + text + (late.contains(index) ? " (not made at first)" : ""))
    }
    for (index, entry) in entries.enumerated() {
      lines.append("#\(index) \(entry)" + (entry.isInitial ? "" : " (not registered at first)"))
    }
    for (index, steps) in threads.enumerated() {
      lines.append("thread T\(index + 1):\(Step.text(steps))")
    }
    if keepsResults { lines.append("The threads keep what they resolved until they end.") }
    return lines.joined(separator: "\n")
  }

  /// Whether every container has the same registrations all the time. One that is made late has none
  /// at first.
  var isStatic: Bool {
    if entries.contains(where: { !$0.isInitial }) { return false }
    return !allSteps.contains {
      switch $0.action {
      case .register, .unregister, .reset, .create: true
      default: false
      }
    }
  }

  /// Every step, also those of started threads.
  var allSteps: [Step] {
    var steps = threads.flatMap { $0 }
    for entry in entries {
      steps += entry.factory + (entry.callback ?? []) + entry.deinitSteps + entry.captureSteps
    }
    var index = 0
    while index < steps.count {
      if case .start(let more, _) = steps[index].action { steps += more }
      index += 1
    }
    return steps
  }

  /// A container and its parents, the nearest first.
  func lineage(_ container: Int) -> [Int] {
    var result = [container]
    while let parent = parents[result[result.count - 1]] { result.append(parent) }
    return result
  }
}
