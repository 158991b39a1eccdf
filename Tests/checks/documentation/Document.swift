// SPDX-License-Identifier: MIT-0

import Foundation

/// Where a block stands. A heading that is code is a message.
struct Heading {
  let level: Int
  let text: String
  let section: String

  var message: String? { text.firstMatch(of: #/^`([^`]*)`/#).map { String($0.1) } }
  /// What stands after `#` in a link on the site. GitHub has it in lowercase.
  var anchor: String { text.replacing(#/[^A-Za-z0-9_ -]/#, with: "").replacing(" ", with: "-") }
}

/// Fenced code, or in a Swift file the code in a doc comment.
struct Block {
  let language: String
  /// Of its first line of code.
  let line: Int
  let heading: Heading?
  var lines: [String] = []
  /// The block right below that is no code: what this one prints.
  var output: [String] = []

  var isShell: Bool { language == "sh" }
  /// Its file, if it begins with `// FILE.swift`.
  var file: String? { lines.first?.wholeMatch(of: #/\/\/ ([\w/]+\.swift)/#).map { String($0.1) } }
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
    } else if let match = line.wholeMatch(of: #/(#+) (.*)/#), !isSource {
      let (level, text) = (match.1.count, String(match.2))
      let section = level == 2 ? text : headings.last?.section ?? ""
      headings.append(Heading(level: level, text: text, section: section))
    } else {
      prose.append((number, line))
    }
  }

  private mutating func close() {
    guard let block = blocks.last, !["swift", "sh"].contains(block.language) else { return }
    blocks.removeLast()
    if let code = blocks.last, code.line + code.lines.count + 3 == block.line {
      blocks[blocks.count - 1].output = block.lines
    } else {
      fault(path, block.line, "neither code nor what the code above prints")
    }
  }
}
