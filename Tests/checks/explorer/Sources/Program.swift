// SPDX-License-Identifier: MIT-0

/// One action of a thread, factory, callback or deinit. A service is a number: see `Services.swift`.
struct Step: CustomStringConvertible {
  enum Kind {
    /// Requests. `caught` is `do { … } catch {}`, and `all` is every service of the type.
    case resolve, caught, `subscript`, all, bootstrap, verify
    case register, unregister, reset, forget
    /// Stops until no other thread can continue.
    case stall
  }
  var kind: Kind
  /// Of a service.
  var number = 0
  /// `nil` is the container that the factory or callback was given.
  var container: Int?
  /// Only in this run of the factory.
  var run: Int?
  /// The argument, if the service takes one.
  var depth = 2

  init(_ kind: Kind, _ number: Int = 0, in container: Int? = nil, run: Int? = nil) {
    self.kind = kind
    self.number = number
    self.container = container
    self.run = run
  }

  var isRequest: Bool { ![.register, .unregister, .reset, .forget, .stall].contains(kind) }

  /// If it fails, it may have found some instances that existed before.
  var isForSeveral: Bool { kind == .all || kind == .bootstrap }

  var description: String {
    let place = container.map { "c\($0)" } ?? "c"
    return "\(place).\(kind)(\(number))" + (run.map { " in run \($0)" } ?? "")
  }
}

/// A registration, which a program may make more than once.
struct Entry {
  var service: Int
  var container = 0
  var isSingleton = true
  var isEager = false
  /// The factory of a transient takes an argument, and may ask for its own service with a smaller one.
  var isRecursive = false
  var factory: [Step] = []
  /// How many runs of the factory fail after these steps.
  var factoryFails = 0
  var callback: [Step]?
  var callbackFails = 0
  var deinitSteps: [Step] = []
  /// Whether an instance retains the results of its factory's requests.
  var holds = false

  /// The steps of the callback or of the factory.
  subscript(inCallback isInCallback: Bool) -> [Step] {
    get { isInCallback ? callback ?? [] : factory }
    set { if isInCallback { callback = newValue } else { factory = newValue } }
  }

  /// A thread asks its container for it.
  var ask: Step { Step(.caught, service, in: container) }
}

/// Containers, registrations, and the steps of the threads.
struct Program: CustomStringConvertible {
  /// For each container the one that is its parent.
  var parents: [Int?] = [nil]
  /// How many types there are. Further services are the same types again, under names.
  var types = services.count
  var entries: [Entry] = []
  var threads: [[Step]] = []
  var manner = Manner()

  var description: String {
    var lines = ["parents \(parents), types \(types)"]
    for (index, entry) in entries.enumerated() { lines.append("#\(index) \(entry)") }
    for (index, steps) in threads.enumerated() { lines.append("T\(index): \(steps)") }
    return lines.joined(separator: "\n")
  }

  /// A service that nothing asks for.
  static let unrelated = -1

  func type(of service: Int) -> any Service.Type {
    service == Program.unrelated ? Unrelated.self : services[service % types]
  }

  func name(of service: Int) -> String? { service < types ? nil : "\(service)" }

  /// A container and its parents, the nearest first.
  func lineage(_ container: Int) -> [Int] {
    [container] + (parents[container].map(lineage) ?? [])
  }

  /// Whether every container has the same registrations all the time.
  var isStatic: Bool {
    let steps = threads.flatMap { $0 } + entries.flatMap { $0.factory + ($0.callback ?? []) }
    return !steps.contains { [.register, .unregister, .reset].contains($0.kind) }
  }

  /// The services that a request to a container may find.
  func found(by step: Step, in container: Int) -> Set<Int> {
    let lineage = lineage(container)
    let found = entries.filter { entry in
      switch step.kind {
      case .verify: false
      case .bootstrap: entry.isEager && entry.container == container
      case .all: entry.service % types == step.number % types && lineage.contains(entry.container)
      default: entry.service == step.number && lineage.contains(entry.container)
      }
    }
    return Set(found.map(\.service))
  }

  func isRecursive(_ service: Int) -> Bool {
    entries.contains { $0.service == service && $0.isRecursive }
  }
}
