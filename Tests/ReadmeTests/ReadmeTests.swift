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

  @Test(.timeLimit(.minutes(10)))
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
  @Test(.timeLimit(.minutes(10)))
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
    let kinds = ["swift", "swift test", "swift uncompiled", "text", "mermaid"]
    #expect(blocks.allSatisfy { kinds.contains($0.language) })
    let uncompiled = blocks.filter { $0.language == "swift uncompiled" }
    #expect(
      uncompiled.count == 1 && uncompiled.allSatisfy { $0.text.contains("EnvironmentValues") })
  }

  @Test func pageBeginsWithTheFileToCopyAndWithCode() throws {
    let lines = text.components(separatedBy: "\n")
    let section = try #require(lines.firstIndex { $0.hasPrefix("## ") })
    let file = try #require(lines.firstIndex { $0.contains("Copy this one file") })
    let code = try #require(blocks.first)
    #expect(file < section)
    #expect(code.line < section)
    #expect(code.language == "swift")
  }

  @Test func flowchartIsWhatTheToolPrints() throws {
    let printed = try run([builtProgram("todos"), "--wiring"])
    #expect(printed.errors == "")
    let chart = section(of: text, from: "<!-- flowchart -->", to: "<!-- /flowchart -->")
    #expect(
      chart.joined(separator: "\n") == "```mermaid\n\(printed.output)```",
      "Type: Tests/readme/flowchart --write")
  }

  @Test func everyFileThatIsLinkedExists() {
    let targets = text.components(separatedBy: "](").dropFirst().map { $0.prefix { $0 != ")" } }
    #expect(targets.contains("Sources/DIContainer/DIContainer.swift"))
    for target in targets where !target.hasPrefix("https://") {
      #expect(FileManager.default.fileExists(atPath: repository.path + "/" + target))
    }
  }

  /// The calls in the right column compile; the left one names each of the five systems.
  @Test(.timeLimit(.minutes(10)))
  func comingFromTableIsFullAndCompiles() async throws {
    let rows = section(of: text, from: "## Coming from", to: "## ").dropFirst(2)
      .filter { $0.hasPrefix("|") }
      .map { $0.components(separatedBy: " | ") }
    #expect(rows.count > 10 && rows.allSatisfy { $0.count == 2 })
    let theirs = rows.map { $0[0] }.joined()
    for system in ["DIContainer.swift", "Dip", "NSDI", "SDK", "Swinject"] {
      #expect(theirs.contains(system))
    }
    var program = swift.map { located($0.parts.declarations, in: "README.md") }.joined()
    program += "func calls(_ container: DIContainer, _ type: Any.Type) throws {\n"
    for row in rows {
      let calls = row[1].components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }
      #expect(!calls.isEmpty, "\(row)")
      for call in calls.map(\.element) {
        let isType = call.hasPrefix("DIContainer.") && !call.contains("(")
        program += "_ = " + call + (isType ? ".self\n" : "\n")
      }
    }
    program += "}\n"
    #expect(try await output(of: program, options: ["-suppress-warnings"]) == "")
  }
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
