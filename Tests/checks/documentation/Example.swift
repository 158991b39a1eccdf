// SPDX-License-Identifier: MIT-0

/// The guide has the words of two compilers. Of another, only that it refuses.
let compiler: String = {
  let version = sh("swiftc --version", in: ".").said
  if version.contains("Swift version 6.3.1 ") { return "6.3.1" }
  if version.contains("Swift version 6.2.") { return "6.2" }
  print("What the compiler says is not compared: it is another one.")
  return ""
}()

/// What has to be seen of an example.
enum Claim {
  case prints(String)
  case says(String)
  case omits(String)
  case works
  case hangs
  case ends
  case isRefused(String, older: String)

  func holds(_ outcome: Outcome) -> Bool {
    let said = outcome.said.replacing("\n  ", with: " ")  // a text that goes on in the next line
    return switch self {
    case .prints(let text): outcome.printed == text && outcome.status == 0
    case .says(let words): said.contains(words)
    case .omits(let words): !said.contains(words)
    case .works: outcome.status == 0 && !said.contains("(thrown)")
    case .hangs: outcome.status == 124
    case .ends: outcome.status > 128
    case .isRefused(let words, let older):
      said.contains("error: " + (compiler == "6.3.1" ? words : compiler == "6.2" ? older : ""))
    }
  }
}

/// What a command printed, and its exit status: 124 after too long a time, above 128 after a signal.
struct Outcome {
  let printed: String
  let errors: String
  let status: Int32

  var said: String { printed + errors }
}

/// A piece of code, and what has to be seen of it: a whole block, or a part of an entry.
///
/// An entry is a block in which `// You wrote` and `// Write` stand (in a shell block with `#`): a
/// mistake, and what to write instead. Its heading, if that is code, is a message: in a section whose
/// title names the compiler, the compiler says so, and elsewhere the program does. After `// Or: …`
/// stands the same mistake with another message.
struct Example {
  let line: Int
  let isShell: Bool
  let isEntry: Bool
  var lines: [String] = []
  var claims: [Claim] = []

  /// What comments say that the lines print.
  var printed: [String] {
    lines.compactMap { line in line.firstMatch(of: #/(?:\/\/|#) prints (.*)/#).map { String($0.1) }
    }
  }

  func judge(_ outcome: Outcome, _ path: String) {
    for claim in claims where !claim.holds(outcome) {
      fault(path, line, "\(claim), and it says (\(outcome.status)): \(outcome.said.prefix(2000))")
    }
  }

  var isRefused: Bool { if case .isRefused = claims[0] { true } else { false } }
  var seconds: Int { if case .hangs = claims[0] { 5 } else { 300 } }
  /// Whether it cannot stand in a function.
  var isFile: Bool { lines.contains { $0.contains(#/^(\w+ )?(extension|import) /#) } }
}

extension Block {
  var isShell: Bool { language == "sh" }
  private var mark: String { isShell ? "# " : "// " }
  var isEntry: Bool { lines.first == mark + "You wrote" }

  func examples(_ path: String) -> [Example] {
    if !isEntry {
      var whole = Example(line: line, isShell: isShell, isEntry: false, lines: lines)
      whole.claims = [.prints((whole.printed + output).map { $0 + "\n" }.joined())]
      return [whole]
    }
    var examples: [Example] = []
    var words: [String?] = []
    for (index, text) in lines.enumerated() {
      let isOther = text.hasPrefix(mark + "Or: ")
      if isOther || [mark + "You wrote", mark + "Write"].contains(text) {
        examples.append(Example(line: line + index + 1, isShell: isShell, isEntry: true))
        words.append(isOther ? String(text.dropFirst(mark.count + 4)) : nil)
      } else {
        examples[examples.count - 1].lines.append(text)
      }
    }
    if lines.filter({ $0 == mark + "Write" }).count != 1 || words.count < 2
      || words.last != .some(nil)
    {
      fault(path, line, "what to write, and what not, has to stand here")
    }
    for index in examples.indices {
      let isCure = index == examples.count - 1
      examples[index].claims =
        isCure ? claims(ofCure: examples[index]) : claims(of: examples[index], words[index])
      if examples[index].claims.isEmpty { fault(path, examples[index].line, "nothing to see") }
    }
    return examples
  }

  /// The message, if the heading is one and not a title.
  private var message: String? {
    heading?.text.firstMatch(of: #/^`([^`]*)`/#).map { String($0.1) }
  }
  private var isOfCompiler: Bool { section.contains("compiler") && !isShell }

  private func claims(of mistake: Example, _ words: String?) -> [Claim] {
    if mistake.lines.contains(where: { $0.hasSuffix("// never ends") }) { return [.hangs] }
    if mistake.lines.contains(where: { $0.hasSuffix("// the program ends") }) { return [.ends] }
    let printed = mistake.printed.map { Claim.says($0) }
    guard let said = words ?? message else { return printed }
    if !isOfCompiler { return printed + [.says(said)] }
    return [.isRefused(said, older: words ?? heading?.older ?? said)]
  }

  private func claims(ofCure cure: Example) -> [Claim] {
    let omitted = isOfCompiler ? nil : message
    return [.works] + cure.printed.map { .says($0) } + (omitted.map { [.omits($0)] } ?? [])
  }
}
