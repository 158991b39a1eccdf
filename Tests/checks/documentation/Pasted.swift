import Foundation

/// Checks the code of one document.
///
/// Its Swift blocks are one script: it prints the expected output in language modes 5 and 6, and on
/// the main actor by default. So does each beginning of it. If it imports Testing, its tests pass.
/// The shell blocks run in one folder. Blocks that begin with a file name are one package or app.
struct Pasted {
  let document: Document
  private var folder: String { "\(work)/documents/\(document.name)" }
  private var script: [Block] { document.blocks.filter { $0.isSwift && $0.file == nil } }
  private var files: [Block] { document.blocks.filter { $0.file != nil } }
  /// The gate runs the commands for the repository.
  private var commands: [Block] {
    document.blocks.filter { $0.isShell && !$0.lines[0].contains(#/^(PEERS=1 )?swift (run|test)/#) }
  }

  /// The longest come first.
  func jobs() -> [Job] {
    if document.isSource { return script.map { block in { try checkComment(block) } } }
    var jobs: [Job] = []
    if files.first?.file == "Package.swift" {
      jobs.append(checkPackage)
    } else if !files.isEmpty {
      for (index, mode) in appModes.enumerated() {
        jobs.append { try checkApp(mode, in: "\(folder)/app\(index)") }
      }
    }
    if !commands.isEmpty { jobs.append(checkCommands) }
    for mode in modes where !script.isEmpty { jobs.append { try checkScript(script[...], mode) } }
    for count in script.indices.dropFirst() {
      jobs.append { try checkScript(script.prefix(count), modes[0]) }
    }
    if script.contains(where: { $0.lines.contains("import Testing") }) { jobs.append(checkTests) }
    for block in script {
      for (index, _, message) in block.wrong {
        jobs.append { try checkWrong(block, index, message) }
      }
    }
    return jobs
  }

  // MARK: - Scripts

  private func checkScript(_ blocks: ArraySlice<Block>, _ mode: String) throws {
    let flags = "-warnings-as-errors \(mode)"
    let outcome = try run(document.located(blocks), flags, "\(blocks.count)\(mode)")
    document.judge(outcome, blocks, mode)
  }

  private func checkTests() throws {
    judgeTests(try run(document.located(script) + runTests, "", "tests"))
  }

  private func judgeTests(_ outcome: Outcome) {
    if outcome.status == 0, !outcome.printed.contains(#/warning: |with 0 tests/#) { return }
    fault(document.path, 0, "its tests fail, have warnings or are none:\n\(outcome.printed)")
  }

  /// A doc comment is an excerpt: it uses the container of the first one, and common types.
  private func checkComment(_ block: Block) throws {
    let blocks = script.prefix(1).filter { $0.line < block.line } + [block]
    let text = typesOfComments + document.located(blocks)
    document.judge(try run(text, "-suppress-warnings", "\(block.line)"), [block], "")
  }

  /// Checks a wrong line, below the right code above it. The message can depend on the settings.
  private func checkWrong(_ block: Block, _ index: Int, _ message: String) throws {
    let above = script.filter { $0.line < block.line }.map { $0.text() + "\n" }.joined()
    let text = above + block.text(with: index) + "\n"
    var printed = ""
    for mode in modes {
      let flags = "-diagnostic-style=llvm \(mode)"
      let outcome = try run(text, flags, "wrong\(block.line + index)")
      if outcome.status != 0, outcome.says(message) { return }
      printed = outcome.printed
    }
    fault(document.path, block.line + index, "error: \(message)\n\(printed)")
  }

  /// Compiles and runs a program.
  private func run(_ text: String, _ flags: String, _ name: String) throws -> Outcome {
    try write(text, "\(folder)/\(name)/main.swift")
    let line = "\(swiftc) \(flags) main.swift -o program && ./program"
    return sh(line, in: "\(folder)/\(name)")
  }

  // MARK: - Files

  /// The folder has the container and the script of the page. `-O` would take five times as long.
  private func checkCommands() throws {
    let directory = "\(folder)/shell"
    try write(script.first?.text() ?? "", "\(directory)/script.swift")
    try write(read(library), "\(directory)/DIContainer.swift")
    for block in commands {
      try write(block.text().replacing("swiftc -O ", with: "swiftc "), "\(folder)/commands")
      document.judge(sh("bash -e ../commands", in: directory), [block], "")
    }
  }

  /// The line with the file name is left out: a manifest begins with the version of the tools.
  private func checkPackage() throws {
    for block in files {
      let code = block.lines.dropFirst().joined(separator: "\n")
      try write(code, "\(folder)/package/\(block.file ?? "")")
    }
    try write(read(library), "\(folder)/package/Sources/DIContainer/DIContainer.swift")
    judgeTests(sh("swift test", in: "\(folder)/package"))
  }

  /// An app and its tests.
  private func checkApp(_ mode: String, in folder: String) throws {
    let main = "@main struct Main { static func main() async { \(runTests) } }"
    try write("import Testing\n\(main)", "\(folder)/Tests/Main.swift")
    var module = ""
    for block in files {
      let code = document.located([block])
      let tested = code.firstMatch(of: #/@testable import (\w+)/#)
      if let tested { module = String(tested.1) }
      try write(code, "\(folder)/\(tested == nil ? "App" : "Tests")/\(block.file ?? "")")
    }
    let compile = "\(swiftc) -warnings-as-errors -parse-as-library -D DEBUG \(mode)"
    let library = "-enable-testing -emit-module -emit-library"
    let app = "\(compile) \(library) -module-name \(module) App/*"
    let linked = "-I . -L . -l\(module) -Xlinker -rpath -Xlinker \(folder)"
    let tests = "\(compile) \(linked) Tests/* -o program"
    judgeTests(sh("bash -c '\(app) && \(tests) && ./program'", in: folder))
  }
}

extension Document {
  /// The blocks as one text, in which the compiler reports the document's lines. Only Xcode has the
  /// macro of a preview, so its body becomes a function.
  func located(_ blocks: some Sequence<Block>) -> String {
    blocks.map { block in
      let preview = "@ViewBuilder @MainActor func preview\(block.line)() -> some View {"
      // A script has no `@main`. On Linux, `URLSession` is in a module of its own.
      var code = block.text().replacing("#Preview {", with: preview).replacing("@main ", with: "")
      if code.contains("URLRequest") { code = "import FoundationNetworking; \(code)" }
      return "#sourceLocation(file: \"\(path)\", line: \(block.line))\n\(code)\n"
    }.joined() + "#sourceLocation()\n"
  }

  /// Compares the output of a program or a command with the document, line by line.
  func judge(_ outcome: Outcome, _ blocks: ArraySlice<Block>, _ mode: String) {
    let claims = blocks.flatMap { $0.claims() }
    let printed = outcome.lines
    if claims.map(\.text) == printed, outcome.status == 0 { return }
    let right = zip(claims, printed).prefix { $0.text == $1 }.count
    let line = right < claims.count ? claims[right].line : blocks.last?.line ?? 0
    let rest = printed.dropFirst(right).joined(separator: "\n")
    fault(path, line, "\(mode): has status \(outcome.status), and prints '\(rest)'")
  }
}

let modes = ["-swift-version 6", "-swift-version 5", "-default-isolation MainActor"]

/// The settings of a new Xcode project, and future ones.
private let appModes = [
  "-default-isolation MainActor -swift-version 5",
  ["NonisolatedNonsendingByDefault", "InferIsolatedConformances", "MemberImportVisibility"]
    .reduce("-default-isolation MainActor") { "\($0) -enable-upcoming-feature \($1)" },
]

private let runTests = "if await Testing.__swiftPMEntryPoint() as CInt != 0 { fatalError() }"

/// The types in the doc comments.
private let typesOfComments = """
  import Testing
  protocol Logger {}
  struct ConsoleLogger: Logger {}
  struct Greeter { var logger: Logger; var guest = "" }
  protocol Animal {}
  struct Horse: Animal { var name: String; var age: Int }
  protocol Person {}
  struct PetOwner: Person { var pet: Animal }
  final class Parent { let child: Child; init(child: Child) { self.child = child } }
  final class Child { weak var parent: Parent? }

  """
