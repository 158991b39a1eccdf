// SPDX-License-Identifier: MIT-0

/// Creates a random program from a seed. Each program uses only some of the features, so that each
/// is often met alone. The graphs are small, and cycles that callbacks close are common.
struct Generator {
  private var random: Random
  private var program = Program()
  private let isAlone: Bool
  private let count: Int
  private let fails: Bool
  private let usesDeinits: Bool
  /// Whether threads change registrations, and whether factories and callbacks do.
  private let changes: Bool
  private let changesInside: Bool
  private let verifies: Bool
  private let bootstraps: Bool
  /// How often, in percent: a factory asks for a later service, or for an earlier one; a service
  /// fails; a failure is caught; a service is a transient.
  private let laterEdges, earlierEdges, failing, caught, transients: Int

  /// `isAlone`: for one thread, on which a failing service fails always.
  init(seed: UInt64, isAlone: Bool) {
    var random = Random(seed: seed, stream: isAlone ? 4 : 1)
    self.isAlone = isAlone
    count = 2 + random.below(random.chance(percent: 75) ? 3 : 5)
    fails = random.chance(percent: 75)
    usesDeinits = !isAlone && random.chance(percent: 35)
    changesInside = !isAlone && random.chance(percent: 25)
    changes = random.chance(percent: changesInside ? 50 : 15)
    // The judge ignores instances of a verification, but not the instances that their deinits resolve.
    // A frozen container cannot be changed.
    bootstraps = !changes && !changesInside && random.chance(percent: 15)
    verifies = !usesDeinits && !changesInside && random.chance(percent: 15)
    laterEdges = random.pick([20, 40, 60])
    earlierEdges = random.pick([0, 0, 0, 0, 0, 0, 10])
    failing = random.pick([15, 30, 45])
    caught = random.pick([0, 0, 25, 50])
    transients = random.pick([0, 20])
    self.random = random
  }

  mutating func generate() -> Program {
    if random.chance(percent: 15) { program.types = 1 + random.below(count) }
    if random.chance(percent: isAlone ? 70 : 30) {
      program.parents.append(random.pick([0, 0, nil]))
      if random.chance(percent: 30) { program.parents.append(random.pick([nil, 0, 1])) }
    }
    for service in 0..<count { program.entries.append(entry(service)) }
    closeCycle()
    if changesInside { addInnerChanges() }
    for _ in 0..<random.pick([2, 2, 3]) {
      program.threads.append((0...random.below(3)).map { _ in threadStep() })
    }
    if fails, !isAlone, random.chance(percent: 40) {
      if count > 3 && random.chance(percent: 50) { addDrop() } else { addLateFailure() }
    }
    for index in program.entries.indices where !program.entries[index].isSingleton {
      if random.chance(percent: 50) { addRecursion(index) }
    }
    if isAlone { addOverrides() }
    return program
  }

  private mutating func entry(_ service: Int) -> Entry {
    var entry = Entry(service: service)
    // Most are in the first container, which most others see.
    if random.chance(percent: 35) { entry.container = random.below(program.parents.count) }
    entry.isSingleton = !random.chance(percent: transients)
    entry.isEager = random.chance(percent: bootstraps ? 50 : 10)
    if random.chance(percent: 60) { entry.callback = [] }
    for other in (0..<count).shuffled(using: &random) {
      if random.chance(percent: other > service ? laterEdges : earlierEdges) {
        entry.factory.append(request(other))
      }
      if entry.callback != nil, random.chance(percent: 25) {
        entry.callback?.append(request(other))
      }
    }
    if fails, random.chance(percent: failing) {
      let runs = isAlone ? .max : random.pick([1, 1, 1, 1, 2, .max])
      if entry.callback != nil, random.chance(percent: 50) {
        entry.callbackFails = runs
      } else {
        entry.factoryFails = runs
      }
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
      let isInCallback = next < member || random.chance(percent: 30)
      let isFirst = isInCallback && random.chance(percent: 50)
      var steps = program.entries[member][inCallback: isInCallback]
      steps.insert(request(next), at: isFirst ? 0 : steps.count)
      program.entries[member][inCallback: isInCallback] = steps
    }
  }

