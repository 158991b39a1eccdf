// SPDX-License-Identifier: MIT-0

/// What a command says, in which a text that goes on in the next line is one line, and its exit status:
/// 124 after too long a time, above 128 after a signal.
struct Outcome {
  let printed: String
  let status: Int32
  var said: String { printed.replacing("\n  ", with: " ") }
}

typealias Claim = (text: String, holds: @Sendable (Outcome) -> Bool)

/// A piece of code, and what has to be seen of it: a block, or a part of an entry.
///
/// An entry is a block in which `// You wrote` and `// Write` stand (in a shell block with `#`): a
/// mistake, and what to write instead. If its heading is a message, the compiler says it in a section
/// whose title names the compiler, and elsewhere the program does. After `// Or: …` stands the same
/// mistake with another message.
struct Example {
  let line: Int
  let isShell: Bool
  let isEntry: Bool
  var lines: [String] = []
  var claims: [Claim] = []
  var isRefused = false
  var seconds = 300

  /// What comments say that the lines print.
  var printed: [String] {
    lines.compactMap { $0.firstMatch(of: #/(?:\/\/|#) prints (.*)/#).map { String($0.1) } }
  }
  /// Whether it cannot stand in a function.
  var isFile: Bool { lines.contains { $0.contains(#/^(\w+ )?(extension|import) /#) } }

  func judge(_ outcome: Outcome, _ document: Document) {
    for claim in claims where !claim.holds(outcome) {
      let said = outcome.said.prefix(2000)
      fault(document.path, line, "\(claim.text), and it says (\(outcome.status)): \(said)")
    }
  }
}

/// The pages have its words. Of another, only that it refuses.
private let isKnownCompiler = sh("swiftc --version", in: ".").said.contains("Swift version 6.3.1 ")

private func says(_ words: String) -> Claim { ("says '\(words)'", { $0.said.contains(words) }) }

extension Example {
  mutating func claimMistake(_ words: String?, isOfCompiler: Bool) {
    if lines.contains(where: { $0.hasSuffix("// never ends") }) {
      seconds = 5
      claims = [("never ends", { $0.status == 124 })]
    } else if lines.contains(where: { $0.hasSuffix("// the program ends") }) {
      claims = [("ends", { $0.status > 128 })]
    } else if let words, isOfCompiler {
      isRefused = true
      claims = [says("error: " + (isKnownCompiler ? words : ""))]
    } else {
      claims = (printed + [words].compactMap { $0 }).map(says)
    }
  }

  mutating func claimCure(without message: String?) {
    claims = printed.map(says)
    claims.append(("works", { $0.status == 0 && !$0.said.contains("(thrown)") }))
    if let message { claims.append(("omits '\(message)'", { !$0.said.contains(message) })) }
  }
}

extension Block {
  var isEntry: Bool { ["// You wrote", "# You wrote"].contains(lines.first) }

  func examples(_ document: Document) -> [Example] {
    var whole = Example(line: line, isShell: isShell, isEntry: false, lines: lines)
    let text = (whole.printed + output).map { $0 + "\n" }.joined()
    whole.claims = [("prints \(text)", { $0.printed == text && $0.status == 0 })]
    return isEntry ? entry(document) : [whole]
  }

  private func entry(_ document: Document) -> [Example] {
    let isOfCompiler = heading?.section.contains("compiler") == true && !isShell
    let message = heading?.message
    var words: [String?] = []
    var examples: [Example] = []
    for (index, text) in lines.enumerated() {
      if let mark = text.wholeMatch(of: #/(?:\/\/|#) (?:You wrote|Write|Or: (.*))/#) {
        words.append(mark.1.map { String($0) })
        examples.append(Example(line: line + index + 1, isShell: isShell, isEntry: true))
      } else {
        examples[examples.count - 1].lines.append(text)
      }
    }
    let cure = examples.count - 1
    if !["// Write", "# Write"].contains(lines[examples[cure].line - line - 1]) {
      fault(document.path, line, "what to write stands at the end")
    }
    for index in 0..<cure {
      examples[index].claimMistake(words[index] ?? message, isOfCompiler: isOfCompiler)
    }
    examples[cure].claimCure(without: isOfCompiler ? nil : message)
    for example in examples where example.lines.isEmpty || example.claims.isEmpty {
      fault(document.path, example.line, "nothing to see")
    }
    return examples
  }
}
