/// Medians and ratios, for people and for machines.
struct Report {
  /// DIContainer's time divided by another one.
  private struct Ratio {
    let value: Double
    let noise: Double

    /// Half of what lies between the quartiles of the rounds' ratios is the noise.
    init(_ ours: [Double], to other: [Double]) {
      value = median(ours) / median(other)
      let ratios = zip(ours, other).map { $0 / $1 }.sorted()
      noise = (ratios[ratios.count * 3 / 4] - ratios[ratios.count / 4]) / 2
    }
  }

  private struct Row {
    let name: String
    let medians: [Contender.Kind: Double]
    let toBare: Ratio
    let toEnumerated: Ratio
    let bar: Double?
    /// How much several threads do in the time in which one does 1.
    let throughput: [Contender.Kind: Double]

    /// The dictionary to compare with.
    var faster: Contender.Kind {
      let bare = medians[.bare] ?? .infinity
      let enumerated = medians[.enumerated] ?? .infinity
      return bare < enumerated ? .bare : .enumerated
    }

    /// As printed, so that nobody has to wonder.
    var isMet: Bool? {
      bar.map { (toBare.value * 100).rounded() <= ($0 * 100).rounded() }
    }

    var barText: String { bar.map { fixed($0, 2) } ?? "–" }
  }

  private static let barOfGrowth = 1.05

  private let rows: [Row]
  /// What a singleton costs among 10,000 registrations, as a ratio to the same among 10.
  private let growth: Ratio?
  private let machine: Machine
  private let options: Options

  init(_ measured: [Measured], on machine: Machine, _ options: Options) {
    rows = measured.map(Self.row)
    var ours: [String: [Double]] = [:]
    for one in measured { ours[one.workload.name] = one.samples[.container] }
    if let many = ours["singleton of 10,000"], let few = ours["singleton of 10"] {
      growth = Ratio(many, to: few)
    } else {
      growth = nil
    }
    self.machine = machine
    self.options = options
  }

  private static func row(_ measured: Measured) -> Row {
    let ours = measured.samples[.container] ?? []
    var throughput: [Contender.Kind: Double] = [:]
    for (kind, samples) in measured.samplesOfOneThread {
      let together = median(measured.samples[kind] ?? []) / Double(measured.workload.threads)
      throughput[kind] = median(samples) / together
    }
    return Row(
      name: measured.workload.name,
      medians: measured.samples.mapValues(median),
      toBare: Ratio(ours, to: measured.samples[.bare] ?? []),
      toEnumerated: Ratio(ours, to: measured.samples[.enumerated] ?? []),
      bar: measured.workload.bar,
      throughput: throughput)
  }

  // MARK: - For people

  var text: String {
    var parts = [heading, aligned([titles] + rows.map(line))]
    let threads = rows.filter { !$0.throughput.isEmpty }
    if !threads.isEmpty {
      let titles = ["throughput, one thread = 1"] + kinds.map(\.rawValue)
      let lines = threads.map { [$0.name] + cells($0.throughput, digits: 2) }
      parts.append(aligned([titles] + lines))
    }
    if let growth {
      let isMet = growth.value <= Self.barOfGrowth ? "met" : "not met"
      parts.append(
        "A singleton among 10,000 registrations, to one among 10: \(fixed(growth.value, 2)) "
          + "±\(fixed(growth.noise, 2)), bar \(fixed(Self.barOfGrowth, 2)) \(isMet)")
    }
    parts.append(legend)
    return parts.joined(separator: "\n\n")
  }

  private let kinds = Contender.Kind.allCases

  private let titles =
    ["ns per operation"] + Contender.Kind.allCases.map(\.rawValue)
    + ["to bare", "noise", "bar", "", "to enum", "noise", "faster dictionary"]

  private func line(_ row: Row) -> [String] {
    var line = [row.name] + cells(row.medians, digits: 1)
    line += [fixed(row.toBare.value, 2), "±" + fixed(row.toBare.noise, 2), row.barText]
    line.append(row.isMet.map { $0 ? "met" : "not met" } ?? "")
    line += [fixed(row.toEnumerated.value, 2), "±" + fixed(row.toEnumerated.noise, 2)]
    line.append(row.faster == .bare ? "bare" : "enum")
    return line
  }

