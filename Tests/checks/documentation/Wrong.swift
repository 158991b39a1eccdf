// SPDX-License-Identifier: MIT-0

extension Pasted {
  /// Checks a wrong line or block, below the right code above it. A message can depend on the settings, so
  /// it only needs to appear with one of them.
  func checkWrong(_ block: Block, _ index: Int) throws {
    guard let mark = block.mark ?? Mark.split(block.lines[index]).mark else { return }
    let message = block.message(of: mark)
    let claims = block.claims(with: index).map(\.text)
    func isMet(_ outcome: Outcome) -> Bool {
      switch mark.kind {
      case "error", "warning": outcome.says(message)
      case "crash": outcome.status > 128 && outcome.says(message)
      case "hangs": outcome.status == 124
      default:
        outcome.status == 0 && !claims.isEmpty
          && outcome.lines.suffix(claims.count) == claims[...]
      }
    }
    let above = script.filter { $0.line < block.line }.map { $0.text + "\n" }.joined()
    let folder = "\(folder)/wrong\(block.line + index)"
    var outcome = Outcome(printed: "", status: 0)
    for mode in modes {
      let text = above + block.text(with: index) + "\n"
      outcome = try compile(text, "-diagnostic-style=llvm \(mode)", in: folder)
      let isCompiled = outcome.status == 0
      if isCompiled, mark.kind != "error", mark.kind != "warning" {
        outcome = sh("./program", in: folder, mark.kind == "hangs" ? 5 : 60)
      }
      if isCompiled == (mark.kind != "error"), isMet(outcome) { return }
    }
    let said = "\(mark.kind): \(message)\n(\(outcome.status)) \(outcome.printed)"
    fault(document.path, block.line + index, said)
  }
}

extension Outcome {
  var lines: [String] { Array(printed.components(separatedBy: "\n").dropLast()) }

  /// Whether the output contains a message, in which `…` stands for any text. Indented lines are joined.
  func says(_ message: String) -> Bool {
    var rest = printed.replacing("\n  ", with: " ")[...]
    for part in message.split(separator: "…") {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}
