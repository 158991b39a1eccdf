// SPDX-License-Identifier: MIT-0

import Foundation

/// A part of Swift: a word, a string, or one symbol, with the spaces and comments in front of it.
struct Token {
  var leading: String
  let text: String
  /// What is written back. Everything is matched against `text`, which stays.
  var output: String
}

/// One Swift file. An edit changes the output of tokens, never their number.
final class Source {
  let path: String
  private(set) var tokens: [Token] = []
  /// For each bracket, its other one.
  private(set) var partner: [Int: Int] = [:]
  /// For each token, the `{` around it.
  private(set) var enclosing: [Int] = []
  private(set) var isBalanced = true
  var closures: [Closure] = []

  init(path: String, text: String) {
    self.path = path
    var lexer = Lexer(text)
    tokens = lexer.tokens()
    pair()
  }

  var output: String { tokens.map { $0.leading + $0.output }.joined() }
  var indices: Range<Int> { tokens.indices }

  func text(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].text : "" }
  func text(_ range: Range<Int>) -> String {
    range.enumerated().map { ($0 == 0 ? "" : tokens[$1].leading) + tokens[$1].text }.joined()
  }
  func output(_ range: Range<Int>) -> String {
    range.enumerated().map { ($0 == 0 ? "" : tokens[$1].leading) + tokens[$1].output }.joined()
  }
  func matches(_ index: Int, _ words: [String]) -> Bool {
    words.enumerated().allSatisfy { text(index + $0) == $1 }
  }
  func startsLine(_ index: Int) -> Bool { index == 0 || tokens[index].leading.contains("\n") }
  func line(_ index: Int) -> Int {
    tokens[...index].reduce(1) { line, token in
      line + (token.leading + token.text).count { $0.isNewline }
    } - tokens[index].text.count { $0.isNewline }
  }

  // MARK: - Edits

  func replace(_ index: Int, _ output: String) { tokens[index].output = output }
  func insert(_ output: String, before index: Int) {
    tokens[index].output = output + tokens[index].output
  }
  func append(_ output: String, to index: Int) { tokens[index].output += output }
  func remove(_ range: Range<Int>) {
    for index in range {
      tokens[index].output = ""
      let comments = tokens[index].leading.trimmingCharacters(in: .whitespacesAndNewlines)
      if comments.isEmpty { tokens[index].leading = "" }
    }
  }
  /// Removes the tokens with their spaces and comments.
  func clear(_ range: Range<Int>) {
    for index in range {
      tokens[index].output = ""
      tokens[index].leading = ""
    }
  }
  func restore(_ index: Int, _ leading: String, _ output: String) {
    tokens[index].leading = leading
    tokens[index].output = output
  }
  func replace(_ range: Range<Int>, with output: String) {
    let leading = tokens[range.lowerBound].leading
    remove(range)
    restore(range.lowerBound, leading, output)
  }
  func report(_ index: Int, _ reason: String) { print("\(path):\(line(index)): \(reason)") }

  // MARK: - Structure

  private func pair() {
    var open: [Int] = []
    var braces: [Int] = []
    let closing = ["(": ")", "[": "]", "{": "}"]
    for (index, token) in tokens.enumerated() {
      if token.text == "}", !braces.isEmpty { braces.removeLast() }
      enclosing.append(braces.last ?? -1)
      if closing[token.text] != nil { open.append(index) }
      if token.text == "{" { braces.append(index) }
      guard closing.values.contains(token.text) else { continue }
      guard let last = open.popLast(), closing[tokens[last].text] == token.text else {
        isBalanced = false
        return
      }
      partner[last] = index
      partner[index] = last
    }
    isBalanced = open.isEmpty
  }

  /// The parts of a list, separated by the commas that are not in brackets.
  func parts(_ range: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      if text(index) == "," {
        parts.append(start..<index)
        start = index + 1
      }
      if ["(", "[", "{"].contains(text(index)) { index = partner[index] ?? index }
      if text(index) == "<" { index = end(ofGenericsAt: index) ?? index }
      index += 1
    }
    if start < range.upperBound { parts.append(start..<range.upperBound) }
    return parts
  }

  /// The `>` of a `<` right behind a type.
  private func end(ofGenericsAt open: Int) -> Int? {
    guard isWord(open - 1), tokens[open].leading.isEmpty else { return nil }
    var depth = 0
    for index in open..<tokens.endIndex {
      if text(index) == "<" { depth += 1 }
      if text(index) == ">", text(index - 1) != "-" { depth -= 1 }
      if depth == 0 { return index }
      let allowed = ["<", ">", "-", ",", ".", "?", "(", ")", "[", "]", ":", "&"]
      if !isWord(index), !allowed.contains(text(index)) { return nil }
    }
    return nil
  }

  /// Where the expression begins whose member follows the dot: `a.b(c)?` of `a.b(c)?.d`.
  func start(ofMemberAt dot: Int) -> Int? {
    var dot = dot
    while true {
      var index = dot - 1
      while ["?", "!"].contains(text(index)) { index -= 1 }
      while [")", "]"].contains(text(index)) {
        guard let open = partner[index] else { return nil }
        let isCall = isWord(open - 1) || [")", "]", "?", "!"].contains(text(open - 1))
        if !isCall || !tokens[open].leading.isEmpty {
          return text(open - 1) == "." ? nil : open
        }
        index = open - 1
        while ["?", "!"].contains(text(index)) { index -= 1 }
      }
      guard isWord(index) else { return nil }
      if text(index - 1) != "." { return index }
      if index < 2 || !isValue(index - 2) { return index - 1 }
      dot = index - 1
    }
  }

  func isWord(_ index: Int) -> Bool {
    guard let first = text(index).first else { return false }
    return first.isLetter || first == "_" || first == "$" || first == "`"
  }
  private func isValue(_ index: Int) -> Bool {
    isWord(index) && !["return", "in", "case", "try", "await"].contains(text(index))
      || [")", "]", "?", "!", "\""].contains(text(index).last.map(String.init) ?? "")
  }

  /// Writes `try` before an expression, in parentheses where it would not compile without, or would also
  /// be for what follows.
  func markThrowing(_ range: Range<Int>, _ keyword: String) {
    let before = text(range.lowerBound - 1)
    let isAssigned =
      before == "=" && !["=", "!", "<", ">", "+"].contains(text(range.lowerBound - 2))
    let isArgument = before == ":" && ["(", ","].contains(text(range.lowerBound - 3))
    let isStatement = startsLine(range.lowerBound) && ["}", ")", "]"].contains(before)
    let isFree =
      isAssigned || isArgument || isStatement
      || ["return", "in", "{", "(", "[", ","].contains(before)
    let after = range.upperBound
    let isLast =
      [")", "]", "}", ",", ";", "", "let", "var"].contains(text(after))
      || startsLine(after) && (isWord(after) || text(after) == "@" || text(after) == "#")
    if isFree, isLast || keyword == "try" {
      insert("\(keyword) ", before: range.lowerBound)
    } else {
      insert("(\(keyword) ", before: range.lowerBound)
      append(")", to: range.upperBound - 1)
    }
  }

  // MARK: - Closures

  /// The factory that a token is in, unless it is in a closure or a function inside that.
  func factory(around index: Int) -> Closure? {
    var brace = enclosing[index]
    while brace >= 0 {
      if let factory = closures.first(where: { $0.open == brace }) { return factory }
      if !isStatement(brace) { return nil }
      brace = enclosing[brace]
    }
    return nil
  }

  func isStatement(_ brace: Int) -> Bool {
    if ["else", "do", "defer", "repeat"].contains(text(brace - 1)) { return true }
    var index = brace - 1
    while index > 0, !startsLine(index), !["{", ";", "}", "in"].contains(text(index - 1)) {
      if [")", "]"].contains(text(index)) { index = partner[index] ?? index }
      index -= 1
    }
    if text(index) == "}" { index += 1 }
    return ["if", "guard", "for", "while", "switch", "catch", "else", "do"].contains(text(index))
  }

  func closure(at open: Int) -> Closure? {
    guard text(open) == "{", let close = partner[open] else { return nil }
    var closure = Closure(open: open, close: close)
    let allowed = [",", "@", "-", ">", "<", ":", ".", "?", "!", "&"]
    var index = open + 1
    var list: Range<Int>?
    var names = open + 1
    while index < close, text(index) != "in" {
      let isBracket = text(index) == "(" || text(index) == "["
      guard isBracket || isWord(index) || allowed.contains(text(index)) else { return closure }
      if text(index) == "(", list == nil { list = index + 1..<(partner[index] ?? index) }
      if text(index) == "-", list == nil { list = names..<index }
      if isBracket { index = partner[index] ?? index }
      if text(index) == "]" { names = index + 1 }
      index += 1
    }
    guard index < close, !["for", "if", "guard"].contains(text(open + 1)) else { return closure }
    while text(names) == "@" { names += 2 }
    closure.signature = index
    closure.parameters = parts(list ?? names..<index)
    return closure
  }
}

