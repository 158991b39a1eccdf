// SPDX-License-Identifier: MIT-0
//
// The explorer runs programs that use DIContainer under schedules that a seed decides, and judges
// each run by the contract. Threads that run freely met some defects once in a million graphs, or
// never; here a seed is one schedule, a deadlock is seen at once, and a failure can be repeated.
//
// - LockCalls.swift replaces the lock of the library, whose file is compiled in unchanged, and
//   ObjectIdentifier.swift its hashes, so that a seed repeats its run in every process.
// - Simulation.swift runs one thread at a time and asks a Strategy who goes on at each point.
// - Generator.swift makes a Program from a seed; Scenarios.swift has programs that are written down.
// - World.swift runs a program. Known.swift is what is known about the run: what is made, and who
//   asks for what; Graph.swift says what needs what.
// - Judges.swift has the rules of the contract that a run is judged by, one function for each.
// - Runner.swift runs many programs, Supervisor.swift does so in child processes and shrinks what
//   violates a rule.
//
// With an older file: swiftc -O -wmo Tests/Explorer/Sources/explore/*.swift OLD.swift -o explore
// On commit e7e12b8, for example, `--seed 1474` is a crash (d1), `--seed 81005` makes a second
// instance (d2), and `--scenario d --strategy systematic --keep-going` shows all six reproducers.
//
// What it cannot see: data races (one thread runs at a time: that is for the thread sanitizer),
// what happens when a thread ends (threads are used again), services with arguments, and programs
// larger than the generator makes.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

restartWithFixedOrder()
do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  if let page = options.page {
    _exit(try runAsChild(options, page: page))
  }
  if options.isTraced {
    say("\(options.program)")
    var runner = Runner(options)
    runner.trace = say
    do {
      try runner.run()
      say("No rule was violated.")
      _exit(0)
    } catch let failed as Simulation.Failed {
      say("=== \(failed.violation)")
      _exit(1)
    }
  }
  var supervisor = try Supervisor(options)
  exit(supervisor.run())
} catch {
  say("explore: \(error)")
  exit(2)
}
