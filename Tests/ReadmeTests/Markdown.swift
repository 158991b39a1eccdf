import Foundation

/// A fenced block of a Markdown document.
struct Block {
  var language: String
  var lines: [String]
  /// Where the code begins, from 1.
  var line: Int
  /// The text of the block that follows after an empty line, if it is not code.
  var output: String?

  var text: String { lines.map { $0 + "\n" }.joined() }

  /// What the block says that it prints: a comment `// prints …` for each line.
  var promised: [String] {
    lines.compactMap { line in
      line.range(of: "// prints ").map { String(line[$0.upperBound...]) }
    }
  }

  /// The declarations, which go to file scope, and the statements, each with its line number. A
  /// line at the margin begins one or the other, and what is indented or closes it goes with it.
  var parts: (declarations: [(Int, String)], statements: [(Int, String)]) {
    let kinds = ["protocol", "struct", "class", "enum", "extension", "import"]
    var (declarations, statements, isDeclaration) = ([(Int, String)](), [(Int, String)](), false)
    for (index, text) in lines.enumerated() {
      if let first = text.first, !" })]".contains(first) {
        let words = text.split(separator: " ").map(String.init)
        let kind = words.first { !$0.hasPrefix("@") && $0 != "final" }
        isDeclaration = kind.map(kinds.contains) ?? false
      }
      let numbered = (line + index, text)
      if isDeclaration { declarations.append(numbered) } else { statements.append(numbered) }
    }
    return (declarations, statements)
  }
}

/// All fenced blocks of a document, in order.
func fencedBlocks(of document: String) -> [Block] {
  var (result, open) = ([Block](), Block?.none)
  for (index, line) in document.components(separatedBy: "\n").enumerated() {
    if !line.hasPrefix("```") {
      open?.lines.append(line)
    } else if let block = open {
      if let last = result.last, block.line == last.line + last.lines.count + 3,
        ["text", "mermaid"].contains(block.language)
      {
        result[result.count - 1].output = block.text
      }
      result.append(block)
      open = nil
    } else {
      open = Block(language: String(line.dropFirst(3)), lines: [], line: index + 2)
    }
  }
  return result
}

/// The examples in the doc comments of a source file: what is indented by four spaces more.
func examples(of source: String) -> [Block] {
  var (result, open) = ([Block](), Block?.none)
  for (index, line) in source.components(separatedBy: "\n").enumerated() {
    let text = line.drop { $0 == " " }
    if text.hasPrefix("///     ") {
      open = open ?? Block(language: "swift", lines: [], line: index + 1)
      open?.lines.append(String(text.dropFirst(8)))
    } else if text == "///", open != nil {
      open?.lines.append("")
    } else {
      if let block = open { result.append(block) }
      open = nil
    }
  }
  return result
}

/// The rows of all tables under a heading, up to the next one, each a list of its cells.
func rows(of document: String, under heading: String) -> [[String]] {
  var rows: [[String]] = []
  for line in section(of: document, from: heading, to: "#") where line.hasPrefix("| ") {
    var cells = line.components(separatedBy: " | ")
    cells[0] = String(cells[0].dropFirst(2))
    cells[cells.count - 1] = String(cells[cells.count - 1].dropLast(2))
    rows.append(cells)
  }
  return Array(rows.dropFirst())
}

/// What stands between backticks.
func codeSpans(of text: String) -> [String] {
  let parts = text.components(separatedBy: "`")
  return parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
}

/// The fragment that links to a heading.
func anchor(of heading: String) -> String {
  let letters = heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
  return letters.replacingOccurrences(of: " ", with: "-")
}

/// What stands between a line of a document and the next one that begins with `end`, or its end.
func section(of document: String, from start: String, to end: String) -> [String] {
  let lines = document.components(separatedBy: "\n")
  guard let first = lines.firstIndex(of: start) else { return [] }
  return Array(lines[(first + 1)...].prefix { !$0.hasPrefix(end) })
}

/// Code whose errors the compiler reports where it stands in `file`.
func located(_ lines: [(Int, String)], in file: String) -> String {
  if lines.isEmpty { return "" }
  return lines.map { number, text in
    "#sourceLocation(file: \"\(file)\", line: \(number))\n\(text)\n"
  }.joined() + "#sourceLocation()\n"
}
