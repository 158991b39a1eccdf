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
  /// Of an entry: whether it is what to write, and the message.
  var isCure = false
  var words: String?

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
  mutating func claim(isOfCompiler: Bool) {
    let prints = printed.map(says)
    if isCure {
      claims = prints
      claims.append(("works", { $0.status == 0 && !$0.said.contains("(thrown)") }))
      guard let words, !isOfCompiler else { return }
      claims.append(("omits '\(words)'", { !$0.said.contains(words) }))
    } else if lines.contains(where: { $0.hasSuffix("// never ends") }) {
      seconds = 5
      claims = [("never ends", { $0.status == 124 })]
    } else if lines.contains(where: { $0.hasSuffix("// the program ends") }) {
      claims = [("ends", { $0.status > 128 })]
    } else if let words, isOfCompiler {
      isRefused = true
      claims = [says("error: " + (isKnownCompiler ? words : ""))]
    } else {
      claims = prints + [words].compactMap { $0 }.map(says)
    }
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
    var examples: [Example] = []
    for (index, text) in lines.enumerated() {
      if let mark = text.wholeMatch(of: #/(?:\/\/|#) (You wrote|Write|Or: (.*))/#) {
        var example = Example(line: line + index + 1, isShell: isShell, isEntry: true)
        example.isCure = mark.1 == "Write"
        example.words = mark.2.map { String($0) } ?? heading?.message
        examples.append(example)
      } else {
        examples[examples.count - 1].lines.append(text)
      }
    }
    if examples.firstIndex(where: \.isCure) != examples.count - 1 {
      fault(document.path, line, "what to write stands at the end")
    }
    let isOfCompiler = heading?.section.contains("compiler") == true && !isShell
    for index in examples.indices { examples[index].claim(isOfCompiler: isOfCompiler) }
    for example in examples where example.lines.isEmpty || example.claims.isEmpty {
      fault(document.path, example.line, "nothing to see")
    }
    return examples
  }
}
