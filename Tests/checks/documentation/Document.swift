// SPDX-License-Identifier: MIT-0

import Foundation

struct Heading {
  let level: Int
  let text: String
  let line: Int

  /// What stands after `#` in a link on the site. GitHub has it in lowercase.
  var anchor: String { text.replacing(#/[^A-Za-z0-9_ -]/#, with: "").replacing(" ", with: "-") }
}

/// Fenced code, or in a Swift file the code in a doc comment.
struct Block {
  /// What stands after the fence: the language, and in the samples of mistakes more.
  let words: [String]
  /// Of its first line of code.
  let line: Int
  let heading: Heading?
  var lines: [String] = []
  /// The block right below that is no code: what this one prints.
  var output: [String] = []

  var isShell: Bool { words.first == "sh" }
  var isSwift: Bool { words.first == "swift" }
  var text: String { lines.joined(separator: "\n") }
  /// Its file, if it begins with `// FILE.swift`.
  var file: String? { lines.first?.wholeMatch(of: #/\/\/ ([\w/]+\.swift)/#).map { String($0.1) } }

  /// What it prints, and the line of the document that says so.
  var claims: [(line: Int, text: String)] {
    var claims: [(line: Int, text: String)] = []
    for (index, text) in lines.enumerated() {
      guard let match = text.firstMatch(of: #/(?:\/\/|#) prints (.*)/#) else { continue }
      claims.append((line + index, String(match.1)))
    }
    let first = line + lines.count + 3
    for (index, text) in output.enumerated() { claims.append((first + index, text)) }
    return claims
  }
}

struct Document {
  let path: String
  var headings: [Heading] = []
  var blocks: [Block] = []
  /// What is neither code nor a heading.
  var prose: [(line: Int, text: String)] = []

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

  private mutating func open(_ words: String, _ line: Int) {
    blocks.append(
      Block(words: words.split(separator: " ").map(String.init), line: line, heading: headings.last)
    )
  }

  private mutating func add(_ line: String, _ number: Int, _ isCode: Bool) {
    if isCode {
      blocks[blocks.count - 1].lines.append(line)
    } else if let match = line.wholeMatch(of: #/(#+) (.*)/#), !isSource {
      headings.append(Heading(level: match.1.count, text: String(match.2), line: number))
    } else {
      prose.append((number, line))
    }
  }

  private mutating func close() {
    guard let block = blocks.last else { return }
    if block.isShell || block.isSwift {
      if prose.last?.line == block.line - 2, prose.last?.text.hasPrefix("<!-- not run: ") == true {
        blocks.removeLast()
      }
      return
    }
    blocks.removeLast()
    if let code = blocks.last, code.line + code.lines.count + 3 == block.line, code.output.isEmpty {
      blocks[blocks.count - 1].output = block.lines
    } else {
      fault(path, block.line, "neither code nor what the code above prints")
    }
  }
}
