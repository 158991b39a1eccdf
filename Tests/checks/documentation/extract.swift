// SPDX-License-Identifier: MIT-0

// Makes programs of the code in a document: `extract DOCUMENT FOLDER` writes into the folder
//
//     blocks.swift, expected       the Swift blocks, and what they print: `// prints …` in a block,
//                                  and the `text` block below it
//     rows.swift, mistakes.swift   the code of entries, and what the compiler refuses
//     alone.N.swift                each of it that needs a file of its own
//     rows                         for each piece of it: number, lines, how to compare, and words
//     N.sh                         the commands of an entry
//     listing                      the `bash` block, a file of the repository that is shown whole
//     script.swift                 the first Swift block, which the commands are about
//     commands, printed            the shell blocks, and what they print
//     package                      the Swift blocks that begin with `// PATH.swift`: a package
//
// Tests/checks/documentation/run compiles and runs these. The compiler names the lines of the document.
//
// An entry is a block in which `// You wrote` and `// Write` stand (in a shell block with `#`): a
// mistake, and what to write instead. Above it is a heading. If that is code, it is a message: in a
// section whose title names the compiler, the compiler says so, and elsewhere the program does. After
// `// Or: …` stands the same mistake where the message is another one.

import Foundation

let path = CommandLine.arguments[1]
let folder = CommandLine.arguments[2]
let isSource = path.hasSuffix(".swift")
let lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")

// MARK: - Reading

/// A fenced block, or an example in a doc comment.
struct Block {
  let language: String
  let line: Int
  var lines: [String] = []
  var prints: [String] = []

