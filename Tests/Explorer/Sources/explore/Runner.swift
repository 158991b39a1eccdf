// SPDX-License-Identifier: MIT-0

/// Runs programs in this process, until one violates a rule.
struct Runner {
  var options: Options
  /// Told before each run, with the arguments that repeat it and what was counted so far.
  var willRun: (_ arguments: [String], Counts) -> Void = { _, _ in }
  var trace: ((String) -> Void)?
  private(set) var counts = Counts()

  struct Counts {
    var schedules = 0
    var steps = 0
    var switches = 0
    /// The schedules in which a thread waited for another, and in which it was given something that
    /// the other had not completed.
    var withWaits = 0
    var withTakes = 0
  }

  init(_ options: Options) { self.options = options }

  /// Throws a `Simulation.Failed`.
  mutating func run() throws {
    if let switches = options.switches {
      try runOnce(options.program, Schedule(.exact(switches)), [])
    } else if options.strategy == "systematic" {
      try runSystematically(options.program)
    } else if options.hasOneProgram {
      let program = options.program
      let first = options.schedule ?? options.seed
      for number in 0..<UInt64(options.programs) {
        try runOnce(program, seed: first + number)
      }
    } else {
      for number in 0..<UInt64(options.programs) {
        options.seed += number == 0 ? 0 : 1
        try runOnce(options.program, seed: options.seed)
      }
    }
  }

  private mutating func runOnce(_ program: Program, seed: UInt64) throws {
    var arguments = ["--schedule", "\(seed)"]
    if let strategy = options.strategy { arguments += ["--strategy", strategy] }
    try runOnce(program, Schedule(seed: seed, named: options.strategy), arguments)
  }

  @discardableResult
  private mutating func runOnce(
    _ program: Program, _ schedule: Schedule, _ arguments: [String]
  ) throws -> Simulation {
    counts.schedules += 1
    willRun(options.source + arguments, counts)
    do {
      let simulation = try Simulation.run(
        schedule, maximalSteps: options.steps ?? 60_000, trace: trace
      ) { simulation in
        World(program, simulation).run()
      }
      add(simulation)
      return simulation
    } catch let failed as Simulation.Failed {
      add(failed.simulation)
      throw failed
    }
  }

  private mutating func add(_ simulation: Simulation) {
    counts.steps += simulation.steps
    counts.switches += simulation.switches
    if simulation.waits > 0 { counts.withWaits += 1 }
    if simulation.takes > 0 { counts.withTakes += 1 }
  }

  /// All schedules without a preemption, then with at most one, then two, until there were enough.
  private mutating func runSystematically(_ program: Program) throws {
    let end = counts.schedules + options.programs
    for limit in 0...2 {
      var path: [(choice: Int, count: Int, isPreemption: Bool)] = []
      repeat {
        if counts.schedules >= end { return }
        let switches = path.enumerated().compactMap { step, decision in
          decision.choice == 0 ? nil : Strategy.Switch(step: step, choice: decision.choice)
        }
        let text = switches.map { "\($0.step):\($0.choice)" }.joined(separator: ",")
        let simulation = try runOnce(program, Schedule(.exact(switches)), ["--switches", text])
        for choice in simulation.choices.dropFirst(path.count) {
          path.append((0, choice.count, choice.isPreemption))
        }
      } while Runner.advance(&path, limit)
    }
  }

  /// The next path: the last decision that has another choice left takes it.
  private static func advance(
    _ path: inout [(choice: Int, count: Int, isPreemption: Bool)], _ limit: Int
  ) -> Bool {
    while var last = path.popLast() {
      let before = path.count { $0.isPreemption && $0.choice > 0 }
      last.choice += 1
      if last.choice < last.count, !last.isPreemption || before < limit {
        path.append(last)
        return true
      }
    }
    return false
  }
}
