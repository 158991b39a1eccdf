// SPDX-License-Identifier: MIT-0

import Foundation

/// The programs of one document: one of its blocks and one of its entries, in which each example is a
/// function, and what has to stand in files of its own. The compiler names the lines of the document.
struct Program {
  let document: Document
  let folder: String
  private var types = "import DIContainer\n"
  private var blocks: [Example] = []
  private var entries: [Example] = []

  init(_ document: Document) throws {
    self.document = document
    folder = "\(work)/documents/\(document.name)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if document.isSource { types += typesOfComments }
    for block in document.blocks where block.file == nil {
      for var example in block.examples(document.path) {
        if block.isEntry {
          entries.append(example)
        } else if block.isShell {
          // The gate types what runs in the repository.
          if !block.lines[0].contains(#/^swift (run|test)/#) { blocks.append(example) }
        } else {
          let parts = parts(of: block)
          types += located(parts.types, block.line)
          example.lines = parts.statements
          if parts.statements.isEmpty { continue }
          if document.isSource { example.claims = [.works] }
          blocks.append(example)
        }
      }
    }
  }

  /// A block without its statements, for file scope, and without its types. What is indented or closes
  /// a brace goes with the line above. A function is a type's equal if no statement is in the block,
  /// whose variables it could use.
  private func parts(of block: Block) -> (types: [String], statements: [String]) {
    let isType =
      #/(@\w+ |final |nonisolated )*(protocol|struct|class|enum|extension|import) .*|\#.*/#
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

  func check() throws {
    let warnings = document.isSource ? "-suppress-warnings" : "-warnings-as-errors"
    for isolation in ["nonisolated", "MainActor"] {
      try run(blocks.filter { !$0.isShell }, "\(warnings) -default-isolation \(isolation)")
    }
    let functions = entries.filter { !$0.isShell && !$0.isFile && !$0.isRefused }
    try run(functions, "-suppress-warnings")
    for entry in entries where !entry.isShell && entry.isFile && !entry.isRefused {
      let compiled = try compile(file(for: entry), "alone", "-suppress-warnings")
      let isGood = compiled.status == 0
      entry.judge(isGood ? sh("./alone", in: folder, entry.seconds) : compiled, document.path)
    }
    try checkRefused(entries.filter(\.isRefused))
    try checkCommands()
    try checkPackage()
    try checkApp()
  }

  // MARK: - Functions

  private var container: String {
    types.contains("func composition()") ? "composition()" : "DIContainer()"
  }

  private func located(_ lines: [String], _ line: Int) -> String {
    let code = lines.map { $0 + "\n" }.joined()
    return "#sourceLocation(file: \"\(document.path)\", line: \(line))\n\(code)#sourceLocation()\n"
  }

  private func function(_ example: Example) -> String {
    let isolation = example.isEntry ? "" : "@MainActor "
    let parameter = example.isEntry ? "_ c" : document.isSource ? "_ container" : "_"
    let name = "\(isolation)func example\(example.line)"
    let code = located(example.lines, example.line)
    return "\(name)(\(parameter): DIContainer) async throws {\n\(code)}\n"
  }

  private func file(for entry: Example) -> String {
    if !entry.isFile { return types + function(entry) }
    let code = located(entry.lines, entry.line)
    return code.contains("import DIContainer") ? code : "\(types)let c = \(container)\n\(code)"
  }

  private func compile(_ text: String, _ name: String, _ flags: String) throws -> Outcome {
    try write(text, "\(name).swift")
    return sh("\(swiftc) \(flags) \(name).swift -o \(name)", in: folder)
  }

  /// One program, started once for each example.
  private func run(_ examples: [Example], _ flags: String) throws {
    var examples = examples
    var text = types + examples.map(function).joined()
    text += "let c = \(container)\ndo {\n  switch CommandLine.arguments[1] {\n"
    for example in examples {
      let isSilent = example.isEntry && !example.lines.contains { $0.contains("print(") }
      let wiring = isSilent ? "; print(c, c.verify())" : ""
      text += "  case \"\(example.line)\": try await example\(example.line)(c)\(wiring)\n"
    }
    if types.contains("import Testing"), examples.first?.isEntry == false {
      let tests = "print(\"tests:\", await Testing.__swiftPMEntryPoint() as CInt)"
      text += "  case \"0\": \(tests)\n"
      examples.append(
        Example(line: 0, isShell: false, isEntry: false, claims: [.prints("tests: 0\n")]))
    }
    text += "  default: break\n  }\n} catch { print(\"\\(error)\\n(thrown)\") }\n"
    if examples.isEmpty { return }
    let compiled = try compile(text, "program", flags)
    if compiled.status != 0 { return fault(document.path, 0, "with \(flags):\n\(compiled.said)") }
    for example in examples {
      let program = "./program \(example.line)"
      example.judge(sh(program, in: folder, example.seconds), document.path)
    }
  }

  /// What is found after all types are known, or needs a file of its own, is compiled alone.
  private func checkRefused(_ entries: [Example]) throws {
    if entries.isEmpty { return }
    let functions = entries.filter { !$0.isFile }.map(function).joined()
    let flags = "-diagnostic-style=llvm"
    let compiled = try compile(types + functions, "mistakes", "-typecheck \(flags)")
    let lines = compiled.said.components(separatedBy: "\n")
    for entry in entries {
      let range = entry.line..<entry.line + entry.lines.count
      let errors = lines.filter { line in
        guard line.hasPrefix("\(document.path):"), line.contains(" error: ") else { return false }
        return range.contains(Int(line.split(separator: ":")[1]) ?? 0)
      }
      var outcome = Outcome(printed: errors.joined(separator: "\n"), errors: "", status: 1)
      if errors.isEmpty { outcome = try compile(file(for: entry), "alone", flags) }
      entry.judge(outcome, document.path)
    }
  }

  // MARK: - Files

  /// The blocks of commands run in one folder, and each entry in one where the module is.
  private func checkCommands() throws {
    let examples = (blocks + entries).filter(\.isShell)
    for (index, example) in examples.enumerated() {
      let directory = "\(folder)/shell\(example.isEntry ? index : 0)"
      let isFresh = example.isEntry || index == 0
      if isFresh {
        _ = sh("cp -R \(work)/\(example.isEntry ? "module" : "script") \(directory)", in: work)
      }
      try write(example.lines.joined(separator: "\n"), "commands")
      example.judge(sh("bash -e ../commands", in: directory), document.path)
    }
  }

  private var files: [Block] { document.blocks.filter { $0.file != nil } }

  /// The files are a package if one is its manifest, which begins with the version of the tools.
  private func checkPackage() throws {
    guard files.contains(where: { $0.file == "Package.swift" }) else { return }
    for block in files {
      try write(block.lines.dropFirst().joined(separator: "\n"), "package/\(block.file ?? "")")
    }
    try write(
      String(contentsOfFile: library, encoding: .utf8),
      "package/Sources/DIContainer/DIContainer.swift")
    let tested = sh("swift test", in: "\(folder)/package")
    let isGood = tested.status == 0 && !tested.said.contains(#/warning: |with 0 tests/#)
    if !isGood {
      fault(document.path, 0, "its package fails, has warnings or no tests: \(tested.said)")
    }
  }

  /// Else they are an app and its tests. What a preview holds is a function, as its macro needs Xcode.
  private func checkApp() throws {
    guard !files.isEmpty, !files.contains(where: { $0.file == "Package.swift" }) else { return }
    var names = (app: "", tests: "Main.swift")
    var module = ""
    for block in files {
      let file = block.file ?? ""
      let code = located(block.lines, block.line)
      try write(
        code.replacing("#Preview {", with: "@MainActor func preview() -> some View {"), file)
      if let tested = code.firstMatch(of: #/@testable import (\w+)/#) {
        names.tests += " \(file)"
        module = String(tested.1)
      } else {
        names.app += " \(file)"
      }
    }
    let main = "static func main() async { print(await Testing.__swiftPMEntryPoint() as CInt) }"
    try write("import Testing\n@main struct Main { \(main) }", "Main.swift")
    for isolation in ["nonisolated", "MainActor"] {
      let flags = "-warnings-as-errors -parse-as-library -default-isolation \(isolation)"
      let library = "-enable-testing -emit-module -emit-library -module-name \(module)"
      let app = "\(swiftc) \(flags) \(library) -lSwiftUI -lUIKit\(names.app)"
      let tests = "\(swiftc) \(flags) -I . -L . -l\(module) \(names.tests) -o tests"
      let tested = sh("bash -e -c '\(app); \(tests); LD_LIBRARY_PATH=. ./tests'", in: folder, 300)
      let isGood = tested.printed == "0\n" && !tested.said.contains("with 0 tests")
      if !isGood { fault(document.path, 0, "its app fails, or has no tests: \(tested.said)") }
    }
  }

  private func write(_ text: String, _ file: String) throws {
    let url = URL(fileURLWithPath: "\(folder)/\(file)")
    let directory = url.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try text.write(to: url, atomically: false, encoding: .utf8)
  }
}

/// The types that the doc comments speak of.
private let typesOfComments = """
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
