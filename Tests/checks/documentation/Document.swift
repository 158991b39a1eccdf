import Foundation

/// Fenced code, or in a Swift file the code in a doc comment.
struct Block {
  let language: String
  /// The number of its first line of code.
  let line: Int
  let heading: String?
  var lines: [String] = []
  /// The block directly below, if it is not code: the expected output.
  var output: [String] = []

  var isShell: Bool { language == "sh" }
  var isSwift: Bool { language == "swift" }
  /// Its file, if it begins with `// FILE.swift`.
  var file: String? { lines.first?.wholeMatch(of: #/\/\/ ([\w/]+\.swift)/#).map { String($0.1) } }

  /// The lines that must not compile: `let cat = c[Cat.self]  // error: cannot convert value`. The
  /// heading above may be the message.
  var wrong: [(index: Int, code: String, message: String)] {
    lines.enumerated().compactMap { index, line in
      guard let match = line.wholeMatch(of: #/(.*?) *\/\/ error(?:: (.*))?/#) else { return nil }
      let said = match.2.map(String.init) ?? heading?.replacing("`", with: "")
      return (index, String(match.1), said ?? "")
    }
  }

  /// Its code without wrong lines, or with one of them. All lines keep their numbers.
  func text(with wrongLine: Int? = nil) -> String {
    var lines = lines
    for (index, code, _) in wrong { lines[index] = index == wrongLine ? code : "" }
    return lines.joined(separator: "\n")
  }

  /// The expected output, with the lines of the document that state it.
  func claims() -> [(line: Int, text: String)] {
    var claims: [(line: Int, text: String)] = []
    for (index, text) in text().components(separatedBy: "\n").enumerated() {
      guard let match = text.firstMatch(of: #/(?:\/\/|#) prints (.*)/#) else { continue }
      claims.append((line + index, String(match.1)))
    }
    let first = line + lines.count + 3
    return claims + output.enumerated().map { (first + $0.offset, $0.element) }
  }
}

struct Document {
  let path: String
  var headings: [String] = []
  var blocks: [Block] = []
  /// The lines that are neither code nor headings.
  var prose: [(line: Int, text: String)] = []

  /// The anchors of links on GitHub.
  var anchors: [String] {
    headings.map { $0.lowercased().replacing(#/[^a-z0-9_ -]/#, with: "").replacing(" ", with: "-") }
  }
  var isSource: Bool { path.hasSuffix(".swift") }
  var name: String { URL(fileURLWithPath: path).lastPathComponent }

  init(_ path: String) throws {
    self.path = path
    var isOpen = false
    for (index, line) in try read(path).components(separatedBy: "\n").enumerated() {
      let indented = line.drop { $0 == " " }
      if isSource {
        let isCode = indented.hasPrefix("///     ") || isOpen && indented == "///"
        if isCode, !isOpen { open("swift", index + 1) }
        isOpen = isCode
        if indented.hasPrefix("///") {
          add(String(indented.dropFirst(isCode ? 8 : 4)), index + 1, isCode)
        }
      } else if line.hasPrefix("```") {
        isOpen.toggle()
        if isOpen { open(String(line.dropFirst(3)), index + 2) } else { close() }
      } else {
        if isOpen, line.count > 74 { fault(path, index + 1, "is cut off on a narrow screen") }
        if indented.hasPrefix("```swift") { fault(path, index + 1, "indented code is not checked") }
        add(line, index + 1, isOpen)
      }
    }
  }

  private mutating func open(_ language: String, _ line: Int) {
    blocks.append(Block(language: language, line: line, heading: headings.last))
  }

  private mutating func add(_ line: String, _ number: Int, _ isCode: Bool) {
    if isCode {
      blocks[blocks.count - 1].lines.append(line)
    } else if let match = line.wholeMatch(of: #/#+ (.*)/#), !isSource {
      headings.append(String(match.1))
    } else {
      prose.append((number, line))
    }
  }

  private mutating func close() {
    guard let block = blocks.last else { return }
    if block.isShell || block.isSwift || block.language == "mermaid" { return }
    blocks.removeLast()
    let next = blocks.last.map { $0.line + $0.lines.count + 3 }
    if next != block.line { fault(path, block.line, "neither code nor what the code above prints") }
    if next != nil { blocks[blocks.count - 1].output = block.lines }
  }
}
