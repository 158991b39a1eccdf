import DIContainer
import Foundation
import TestSupport
import Testing

@Suite struct ReadmeTests {
  let text: String
  let blocks: [Block]

  init() throws {
    text = try contents("README.md")
    blocks = fencedBlocks(of: text)
  }

  private var swift: [Block] { blocks.filter { $0.language == "swift" } }

  // MARK: - Blocks

  /// All Swift blocks of the page are one program: the declarations at file scope, the statements
  /// of each block in a function of its own.
  private func program(separator: String) -> String {
    var program = ""
    for (index, block) in swift.enumerated() {
      program += located(block.parts.declarations, in: "README.md")
      program += "@MainActor func block\(index)() async throws {\n"
      program += located(block.parts.statements, in: "README.md") + "}\n"
    }
    for index in swift.indices {
      program += "try await block\(index)()\nprint(\"\(separator)\")\n"
    }
    return program
  }

  @Test(.rules(.F1), .enabled(if: isSwift62OrLater), .timeLimit(.minutes(10)))
  func everyBlockPrintsWhatItSays() async throws {
    let separator = "--- next block ---"
    let program = program(separator: separator)
    let printed = try await output(of: program, options: ["-warnings-as-errors"])
      .components(separatedBy: separator + "\n")
    try #require(printed.count == swift.count + 1)
    for (block, text) in zip(swift, printed) {
      let promised = block.promised.map { $0 + "\n" }.joined() + (block.output ?? "")
      #expect(text == promised, "README.md:\(block.line)")
      #expect(text != "", "README.md:\(block.line) does not say what it prints")
    }
  }

  /// The same program with the library as a module: one conformance differs.
  @Test(.enabled(if: isSwift62OrLater), .timeLimit(.minutes(10)))
  func everyBlockCompilesWithTheLibraryAsAModule() async throws {
    #expect(text.contains("(`@retroactive LocalizedError` where the container is a package)"))
    let program = program(separator: "").replacingOccurrences(
      of: "ResolutionError: LocalizedError", with: "ResolutionError: @retroactive LocalizedError")
    try await typecheck("import DIContainer\n" + program, options: ["-warnings-as-errors"])
  }

  @Test func recipesThatAreTestsAreTestsOfThisTarget() throws {
    let recipes = try contents("Tests/ReadmeTests/Recipes.swift")
    let tests = blocks.filter { $0.language == "swift test" }
    #expect(tests.count == 1)
    #expect(tests.allSatisfy { recipes.contains("\n" + $0.text) })
  }

