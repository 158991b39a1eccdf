import BenchmarkBaselines
import BenchmarkPasted

@main
enum Benchmark {
  static func main() {
    let options = Options(CommandLine.arguments.dropFirst())
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
      exitWith("The lock of the dictionaries needs macOS 15.")
    }
    run(options)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func run(_ options: Options) {
    #if DEBUG
      if !options.isQuick {
        writeError("This is a debug build. Type: swift run -c release benchmark\n")
      }
    #endif
    let all = options.isPasted ? pastedWorkloads() : workloads()
    for name in options.only where !all.contains(where: { $0.name == name }) {
      exitWith(
        "There is no workload '\(name)'. Type one of:" + all.map { "\n  " + $0.name }.joined())
    }
    let chosen = all.filter { options.only.isEmpty || options.only.contains($0.name) }

    if let calls = options.calls {
      for workload in chosen {
        for contender in workload.contenders where contender.kind == .container {
          _ = contender.run(calls)
        }
      }
      return
    }
    for workload in chosen {
      for contender in workload.contenders where !contender.isRight() {
        exitWith("\(workload.name): \(contender.kind.rawValue) makes the wrong objects.")
      }
    }
    let machine = Machine()
    // Before the clock starts: the heap is in order then.
    var bytes: [Contender.Kind: Double] = [:]
    if chosen.contains(where: { $0.name == "register" }) {
      let count = 1_000
      let containers = options.isPasted ? pastedContainers(count) : filledContainers(count)
      bytes = registrationBytes(containers, registrations: count)
    }
    let measured = measure(chosen, rounds: options.rounds, sample: options.sample)
    let report = Report(measured, bytes: bytes, on: machine, options)
    print(options.isJSON ? report.json : report.text)
  }
}
