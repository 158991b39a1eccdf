// Times what a program does with the container, and the same with a dictionary and with neither.
// The machine has to be idle. `--quick` only proves that everything works.

@main
enum Benchmark {
  static func main() {
    let isQuick = CommandLine.arguments.contains("--quick")
    let workloads = workloads()
    for workload in workloads {
      for contender in workload.contenders where !contender.isRight() {
        fatalError("\(workload.name): \(contender.kind.rawValue) makes the wrong objects.")
      }
    }
    let measured = measure(
      workloads, rounds: isQuick ? 2 : 31, sample: isQuick ? .microseconds(50) : .milliseconds(5))
    print(line("ns", ["DIContainer", "dictionary", "ratio", "noise", "no container"]))
    print(line("---", Array(repeating: "---:", count: 5)))
    for one in measured { print(row(one)) }
    #if DEBUG
      print("These figures mean nothing: this is a debug build.")
    #endif
    if isQuick { print("These figures mean nothing: this was a quick run.") }
  }

  /// Medians of the rounds. The ratio is the container's time divided by the dictionary's, and the
  /// noise half of what lies between its quartiles.
  private static func row(_ measured: Measured) -> String {
    func time(_ kind: Contender.Kind) -> String {
      measured.samples[kind].map { "\(Int(median($0).rounded()))" } ?? "–"
    }
    let ratios = zip(measured.samples[.container] ?? [], measured.samples[.dictionary] ?? [])
      .map { $0 / $1 }.sorted()
    let noise = (ratios[ratios.count * 3 / 4] - ratios[ratios.count / 4]) / 2
    return line(
      measured.workload.name,
      [
        time(.container), time(.dictionary), fixed(median(ratios)), "±" + fixed(noise),
        time(.handWired),
      ])
  }

  /// A line of a Markdown table, aligned for the terminal too.
  private static func line(_ title: String, _ cells: [String]) -> String {
    func spaces(beside text: String, width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count))
    }
    let padded = cells.map { spaces(beside: $0, width: 12) + $0 }
    let first = title + spaces(beside: title, width: 21)
    return "| " + ([first] + padded).joined(separator: " | ") + " |"
  }

  private static func median(_ samples: [Double]) -> Double {
    let sorted = samples.sorted()
    return (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
  }

  /// With two digits.
  private static func fixed(_ value: Double) -> String {
    let rounded = Int((value * 100).rounded())
    return "\(rounded / 100)." + "\(100 + rounded % 100)".dropFirst()
  }
}
