// SPDX-License-Identifier: MIT-0
//
// The explorer runs random programs that use DIContainer under schedules that a seed decides, and
// judges each run by the promises of the library. A deadlock is seen at once, and a failure can be
// repeated. It cannot see data races, the end of a thread, and programs larger than the generator's.
//
// - Replaced.swift replaces the lock of the library, whose file is compiled in unchanged.
// - Simulation.swift runs one thread at a time, and decides at each point which one continues.
// - Generator.swift creates a Program from a seed, and World.swift runs it.
// - Judge.swift has the rules, and Known.swift the records of a run.
// - Relations.swift has changes of programs for one thread, after which the output of Log.swift must be the same.

import Foundation

var options: [String: String] = [:]
var words = CommandLine.arguments.dropFirst()
while let word = words.popFirst() { options[word] = words.popFirst() ?? "" }
let relations = Relation.all.filter { [$0.name, "all"].contains(options["--relation"]) }
guard let programs = Int(options["--programs"] ?? "10000"),
  let first = UInt64(options["--seed"] ?? "1"), options["--relation"] == nil || !relations.isEmpty
else {
  print("explore [--programs N] [--seed FIRST] [--trace yes] [--relation NAME]")
  print("NAME is all or one of \(Relation.all.map(\.name)).")
  exit(2)
}
var seed = first
for number in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGALRM] {
  signal(number) {
    print("=== seed \(seed): a crash or a hang, signal \($0)")
    exit(1)
  }
}
while seed < first + UInt64(programs) {
  alarm(60)  // a run takes milliseconds
  var failure: String?
  var generator = Generator(seed: seed, isAlone: !relations.isEmpty)
  let program = generator.generate()
  if relations.isEmpty {
    let simulation = Simulation(Schedule(seed: seed), isTraced: options["--trace"] != nil)
    let judge = Judge(program, simulation)
    do { try World(program, judge).run(judge) } catch { failure = "\(error.text)\n\(program)" }
  } else {
    failure = relations.lazy.compactMap { $0.disagreement(program, seed: seed) }.first
  }
  if let failure {
    print("=== seed \(seed): \(failure)")
    exit(1)
  }
  seed += 1
}
print("\(programs) programs, \(relations.count) relations: nothing is wrong.")
