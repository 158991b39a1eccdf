// SPDX-License-Identifier: MIT-0
//
// The explorer runs programs that use DIContainer under schedules that a seed decides, and judges
// each run by the contract. Threads that run freely met some defects once in a million graphs, or
// never; here a seed is one schedule, a deadlock is seen at once, and a failure can be repeated.
//
// - Replaced.swift replaces the lock of the library, whose file is compiled in unchanged, and its
//   hashes, so that a seed repeats its run in every process.
// - Simulation.swift runs one thread at a time and asks a Strategy who goes on at each point.
// - Generator.swift makes a Program from a seed.
// - World.swift runs a program. Known.swift is what is known about the run: what is made, and who
//   asks for what; Graph.swift says what needs what.
// - Judges.swift has the rules of the contract that a run is judged by, one function for each.
// - Session.swift runs a program on one thread, and writes down what a person reads of it;
//   Relations.swift has changes after which it must say the same.
// - Runner.swift runs many programs, in a child process that may crash.
//
// What it cannot see: data races (one thread runs at a time: that is for the thread sanitizer),
// what happens when a thread ends (threads are used again), and programs larger than the generator
// makes. Arguments, and what `verify` reports, are seen on one thread only.

import Foundation

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  if let question = options.answers {
    try Session.answer(question)
    exit(0)
  }
  guard let notes = getenv("EXPLORE_NOTES") else { exit(runInChild()) }
  var runner = Runner(options, notes: String(cString: notes))
  exit(runner.run() ? 0 : 1)
} catch {
  say("explore: \(error)")
  exit(2)
}
