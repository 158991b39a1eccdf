import Foundation

/// What the tour prints on: how wide it is, and whether it has colours.
struct Terminal: Sendable {
  let width: Int
  let hasStyles: Bool

  /// The standard output of this process.
  static let standard = Terminal(
    isTerminal: isatty(STDOUT_FILENO) == 1, columns: columnsOfWindow,
    environment: ProcessInfo.processInfo.environment)

  /// Sentences are at most 80 wide, also in a wider window: longer lines are hard to read.
  init(isTerminal: Bool, columns: Int?, environment: [String: String]) {
    let wish = environment["COLUMNS"].flatMap { Int($0) }
    let columns = wish ?? columns ?? 80
    width = min(max(columns, 30), 80)
    let isPlain = environment["NO_COLOR", default: ""] != "" || environment["TERM"] == "dumb"
    hasStyles = isTerminal && !isPlain
  }

  func heading(_ text: String) -> String { styled(text, "1") }

  /// A line of code with its comment in green, which can be read on black and on white.
  func colored(code line: String) -> String {
    let indent = line.prefix { $0 == " " }
    let code = line.dropFirst(indent.count)
    if code.hasPrefix("//") { return indent + styled(String(code), "32") }
    guard let start = line.range(of: "  // ")?.lowerBound else { return line }
    return line[..<start] + styled(String(line[start...]), "32")
  }

  private func styled(_ text: String, _ style: String) -> String {
    hasStyles ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
  }

  /// Breaks the lines of a text at the width of the terminal. An empty line ends a paragraph, a
  /// line that starts with `- ` begins one of a list, and an indented line stays as it is.
  func wrapped(_ text: String) -> String {
    var lines: [String] = []
    var words: [Substring] = []
    var indent = ""
    func endParagraph() {
      lines += broken(words, indent: indent)
      words = []
      indent = ""
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let stays = line.isEmpty || line.hasPrefix("  ")
      if stays || line.hasPrefix("- ") { endParagraph() }
      if stays {
        lines.append(String(line))
      } else {
        if line.hasPrefix("- ") { indent = "  " }
        words += line.split(separator: " ")
      }
    }
    endParagraph()
    return lines.joined(separator: "\n")
  }

  private func broken(_ words: [Substring], indent: String) -> [String] {
    var lines: [String] = []
    for word in words {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append((lines.isEmpty ? "" : indent) + word)
      }
    }
    return lines
  }

  /// Sets short texts in as many columns as the terminal has room for, read downwards.
  func columns(_ texts: [String]) -> String {
    let longest = texts.map(\.count).max() ?? 0
    let count = max(1, (width - 2 + 2) / (longest + 2))
    let height = (texts.count + count - 1) / count
    let rows = (0..<height).map { row in
      stride(from: row, to: texts.count, by: height).map { index in
        let isLast = index + height >= texts.count
        return isLast ? texts[index] : texts[index].padding(toLength: longest + 2)
      }
    }
    return rows.map { "  " + $0.joined() }.joined(separator: "\n")
  }
}

extension String {
  fileprivate func padding(toLength length: Int) -> String {
    self + String(repeating: " ", count: max(0, length - count))
  }
}

/// How wide the window is, if standard output is one.
private var columnsOfWindow: Int? {
  var size = winsize()
  guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
  return Int(size.ws_col)
}
