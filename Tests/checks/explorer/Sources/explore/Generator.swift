// SPDX-License-Identifier: MIT-0

/// Makes a random program from a seed. Each program uses only some of the features, so that each
/// is often met alone; the graphs are small, and cycles that callbacks close are common.
struct Generator {
  private var random: Random
  private var program = Program()
  private let isAlone: Bool
  private var count = 0
  private var fails = false
  private var usesDeinits = false
  /// Threads change the registrations; so do factories and callbacks.
  private var changes = false
  private var changesInside = false
  private var bootstraps = false
  private var verifies = false
  /// How often, in percent: a factory asks for a service after its own, or one before it; a
  /// callback asks for any; there is a callback; a service fails.
  private var factoryEdges = 0
  private var backEdges = 0
  private var callbackEdges = 0
  private var callbacks = 0
  private var failing = 0
  private var caughtEdges = 0

  static func program(seed: UInt64) -> Program {
    var generator = Generator(random: Random(seed: seed, stream: 1), isAlone: false)
    return generator.make()
  }

  /// For one thread, on which what fails fails always: see `Session`.
  static func programForOneThread(seed: UInt64) -> Program {
    var generator = Generator(random: Random(seed: seed, stream: 4), isAlone: true)
    return generator.make()
  }

  /// What only one thread has: services that child containers override, or several registrations of
  /// one key, and numbers as arguments.
  private mutating func addWhatOneThreadHas() {
    for index in program.entries.indices where random.chance(percent: 30) {
      var other = program.entries[index]
      other.container = random.below(program.parents.count)
      if random.chance(percent: 50) { other.factory = [] }
      program.entries.append(other)
    }
    for service in 0..<count where random.chance(percent: 10) {
      for index in program.entries.indices where program.entries[index].service == service {
        program.entries[index].lifetime = .transient
        program.entries[index].takesNumber = true
      }
    }
  }

  private mutating func make() -> Program {
    count = 2 + random.below(random.chance(percent: 75) ? 3 : 5)
    fails = random.chance(percent: 75)
    caughtEdges = random.pick([0, 0, 25, 50])
    usesDeinits = !isAlone && random.chance(percent: 35)
    changesInside = !isAlone && random.chance(percent: 25)
    changes = changesInside ? random.chance(percent: 50) : random.chance(percent: 15)
    // A container that is frozen cannot be changed. What a verification makes is nobody's, and a
    // deinit in it would make what is.
    bootstraps = !changes && !changesInside && random.chance(percent: 15)
    verifies = !usesDeinits && !changesInside && random.chance(percent: 15)
    if random.chance(percent: 15) { program.types = 1 + random.below(count) }
    factoryEdges = random.pick([20, 40, 60])
    backEdges = random.chance(percent: 15) ? 10 : 0
    callbackEdges = random.pick([10, 25, 40])
    callbacks = random.pick([40, 60, 80])
    failing = random.pick([15, 30, 45])
    if random.chance(percent: isAlone ? 70 : 30) {
      program.parents.append(random.chance(percent: 70) ? 0 : nil)
      if random.chance(percent: 30) {
        program.parents.append(random.pick([nil, 0, 1]))
      }
    }
    let transients = random.chance(percent: 50) ? 20 : 0
    for service in 0..<count { program.entries.append(entry(service, transients)) }
    closeCycle()
    if changes || changesInside { addSpareEntries(transients) }
    if changesInside { addInnerChanges() }
    addThreads()
    if fails, !isAlone, random.chance(percent: 40) { addLateFailure() }
    program.keepsResults = random.chance(percent: 50)
    if isAlone { addWhatOneThreadHas() }
    return program
  }

  private mutating func entry(_ service: Int, _ transients: Int) -> Entry {
    var entry = Entry(service: service)
    // Most are in the first container, which most others see.
    let isElsewhere = random.chance(percent: 35)
    entry.container = isElsewhere ? random.below(program.parents.count) : 0
    if random.chance(percent: transients) {
      entry.lifetime = .transient
    } else if random.chance(percent: bootstraps ? 50 : 10) {
      entry.lifetime = .eager
    }
    for other in shuffledServices() {
      if random.chance(percent: other > service ? factoryEdges : backEdges) {
        entry.factory.append(Step(.get(request(other))))
      }
    }
    if random.chance(percent: callbacks) {
      var steps: [Step] = []
      for other in shuffledServices() where random.chance(percent: callbackEdges) {
        steps.append(Step(.get(request(other))))
      }
      entry.callback = steps
    }
    if fails, random.chance(percent: failing) {
      let runs = random.pick([1, 1, 1, 1, 2, .max])
      if entry.callback != nil, random.chance(percent: 50) {
        entry.callbackFails = runs
      } else {
        entry.factoryFails = runs
      }
    }
    if usesDeinits, random.chance(percent: 40) { entry.deinitSteps = [Step(.get(caught()))] }
    entry.holds = random.chance(percent: 30)
    return entry
  }

  private mutating func shuffledServices() -> [Int] {
    (0..<count).shuffled(using: &random)
  }

