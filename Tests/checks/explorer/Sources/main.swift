// The explorer runs random programs that use DIContainer under schedules that a seed decides, and
// judges each run by the promises of the library. A deadlock is seen at once, and a failure can be
// repeated. It cannot see data races, threads that end, or larger programs.
//
// Simulation runs one thread at a time; LockFunctions replaces the lock of the library, whose file
// is compiled in unchanged. Generator creates a Program, World runs it, and Judge has the rules.

import Foundation

var options: [String: String] = [:]
var words = CommandLine.arguments.dropFirst()
while let word = words.popFirst() { options[word] = words.popFirst() ?? "" }
guard Set(options.keys).isSubset(of: ["--programs", "--seed", "--trace"]),
  let programs = UInt64(options["--programs"] ?? "10000"),
  let first = UInt64(options["--seed"] ?? "1")
else {
  print("explore [--programs N] [--seed FIRST] [--trace yes]")
  exit(2)
}
var seed = first
for number in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGALRM] {
  signal(number) {
    print("=== seed \(seed): a crash or a hang, signal \($0)")
    exit(1)
  }
}
while seed < first + programs {
  alarm(60)  // a run takes milliseconds
  var generator = Generator(seed: seed)
  let program = generator.generate()
  let simulation = Simulation(seed: seed, program, isTraced: options["--trace"] != nil)
  World(program, Judge(program, simulation)).run()
  seed += 1
}
print("\(programs) programs: nothing is wrong.")