/// `{ a, b in … }`
struct Closure {
  let open: Int
  let close: Int
  /// Of its `in`, if it has one.
  var signature: Int?
  var parameters: [Range<Int>] = []
  /// What the container is called that it is registered in, and the one that it gets.
  var container = ""
  var parameter = "c"
  var body: Range<Int> { (signature ?? open) + 1..<close }
}

/// A call: `container.register(Animal.self) { … }`
struct Call {
  /// Of the name.
  let name: Int
  /// Between the parentheses, if it has them.
  var arguments: [Range<Int>] = []
  var parentheses: ClosedRange<Int>?
  var trailing: Closure?
  /// Of its last token.
  var end: Int
}

extension Source {
  /// The call with this name. A closure that begins on another line is not a part of it.
  func call(at name: Int) -> Call? {
    var call = Call(name: name, end: name)
    if text(name + 1) == "(", tokens[name + 1].leading.isEmpty, let close = partner[name + 1] {
      call.parentheses = name + 1...close
      call.arguments = parts(name + 2..<close)
      call.end = close
    }
    if text(call.end + 1) == "{", !startsLine(call.end + 1) {
      call.trailing = closure(at: call.end + 1)
      call.end = call.trailing?.close ?? call.end
    }
    return call.end == name ? nil : call
  }

  /// The calls that follow: `.inObjectScope(.container).initCompleted { … }`
  func chain(after end: Int) -> [Call] {
    var calls: [Call] = []
    var end = end
    while text(end + 1) == ".", isWord(end + 2), let next = call(at: end + 2) {
      calls.append(next)
      end = next.end
    }
    return calls
  }

  /// The label of an argument, and its value.
  func label(_ argument: Range<Int>) -> String {
    text(argument.lowerBound + 1) == ":" ? text(argument.lowerBound) : ""
  }
  func value(_ argument: Range<Int>) -> Range<Int> {
    label(argument).isEmpty ? argument : argument.lowerBound + 2..<argument.upperBound
  }
  func isType(_ argument: Range<Int>) -> Bool {
    label(argument).isEmpty && text(argument.upperBound - 1) == "self"
      && text(argument.upperBound - 2) == "."
  }
}
