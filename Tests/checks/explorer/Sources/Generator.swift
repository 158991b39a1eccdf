/// Creates a random program from a seed. Each uses only some of the features, so that each is often
/// met alone. The graphs are small, and cycles that callbacks close are common.
struct Generator {
  private var random: Random
  private var program = Program()
  private let count: Int
  private let fails, usesDeinits, bootstraps, verifies, stalls: Bool
  /// Whether threads change registrations, and whether factories and callbacks do.
  private let changes, changesInside: Bool
  /// How often, in percent: a factory asks for a later service, or for an earlier one; a service
  /// fails; a failure is caught; a service is a transient.
  private let laterEdges, earlierEdges, failing, caught, transients: Int

  init(seed: UInt64) {
    var random = Random(seed: seed &* 2 + 1)
    count = 2 + random.below(random.chance(percent: 75) ? 3 : 5)
    fails = random.chance(percent: 75)
    usesDeinits = random.chance(percent: 35)
    changesInside = random.chance(percent: 25)
    changes = random.chance(percent: changesInside ? 50 : 15)
    bootstraps = random.chance(percent: 15)
    verifies = random.chance(percent: 15)
    stalls = random.chance(percent: 40)
    laterEdges = random.pick([20, 40, 60])
    earlierEdges = random.pick([0, 0, 0, 0, 0, 0, 10])
    failing = random.pick([15, 30, 45])
    caught = random.pick([0, 0, 25, 50])
    transients = random.pick([0, 20])
    self.random = random
  }

  mutating func generate() -> Program {
    if random.chance(percent: 40) {
      program.parents.append(random.pick([0, 0, nil]))
      if random.chance(percent: 30) { program.parents.append(random.pick([nil, 0, 1])) }
    }
    for service in 0..<count { program.entries.append(entry(service)) }
    closeCycle()
    program.entries = program.entries.map { more($0) }
    if random.chance(percent: 20) {  // A child overrides a service, or a key is registered again.
      program.entries.append(random.pick(program.entries))
      program.entries[count].container = random.below(program.parents.count)
    }
    for _ in 0..<random.pick([2, 2, 3]) {
      program.threads.append((0...random.below(3)).map { _ in threadStep() })
    }
    return program
  }

  private mutating func entry(_ service: Int) -> Entry {
    var entry = Entry(service: service)
    // Most are in the first container, which most others see.
    if random.chance(percent: 35) { entry.container = random.below(program.parents.count) }
    entry.isSingleton = !random.chance(percent: transients)
    entry.isEager = random.chance(percent: bootstraps ? 50 : 10)
    entry.hasCallback = random.chance(percent: 60)
    for other in (0..<count).shuffled(using: &random) {
      if random.chance(percent: other > service ? laterEdges : earlierEdges) {
        entry.factory.append(request(other))
      }
      if entry.hasCallback, random.chance(percent: 25) { entry.callback.append(request(other)) }
    }
    if fails, random.chance(percent: failing) {
      let isInCallback = entry.hasCallback && random.chance(percent: 50)
      let fails = isInCallback ? \Entry.callbackFails : \Entry.factoryFails
      entry[keyPath: fails] = random.pick([1, 1, 1, 1, 2, .max])
    }
    if usesDeinits, random.chance(percent: 40) { entry.deinitSteps = [caughtRequest()] }
    entry.holds = random.chance(percent: 30)
    return entry
  }

  /// A cycle through some services, in ascending order, that a callback closes.
  private mutating func closeCycle() {
    let members = (0..<count).filter { _ in random.chance(percent: 50) }
    guard members.count > 1 else { return }
    for (member, next) in zip(members, members.dropFirst() + members.prefix(1)) {
      if next < member || random.chance(percent: 30) {
        program.entries[member].hasCallback = true
        program.entries[member].callback.append(request(next))
      } else {
        program.entries[member].factory.append(request(next))
      }
    }
  }

  /// Factories and callbacks stop for others, and change registrations.
  private mutating func more(_ entry: Entry) -> Entry {
    var entry = entry
    for isStall in [true, false] where random.chance(percent: 40) {
      if isStall ? !stalls : !changesInside { continue }
      let isInCallback = entry.hasCallback && random.chance(percent: 60)
      let steps = isInCallback ? \Entry.callback : \Entry.factory
      let step = isStall ? Step(kind: .stall) : change()
      entry[keyPath: steps].insert(step, at: random.below(entry[keyPath: steps].count + 1))
    }
    return entry
  }

  private mutating func request(_ service: Int) -> Step {
    var kind = Step.Kind.resolve
    if random.chance(percent: caught) { kind = random.pick([.caught, .subscript]) }
    let isElsewhere = program.parents.count > 1 && random.chance(percent: 20)
    let container = isElsewhere ? random.below(program.parents.count) : nil
    return Step(kind: kind, number: service, container: container)
  }

  /// A request of a thread or deinit.
  private mutating func caughtRequest() -> Step {
    let kind = random.pick([Step.Kind.caught, .caught, .subscript])
    // The first services have the most below them.
    let service = random.below(random.chance(percent: 40) ? 2 : count)
    return Step(kind: kind, number: service, container: random.below(program.parents.count))
  }

  private mutating func threadStep() -> Step {
    if changes, random.chance(percent: 30) { return change() }
    var step = caughtRequest()
    if random.chance(percent: 5) { step.kind = .all }
    if bootstraps, random.chance(percent: 20) { step.kind = .bootstrap }
    if verifies, random.chance(percent: 20) { step.kind = .verify }
    return step
  }

  private mutating func change() -> Step {
    let entry = random.pick(program.entries)
    var kind = random.pick([
      Step.Kind.reset, .forget, .forget, .unregister, .unregister, .register, .register, .register,
    ])
    // A frozen container cannot be changed in another way.
    if bootstraps && kind != .reset { kind = .forget }
    return Step(kind: kind, number: entry.service, container: entry.container)
  }
}

/// SplitMix64: the same seed gives the same numbers on every platform.
struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to `limit` - 1.
  mutating func below(_ limit: Int) -> Int { Int(truncatingIfNeeded: next() >> 33) % limit }
  mutating func chance(percent: Int) -> Bool { below(100) < percent }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
