import BenchmarkBaselines

/// Medians and ratios, for people and for machines.
struct Report {
  private struct Comparison {
    let name: String
    let medians: [Contender.Kind: Double]
    let ratio: Double
    let noise: Double
    let bar: Double?

    /// As printed, so that nobody has to wonder.
    var isMet: Bool? { bar.map { (ratio * 100).rounded() <= ($0 * 100).rounded() } }
  }

  private let rows: [Comparison]
  private let options: Options

  init(_ measured: [Measured], _ options: Options) {
    self.options = options
    var rows = measured.map { measured in
      let (ours, bare) = (measured.samples[.container] ?? [], measured.samples[.bare] ?? [])
      return Self.compare(
        measured.workload.name, ours, with: bare, medians: measured.samples.mapValues(median),
        bar: options.isPasted ? nil : measured.workload.bar)
    }
    let ours = Dictionary(
      uniqueKeysWithValues: measured.map { ($0.workload.name, $0.samples[.container] ?? []) })
    if let many = ours["singleton of 10,000"], let few = ours["singleton of 10"] {
      rows.append(
        Self.compare("10,000 against 10", many, with: few, bar: options.isPasted ? nil : 1.05))
    }
    self.rows = rows
  }

  private static func compare(
    _ name: String, _ ours: [Double], with other: [Double],
    medians: [Contender.Kind: Double] = [:], bar: Double?
  ) -> Comparison {
    let ratios = zip(ours, other).map { $0 / $1 }.sorted()
    let noise = (ratios[ratios.count * 3 / 4] - ratios[ratios.count / 4]) / 2
    return Comparison(
      name: name, medians: medians, ratio: median(ours) / median(other),
      noise: noise, bar: bar)
  }

  // MARK: - For people

  var table: String {
    let kinds = Contender.Kind.allCases
    let figures = ["ratio", "noise", "bar", ""]
    var lines = [["ns per operation"] + kinds.map(\.rawValue) + figures]
    for row in rows {
      var line = [row.name]
      for kind in kinds { line.append(row.medians[kind].map { fixed($0, 1) } ?? "–") }
      line += [fixed(row.ratio, 2), "±" + fixed(row.noise, 2)]
      line.append(row.bar.map { fixed($0, 2) } ?? "–")
      line.append(row.isMet.map { $0 ? "met" : "not met" } ?? "")
      lines.append(line)
    }
    for column in lines[0].indices {
      let width = lines.map { $0[column].count }.max() ?? 0
      for index in lines.indices {
        let padding = String(repeating: " ", count: width - lines[index][column].count)
        let cell = lines[index][column]
        lines[index][column] = column == 0 ? cell + padding : padding + cell
      }
    }
    return (lines.map { $0.joined(separator: "  ") } + ["", legend]).joined(separator: "\n")
  }

  private var legend: String {
    """
    DIContainer is \(options.isPasted ? "pasted into this module" : "a module of its own"). \
    Medians of \(options.rounds) samples; ratio to the bare dictionary;
    noise: half of what lies between the quartiles of the rounds' ratios.
    """
  }

  // MARK: - For machines

  var json: String {
    let objects = rows.map { row in
      let medians = Contender.Kind.allCases.compactMap { kind in
        row.medians[kind].map { "\"\(kind.rawValue)\": \(fixed($0, 2))" }
      }
      let fields = [
        "\"workload\": \"\(row.name)\"",
        "\"nanoseconds\": {\(medians.joined(separator: ", "))}",
        "\"ratio\": \(fixed(row.ratio, 3))",
        "\"noise\": \(fixed(row.noise, 3))",
        "\"bar\": \(row.bar.map { fixed($0, 2) } ?? "null")",
        "\"met\": \(row.isMet.map { "\($0)" } ?? "null")",
      ]
      return "    {" + fields.joined(separator: ", ") + "}"
    }
    return """
      {
        "pasted": \(options.isPasted),
        "rounds": \(options.rounds),
        "workloads": [
      \(objects.joined(separator: ",\n"))
        ]
      }
      """
  }
}

private func median(_ samples: [Double]) -> Double {
  let sorted = samples.sorted()
  return (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
}

private func fixed(_ value: Double, _ digits: Int) -> String {
  let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
  let (whole, part) = Int((value * Double(scale)).rounded()).quotientAndRemainder(dividingBy: scale)
  guard digits > 0 else { return "\(whole)" }
  return "\(whole)." + String("\(scale + part)".dropFirst())
}
