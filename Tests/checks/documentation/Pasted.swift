// SPDX-License-Identifier: MIT-0

import Foundation

/// What a reader does with the code of one document.
///
/// The Swift blocks of a page are one script, in their order: it prints what the page says, in language
/// modes 5 and 6, and on the main actor by default. Each block also compiles below those above it, without
/// those below. If the page imports `Testing`, its tests pass. The shell blocks run in one folder. Blocks
/// that begin with the name of their file are the files of one package, or of one app with its tests.
struct Pasted {
  let document: Document
  private let folder: String
  private let script: [Block]
  private let files: [Block]
  private let commands: [Block]

  init(_ document: Document) {
    self.document = document
    folder = "\(work)/documents/\(document.name)"
    script = document.blocks.filter { $0.isSwift && $0.file == nil }
    files = document.blocks.filter { $0.file != nil }
    // The gate types what runs in the repository.
    commands = document.blocks.filter { $0.isShell && !$0.lines[0].contains(#/^swift (run|test)/#) }
  }

  /// Those that take the longest come first.
  func jobs() -> [Job] {
    if document.isSource { return script.map { block in { try checkComment(block) } } }
    var jobs: [Job] = []
    if files.first?.file == "Package.swift" {
      jobs.append(checkPackage)
    } else if !files.isEmpty {
      for mode in appModes { jobs.append { try checkApp(mode) } }
    }
    if !commands.isEmpty { jobs.append(checkCommands) }
    if script.isEmpty { return jobs }
    for mode in modes { jobs.append { try checkScript(mode) } }
    if script.contains(where: { $0.lines.contains("import Testing") }) { jobs.append(checkTests) }
    for count in 1..<script.count { jobs.append { try checkBeginning(count) } }
    return jobs
  }

  // MARK: - Scripts

  private let modes = ["-swift-version 5", "-swift-version 6", "-default-isolation MainActor"]

  /// The settings of a new Xcode project, and what they will be.
  private let appModes = [
    "-default-isolation MainActor -swift-version 5",
    "-default-isolation MainActor -swift-version 6 \(upcoming)",
  ]

  private func compile(_ text: String, _ flags: String, in folder: String) throws -> Outcome {
    try write(text, "\(folder)/main.swift")
    return sh("\(swiftc) \(flags) main.swift -o program", in: folder)
  }

  private func checkScript(_ mode: String) throws {
    let folder = "\(folder)/script\(mode)".replacing(" ", with: "")
    let flags = "-warnings-as-errors \(mode)"
    let compiled = try compile(document.located(script), flags, in: folder)
    if compiled.status != 0 { return fault(document.path, 0, "\(flags):\n\(compiled.printed)") }
    document.judge(sh("./program", in: folder), script, mode)
  }

  private func checkBeginning(_ count: Int) throws {
    let folder = "\(folder)/beginning\(count)"
    let compiled = try compile(document.located(script.prefix(count)), "-typecheck", in: folder)
    if compiled.status == 0 { return }
    fault(document.path, script[count - 1].line, "needs code from below:\n\(compiled.printed)")
  }

  private func checkTests() throws {
    let folder = "\(folder)/tests"
    let compiled = try compile(document.located(script) + runTests, "", in: folder)
    judgeTests(compiled.status == 0 ? sh("./program", in: folder) : compiled)
  }

  private func judgeTests(_ outcome: Outcome) {
    if outcome.status == 0, !outcome.printed.contains("with 0 tests") { return }
    fault(document.path, 0, "its tests fail, or there are none:\n\(outcome.printed)")
  }

  /// A comment is an excerpt, with the container of the first one, and types that it speaks of.
  private func checkComment(_ block: Block) throws {
    let folder = "\(folder)/\(block.line)"
    let blocks = script.prefix(1).filter { $0.line < block.line } + [block]
    let text = typesOfComments + document.located(blocks)
    let compiled = try compile(text, "-suppress-warnings", in: folder)
    let outcome = compiled.status == 0 ? sh("./program", in: folder) : compiled
    if outcome.status != 0 { fault(document.path, block.line, outcome.printed) }
  }

  // MARK: - Files

  /// The folder has the container and the script of the page, and the repository is beside it.
  private func checkCommands() throws {
    let directory = "\(folder)/shell"
    try write(script.first?.text ?? "", "\(directory)/script.swift")
    try write(read(library), "\(directory)/DIContainer.swift")
    let link = "\(folder)/DIContainer"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: repository)
    for block in commands { document.judge(try run(block, in: directory), [block], "") }
  }

  /// A manifest begins with the version of the tools, so the line that names the file is left out.
  private func checkPackage() throws {
    for block in files {
      let code = block.lines.dropFirst().joined(separator: "\n")
      try write(code, "\(folder)/package/\(block.file ?? "")")
    }
    let containers = files.compactMap(\.file).filter { $0.hasSuffix("/DIContainer.swift") }
    if containers.isEmpty {
      try write(read(library), "\(folder)/package/Sources/DIContainer/DIContainer.swift")
    }
    let tested = sh("swift test", in: "\(folder)/package")
    if tested.status == 0, !tested.printed.contains(#/warning: |with 0 tests/#) { return }
    fault(document.path, 0, "its package fails, has warnings or no tests: \(tested.printed)")
  }

  /// An app and its tests. What a preview holds is compiled as a function: its macro is Xcode's.
  private func checkApp(_ mode: String) throws {
    let folder = "\(folder)/app\(mode.prefix(48))".replacing(" ", with: "")
    let main = "@main struct Main { static func main() async { \(runTests) } }"
    try write("import Testing\n\(main)", "\(folder)/Tests/Main.swift")
    var module = ""
    for (index, block) in files.enumerated() {
      let code = document.located([block])
        .replacing("#Preview {", with: "@MainActor func preview\(index)() -> some View {")
      let tested = code.firstMatch(of: #/@testable import (\w+)/#)
      if let tested { module = String(tested.1) }
      try write(code, "\(folder)/\(tested == nil ? "App" : "Tests")/\(block.file ?? "")")
    }
    let compile = "\(swiftc) -warnings-as-errors -parse-as-library -D DEBUG \(mode)"
    let library = "-enable-testing -emit-module -emit-library -lSwiftUI"
    let app = "\(compile) \(library) -module-name \(module) App/*"
    let linked = "-I . -L . -l\(module) -Xlinker -rpath -Xlinker \(folder)"
    let tests = "\(compile) \(linked) Tests/* -o program"
    judgeTests(sh("bash -c '\(app) && \(tests) && ./program'", in: folder))
  }
}

extension Document {
  /// The blocks as the compiler gets them: it names the document's lines.
  func located(_ blocks: some Sequence<Block>) -> String {
    blocks.map { block in
      "#sourceLocation(file: \"\(path)\", line: \(block.line))\n\(block.text)\n"
    }.joined() + "#sourceLocation()\n"
  }

  /// Whether a script, or a block of commands, prints what the document says, line by line.
  func judge(_ outcome: Outcome, _ blocks: [Block], _ mode: String) {
    let claims = blocks.flatMap(\.claims)
    let printed = outcome.lines.dropLast()  // the last line end
    for (claim, line) in zip(claims, printed) where claim.text != line {
      return fault(path, claim.line, "\(mode): prints '\(line)'")
    }
    if claims.count < printed.count || claims.count > printed.count || outcome.status != 0 {
      let rest = printed.dropFirst(claims.count).joined(separator: "\n")
      let line = claims.count > printed.count ? claims[printed.count].line : blocks.last?.line ?? 0
      fault(
        path, line,
        "\(mode): prints \(printed.count) lines of \(claims.count), status \(outcome.status): \(rest)"
      )
    }
  }
}

/// Without `-O`, for which Tests/checks/portability/run builds the module, it takes a fifth of the time.
func run(_ block: Block, in folder: String) throws -> Outcome {
  let commands = block.text.replacing("swiftc -O ", with: "swiftc ")
  try write(commands, "\(folder).commands")
  return sh("bash -e \(folder).commands", in: folder)
}

private let upcoming = [
  "ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault",
  "NonisolatedNonsendingByDefault", "InferIsolatedConformances",
].map { "-enable-upcoming-feature \($0)" }.joined(separator: " ")

private let runTests = "if await Testing.__swiftPMEntryPoint() as CInt != 0 { fatalError() }"

/// The types that the doc comments speak of.
private let typesOfComments = """
  import Testing
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