  /// A cycle through some services, in ascending order, that a callback closes.
  private mutating func closeCycle() {
    guard random.chance(percent: 75) else { return }
    var members: [Int] = []
    for service in 0..<count where random.chance(percent: 65) { members.append(service) }
    guard members.count > 1 else { return }
    for (index, member) in members.enumerated() {
      let isLast = index == members.count - 1
      let next = members[isLast ? 0 : index + 1]
      let isInCallback = isLast || random.chance(percent: 30)
      let step = Step(.get(request(next)))
      var steps = program.entries[member][inCallback: isInCallback]
      let isFirst = isInCallback && random.chance(percent: 50)
      steps.insert(step, at: isFirst ? 0 : steps.count)
      program.entries[member][inCallback: isInCallback] = steps
      // What is asked for in a callback and caught, fails.
      if isInCallback, caughtEdges > 0, fails, random.chance(percent: 40) {
        program.entries[next].factoryFails = 1
      }
    }
  }

  /// A thread makes the last service, which fails late. Another thread has been given it by then, and
  /// makes the first service, and what takes long. A third one may begin again.
  private mutating func addLateFailure() {
    let late = count - 1
    program.entries[late].lifetime = .lazy
    program.entries[late].callbackFails = 1
    if usesDeinits { program.entries[late].deinitSteps = [program.entries[0].ask] }
    if random.chance(percent: 50) { program.entries[0].lifetime = .transient }
    program.entries[0].factory.insert(Step(.get(request(late))), at: 0)
    program.entries[0].factory.append(Step(.get(request(1))))
    let stall = Step(.stall, run: 1)
    program.entries[late][inCallback: true].append(stall)
    if random.chance(percent: 50) {
      program.entries[1].factory.append(stall)
    } else {
      // It asks for its whole, which may have been dropped by then.
      let whole = Step(.get(request(0)))
      program.entries[1][inCallback: true] += [stall, whole]
    }
    program.threads[0].insert(program.entries[late].ask, at: 0)
    program.threads[1].insert(program.entries[0].ask, at: 0)
    if program.threads.count == 2 { return }
    program.threads[2].insert(program.entries[0].ask, at: 0)
    program.threads[2].insert(Step(.forget(container: program.entries[0].container)), at: 0)
  }

  private mutating func request(_ service: Int) -> Request {
    var request = Request(how: .resolve, service: service)
    if random.chance(percent: caughtEdges) { request.how = random.pick([.caught, .subscript]) }
    if random.chance(percent: program.types < count ? 20 : 2) { request.how = .all }
    if program.parents.count > 1, random.chance(percent: 20) {
      request.container = random.below(program.parents.count)
    }
    return request
  }

  /// A request of a thread or deinit.
  private mutating func caught() -> Request {
    Request(
      how: random.chance(percent: 70) ? .caught : .subscript, service: random.below(count),
      container: random.below(program.parents.count))
  }

  private mutating func addSpareEntries(_ transients: Int) {
    for _ in 0..<random.below(3) {
      let service = random.below(count)
      var spare = entry(service, transients)
      spare.container = program.entries[service].container
      spare.isInitial = false
      program.entries.append(spare)
    }
  }

  /// Factories and callbacks change registrations; a callback often changes what it then asks for.
  private mutating func addInnerChanges() {
    for index in program.entries.indices where random.chance(percent: 45) {
      let isInCallback =
        program.entries[index].callback != nil && random.chance(percent: 65)
      var steps = program.entries[index][inCallback: isInCallback]
      let place = random.below(steps.count + 1)
      var action = change()
      if place < steps.count, random.chance(percent: 60),
        case .get(let request) = steps[place].action,
        let meant = program.entries.lastIndex(where: { $0.service == request.service })
      {
        action = .register(meant)
      }
      steps.insert(Step(action, run: random.chance(percent: 60) ? 1 : nil), at: place)
      program.entries[index][inCallback: isInCallback] = steps
    }
  }

  private mutating func addThreads() {
    for _ in 0..<(random.chance(percent: 55) ? 2 : 3) {
      var steps: [Step] = []
      for _ in 0..<1 + random.below(3) {
        let container = random.below(program.parents.count)
        if changes, random.chance(percent: 30) {
          steps.append(Step(change()))
        } else if bootstraps, random.chance(percent: 30) {
          steps.append(Step(.get(Request(how: .bootstrap, service: 0, container: container))))
        } else if verifies, random.chance(percent: 30) {
          steps.append(Step(.get(Request(how: .verify, service: 0, container: container))))
        } else {
          var request = caught()
          // Roots have the most below them.
          if random.chance(percent: 40) { request.service = random.below(min(2, count)) }
          steps.append(Step(.get(request)))
        }
      }
      program.threads.append(steps)
    }
  }

  private mutating func change() -> Step.Action {
    let entry = random.below(program.entries.count)
    let container = program.entries[entry].container
    return switch random.below(10) {
    case 0: .reset(container: container)
    case 1, 2: .forget(container: container)
    case 3, 4: .unregister(program.entries[entry].service, container: container)
    default: .register(entry)
    }
  }
}