  @Test func everyBlockIsOfAKnownKind() {
    let kinds = ["swift", "swift test", "swift uncompiled", "text", "mermaid", "sh"]
    #expect(blocks.allSatisfy { kinds.contains($0.language) })
    let uncompiled = blocks.filter { $0.language == "swift uncompiled" }
    #expect(
      uncompiled.count == 1 && uncompiled.allSatisfy { $0.text.contains("EnvironmentValues") })
  }

  // MARK: - The first minutes

  @Test(.rules(.F1)) func pageBeginsWithTheFileToCopyAndWithCode() throws {
    let lines = text.components(separatedBy: "\n")
    let section = try #require(lines.firstIndex { $0.hasPrefix("## ") })
    let file = try #require(lines.firstIndex { $0.contains("Copy this one file") })
    let code = try #require(blocks.first)
    #expect(file < section)
    #expect(code.line < section)
    #expect(code.language == "swift")
  }

  /// `.ci/run` types what the page says, on the repository itself.
  @Test func commandsToTryAreRunByTheGate() throws {
    let gate = try contents(".ci/run")
    let block = try #require(blocks.first { $0.language == "sh" })
    #expect(block.lines.count == 3)
    for line in block.lines {
      let command = line.prefix { $0 != "#" }.replacingOccurrences(of: "PATH", with: ".")
        .trimmingCharacters(in: .whitespaces)
      #expect(gate.contains("step 'README: \(command)' \(command)\n"))
    }
  }

  @Test func everyProgramOfThePageIsInThePackage() throws {
    let package = try contents("Package.swift")
    var programs: Set<Substring> = []
    for match in text.matches(of: /swift run (?:-c release )?(?<name>[a-z]+)/) {
      programs.insert(match.name)
    }
    #expect(programs == ["tour", "todos", "benchmark"])
    for program in programs { #expect(package.contains("name: \"\(program)\"")) }
    #expect(try contents("Sources/tour/Command.swift").contains("swift run tour inside  "))
  }

  @Test(.rules(.F1), .timeLimit(.minutes(10)))
  func firstBlockCompilesAndRunsInTheWaysOfThePage() async throws {
    let first = try #require(swift.first)
    let promised = first.promised.map { $0 + "\n" }.joined()
    let commands = blocks.filter { $0.language == "sh" }.dropFirst().map(\.text)
    try #require(commands.count == 2)
    #expect(try await output(of: commands[0] + "./program", beside: first.text) == promised)
    #expect(try await output(of: commands[1], beside: first.text) == promised)
  }

  @Test(.enabled(if: isSwift63), .timeLimit(.minutes(10)))
  func codeInAFileOfAnotherNameIsRefusedInTheWordsOfThePage() async throws {
    let words = "expressions are not allowed at the top level"
    #expect(text.contains("If the compiler says `\(words)`, your file has another name."))
    let first = try #require(swift.first)
    let said = try await diagnostics(of: first.text, file: "app.swift", options: [])
    #expect(said.contains { $0.hasSuffix("error: \(words)") })
  }

  @Test(.rules(.F1)) func fileAddsOneName() throws {
    #expect(text.contains("It adds one name to your program: `DIContainer`."))
    let lines = try contents("Sources/DIContainer/DIContainer.swift").split(separator: "\n")
    let declarations = lines.filter { line in
      line.first?.isLetter == true && !line.contains("private ") && !line.contains("extension ")
    }
    #expect(declarations.count == 1, "\(declarations)")
    #expect(declarations.allSatisfy { $0.contains(" class DIContainer: ") })
  }

  @Test(.rules(.F4, .F5)) func requirementsAreThoseOfThePackage() throws {
    let package = try contents("Package.swift")
    #expect(text.contains("**Swift 6.1 or later**"))
    #expect(package.hasPrefix("// swift-tools-version: 6.1\n"))
    #expect(text.contains("**iOS 16, macOS 13, Linux or Android.**"))
    #expect(package.contains("platforms: [.macOS(.v13), .iOS(.v16)]"))
    #expect(text.contains("It uses no other package"))
    #expect(!package.contains(".package("))
    #expect(text.contains("For Apple's systems, Android and musl it was type-checked"))
    let stubs = repository.appendingPathComponent("Tests/portability/stubs").path
    let files = try FileManager.default.contentsOfDirectory(atPath: stubs)
    #expect(Set(files) == ["Android.swift", "Apple.swift", "Musl.swift"])
  }

  @Test(.rules(.F9)) func newestVersionIsTheOneOfTheFile() throws {
    let header = try contents("Sources/DIContainer/DIContainer.swift").prefix { $0 != "\n" }
    let versions = section(of: text, from: "## Versions", to: "## ")
    let newest = try #require(versions.first { $0.hasPrefix("### ") })
    #expect(header.hasPrefix("// DIContainer \(newest.dropFirst(4)): "))
  }

  // MARK: - The form of the page

  @Test func flowchartIsWhatTheToolPrints() throws {
    let printed = try run([builtProgram("todos"), "--wiring"])
    #expect(printed.errors == "")
    let chart = section(of: text, from: "<!-- flowchart -->", to: "<!-- /flowchart -->")
    #expect(
      chart.joined(separator: "\n") == "```mermaid\n\(printed.output)```",
      "Type: Tests/readme/flowchart --write")
  }

  @Test func everythingThatIsLinkedExists() {
    let targets = text.components(separatedBy: "](").dropFirst().map { $0.prefix { $0 != ")" } }
    let lines = text.components(separatedBy: "\n")
    let headings = lines.filter { $0.hasPrefix("## ") || $0.hasPrefix("### ") }
    let anchors = headings.map { "#" + anchor(of: $0.drop { "# ".contains($0) }.description) }
    #expect(Set(anchors).count == anchors.count)
    #expect(targets.contains("Sources/DIContainer/DIContainer.swift"))
    for target in targets where !target.hasPrefix("https://") {
      let file = repository.path + "/" + target
      #expect(
        anchors.contains(String(target)) || FileManager.default.fileExists(atPath: file),
        "\(target)")
    }
  }

  @Test func everyFileThatIsNamedExists() {
    let names = codeSpans(of: text).filter { $0.contains(/^(Sources|Tests)\/[^ ]+$/) }
    #expect(names.contains("Tests/compile-cost/run"))
    for name in names {
      let file = repository.appendingPathComponent(name).path
      #expect(FileManager.default.fileExists(atPath: file), "\(name)")
    }
  }

  /// Some renderers join what has no blank line between it.
  @Test func blankLinesAreAroundHeadingsBlocksAndTables() {
    var isCode = false
    var kinds: [String] = []
    for line in text.components(separatedBy: "\n") {
      let isFence = line.hasPrefix("```")
      if isFence || isCode {
        kinds.append("code")
        if isFence { isCode.toggle() }
      } else if line.isEmpty {
        kinds.append("")
      } else if line.hasPrefix("#") {
        kinds.append("heading")
      } else if line.hasPrefix("|") {
        kinds.append("table")
      } else if line.hasPrefix("- ") {
        kinds.append("list")
      } else {
        kinds.append(line.hasPrefix("<") ? "html" : "paragraph")
      }
    }
    for number in 1..<kinds.count {
      let pair = (kinds[number - 1], kinds[number])
      if pair.0.isEmpty || pair.1.isEmpty || pair.0 == "html" || pair.1 == "html" { continue }
      #expect(pair.0 == pair.1 && pair.0 != "paragraph", "README.md:\(number + 1)")
    }
  }

  @Test(.rules(.M6)) func everyWarningHasALineOnThePage() {
    let key = DIContainer.Key(service: Int.self)
    let all: [DIContainer.Warning] = [
      .unchecked(key), .absent(key, path: []), .hidden(key, from: key),
    ]
    let names = all.map { warning in
      switch warning {  // a new case does not compile
      case .unchecked: "`unchecked`"
      case .absent: "`absent`"
      case .hidden: "`hidden`"
      }
    }
    #expect(rows(of: text, under: "## Verify").map { $0[0] } == names)
  }

  /// Somebody replaces the figures by hand, after a quiet run.
  @Test func ratiosOfSpeedAreThoseOfTheirColumns() throws {
    let lines = section(of: text, from: "<!-- speed -->", to: "<!-- /speed -->")
    #expect(lines.contains { $0.contains(/20\d\d-\d\d-\d\d/) && $0.contains("Swift 6") })
    let rows = rows(of: text, under: "## Speed")
    #expect(rows.count == 9)
    for row in rows {
      try #require(row.count == 5)
      let figures = row[1...3].map { Double($0.replacing(",", with: "")) ?? .nan }
      let ratio = figures[0] / figures[1]
      #expect(abs(ratio - figures[2]) <= 0.02 * max(1, ratio), "\(row)")
    }
  }

  // MARK: - Types of the main actor

  /// The blocks that declare what a provider of the main actor needs.
  private var screens: String {
    let names = ["protocol Animal", "struct Pets", "class PetModel", "struct Screens"]
    let needed = swift.filter { block in names.contains { block.text.contains($0) } }
    return needed.map { located($0.parts.declarations, in: "README.md") }.joined()
  }

  private static let use = """
    @MainActor func use() throws -> String {
      let container = DIContainer(providers: [Pets(), Screens()])
      return try container.resolve(PetModel.self).title
    }

    """

  @Test(
    .rules(.F6), .enabled(if: isSwift62OrLater), .timeLimit(.minutes(10)),
    arguments: ["5", "6"], ["nonisolated", "MainActor"])
  func providerOfTheMainActorCompiles(mode: String, isolation: String) async throws {
    let options = ["-swift-version", mode, "-default-isolation", isolation, "-warnings-as-errors"]
    #expect(try await diagnostics(of: screens + Self.use, options: options) == [""])
  }

  @Test(
    .rules(.F6), .enabled(if: isSwift63), .timeLimit(.minutes(10)), arguments: ["5", "6"])
  func attributeOnTheTypeAloneIsEnoughWhereTheMainActorIsTheDefaultOnly(
    mode: String
  ) async throws {
    var program = screens.replacingOccurrences(
      of: "struct Screens: @MainActor ", with: "@MainActor struct Screens: ")
    program = program.replacingOccurrences(
      of: "  @MainActor func register(in", with: "  func register(in")
    #expect(program != screens)
    program += Self.use
    let options = ["-swift-version", mode, "-default-isolation"]
    let said = try await diagnostics(of: program, options: options + ["nonisolated"])
    #expect(said.contains { $0.contains("loses global actor 'MainActor'") })
    #expect(try await diagnostics(of: program, options: options + ["MainActor"]) == [""])
  }

  /// The factory runs off the main actor then, and no word is said: the page warns of it.
  @Test(.rules(.F6), .enabled(if: isSwift62OrLater), .timeLimit(.minutes(10)))
  func compilerDoesNotSeeOnWhichActorAFactoryWasWritten() async throws {
    #expect(text.contains("The compiler does not see on which actor a factory was written."))
    let program =
      screens + Self.use + """
        func elsewhere(_ container: DIContainer) {
          Task.detached { _ = try container.resolve(PetModel.self) }
        }

        """
    #expect(try await diagnostics(of: program, options: options) == [""])
  }

  @Test(.rules(.F6), .enabled(if: isSwift62OrLater), .timeLimit(.minutes(10)))
  func otherThreadsAskTheMainActor() async throws {
    let line = "try await MainActor.run { try c.resolve(PetModel.self) }"
    #expect(text.contains("`\(line)`"))
    let program = "\(screens)func elsewhere(_ c: DIContainer) async throws { _ = \(line) }\n"
    #expect(try await diagnostics(of: program, options: options) == [""])
  }

  // MARK: - Tables of code

  /// What the tables speak of besides the types of the blocks.
  private static let types = """
    struct Horse: Animal {
      let name: String
      let age: Int
      init(name: String, age: Int) {
        self.name = name
        self.age = age
      }
      init(pet: Animal, age: Int) { self.init(name: pet.name, age: age) }
    }
    struct NoChip: Error {}
    struct Chip {
      init?(pet: Animal) { if pet.name.isEmpty { return nil } }
    }

    """

  /// Each piece of code in a function of its own, as if it stood in a file of that number.
  private func program(of pieces: [String]) -> String {
    var program = swift.map { located($0.parts.declarations, in: "README.md") }.joined()
    program += Self.types
    for (number, piece) in pieces.enumerated() {
      let isType = piece.hasPrefix("DIContainer.") && !piece.contains("(")
      program += "func piece\(number)("
      program += "_ c: DIContainer, _ container: DIContainer, _ app: DIContainer, _ type: Any.Type"
      program += ") throws {\n"
      program += "#sourceLocation(file: \"piece\(number).swift\", line: 1)\n"
      program += piece + (isType ? ".self\n" : "\n")
      program += "#sourceLocation()\n}\n"
    }
    return program
  }

  private let options = ["-swift-version", "6"]

  /// What the compiler says, the mistake and its cure.
  private func troubles() throws -> [(words: String, mistake: String, cure: String)] {
    let heading = "### What the compiler says"
    let general = rows(of: text, under: heading)
    let ofTheMainActor = rows(of: text, under: heading + " about the main actor")
    try #require(!general.isEmpty && !ofTheMainActor.isEmpty)
    return try (general + ofTheMainActor).map { row in
      let spans = row.map(codeSpans)
      try #require(spans.map(\.count) == [1, 2])
      return (spans[0][0], spans[1][0], spans[1][1])
    }
  }

  @Test(
    .rules(.F6, .K3, .K4, .K7, .K8), .enabled(if: isSwift63), .timeLimit(.minutes(10)))
  func compilerSaysWhatTheTableSays() async throws {
    let troubles = try troubles()
    let mistakes = program(of: troubles.map(\.mistake))
    let said = try await diagnostics(of: mistakes, options: options)
    for (number, row) in troubles.enumerated() {
      let errors = said.filter { $0.contains("piece\(number).swift:") && $0.contains(": error: ") }
      #expect(errors.contains { $0.contains(": error: " + row.words) }, "\(row) but \(errors)")
    }
  }

  @Test(
    .rules(.F6, .K3, .K4, .K7, .K8), .enabled(if: isSwift62OrLater), .timeLimit(.minutes(10)))
  func curesOfTheTableCompile() async throws {
    let cures = program(of: try troubles().map(\.cure))
    let left = try await diagnostics(of: cures, options: options + ["-suppress-warnings"])
    #expect(left == [""])
  }

  @Test(.rules(.F6), .enabled(if: isSwift63), .timeLimit(.minutes(10)))
  func compilerWarnsOfSomeMistakesWithTheMainActorInLanguageMode5() async throws {
    #expect(text.contains("In language mode 5 some of these are warnings."))
    let rows = rows(of: text, under: "### What the compiler says about the main actor")
    let mistakes = program(of: rows.map { codeSpans(of: $0[1])[0] })
    let said = try await diagnostics(of: mistakes, options: ["-swift-version", "5"])
    let warned = rows.indices.filter { number in
      let lines = said.filter { $0.contains("piece\(number).swift:") }
      return lines.contains { $0.contains(": warning: " + codeSpans(of: rows[number][0])[0]) }
        && !lines.contains { $0.contains(": error: ") }
    }
    #expect(!warned.isEmpty && warned.count < rows.count)
  }

  @Test(.enabled(if: isSwift62OrLater), .timeLimit(.minutes(10)))
  func everythingInTheTablesOfOtherContainersCompiles() async throws {
    let headings = text.components(separatedBy: "\n").filter { $0.hasPrefix("### From ") }
    let systems = ["Swinject", "Dip", "Resolver", "Factory", "Nevis", "NSDI", "koshakji"]
    for system in systems { #expect(headings.contains { $0.contains(system) }) }
    var pieces: [String] = []
    for heading in headings {
      let rows = rows(of: text, under: heading)
      #expect(!rows.isEmpty && rows.allSatisfy { $0.count == 2 }, "\(heading)")
      for row in rows {
        #expect(!codeSpans(of: row[0]).isEmpty && !codeSpans(of: row[1]).isEmpty, "\(row)")
        pieces += codeSpans(of: row[1])
      }
    }
    let said = try await diagnostics(
      of: program(of: pieces), options: options + ["-suppress-warnings"])
    #expect(said == [""])
  }

  // MARK: - What the container says

  #if compiler(>=6.2)
    @Test(.rules(.R9, .R5, .C4, .C5, .K7, .M6), .timeLimit(.minutes(5)))
    func containerSaysWhatTheTableSays() async throws {
      let rows = rows(of: text, under: "### What the container says")
      try #require(rows.allSatisfy { $0.count == 2 })
      var said = try Trouble.texts()
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        try Trouble.registerLate()
      }
      said.append(String(decoding: try #require(result).standardErrorContent, as: UTF8.self))
      let later = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        try Trouble.askAfterTheContainerIsGone()
      }
      said.append(String(decoding: try #require(later).standardErrorContent, as: UTF8.self))
      for row in rows where !row[0].hasPrefix("nothing: ") {
        let words = try #require(codeSpans(of: row[0]).first)
        #expect(said.contains { $0.contains(words) }, "\(words)")
      }
      #expect(rows.filter { $0[0].hasPrefix("nothing: ") }.count == 8)
      #expect(DIContainer()[Animal.self] == nil)
    }
  #endif
}

/// The examples in the doc comments of the library, with the types that they speak of.
@Test(.timeLimit(.minutes(10)))
func examplesInDocCommentsRun() async throws {
  let path = "Sources/DIContainer/DIContainer.swift"
  let found = examples(of: try contents(path))
  #expect(found.count >= 4)
  var program = """
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
  for example in found {
    program += "func example\(example.line)(_ container: DIContainer) throws {\n"
    program += located(Array(zip(example.line..., example.lines)), in: path) + "}\n"
    program += "try example\(example.line)(DIContainer())\n"
  }
  #expect(try await output(of: program, options: ["-suppress-warnings"]) == "")
}
