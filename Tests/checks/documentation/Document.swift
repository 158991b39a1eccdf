// SPDX-License-Identifier: MIT-0

import Foundation

/// Fenced code, or in a Swift file the code in a doc comment.
struct Block {
  let language: String
  /// Where its first line of code stands.
  let line: Int
  let section: String
  let heading: Heading?
  var lines: [String] = []
  /// What stands in a block without a language of code right below.
  var output: [String] = []

  /// Its file, if it begins with `// FILE.swift`.
  var file: String? { lines.first?.wholeMatch(of: #/\/\/ ([\w/]+\.swift)/#).map { String($0.1) } }
}

struct Heading {
  let level: Int
  let text: String
  let line: Int
  /// What Swift 6.2 says, if that is something else than the heading.
  var older: String?

  /// What stands after `#` in a link on the site. GitHub has it in lowercase.
  var anchor: String {
    String(text.replacing(#/[^A-Za-z0-9_ -]/#, with: "").map { $0 == " " ? "-" : $0 })
  }
}

/// A page, or a Swift file with its doc comments.
struct Document {
  let path: String
  var headings: [Heading] = []
  var blocks: [Block] = []
  /// What is neither code nor a heading.
  var prose: [(line: Int, text: String)] = []

  var isSource: Bool { path.hasSuffix(".swift") }
  var name: String { URL(fileURLWithPath: path).lastPathComponent }
  var folder: URL { URL(fileURLWithPath: path).deletingLastPathComponent() }

  init(_ path: String) throws {
    self.path = path
    let lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
    var isOpen = false
    for (index, line) in lines.enumerated() {
      let indented = line.drop { $0 == " " }
      if isSource, indented.hasPrefix("///") {
        let isCode = indented.hasPrefix("///     ") || isOpen && indented == "///"
        if isCode, !isOpen { open("swift", line: index + 1) }
        isOpen = isCode
        add(String(indented.dropFirst(isCode ? 8 : 4)), index + 1, isCode)
      } else if isSource {
        isOpen = false
      } else if line.hasPrefix("```") {
        isOpen.toggle()
        if isOpen { open(String(line.dropFirst(3)), line: index + 2) } else { close() }
      } else {
        add(line, index + 1, isOpen)
      }
    }
  }

  private mutating func open(_ language: String, line: Int) {
    let section = headings.last { $0.level == 2 }?.text ?? ""
    blocks.append(Block(language: language, line: line, section: section, heading: headings.last))
  }

  private mutating func add(_ line: String, _ number: Int, _ isCode: Bool) {
    if isCode {
      blocks[blocks.count - 1].lines.append(line)
    } else if let match = line.wholeMatch(of: #/(#+) (.*)/#), !isSource {
      headings.append(Heading(level: match.1.count, text: String(match.2), line: number))
    } else {
      prose.append((number, line))
      let older = line.firstMatch(of: #/^In Swift 6\.2: `([^`]*)`/#)
      if let older { headings[headings.count - 1].older = String(older.1) }
    }
  }

  /// What is no code is what the code above prints.
  private mutating func close() {
    guard let block = blocks.last, !["swift", "sh"].contains(block.language) else { return }
    blocks.removeLast()
    guard let code = blocks.last, code.line + code.lines.count + 3 == block.line else {
      fault(path, block.line, "neither code nor what the code above prints")
      return
    }
    blocks[blocks.count - 1].output = block.lines
  }
}
