// SPDX-License-Identifier: MIT-0

import Foundation

/// Runs programs, until one violates a rule.
struct Runner {
  private let options: Options
  /// The file that has the arguments of the run that is in progress, in case it crashes.
  private let notes: CInt
  private var steps = 0

  init(_ options: Options, notes path: String) {
    self.options = options
    notes = open(path, O_WRONLY | O_CREAT, 0o600)
  }

  /// Prints what it finds. Returns whether no rule was violated.
  mutating func run() -> Bool {
    if let relation = options.relation { return compare(Relation.named(relation)) }
    if options.cutOff != nil { return compare([.cutOff]) }
    for seed in options.seed..<options.seed + UInt64(options.programs) {
      do { try run(seed) } catch { return false }  // it has been printed
    }
    say("\(options.programs) programs, \(steps) steps: no rule was violated.")
    return true
  }

  private mutating func run(_ seed: UInt64) throws {
    let program = Generator.program(seed: seed)
    let arguments = "--seed \(seed)"
    note(arguments)
    if options.isTraced { say("\(program)") }
    let trace = options.isTraced ? say : nil
    do {
      let schedule = Schedule(seed: seed)
      steps += try Simulation.run(schedule, maximalSteps: options.steps, trace: trace) {
        World(program, $0).run()
      }.steps
    } catch {
      let steps = options.steps == Options.steps ? "" : " --steps \(options.steps)"
      say("=== \(error)\n\(program)")
      say("Repeat it with: explore \(arguments)\(steps) --programs 1 --trace")
      throw error
    }
  }

  /// Prints the first two logs that differ, of the smallest program for which they do.
  private func compare(_ relations: [Relation]) -> Bool {
    for seed in options.seed..<options.seed + UInt64(options.programs) {
      let program = Generator.programForOneThread(seed: seed)
      for relation in relations {
        let build = options.cutOff
        let change = build.map { "--cut-off \($0)" } ?? "--relation \(relation.name)"
        let arguments = "\(change) --seed \(seed)"
        note(arguments)
        let compare = { relation.disagreement($0, seed: seed, build: build) }
        if compare(program) == nil { continue }
        let smallest = program.shrunk { compare($0) != nil }
        guard let logs = compare(smallest) else { continue }
        say("=== \(relation.name): after the change, it says something else.\n\(smallest)")
        for (title, log) in [("Before", logs.before), ("After", logs.after)] {
          say("--- \(title):")
          for said in log { say(said.lines.joined(separator: "\n    ")) }
        }
        say("Repeat it with: explore \(arguments) --programs 1")
        return false
      }
    }
    say("\(options.programs) programs, \(relations.count) relations: all say the same.")
    return true
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
  let arguments = try? String(contentsOfFile: path, encoding: .utf8).prefix { $0 != "\n" }
  say("Repeat it with: explore \(arguments ?? "") --programs 1 --trace")
  return 1
}

/// Prints at once: the next thing may be a crash.
func say(_ text: String) {
  print(text)
  fflush(nil)
}
