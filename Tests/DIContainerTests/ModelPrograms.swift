// SPDX-License-Identifier: MIT-0

/// Some containers and what is done to them, which the library and the model both do.
struct ModelProgram: Sendable {
  /// The parent of each container.
  var parents: [Int?]
  var operations: [Model.Step]

  /// A random one: the same for the same seed.
  static func random(seed: UInt64) -> ModelProgram {
    var generator = ModelProgramGenerator(seed)
    return generator.program()
  }

  /// The program with one operation or one request less, in every way there is.
  var smaller: [ModelProgram] {
    var result: [ModelProgram] = []
    for (index, operation) in operations.enumerated() {
      result.append(self)
      result[result.count - 1].operations.remove(at: index)
      guard case .register(let registration) = operation else { continue }
      for place in registration.factory.indices {
        var one = registration
        one.factory.remove(at: place)
        result.append(self)
        result[result.count - 1].operations[index] = .register(one)
      }
      for place in (registration.callback ?? []).indices {
        var one = registration
        one.callback?.remove(at: place)
        result.append(self)
        result[result.count - 1].operations[index] = .register(one)
      }
    }
    return result
  }
}

/// Makes a graph, which is mostly one that can be resolved, and its use.
private struct ModelProgramGenerator {
  private var random: SplitMix
  private var keys: [Model.Key] = []
  private var parents: [Int?] = [nil]
  private var lastRegistration = 0
  /// Percentages of this graph.
  private var cyclic = 0
  private var failing = 0
  private var completed = 0
  private var changing = 0

  init(_ seed: UInt64) { random = SplitMix(state: seed) }

  mutating func program() -> ModelProgram {
    cyclic = pick([0, 0, 5, 30])
    failing = pick([0, 0, 5, 15])
    completed = pick([0, 30, 60, 90])
    changing = pick([0, 0, 10, 40])
    for index in 1..<4 where chance(40) {
      parents.append(chance(85) ? number(in: 0...min(index, parents.count) - 1) : nil)
    }
    let services = pick([2, 4, 7, 10])
    for _ in 0..<number(in: 2...10) {
      keys.append(
        Model.Key(
          service: number(in: 0...services - 1), name: chance(65) ? nil : pick(["x", "y"]),
          takesArgument: chance(12)))
    }
    var operations: [Model.Step] = []
    for index in keys.indices {
      for container in parents.indices where chance(parents[container] == nil ? 95 : 25) {
        operations.append(.register(registration(index, container)))
      }
    }
    for _ in 0..<number(in: 4...16) { operations.append(operation()) }
    // Whatever happened, what is kept is seen in the end.
    for container in parents.indices {
      for key in Set(keys).sorted(by: { $0.description < $1.description }) {
        operations.append(.ask(Model.Request(how: .resolve, key: key, container: container)))
      }
    }
    return ModelProgram(parents: parents, operations: operations)
  }

  private mutating func operation() -> Model.Step {
    let container = pick(Array(parents.indices))
    let index = number(in: 0...keys.count - 1)
    let key = anyKey(index)
    return switch number(in: 0...99) {
    case ..<45: .ask(Model.Request(how: .resolve, key: key, container: container))
    case ..<52: .ask(Model.Request(how: .subscript, key: key, container: container))
    case ..<58: .ask(Model.Request(how: .optional, key: key, container: container))
    case ..<68: .ask(Model.Request(how: .all, key: key, container: container))
    case ..<80: .register(registration(index, container))
    case ..<83: .unregister(key, container: container)
    case ..<88: .contains(key, container: container)
    case ..<90: .reset(container, keepingRegistrations: chance(60))
    case ..<92: .renew(container)
    default: .bootstrap(container)
    }
  }

  /// What a factory or a callback does besides asking: often it registers again what it then asks
  /// for. What is registered there only asks.
  private mutating func addChange(to steps: inout [Model.Step], of index: Int) {
    let container = pick(Array(parents.indices))
    let key = anyKey(number(in: 0...keys.count - 1))
    let change: Model.Step =
      switch number(in: 0...9) {
      case ..<3: .unregister(key, container: container)
      case ..<5: .reset(container, keepingRegistrations: chance(80))
      case ..<7: .renew(container)
      case 7: .bootstrap(container)
      default: .contains(key, container: container)
      }
    if chance(40) { return steps.insert(change, at: number(in: 0...steps.count)) }
    // An earlier one is more often what this is made for.
    let again = number(in: 0...index)
    let percent = changing
    changing = 0
    steps.append(.register(registration(again, container)))
    changing = percent
    steps.append(.ask(Model.Request(how: .resolve, key: keys[again], isTolerant: chance(50))))
  }

  private mutating func registration(_ index: Int, _ container: Int) -> Model.Registration {
    lastRegistration += 1
    let key = keys[index]
    var new = Model.Registration(
      id: lastRegistration, key: key, container: container, lifetime: .transient)
    if !key.takesArgument {
      new.lifetime = pick([
        .transient, .transient, .lazySingleton, .lazySingleton, .eagerSingleton,
      ])
      if chance(5) { new.lifetime = .instance }
    }
    if new.lifetime == .instance { return new }
    for _ in 0..<pick([0, 1, 1, 2, 3]) {
      if let request = request(after: index) { new.factory.append(.ask(request)) }
    }
    if chance(changing) { addChange(to: &new.factory, of: index) }
    new.failures = failures()
    if chance(completed) {
      var callback: [Model.Step] = []
      for _ in 0..<pick([0, 1, 1, 2]) {
        if let request = request(after: nil) { callback.append(.ask(request)) }
      }
      if chance(changing) { addChange(to: &callback, of: index) }
      new.callback = callback
      new.callbackFailures = failures()
      new.isWrong = chance(failing / 4)
    }
    return new
  }

  /// For a later key, so that most graphs can be made, except for the cyclic percentage.
  private mutating func request(after index: Int?) -> Model.Request? {
    var target = number(in: 0...keys.count - 1)
    if let index, !chance(cyclic) {
      guard index + 1 < keys.count else { return nil }
      target = number(in: index + 1...keys.count - 1)
    }
    var request = Model.Request(how: .resolve, key: anyKey(target))
    if chance(25) { request.how = pick([.subscript, .optional, .all]) }
    if chance(15) { request.container = pick(Array(parents.indices)) }
    request.isTolerant = chance(20)
    return request
  }

  /// Mostly one that is registered.
  private mutating func anyKey(_ index: Int) -> Model.Key {
    var key = keys[index]
    if chance(failing / 2) { key.name = pick([nil, "x", "z"]) }
    if chance(failing / 4) { key.takesArgument.toggle() }
    return key
  }

  private mutating func failures() -> Int { chance(failing) ? pick([1, 2, .max]) : 0 }

  private mutating func chance(_ percent: Int) -> Bool { number(in: 0...99) < percent }

  private mutating func number(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[number(in: 0...values.count - 1)]
  }
}

private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
