// SPDX-License-Identifier: MIT-0

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs programs, until one violates a rule.
struct Runner {
  private let options: Options
  /// The file that has the arguments of the run that is in progress, in case it crashes.
  private let notes: CInt
  private var schedules = 0
  private var steps = 0

  init(_ options: Options, notes path: String) {
    self.options = options
    notes = open(path, O_WRONLY | O_CREAT, 0o600)
  }

  /// Prints what it finds. Returns whether no rule was violated.
  mutating func run() -> Bool {
    do {
      if let scenario = options.scenario {
        for one in Scenarios.named(scenario) { try run(one.program, "--scenario \(one.name)") }
      } else if options.isSystematic || options.switches != nil {
        try run(Generator.program(seed: options.seed), "--seed \(options.seed)")
      } else {
        for seed in seeds {
          try runOnce(Generator.program(seed: seed), Schedule(seed: seed), "--seed \(seed)")
        }
      }
    } catch {
      return false  // it has been printed
    }
    say("\(schedules) schedules, \(steps) steps: no rule was violated.")
    return true
  }

  private var seeds: Range<UInt64> { options.seed..<options.seed + UInt64(options.programs) }

  /// Runs one program under several schedules.
  private mutating func run(_ program: Program, _ arguments: String) throws {
    if let switches = options.switches {
      try runOnce(program, Schedule(.exact(switches)), arguments)
    } else if options.isSystematic {
      try Strategy.runSystematically(limit: options.programs) { switches in
        let text = switches.map { "\($0.step):\($0.choice)" }.joined(separator: ",")
        let exact = text.isEmpty ? " --systematic" : " --switches \(text)"
        return try runOnce(program, Schedule(.exact(switches)), arguments + exact)
      }
    } else {
      for seed in seeds {
        try runOnce(program, Schedule(seed: seed), arguments + " --seed \(seed)")
      }
    }
  }

  @discardableResult
  private mutating func runOnce(
    _ program: Program, _ schedule: Schedule, _ arguments: String
  ) throws -> [Strategy.Choice] {
    note(arguments)
    if options.isTraced { say("\(program)") }
    let trace = options.isTraced ? say : nil
    do {
      let simulation = try Simulation.run(schedule, maximalSteps: options.steps, trace: trace) {
        World(program, $0).run()
      }
      schedules += 1
      steps += simulation.steps
      return simulation.choices
    } catch {
      let steps = options.steps == Options.steps ? "" : " --steps \(options.steps)"
      say("=== \(error)\n\(program)")
      say("Repeat it with: explore \(arguments)\(steps) --programs 1 --trace")
      throw error
    }
  }

  private func note(_ arguments: String) {
    let line = arguments + "\n"
    pwrite(notes, line, line.utf8.count, 0)
    alarm(60)  // a run takes milliseconds
  }
}

/// Starts this program again, and says what it was doing if it crashes. Returns its exit status.
///
/// There, hashing does not depend on chance. Otherwise its dictionaries would be in another order in
/// each run, and a seed could not repeat a run in which several instances are freed at once.
func runInChild() -> CInt {
  let path = "/tmp/explore.\(getpid())"
  defer { unlink(path) }
  setenv("EXPLORE_NOTES", path, 1)
  setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
  setenv("SWIFT_BACKTRACE", "enable=no", 1)  // it takes seconds
  let status = system("exec " + CommandLine.arguments.map { "'\($0)'" }.joined(separator: " "))
  let signal = status & 0x7f
  if signal == 0 { return status >> 8 }
  say(signal == SIGALRM ? "=== T5: it does not end" : "=== crash: signal \(signal)")
  say("Repeat it with: explore \(firstLine(of: path)) --programs 1 --trace")
  return 1
}

private func firstLine(of path: String) -> String {
  let file = open(path, O_RDONLY)
  defer { close(file) }
  var bytes = [UInt8](repeating: 0, count: 4096)
  let count = read(file, &bytes, bytes.count)
  return String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != 10 }, as: UTF8.self)
}

/// Prints at once: the next thing may be a crash.
func say(_ text: String) {
  print(text)
  fflush(nil)
}
