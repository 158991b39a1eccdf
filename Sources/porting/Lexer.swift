// SPDX-License-Identifier: MIT-0

/// Splits Swift into tokens. A string is one token, with what is interpolated in it.
struct Lexer {
  private let text: [Character]
  private var index = 0

  init(_ text: String) { self.text = Array(text) }

  mutating func tokens() -> [Token] {
    var tokens: [Token] = []
    while true {
      let leading = take(skipTrivia)
      let text = index < text.count ? take(skipToken) : ""
      tokens.append(Token(leading: leading, text: text, output: text))
      if text.isEmpty { return tokens }
    }
  }

  private mutating func take(_ skip: (inout Lexer) -> Void) -> String {
    let start = index
    skip(&self)
    return String(text[start..<index])
  }

  private func isAt(_ word: String) -> Bool { text[index...].starts(with: word) }

  private let skipTrivia: (inout Lexer) -> Void = { lexer in
    while lexer.index < lexer.text.count {
      if lexer.isAt("//") {
        while lexer.index < lexer.text.count, !lexer.text[lexer.index].isNewline {
          lexer.index += 1
        }
      } else if lexer.isAt("/*") {
        lexer.skipComment()
      } else if lexer.text[lexer.index].isWhitespace || lexer.text[lexer.index] == "\u{FEFF}" {
        lexer.index += 1
      } else {
        return
      }
    }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if isAt("/*") {
        depth += 1
        index += 2
      } else if isAt("*/") {
        depth -= 1
        index += 2
      } else {
        index += 1
      }
    } while depth > 0 && index < text.count
  }

  private let skipToken: (inout Lexer) -> Void = { lexer in
    var hashes = 0
    while lexer.index + hashes < lexer.text.count, lexer.text[lexer.index + hashes] == "#" {
      hashes += 1
    }
    let next = lexer.index + hashes
    if next < lexer.text.count, lexer.text[next] == "\"" {
      lexer.index = next
      lexer.skipString(hashes)
    } else if hashes > 0, next < lexer.text.count, lexer.text[next] == "/" {
      lexer.index = next + 1
      lexer.skip(to: "/" + String(repeating: "#", count: hashes))
    } else if lexer.isWord(lexer.text[lexer.index]) {
      while lexer.index < lexer.text.count, lexer.isWord(lexer.text[lexer.index]) {
        lexer.index += 1
      }
    } else {
      lexer.index += 1
    }
  }

  private func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "$"
      || character == "`"
  }

  private mutating func skip(to end: String) {
    while index < text.count, !isAt(end) { index += 1 }
    index = min(index + end.count, text.count)
  }

  /// From the quotes. A string of one line ends with its line at the latest.
  private mutating func skipString(_ hashes: Int) {
    let isMultiline = isAt("\"\"\"")
    let quotes = isMultiline ? "\"\"\"" : "\""
    let end = quotes + String(repeating: "#", count: hashes)
    let escape = "\\" + String(repeating: "#", count: hashes)
    index += quotes.count
    while index < text.count, !isAt(end) {
      if isAt(escape + "(") {
        index += escape.count
        skipInterpolation()
      } else if isAt(escape) {
        index += escape.count + 1
      } else if text[index].isNewline, !isMultiline {
        return
      } else {
        index += 1
      }
    }
    index = min(index + end.count, text.count)
  }

  private mutating func skipInterpolation() {
    var depth = 0
    repeat {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      skipToken(&self)
      skipTrivia(&self)
    } while depth > 0 && index < text.count
  }
}
