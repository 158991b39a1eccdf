// SPDX-License-Identifier: MIT-0

// Makes programs of the code in a document: `extract DOCUMENT FOLDER` writes into the folder
//
//     blocks.swift, expected       the Swift blocks, and what they print: `// prints …` in a block,
//                                  and the `text` block below it
//     rows.swift, mistakes.swift   the code in tables, and what of it the compiler refuses
//     rows                         for each piece of it: number, line, how to compare, and words
//     script.swift                 the first Swift block, which the commands are about
//     commands, printed            the shell blocks, and what they print
//     package                      the Swift blocks that begin with `// PATH.swift`: a package
//
// Tests/documentation/run compiles and runs these. The compiler names the lines of the document.

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

struct Row {
  let line: Int
  let header: [String]
  let cells: [String]

  /// What stands between backticks in a cell.
  func quoted(_ column: Int) -> [String] {
    let parts = cells[column].components(separatedBy: "`")
    return parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
  }

  /// The code in a cell. A name alone, as `bootstrap()`, is a word in a sentence.
  func code(_ column: Int) -> [String] { quoted(column).filter { $0.contains(#/\ |c\.|c\[/#) } }
}

var blocks: [Block] = []
var rows: [Row] = []

func readMarkdown() {
  var open: Block?
  var header: [String]?
  for (index, line) in lines.enumerated() {
    if let block = open, line.hasPrefix("```") {
      close(block)
      open = nil
    } else if line.hasPrefix("```") {
      open = Block(language: String(line.dropFirst(3)), line: index + 2)
    } else if open != nil {
      open?.lines.append(line)
    } else if line.hasPrefix("| ") {
      let cells = line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
      if let header { rows.append(Row(line: index + 1, header: header, cells: cells)) }
      header = header ?? cells
    } else if !line.hasPrefix("|-") {
      header = nil
    }
  }
}

func close(_ block: Block) {
  if ["swift", "sh"].contains(block.language) {
    blocks.append(block)
    blocks[blocks.count - 1].prints = block.lines.compactMap { line in
      line.firstRange(of: "// prints ").map { String(line[$0.upperBound...]) }
    }
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
  let isType = #/(@\w+ |final )*(protocol|struct|class|enum|extension|import) .*|\#.*/#
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

/// A mistake does what the table says, and what to write instead does not. Of the tables of other
/// libraries, the last column is ours.
func writeRows(_ types: String) throws {
  var functions = ""
  var mistakes = ""
  var cases = ""
  var list: [String] = []
  func add(_ code: String, _ row: Row, _ how: String, _ words: String = "") {
    let number = list.count
    let function = "func row\(number)(_ c: DIContainer) async throws {\n"
    let program = function + located([code], row.line) + "}\n"
    if how == "refuses" { mistakes += program } else { functions += program }
    let result = code.hasPrefix("print(") ? "" : "; print(c, c.verify())"
    if how != "refuses" { cases += "  case \"\(number)\": try await row\(number)(c)\(result)\n" }
    list.append("\(number)\t\(row.line)\t\(how)\t\(words)")
  }
  for row in rows where row.header.last == "What to write" {
    let isRefused = row.header[1] == "The compiler says"
    let seen = row.quoted(1)
    let mistake = row.quoted(0).first ?? ""
    if row.cells[0] == "`\(mistake)`" {  // in a sentence it is only told of
      for words in seen { add(mistake, row, isRefused ? "refuses" : "prints", words) }
    }
    let isOmitted = !isRefused && !seen.isEmpty
    for cure in row.code(2) {
      add(cure, row, isOmitted ? "omits" : "compiles", isOmitted ? seen[0] : "")
    }
  }
  for row in rows where row.header.last == "DIContainer" {
    for code in row.code(row.cells.count - 1) { add(code, row, "compiles") }
  }
  let container = types.contains("func composition()") ? "composition()" : "DIContainer()"
  functions += "let c = \(container)\ndo {\n  switch CommandLine.arguments[1] {\n\(cases)"
  functions += "  default: break\n  }\n} catch { print(\"\\(error)\") }\n"
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