  /// Where the block belongs, if it is a file of a package.
  var file: String? { lines.first?.wholeMatch(of: #/\/\/ ([\w\/]+\.swift)/#).map { String($0.1) } }
}

/// What stands between backticks.
func quoted(_ text: String) -> [String] {
  let parts = text.components(separatedBy: "`")
  return parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
}

/// A heading of the third level, and the entries below it.
struct Message {
  let text: String
  let line: Int
  let section: String
  /// What an older compiler says, if that is something else.
  var older: String?
  var entries: [Entry] = []

  /// The message, if the heading is one, and not a title.
  var words: String? { text.hasPrefix("`") ? quoted(text).first : nil }
  var isOfCompiler: Bool { section.contains("compiler") }
}

/// Consecutive lines of an entry: the mistake, or what to write.
struct Piece {
  let line: Int
  /// The message, if it is not the heading.
  var words: String?
  var lines: [String] = []

  var prints: [String] { printed(lines) }
  /// Whether it cannot stand in a function.
  var isFile: Bool { lines.contains { $0.contains(#/^(\w+ )?(extension|import) /#) } }
}

struct Entry {
  let isShell: Bool
  let mistakes: [Piece]
  let cure: Piece
}

var blocks: [Block] = []
var messages: [Message] = []
var listing: [String] = []

/// What comments say that the lines print.
func printed(_ lines: [String]) -> [String] {
  lines.compactMap { line in line.firstMatch(of: #/(?:\/\/|\#) prints (.*)/#).map { String($0.1) } }
}

func readMarkdown() {
  var open: Block?
  var section = ""
  for (index, line) in lines.enumerated() {
    if let block = open, line.hasPrefix("```") {
      close(block)
      open = nil
    } else if line.hasPrefix("```") {
      open = Block(language: String(line.dropFirst(3)), line: index + 2)
    } else if open != nil {
      open?.lines.append(line)
    } else {
      if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
      if line.hasPrefix("### ") {
        let text = String(line.dropFirst(4))
        messages.append(Message(text: text, line: index + 1, section: section))
      }
      if line.hasPrefix("In Swift 6.2: ") { messages[messages.count - 1].older = quoted(line)[0] }
    }
  }
}

func close(_ block: Block) {
  let isShell = block.language == "sh"
  let mark = isShell ? "#" : "//"
  if let start = block.lines.firstIndex(of: "\(mark) You wrote") {
    guard let end = block.lines.firstIndex(of: "\(mark) Write"), start == 0, end > 1,
      end < block.lines.count - 1
    else { fatalError("\(path):\(block.line): what to write, and what not, has to stand here") }
    var mistakes = [Piece(line: block.line + 1)]
    for (index, line) in block.lines.enumerated().prefix(end).dropFirst() {
      if line.hasPrefix("\(mark) Or: ") {
        mistakes.append(Piece(line: block.line + index + 1, words: String(line.dropFirst(7))))
      } else {
        mistakes[mistakes.count - 1].lines.append(line)
      }
    }
    let cure = Piece(line: block.line + end + 1, lines: Array(block.lines[(end + 1)...]))
    let entry = Entry(isShell: isShell, mistakes: mistakes, cure: cure)
    messages[messages.count - 1].entries.append(entry)
  } else if block.language == "bash" {
    listing += block.lines
  } else if block.language == "swift" || isShell {
    blocks.append(block)
    blocks[blocks.count - 1].prints = printed(block.lines)
  } else if let last = blocks.last, block.line == last.line + last.lines.count + 3 {
    blocks[blocks.count - 1].prints += block.lines
  } else {
    fatalError("\(path):\(block.line): neither code nor what the code above prints")
  }
}

/// In a doc comment, what is indented by four is code.
func readComments() {
  for (index, line) in lines.enumerated() {
    let text = line.drop { $0 == " " }
    let isCode = text.hasPrefix("///     ")
    let follows = blocks.last.map { $0.line + $0.lines.count } == index + 1
    if isCode && !follows { blocks.append(Block(language: "swift", line: index + 1)) }
    if isCode || text == "///" && follows {
      blocks[blocks.count - 1].lines.append(String(text.dropFirst(8)))
    }
  }
}

// MARK: - Writing

/// The types that the doc comments speak of.
let typesOfComments = """
  protocol Logger {}
  struct ConsoleLogger: Logger {}
  @MainActor final class Screen {}
  struct Greeter { var logger: Logger; var name = "" }
  protocol Animal {}
  struct Horse: Animal { var name: String; var age: Int }
  protocol Person {}
  struct PetOwner: Person { var pet: Animal }
  final class Parent { let child: Child; init(child: Child) { self.child = child } }
  final class Child { weak var parent: Parent? }

  """

func write(_ text: String, _ file: String) throws {
  try text.write(toFile: "\(folder)/\(file)", atomically: false, encoding: .utf8)
}

func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

func located(_ lines: [String], _ line: Int) -> String {
  "#sourceLocation(file: \"\(path)\", line: \(line))\n\(text(lines))#sourceLocation()\n"
}

/// A block without its statements, for file scope, and without its types. What is indented or closes
/// a brace goes with the line above. A function is a type's equal if no statement is in the block,
/// whose variables it could use.
func parts(_ block: Block) -> (types: [String], statements: [String]) {
  let isType = #/(@\w+ |final |nonisolated )*(protocol|struct|class|enum|extension|import) .*|\#.*/#
  let beginnings = block.lines.filter { $0.first.map { !" })]".contains($0) } ?? false }
  let others = beginnings.filter { $0.wholeMatch(of: isType) == nil }
  let hasStatements = others.contains { $0.wholeMatch(of: #/(@\w+ )*func .*/#) == nil }
  var types: [String] = []
  var statements: [String] = []
  var goesToTypes = true
  for line in block.lines {
    if beginnings.contains(line) { goesToTypes = !hasStatements || !others.contains(line) }
    types.append(goesToTypes ? line : "")
    statements.append(goesToTypes ? "" : line)
  }
  return (types, hasStatements ? statements : [])
}

/// One program of all blocks, each a function. Gives the types, which the tables need too.
func writeBlocks() throws -> String {
  let blocks = blocks.filter { $0.file == nil }
  var types = "import DIContainer\n" + (isSource ? typesOfComments : "")
  var functions = ""
  var expected: [String] = []
  for block in blocks where block.language == "swift" {
    let parts = parts(block)
    types += located(parts.types, block.line)
    if parts.statements.isEmpty { continue }
    if block.prints.isEmpty && !isSource { fatalError("\(path):\(block.line) prints nothing") }
    let parameter = isSource ? "_ container: DIContainer = DIContainer()" : ""
    functions += "@MainActor func block\(block.line)(\(parameter)) async throws {\n"
    functions += "print(\"line \(block.line)\")\n" + located(parts.statements, block.line)
    functions += "}\ntry await block\(block.line)()\n"
    expected += ["line \(block.line)"] + block.prints
  }
  if types.contains("import Testing") {
    functions += "print(\"tests:\", await Testing.__swiftPMEntryPoint() as CInt)\n"
    expected.append("tests: 0")
  }
  try write(types + functions, "blocks.swift")
  try write(text(expected), "expected")
  return types
}

/// How to check a piece, and the words that it prints, omits or is refused with.
typealias Check = (how: String, words: String)

/// What is to be seen of a mistake.
func checks(of mistake: Piece, _ message: Message, isShell: Bool) -> [Check] {
  for (comment, how) in [("// never ends", "hangs"), ("// the program ends", "ends")] {
    if mistake.lines.contains(where: { $0.hasSuffix(comment) }) { return [(how, "")] }
  }
  let printed = mistake.prints.map { (how: "prints", words: $0) }
  guard let words = mistake.words ?? message.words else { return printed }
  if isShell || !message.isOfCompiler { return printed + [("prints", words)] }
  let older = mistake.words ?? message.older ?? words
  return [("refuses", words + "\t" + older)]
}

/// A mistake does what the heading and its comments say, and what to write instead does not. Each is
/// a function of one program, or a file of its own.
func writeRows(_ types: String) throws {
  var functions = ""
  var mistakes = ""
  var cases = ""
  var list: [String] = []
  let container = types.contains("func composition()") ? "composition()" : "DIContainer()"

  func add(_ piece: Piece, isShell: Bool = false, _ checks: [Check]) throws {
    let number = list.count
    let code = located(piece.lines, piece.line)
    let function = "func row\(number)(_ c: DIContainer) async throws {\n\(code)}\n"
    if isShell {
      try write(text(piece.lines), "\(number).sh")
    } else if piece.isFile {
      let isWhole = code.contains("import DIContainer")
      let others = isWhole ? "" : types + "let c = \(container)\n"
      try write(others + code, "alone.\(number).swift")
    } else if checks[0].how == "refuses" {
      mistakes += function
      try write(types + function, "alone.\(number).swift")
    } else {
      functions += function
      let isPrinting = piece.lines.contains { $0.contains("print(") }
      let result = isPrinting ? "" : "; print(c, c.verify())"
      cases += "  case \"\(number)\": try await row\(number)(c)\(result)\n"
    }
    let place = "\(number)\t\(piece.line)\t\(piece.line + piece.lines.count - 1)"
    list.append(checks.map { "\(place)\t\($0.how)\t\($0.words)" }.joined(separator: "\n"))
  }

  for message in messages {
    if message.entries.isEmpty && messages.contains(where: { !$0.entries.isEmpty }) {
      fatalError("\(path):\(message.line): a heading without an entry")
    }
    for entry in message.entries {
      for mistake in entry.mistakes {
        let checks = checks(of: mistake, message, isShell: entry.isShell)
        if checks.isEmpty { fatalError("\(path):\(mistake.line): nothing to see") }
        try add(mistake, isShell: entry.isShell, checks)
      }
      var wanted: [Check] = [("works", "")]
      wanted += entry.cure.prints.map { (how: "prints", words: $0) }
      if let words = message.words, entry.isShell || !message.isOfCompiler {
        wanted.append(("omits", words))
      }
      try add(entry.cure, isShell: entry.isShell, wanted)
    }
  }
  functions += "let c = \(container)\ndo {\n  switch CommandLine.arguments[1] {\n\(cases)"
  functions += "  default: break\n  }\n} catch { print(\"\\(error)\\n(thrown)\") }\n"
  try write(types + functions, "rows.swift")
  try write(types + mistakes, "mistakes.swift")
  try write(text(list), "rows")
}

/// What runs in the repository is left out: `.ci/run` types it.
func writeCommands() throws {
  let shell = blocks.filter { $0.language == "sh" && !$0.lines[0].contains(#/^swift (run|test)/#) }
  try write(text(blocks.first { $0.language == "swift" }?.lines ?? []), "script.swift")
  try write(text(shell.flatMap(\.lines)), "commands")
  try write(text(shell.flatMap(\.prints)), "printed")
  try write(text(listing), "listing")
}

/// Each file without the line that names it: a manifest begins with the version of the tools.
func writePackage() throws {
  for block in blocks {
    guard let file = block.file else { continue }
    let path = URL(fileURLWithPath: "\(folder)/package/\(file)")
    try FileManager.default.createDirectory(
      at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    try write(text(Array(block.lines.dropFirst())), "package/\(file)")
  }
}

if isSource { readComments() } else { readMarkdown() }
try writeRows(try writeBlocks())
try writeCommands()
try writePackage()