  /// A thread creates the last service, which fails late. Another thread has been given it by then,
  /// and creates the first service and a slow one. A third one may begin again.
  private mutating func addLateFailure() {
    let late = count - 1
    let first = program.entries[0].ask
    let stall = Step(.stall, run: 1)
    program.entries[late].isSingleton = true
    program.entries[late].callbackFails = 1
    program.entries[late][inCallback: true].append(stall)
    if random.chance(percent: 50) { program.entries[0].isSingleton = false }
    program.entries[0].factory.insert(Step(.resolve, late), at: 0)
    program.entries[0].factory.append(Step(.resolve, 1))
    if random.chance(percent: 50) {
      program.entries[1].factory.append(stall)
    } else {
      // It asks for the first service, which may have been dropped by then.
      program.entries[1][inCallback: true] += [stall, Step(.resolve, 0)]
    }
    program.threads[0].insert(program.entries[late].ask, at: 0)
    program.threads[1].insert(first, at: 0)
    if program.threads.count == 3 { program.threads[2].insert(first, at: 0) }
  }

  /// A thread creates the last service slowly. Another one is given the second service, which needs it, and
  /// fails, so that this is dropped. By then, a third one has put it into the first, and waits.
  private mutating func addDrop() {
    let (late, failing) = (count - 1, count - 2)
    let stall = Step(.stall, run: 1)
    let isInCallback = random.chance(percent: 50)
    program.entries[late] = Entry(service: late, callback: [stall])
    program.entries[1] = Entry(service: 1, factory: [Step(.resolve, late)])
    program.entries[0] = Entry(service: 0, factory: [Step(.resolve, 1)])
    program.entries[failing] = Entry(
      service: failing, isSingleton: random.chance(percent: 50), factory: [Step(.resolve, 1)],
      factoryFails: isInCallback ? 0 : 1, callback: isInCallback ? [] : nil, callbackFails: 1)
    program.entries[failing][inCallback: isInCallback].append(stall)
    program.threads = [failing, late, 0].map { [Step(.stall), program.entries[$0].ask] }
  }

  /// The factory asks for its own service with a smaller argument.
  private mutating func addRecursion(_ service: Int) {
    program.entries[service].isRecursive = true
    program.entries[service].factory.append(request(service))
  }

  /// Child containers override services, and keys are registered again.
  private mutating func addOverrides() {
    for index in program.entries.indices where random.chance(percent: 30) {
      var other = program.entries[index]
      other.container = random.below(program.parents.count)
      if random.chance(percent: 50) { other.factory = [] }
      program.entries.append(other)
    }
  }

  private mutating func request(_ service: Int) -> Step {
    var kind = Step.Kind.resolve
    if random.chance(percent: caught) { kind = random.pick([.caught, .subscript]) }
    if random.chance(percent: program.types < count ? 20 : 2) { kind = .all }
    let isElsewhere = program.parents.count > 1 && random.chance(percent: 20)
    return Step(kind, service, in: isElsewhere ? random.below(program.parents.count) : nil)
  }

  /// A request of a thread or deinit.
  private mutating func caughtRequest() -> Step {
    let kind = random.pick([Step.Kind.caught, .caught, .subscript])
    // The first services have the most below them.
    let service = random.below(random.chance(percent: 40) ? 2 : count)
    return Step(kind, service, in: random.below(program.parents.count))
  }

  /// Factories and callbacks change registrations; a callback often changes its next dependency.
  private mutating func addInnerChanges() {
    for index in program.entries.indices where random.chance(percent: 45) {
      let isInCallback = program.entries[index].callback != nil && random.chance(percent: 65)
      var steps = program.entries[index][inCallback: isInCallback]
      let place = random.below(steps.count + 1)
      var step = change()
      if place < steps.count, random.chance(percent: 60) {
        step = Step(.register, steps[place].number)
      }
      if random.chance(percent: 60) { step.run = 1 }
      steps.insert(step, at: place)
      program.entries[index][inCallback: isInCallback] = steps
    }
  }

  private mutating func threadStep() -> Step {
    let container = random.below(program.parents.count)
    if changes, random.chance(percent: 30) { return change() }
    if bootstraps, random.chance(percent: 30) { return Step(.bootstrap, in: container) }
    if verifies, random.chance(percent: 30) { return Step(.verify, in: container) }
    return caughtRequest()
  }

  private mutating func change() -> Step {
    let entry = random.pick(program.entries)
    let kind = random.pick([
      Step.Kind.reset, .forget, .forget, .unregister, .unregister, .register, .register, .register,
    ])
    return Step(kind, entry.service, in: entry.container)
  }
}
