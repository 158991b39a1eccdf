// SPDX-License-Identifier: MIT-0

import Foundation

/// Checks the code of one document.
///
/// The Swift blocks of a page are one script, in their order: it prints the expected output in language
/// modes 5 and 6, and on the main actor by default. So does each beginning of it, without the blocks
/// below. If the page imports `Testing`, its tests pass. The shell blocks run in one folder. Blocks that
/// begin with a file name are the files of one package, or of one app with its tests.
struct Pasted {
  let document: Document
  let folder: String
  let script: [Block]
  private let files: [Block]
  private let commands: [Block]

  init(_ document: Document) {
    self.document = document
    folder = "\(work)/documents/\(document.name)"
    script = document.blocks.filter { $0.isSwift && $0.file == nil }
    files = document.blocks.filter { $0.file != nil }
    // The gate runs the commands for the repository.
    commands = document.blocks.filter {
      $0.isShell && !$0.lines[0].contains(#/^(PEERS=1 )?swift (run|test)/#)
    }
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
    let name = "\(blocks.count)\(mode)".replacing(" ", with: "")
    let flags = "-warnings-as-errors \(mode)"
    guard let outcome = try run(document.located(blocks), flags, name) else { return }
    document.judge(outcome, blocks, mode)
  }

  private func checkTests() throws {
    if let tests = try run(document.located(script) + runTests, "", "tests") { judgeTests(tests) }
  }

  private func judgeTests(_ outcome: Outcome) {
    if outcome.status == 0, !outcome.printed.contains("with 0 tests") { return }
    fault(document.path, 0, "its tests fail, or there are none:\n\(outcome.printed)")
  }

  /// A doc comment is an excerpt: it uses the container of the first one, and common types.
  private func checkComment(_ block: Block) throws {
    let blocks = script.prefix(1).filter { $0.line < block.line } + [block]
    let text = typesOfComments + document.located(blocks)
    if let outcome = try run(text, "-suppress-warnings", "\(block.line)") {
      document.judge(outcome, [block], "")
    }
  }

  /// Compiles and runs a program.
  private func run(_ text: String, _ flags: String, _ name: String) throws -> Outcome? {
    let compiled = try compile(text, flags, in: "\(folder)/\(name)")
    if compiled.status == 0 { return sh("./program", in: "\(folder)/\(name)") }
    fault(document.path, 0, "\(flags):\n\(compiled.printed)")
    return nil
  }

  /// Checks a wrong line, below the right code above it. A message can depend on the settings, so it only
  /// needs to appear with one of them.
  private func checkWrong(_ block: Block, _ index: Int, _ message: String) throws {
    let above = script.filter { $0.line < block.line }.map { $0.text + "\n" }.joined()
    let text = above + block.text(with: index) + "\n"
    var printed = ""
    for mode in modes {
      let flags = "-diagnostic-style=llvm \(mode)"
      let outcome = try compile(text, flags, in: "\(folder)/wrong\(block.line + index)")
      if outcome.status != 0, outcome.says(message) { return }
      printed = outcome.printed
    }
    fault(document.path, block.line + index, "error: \(message)\n\(printed)")
  }

  // MARK: - Files

  /// The folder has the container and the script of the page. Without `-O`, it takes a fifth of the time.
  private func checkCommands() throws {
    let directory = "\(folder)/shell"
    try write(script.first?.text ?? "", "\(directory)/script.swift")
    try write(read(library), "\(directory)/DIContainer.swift")
    for block in commands {
      try write(block.text.replacing("swiftc -O ", with: "swiftc "), "\(folder)/commands")
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
    let tested = sh("swift test", in: "\(folder)/package")
    if tested.status == 0, !tested.printed.contains(#/warning: |with 0 tests/#) { return }
    fault(document.path, 0, "its package fails, has warnings or no tests: \(tested.printed)")
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
  /// The blocks as one source text, in which the compiler reports the lines of the document. Only Xcode has
  /// the macro of a preview, so its body becomes a function.
  func located(_ blocks: some Sequence<Block>) -> String {
    blocks.map { block in
      let preview = "@ViewBuilder @MainActor func preview\(block.line)() -> some View {"
      let code = block.text.replacing("#Preview {", with: preview)
      return "#sourceLocation(file: \"\(path)\", line: \(block.line))\n\(code)\n"
    }.joined() + "#sourceLocation()\n"
  }

  /// Compares the output of a program or a command with the document, line by line.
  func judge(_ outcome: Outcome, _ blocks: ArraySlice<Block>, _ mode: String) {
    let claims = blocks.flatMap { $0.claims() }
    let printed = outcome.lines
    for (claim, line) in zip(claims, printed) where claim.text != line {
      return fault(path, claim.line, "\(mode): prints '\(line)'")
    }
    if claims.count == printed.count, outcome.status == 0 { return }
    let rest = printed.dropFirst(claims.count).joined(separator: "\n")
    let line = claims.count > printed.count ? claims[printed.count].line : blocks.last?.line ?? 0
    let counts = "prints \(printed.count) lines of \(claims.count), status \(outcome.status)"
    fault(path, line, "\(mode): \(counts): \(rest)")
  }
}

func compile(_ text: String, _ flags: String, in folder: String) throws -> Outcome {
  try write(text, "\(folder)/main.swift")
  return sh("\(swiftc) \(flags) main.swift -o program", in: folder)
}

let modes = ["-swift-version 6", "-swift-version 5", "-default-isolation MainActor"]

/// The settings of a new Xcode project, and future ones.
private let appModes = [
  "-default-isolation MainActor -swift-version 5",
  """
  -default-isolation MainActor -swift-version 6 \
  -enable-upcoming-feature NonisolatedNonsendingByDefault \
  -enable-upcoming-feature InferIsolatedConformances -enable-upcoming-feature MemberImportVisibility
  """,
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

extension Outcome {
  var lines: [String] { Array(printed.components(separatedBy: "\n").dropLast()) }

  /// Whether the output contains a message, in which `…` stands for any text. Indented lines are joined.
  func says(_ message: String) -> Bool {
    var rest = printed.replacing("\n  ", with: " ")[...]
    for part in message.split(separator: "…") {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}
