// SPDX-License-Identifier: MIT-0

import Foundation

/// The programs of one document, in a folder: one of its blocks, one of its entries, in which each
/// example is a function, and what needs a file of its own. The compiler names the document's lines.
struct Program {
  let document: Document
  let folder: String
  private var types: String
  private var blocks: [Example] = []
  private var entries: [Example] = []
  private let isolations = ["nonisolated", "MainActor"]

  init(_ document: Document) throws {
    self.document = document
    folder = "\(work)/documents/\(document.name)"
    types = "import DIContainer\n" + (document.isSource ? typesOfComments : "")
    for block in document.blocks where block.file == nil {
      var examples = block.examples(document)
      if block.isEntry {
        entries += examples
      } else if block.isShell {
        // The gate types what runs in the repository.
        if !block.lines[0].contains(#/^swift (run|test)/#) { blocks += examples }
      } else {
        let parts = parts(of: block)
        types += located(parts.types, block.line)
        if parts.statements.isEmpty { continue }
        examples[0].lines = parts.statements
        if document.isSource {
          examples[0].claims = [("works", { $0.status == 0 })]
        } else if (examples[0].printed + block.output).isEmpty {
          fault(document.path, block.line, "prints nothing")
        }
        blocks += examples
      }
    }
    if entries.isEmpty { return }
    let shown = Set(document.blocks.compactMap(\.heading?.text))
    for heading in document.headings where heading.level == 3 && !shown.contains(heading.text) {
      fault(document.path, 0, "nothing shows this: \(heading.text)")
    }
  }

  /// A block without its statements, for file scope, and without its types. What is indented or closes
  /// a brace goes with the line above. A function is a type's equal if no statement is in the block,
  /// whose variables it could use.
  private func parts(of block: Block) -> (types: [String], statements: [String]) {
    let isType =
      #/(@\w+ |final |nonisolated )*(protocol|struct|class|enum|extension|import) .*|#.*/#
    let isFunction = #/(@\w+ )*func .*/#
    let beginnings = block.lines.filter { !$0.isEmpty && !" })]".contains($0.prefix(1)) }
    let others = beginnings.filter { $0.wholeMatch(of: isType) == nil }
    if others.allSatisfy({ $0.wholeMatch(of: isFunction) != nil }) { return (block.lines, []) }
    var parts: (types: [String], statements: [String]) = ([], [])
    var isInType = true
    for line in block.lines {
      if beginnings.contains(line) { isInType = !others.contains(line) }
      parts.types.append(isInType ? line : "")
      parts.statements.append(isInType ? "" : line)
    }
    return parts
  }

  func check() throws {
    let warnings = document.isSource ? "-suppress-warnings" : "-warnings-as-errors"
    for isolation in isolations {
      try run(blocks.filter { !$0.isShell }, "\(warnings) -default-isolation \(isolation)")
    }
    let code = entries.filter { !$0.isShell && !$0.isRefused }
    try run(code.filter { !$0.isFile }, "-suppress-warnings")
    for entry in code where entry.isFile {
      let compiled = try compile(file(for: entry), "-suppress-warnings")
      entry.judge(compiled.status == 0 ? start(entry) : compiled, document)
    }
    try checkRefused(entries.filter(\.isRefused))
    try checkCommands((blocks + entries).filter(\.isShell))
    let files = document.blocks.filter { $0.file != nil }
    if files.first?.file == "Package.swift" { try checkPackage(files) } else { try checkApp(files) }
  }

  // MARK: - Functions

  private func located(_ lines: [String], _ line: Int) -> String {
    let place = "#sourceLocation(file: \"\(document.path)\", line: \(line))"
    return ([place] + lines + ["#sourceLocation()", ""]).joined(separator: "\n")
  }

  private func function(_ example: Example) -> String {
    let isolation = example.isEntry ? "" : "@MainActor "
    let parameter = example.isEntry ? "_ c" : document.isSource ? "_ container" : "_"
    let signature = "func example\(example.line)(\(parameter): DIContainer) async throws"
    return "\(isolation)\(signature) {\n\(located(example.lines, example.line))}\n"
  }

  private var wiring: String {
    "let c = \(types.contains("func composition()") ? "composition()" : "DIContainer()")\n"
  }

  private func file(for entry: Example) -> String {
    let code = located(entry.lines, entry.line)
    if code.contains("import DIContainer") { return code }
    return types + (entry.isFile ? wiring + code : function(entry))
  }

  private func compile(_ text: String, _ flags: String) throws -> Outcome {
    try write(text, "\(folder)/program.swift")
    return sh("\(swiftc) \(flags) program.swift -o program", in: folder)
  }

  private func start(_ example: Example) -> Outcome {
    sh("./program \(example.line)", in: folder, example.seconds)
  }

  /// One program, started once for each example.
  private func run(_ examples: [Example], _ flags: String) throws {
    if examples.isEmpty { return }
    var text = types + examples.map(function).joined() + wiring
    text += "do {\n  switch CommandLine.arguments[1] {\n"
    for example in examples {
      let isSilent = example.isEntry && !example.lines.contains { $0.contains("print(") }
      let end = isSilent ? "; print(c, c.verify())" : ""
      text += "  case \"\(example.line)\": try await example\(example.line)(c)\(end)\n"
    }
    let hasTests = types.contains("import Testing")
    if hasTests { text += "  case \"tests\": \(runTests)\n" }
    text += "  default: break\n  }\n} catch { print(\"\\(error)\\n(thrown)\") }\n"
    let compiled = try compile(text, flags)
    if compiled.status != 0 { return fault(document.path, 0, "\(flags):\n\(compiled.said)") }
    for example in examples { example.judge(start(example), document) }
    if hasTests { judgeTests(sh("./program tests", in: folder)) }
  }

  private func judgeTests(_ outcome: Outcome) {
    if outcome.status == 0, !outcome.said.contains("with 0 tests") { return }
    fault(document.path, 0, "its tests fail, or there are none:\n\(outcome.said)")
  }

  /// What is found after all types are known, or needs a file of its own, is compiled alone.
  private func checkRefused(_ entries: [Example]) throws {
    if entries.isEmpty { return }
    let flags = "-diagnostic-style=llvm"
    let functions = entries.filter { !$0.isFile }.map(function).joined()
    let said = try compile(types + functions, "-typecheck \(flags)").said.split(separator: "\n")
    for entry in entries {
      let places = entry.lines.indices.map { "\(document.path):\(entry.line + $0):" }
      let errors = said.filter { line in
        line.contains(" error: ") && places.contains { line.hasPrefix($0) }
      }
      let found = Outcome(printed: errors.joined(separator: "\n"), status: 1)
      entry.judge(errors.isEmpty ? try compile(file(for: entry), flags) : found, document)
    }
  }

  // MARK: - Files

  /// The blocks of commands run in one folder, where `script.swift` is the first Swift block, and each
  /// entry in one where the module is, with the script that the page about scripts shows.
  private func checkCommands(_ examples: [Example]) throws {
    let script = document.blocks.first { $0.language == "swift" }?.lines ?? []
    try write(script.joined(separator: "\n"), "\(folder)/shell/script.swift")
    try write(read(library), "\(folder)/shell/DIContainer.swift")
    for example in examples where !example.isEntry { try checkCommands(of: example, in: "shell") }
    atOnce(examples.filter(\.isEntry)) { entry in
      _ = sh("cp -R \(module) \(folder)/shell\(entry.line)", in: work)
      try checkCommands(of: entry, in: "shell\(entry.line)")
    }
  }

  /// Without `-O`, for which Tests/checks/portability/run builds the module, it takes a fifth of the time.
  private func checkCommands(of example: Example, in directory: String) throws {
    let commands = example.lines.joined(separator: "\n").replacing("swiftc -O ", with: "swiftc ")
    try write(commands, "\(folder)/\(directory).commands")
    example.judge(sh("bash -e ../\(directory).commands", in: "\(folder)/\(directory)"), document)
  }

  /// A manifest begins with the version of the tools, so the line that names the file is left out.
  private func checkPackage(_ files: [Block]) throws {
    for block in files {
      let code = block.lines.dropFirst().joined(separator: "\n")
      try write(code, "\(folder)/package/\(block.file ?? "")")
    }
    try write(read(library), "\(folder)/package/Sources/DIContainer/DIContainer.swift")
    let tested = sh("swift test", in: "\(folder)/package")
    if tested.status == 0, !tested.said.contains(#/warning: |with 0 tests/#) { return }
    fault(document.path, 0, "its package fails, has warnings or no tests: \(tested.said)")
  }

  /// An app and its tests. What a preview holds is compiled as a function: its macro is Xcode's.
  private func checkApp(_ files: [Block]) throws {
    if files.isEmpty { return }
    let main = "@main struct Main { static func main() async { \(runTests) } }"
    try write("import Testing\n\(main)", "\(folder)/Tests/Main.swift")
    var module = ""
    for block in files {
      let code = located(block.lines, block.line)
        .replacing("#Preview {", with: "@MainActor func preview() -> some View {")
      let tested = code.firstMatch(of: #/@testable import (\w+)/#)
      if let tested { module = String(tested.1) }
      try write(code, "\(folder)/\(tested == nil ? "App" : "Tests")/\(block.file ?? "")")
    }
    for isolation in isolations {
      let compile =
        "\(swiftc) -warnings-as-errors -parse-as-library -default-isolation \(isolation)"
      let library = "-enable-testing -emit-module -emit-library -lSwiftUI -lUIKit"
      let app = "\(compile) \(library) -module-name \(module) App/*"
      let linked = "-I . -L . -l\(module) -Xlinker -rpath -Xlinker \(folder)"
      let tests = "\(compile) \(linked) Tests/* -o program"
      judgeTests(sh("bash -c '\(app) && \(tests) && ./program'", in: folder))
    }
  }
}

private let runTests = "if await Testing.__swiftPMEntryPoint() as CInt != 0 { fatalError() }"

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
