/// What a program does to its containers.
enum Operation: Sendable {
  case register(Entry)
  case take(Step, container: Int)
  case unregister(ModelKey, container: Int)
  case contains(ModelKey, container: Int)
  case reset(Int, keepingRegistrations: Bool)
  case bootstrap(Int)
}

struct Program: Sendable {
  /// The parent of each container.
  var parents: [Int?]
  var operations: [Operation]
}

struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Makes a program from a seed: a graph, which is mostly one that can be resolved, and its use.
struct Generator {
  private var random: SplitMix
  private var keys: [ModelKey] = []
  private var parents: [Int?] = [nil]
  private var lastEntry = 0
  /// Percentages of this graph.
  private var cyclic = 0
  private var failing = 0
  private var completed = 0

  init(seed: UInt64) {
    random = SplitMix(state: seed)
  }

  mutating func program() -> Program {
    cyclic = pick([0, 0, 5, 30])
    failing = pick([0, 0, 5, 15])
    completed = pick([0, 30, 60, 90])
    for index in 1..<4 where chance(40) {
      parents.append(chance(85) ? number(in: 0...min(index, parents.count) - 1) : nil)
    }
    let services = pick([2, 4, 7, 10])
    for _ in 0..<number(in: 2...10) {
      keys.append(
        ModelKey(
          service: number(in: 0...services - 1), name: chance(65) ? nil : pick(["x", "y"]),
          takesArgument: chance(12)))
    }
    var operations: [Operation] = []
    for index in keys.indices {
      for container in parents.indices where chance(parents[container] == nil ? 95 : 25) {
        operations.append(.register(entry(index, container)))
      }
    }
    for _ in 0..<number(in: 4...16) { operations.append(operation()) }
    // Whatever happened, what is kept is seen in the end.
    for container in parents.indices {
      for key in Set(keys).sorted(by: { $0.description < $1.description }) {
        operations.append(.take(Step(how: .resolve, key: key), container: container))
      }
    }
    return Program(parents: parents, operations: operations)
  }

  private mutating func operation() -> Operation {
    let container = pick(Array(parents.indices))
    let index = number(in: 0...keys.count - 1)
    let key = anyKey(index)
    return switch number(in: 0...99) {
    case ..<45: .take(Step(how: .resolve, key: key), container: container)
    case ..<52: .take(Step(how: .subscript, key: key), container: container)
    case ..<58: .take(Step(how: .optional, key: key), container: container)
    case ..<68: .take(Step(how: .all, key: key), container: container)
    case ..<80: .register(entry(index, container))
    case ..<83: .unregister(key, container: container)
    case ..<88: .contains(key, container: container)
    case ..<90: .reset(container, keepingRegistrations: chance(60))
    default: .bootstrap(container)
    }
  }

  private mutating func entry(_ index: Int, _ container: Int) -> Entry {
    lastEntry += 1
    let key = keys[index]
    var entry = Entry(id: lastEntry, key: key, container: container, lifetime: .transient)
    if !key.takesArgument {
      entry.lifetime = pick([
        .transient, .transient, .lazySingleton, .lazySingleton, .eagerSingleton,
      ])
      if chance(5) { entry.lifetime = .instance }
    }
    guard entry.lifetime != .instance else { return entry }
    for _ in 0..<pick([0, 1, 1, 2, 3]) {
      if let step = step(after: index) { entry.factory.append(step) }
    }
    entry.failure = failure()
    if chance(completed) {
      entry.callback = (0..<pick([0, 1, 1, 2])).compactMap { _ in step(after: nil) }
      entry.callbackFailure = failure()
      entry.isWrong = chance(failing / 4)
    }
    return entry
  }

  /// Towards the later keys only, but for the cyclic percentage, so that most graphs can be made.
  private mutating func step(after index: Int?) -> Step? {
    var target = number(in: 0...keys.count - 1)
    if let index, !chance(cyclic) {
      guard index + 1 < keys.count else { return nil }
      target = number(in: index + 1...keys.count - 1)
    }
    var step = Step(how: .resolve, key: anyKey(target))
    if chance(25) { step.how = pick([.subscript, .optional, .all]) }
    if chance(15) { step.container = pick(Array(parents.indices)) }
    step.isTolerant = chance(20)
    return step
  }

  /// Mostly one that is registered.
  private mutating func anyKey(_ index: Int) -> ModelKey {
    var key = keys[index]
    if chance(failing / 2) { key.name = pick([nil, "x", "z"]) }
    if chance(failing / 4) { key.takesArgument.toggle() }
    return key
  }

  private mutating func failure() -> FailureOf {
    chance(failing) ? pick([.first(1), .first(2), .always]) : .none
  }

  private mutating func chance(_ percent: Int) -> Bool { number(in: 0...99) < percent }

  private mutating func number(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[number(in: 0...values.count - 1)]
  }
}
