/// One action of a thread, factory, callback or deinit. A service is a number: see `name(of:)`.
struct Step: CustomStringConvertible {
  enum Kind {
    /// Requests. `caught` is `do { … } catch {}`. Only threads make the last three, each of which
    /// is a series of outermost resolves.
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

  var isForSeveral: Bool { [.all, .bootstrap, .verify].contains(kind) }
  var isRequest: Bool { isForSeveral || [.resolve, .caught, .subscript].contains(kind) }

  var description: String { "c\(container.map(String.init) ?? "").\(kind)(\(number))" }
}

/// A registration, which a program may make more than once.
struct Entry {
  var service: Int
  var container = 0
  var isSingleton = true
  var isEager = false
  var factory: [Step] = []
  /// How many runs of the factory fail after these steps.
  var factoryFails = 0
  var hasCallback = false
  var callback: [Step] = []
  var callbackFails = 0
  var deinitSteps: [Step] = []
  /// Whether an instance, or the error, retains the results of its factory's requests.
  var holds = false
}

/// Containers, registrations, and the steps of the threads.
struct Program: CustomStringConvertible {
  /// For each container the one that is its parent.
  var parents: [Int?] = [nil]
  var entries: [Entry] = []
  var threads: [[Step]] = []

  var description: String {
    var lines = ["parents \(parents)"]
    for (index, entry) in entries.enumerated() { lines.append("#\(index) \(entry)") }
    for (index, steps) in threads.enumerated() { lines.append("T\(index): \(steps)") }
    return lines.joined(separator: "\n")
  }

  /// A container and its parents, the nearest first.
  func lineage(_ container: Int) -> [Int] {
    [container] + (parents[container].map(lineage) ?? [])
  }

  /// The services that a request to a container may find.
  func found(by step: Step, in container: Int) -> Set<Int> {
    let lineage = lineage(container)
    let found = entries.filter { entry in
      switch step.kind {
      case .verify: false
      case .bootstrap: entry.isSingleton && entry.isEager && entry.container == container
      case .all: lineage.contains(entry.container)
      default: entry.service == step.number && lineage.contains(entry.container)
      }
    }
    return Set(found.map(\.service))
  }
}
