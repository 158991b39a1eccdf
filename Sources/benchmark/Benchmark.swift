import BenchmarkBaselines
import BenchmarkPasted

@main
enum Benchmark {
  static func main() {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
      exitWith("The bare dictionary's lock needs macOS 15.")
    }
    run(Options(CommandLine.arguments.dropFirst()))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func run(_ options: Options) {
    #if DEBUG
      writeError("This is a debug build: use `swift run -c release benchmark`.\n")
    #endif
    let all = options.isPasted ? pastedWorkloads() : workloads()
    for name in options.only where !all.contains(where: { $0.name == name }) {
      exitWith("No workload '\(name)'. There are:" + all.map { "\n  " + $0.name }.joined())
    }
    let chosen = all.filter { options.only.isEmpty || options.only.contains($0.name) }

    if let calls = options.calls {
      return chosen.flatMap(\.contenders).filter { $0.kind == .container }.forEach { $0.run(calls) }
    }
    for workload in chosen {
      for contender in workload.contenders where !contender.isRight() {
        exitWith("\(workload.name): \(contender.kind.rawValue) makes the wrong objects.")
      }
    }
    let report = Report(measure(chosen, rounds: options.rounds), options)
    print(options.isJSON ? report.json : report.table)
  }
}
