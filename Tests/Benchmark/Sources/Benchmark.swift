@main
enum Benchmark {
  static func main() {
    let options = Options(CommandLine.arguments.dropFirst())
    #if DEBUG
      if !options.isQuick {
        writeError("This is a debug build. --help has the command.\n")
      }
    #endif
    let all = workloads()
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
    let measured = measure(chosen, rounds: options.rounds, sample: options.sample)
    let report = Report(measured, on: machine, options)
    print(options.isJSON ? report.json : report.text)
  }
}
