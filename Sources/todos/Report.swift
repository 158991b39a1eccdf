// SPDX-License-Identifier: MIT-0

import Foundation

/// A way to write the result of a scan.
protocol Report {
  func text(for findings: [Finding]) throws -> String
}

/// One line for each finding, as compilers write them, and the numbers.
struct TextReport: Report {
  let configuration: Configuration
  let tally: Tally
  let console: any Console

  func text(for findings: [Finding]) -> String {
    var lines: [String] = []
    if !configuration.showsOnlySummary && !findings.isEmpty {
      lines = findings.map { finding in
        let author = finding.author.map { "(\($0))" } ?? ""
        let head = styled(finding.marker, "1;33") + author.printable
        let place = styled("\(finding.file.printable):\(finding.line):", "2")
        return "\(place) \(head)" + (finding.text.isEmpty ? "" : ": \(finding.text.printable)")
      }
      lines.append("")
    }
    lines.append("\(tally.total) found in \(tally.files) \(tally.files == 1 ? "file" : "files")")
    let width = configuration.markers.map(\.count).max() ?? 0
    lines += configuration.markers.map { marker in
      let gap = String(repeating: " ", count: width - marker.count)
      return "  \(styled(marker, "1;33"))\(gap)  \(tally.count(of: marker))"
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func styled(_ text: String, _ style: String) -> String {
    guard configuration.allowsColor && console.outputIsTerminal else { return text }
    return "\u{1B}[\(style)m\(text)\u{1B}[0m"
  }
}

/// One object for programs to read, with sorted keys.
struct JSONReport: Report {
  let configuration: Configuration
  let tally: Tally

  private struct Document: Encodable {
    let files: Int
    let findings: [Finding]?
    let summary: [String: Int]
  }

  func text(for findings: [Finding]) throws -> String {
    let summary = configuration.markers.map { ($0, tally.count(of: $0)) }
    let document = Document(
      files: tally.files, findings: configuration.showsOnlySummary ? nil : findings,
      summary: Dictionary(summary, uniquingKeysWith: { first, _ in first }))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
  }
}

/// Two tables, for an issue or a pull request.
struct MarkdownReport: Report {
  let configuration: Configuration
  let tally: Tally

  func text(for findings: [Finding]) -> String {
    var rows = ["| Marker | Count |", "|---|--:|"]
    rows += configuration.markers.map { "| \(escaped($0)) | \(tally.count(of: $0)) |" }
    if !configuration.showsOnlySummary && !findings.isEmpty {
      rows += ["", "| File | Line | Marker | Author | Text |", "|---|--:|---|---|---|"]
      rows += findings.map { finding in
        let cells = [
          escaped(finding.file), "\(finding.line)", escaped(finding.marker),
          escaped(finding.author ?? ""), escaped(finding.text),
        ]
        return "| " + cells.joined(separator: " | ") + " |"
      }
    }
    return rows.joined(separator: "\n") + "\n"
  }

  private func escaped(_ text: String) -> String {
    text.printable.reduce(into: "") { result, character in
      if "\\`*_[]<>|#~&".contains(character) { result += "\\" }
      result.append(character)
    }
  }
}

/// What the tool is for: a scan, and its report on the console.
struct Search {
  let scan: Scan
  let report: any Report
  let console: any Console

  func run() throws { try console.write(try report.text(for: scan.run())) }
}

extension String {
  /// The text without the control characters that would command a terminal.
  var printable: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      let isControl = scalar.properties.generalCategory == .control && scalar != "\t"
      text.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
    }
  }
}