  private func cells(_ values: [Contender.Kind: Double], digits: Int) -> [String] {
    kinds.map { kind in values[kind].map { fixed($0, digits) } ?? "–" }
  }

  private var heading: String {
    """
    \(machine.compiler)
    \(machine.processor), \(machine.cores) cores, \
    load \(machine.load.map { fixed($0, 2) } ?? "unknown") at the start, \(machine.date)
    DIContainer and the dictionaries are in the program's own module; \
    medians of \(options.rounds) rounds
    """ + (machine.isBusy ? "\n" + Self.warning : "")
  }

  private static let warning =
    "THE MACHINE WAS BUSY: the figures for 2 threads are too good, and all others are noisy."

  private var legend: String {
    """
    to bare, to enum: DIContainer's time divided by that of the dictionary; below 1 is faster.
    noise: half of what lies between the quartiles of the rounds' ratios.
    bar: the highest ratio to the bare dictionary that is good enough.
    register: one registration of 1,000, each of a type of its own; the container is kept.
    """ + (options.isQuick ? "\nThis was a quick run: its figures mean nothing." : "")
  }

  /// Columns as wide as their widest cell, the first to the left and the others to the right.
  private func aligned(_ lines: [[String]]) -> String {
    var lines = lines
    for column in lines[0].indices {
      let width = lines.map { $0[column].count }.max() ?? 0
      for index in lines.indices {
        let cell = lines[index][column]
        let padding = String(repeating: " ", count: width - cell.count)
        lines[index][column] = column == 0 ? cell + padding : padding + cell
      }
    }
    return lines.map { $0.joined(separator: "  ") }.joined(separator: "\n")
  }

  // MARK: - For machines

  var json: String {
    let objects = rows.map { row in
      let fields = [
        "\"workload\": \(quoted(row.name))",
        "\"nanoseconds\": \(object(row.medians, digits: 2))",
        "\"ratioToBare\": \(fixed(row.toBare.value, 3))",
        "\"noiseToBare\": \(fixed(row.toBare.noise, 3))",
        "\"ratioToEnum\": \(fixed(row.toEnumerated.value, 3))",
        "\"noiseToEnum\": \(fixed(row.toEnumerated.noise, 3))",
        "\"bar\": \(row.bar == nil ? "null" : quoted(row.barText))",
        "\"met\": \(row.isMet.map { "\($0)" } ?? "null")",
        "\"throughput\": \(object(row.throughput, digits: 3))",
      ]
      return "    {" + fields.joined(separator: ", ") + "}"
    }
    return """
      {
        "compiler": \(quoted(machine.compiler)),
        "processor": \(quoted(machine.processor)),
        "cores": \(machine.cores),
        "load": \(machine.load.map { fixed($0, 2) } ?? "null"),
        "busy": \(machine.isBusy),
        "date": \(quoted(machine.date)),
        "quick": \(options.isQuick),
        "rounds": \(options.rounds),
        "singletonOf10000To10": \(growth.map { fixed($0.value, 3) } ?? "null"),
        "workloads": [
      \(objects.joined(separator: ",\n"))
        ]
      }
      """
  }

  private func object(_ values: [Contender.Kind: Double], digits: Int) -> String {
    let fields = kinds.compactMap { kind in
      values[kind].map { "\(quoted(kind.rawValue)): \(fixed($0, digits))" }
    }
    return "{" + fields.joined(separator: ", ") + "}"
  }

  private func quoted(_ text: String) -> String {
    let escaped = text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }
    return "\"" + escaped.joined() + "\""
  }
}

func median(_ samples: [Double]) -> Double {
  let sorted = samples.sorted()
  return (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
}

func fixed(_ value: Double, _ digits: Int) -> String {
  let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
  let (whole, part) = Int((value * Double(scale)).rounded()).quotientAndRemainder(dividingBy: scale)
  guard digits > 0 else { return "\(whole)" }
  return "\(whole)." + String("\(scale + part)".dropFirst())
}
