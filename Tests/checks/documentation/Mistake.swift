// SPDX-License-Identifier: MIT-0

import Foundation

/// Wrong code that a page does not print in full. It stands in `mistakes/PAGE.txt` below `## ` and the
/// message, or what one sees. It is pasted below the first Swift block of the page, and below what its file
/// shares. Samples of one message are separated by `---`, with words behind it:
///
/// - `right`: what to write instead. It compiles, ends well, and says nothing of its heading.
/// - `sh`: commands.
/// - What begins with `-` goes to the compiler.
///
/// A sample that says in comments what it prints, `// the program ends` or `// never ends` does that. Every
/// other one makes the compiler or the program say its heading.
struct Mistake {
  let path: String
  /// The code above the sample.
  let top: [Block]
  let block: Block
  let folder: String

  private var isRight: Bool { block.words.contains("right") }
  private var message: String { block.heading?.text ?? "" }

  func check() throws {
    let outcome = block.isShell ? try inShell() : try pasted()
    let said = outcome.printed.replacing("\n  ", with: " ")
    var lines = said.split(separator: "\n")[...]
    var isMet = block.claims.allSatisfy { claim in
      let index = lines.firstIndex { $0.contains(claim.text) }
      lines = lines[(index ?? lines.endIndex - 1).advanced(by: 1)...]
      return index != nil
    }
    if isRight {
      isMet = isMet && outcome.status == 0 && !said.contains(message)
    } else if block.text.contains("// never ends") {
      isMet = isMet && outcome.status == 124
    } else if block.text.contains("// the program ends") {
      isMet = isMet && outcome.status > 128
    } else if block.claims.isEmpty {
      isMet = said.contains(message)
    }
    if isMet { return }
    fault(
      path, block.line, "\(message)\n(\(outcome.status)) \(outcome.printed.prefix(2000))")
  }

  private func inShell() throws -> Outcome {
    _ = sh("cp -R \(module) \(folder)", in: work)
    return try run(block, in: folder)
  }

  private func pasted() throws -> Outcome {
    let blocks = top + [block]
    try write(blocks.map { $0.text + "\n" }.joined(), "\(folder)/main.swift")
    let words = block.words.map { $0 == "right" ? "-warnings-as-errors" : $0 }
    let flags = words.joined(separator: " ")
    let command = "\(swiftc) -diagnostic-style=llvm \(flags) main.swift -o program"
    let compiled = sh(command, in: folder)
    if compiled.status == 0 {
      let seconds = block.text.contains("// never ends") ? 5 : 60
      let ran = sh("./program", in: folder, seconds)
      return Outcome(printed: compiled.printed + ran.printed, status: ran.status)
    }
    // The page has the words of one compiler. Of another, it is enough that it refuses.
    if !isKnownCompiler, !isRight { return Outcome(printed: message, status: compiled.status) }
    return compiled
  }
}

private let isKnownCompiler = sh("swiftc --version", in: ".").printed.contains(
  "Swift version 6.3.1 ")

/// The samples of a page, each of whose messages has one and which has the message of each. A message of
/// a page is a heading of the third level, or code in bold: **`…`**.
func mistakes(of page: Document) throws -> [Job] {
  let path = "Tests/checks/documentation/mistakes/\(page.name.dropLast(3)).txt"
  guard FileManager.default.fileExists(atPath: path) else { return [] }
  var samples = try samples(path)
  let shared = samples.removeFirst()
  let top = page.blocks.filter(\.isSwift).prefix(1) + [shared]
  var messages = page.headings.filter { $0.level == 3 }.map { (line: $0.line, text: $0.text) }
  for (line, text) in page.prose {
    for match in text.matches(of: #/\*\*`([^`]*)`\*\*/#) {
      messages.append((line, String(match.1)))
    }
  }
  let shown = Set(messages.map(\.text))
  let wrong = samples.filter { !$0.words.contains("right") }
  let sampled = Set(wrong.compactMap(\.heading?.text))
  for (line, text) in messages where !sampled.contains(text) {
    fault(page.path, line, "no sample in \(path) shows this: \(text)")
  }
  for text in sampled.subtracting(shown) { fault(path, 0, "not on the page: \(text)") }
  return samples.enumerated().map { index, block in
    let folder = "\(work)/mistakes/\(page.name)/\(index)"
    return { try Mistake(path: path, top: Array(top), block: block, folder: folder).check() }
  }
}

private func samples(_ path: String) throws -> [Block] {
  var blocks: [Block] = []
  var heading: Heading?
  for (index, line) in try read(path).components(separatedBy: "\n").enumerated() {
    let words = line.split(separator: " ").map(String.init)
    if line.hasPrefix("## ") {
      heading = Heading(level: 2, text: String(line.dropFirst(3)), line: index + 1)
    }
    if line.hasPrefix("## ") || line.hasPrefix("---") {
      let words = line.hasPrefix("## ") ? [] : Array(words.dropFirst())
      blocks.append(Block(words: words, line: index + 2, heading: heading))
    } else {
      blocks[blocks.count - 1].lines.append(line)
    }
  }
  return blocks.filter { !$0.lines.joined().isEmpty }
}
