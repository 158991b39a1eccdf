import DIContainer
import Foundation
import TestSupport
import Testing

@testable import tour

private let numbers = Array(1...lessons.count)
private let numbersWithCodeInSolution = numbers.filter { lessons[$0 - 1].solution.code != nil }

private func page(of text: String, files: [String]) -> Page {
  let own = ["The code", "main.swift", "It prints", "Exercise"]
  return Page(text, headings: own + files)
}

private func lessonPage(_ number: Int) async throws -> Page {
  page(of: try await Printed.lesson(number), files: lessons[number - 1].files)
}

private func solutionPage(_ number: Int) async throws -> Page {
  page(of: try await Printed.solution(number), files: lessons[number - 1].solution.files)
}

/// What a page shows, as a program: its code as `main.swift`, beside the files of the lesson.
private func program(shownOn page: Page, beside files: [String]) throws -> Program {
  let code = try #require(page.indented(under: "The code") ?? page.indented(under: "main.swift"))
  var sources = ["main.swift": "import DIContainer\n\n" + code]
  for file in files where file.hasPrefix("Sources/") {
    sources[URL(fileURLWithPath: file).lastPathComponent] = try contents(file)
  }
  return Program(files: sources, options: ["-swift-version", "6", "-warnings-as-errors"])
}

@Suite struct LessonTests {
  @Test func everyOutputIsPinned() {
    #expect(printedByLesson.keys.sorted() == numbers)
    #expect(printedBySolution.keys.sorted() == numbersWithCodeInSolution)
  }

  @Test(arguments: numbers) func lessonPrintsThis(number: Int) async throws {
    #expect(try await lessonPage(number).indented(under: "It prints") == printedByLesson[number])
  }

  @Test(arguments: numbersWithCodeInSolution) func solutionPrintsThis(number: Int) async throws {
    let printed = try await solutionPage(number).indented(under: "It prints")
    #expect(printed == printedBySolution[number])
  }

  /// What a lesson shows is a program: compiled as it stands, it prints what the lesson printed.
  @Test(.enabled(if: isRelease, "compiles a program for each lesson"))
  func codeThatALessonShowsIsTheCodeThatRan() async throws {
    let pages = try await numbers.asyncMap { try await lessonPage($0) }
    let programs = try numbers.map {
      try program(shownOn: pages[$0 - 1], beside: lessons[$0 - 1].files)
    }
    for (number, run) in zip(numbers, try await Program.runWithLibrary(programs)) {
      let printed = pages[number - 1].indented(under: "It prints")
      #expect(run == Run(output: printed ?? ""), "Lesson \(number)")
    }
  }

  @Test(.enabled(if: isRelease, "compiles a program for each lesson"))
  func codeThatASolutionShowsIsTheCodeThatRan() async throws {
    let pages = try await numbers.asyncMap { try await solutionPage($0) }
    let programs = try numbersWithCodeInSolution.map { number in
      let lesson = lessons[number - 1]
      return try program(shownOn: pages[number - 1], beside: lesson.files + lesson.solution.files)
    }
    let runs = try await Program.runWithLibrary(programs)
    for (number, run) in zip(numbersWithCodeInSolution, runs) {
      let printed = pages[number - 1].indented(under: "It prints")
      #expect(run == Run(output: printed ?? ""), "The solution of lesson \(number)")
    }
  }

  /// Nothing is added or left out but the frame: `Code`, `run()`, and the indentation.
  @Test(arguments: numbers) func codeIsInTheFileOfTheLesson(number: Int) throws {
    let code = lessons[number - 1].code
    let shown = try code.code().components(separatedBy: "\n").map(trimmed).filter { $0 != "" }
    let file = try String(contentsOfFile: code.path, encoding: .utf8)
    let parts = file.components(separatedBy: "private enum Code {\n")
    try #require(parts.count == 2)
    let written = parts[1].components(separatedBy: "\n").map(trimmed).filter { $0 != "" }
    let frame = 3  // where `run()` opens and closes, and where `Code` closes
    #expect(shown.count == written.count - frame)
    #expect(shown.allSatisfy(written.contains))
  }

  @Test func filesBesideTheCodeAreShownAsTheyAre() async throws {
    for number in numbers {
      for file in lessons[number - 1].files {
        #expect(try await lessonPage(number).indented(under: file) == contents(file))
      }
      for file in lessons[number - 1].solution.files {
        #expect(try await solutionPage(number).indented(under: file) == contents(file))
      }
    }
  }

  /// A reader's first command, and then the reader pastes: no module, and no options.
  @Test func codeOfTheWelcomeRunsBesideThePastedFile() async throws {
    let welcome = try await runTour([]).output
    let page = Page(welcome, headings: ["The code", "It prints", "Why"])
    let code = try #require(page.indented(under: "The code"))
    let library = try contents("Sources/DIContainer/DIContainer.swift")
    let run = try await Program(files: ["main.swift": code, "DIContainer.swift": library]).run()
    let printed = """
      Coffee from Kenya
      Coffee from Peru
      'Beans' is not registered.
        Path: Barista → Machine → Beans

      """
    #expect(run == Run(output: printed))
    #expect(page.indented(under: "It prints") == printed)
  }

  /// A lesson of several files, in a folder of its own: what they import isn't a module there.
  @Test func filesOfALessonRunBesideThePastedFile() async throws {
    let number = try #require(lessons.firstIndex { $0.files.count > 2 }) + 1
    let shown = try await lessonPage(number)
    var files = ["DIContainer.swift": try contents("Sources/DIContainer/DIContainer.swift")]
    files["main.swift"] = shown.indented(under: "main.swift")
    #expect(files["main.swift"] != nil)
    for file in lessons[number - 1].files {
      let text = try #require(shown.indented(under: file))
      let name = URL(fileURLWithPath: file).lastPathComponent
      files[name] = text.replacingOccurrences(of: "import DIContainer\n", with: "")
    }
    let printed = shown.indented(under: "It prints") ?? ""
    #expect(try await Program(files: files).run() == Run(output: printed))
  }

  /// What is shown is the top level of a program, where `try` needs no `catch`. So whoever does the
  /// exercise may write it without, too.
  @Test(arguments: numbers) func codeMayThrow(number: Int) throws {
    let file = try String(contentsOfFile: lessons[number - 1].code.path, encoding: .utf8)
    #expect(file.contains("  static func run() throws {\n") || file.contains(" async throws {\n"))
  }

  /// The tour can't run a test, so the exercise says what can.
  @Test func exerciseThatIsATestIsRunAsOne() async throws {
    let tests = numbers.filter { lessons[$0 - 1].testToWrite != nil }
    #expect(tests == numbers.filter { !numbersWithCodeInSolution.contains($0) })
    for number in tests {
      let lines = """
          Change   Tests/TourTests/TillTests.swift
          Run      swift test --filter TillTests

        """
      #expect(try await Printed.lesson(number).contains(lines))
    }
  }

  /// What the code prints may be wider: it is the container that writes it, for logs.
  @Test func everyLineFitsATerminal() async throws {
    for number in numbers {
      for page in [try await lessonPage(number), try await solutionPage(number)] {
        for line in page.sections.filter({ $0.heading != "It prints" }).flatMap(\.lines) {
          #expect(line.count <= 80, "Lesson \(number): \(line)")
        }
      }
    }
  }

  /// The README writes `try` before the whole call of an initializer, and so do the lessons.
  @Test func lessonsAndReadmeSpellAFactoryTheSameWay() throws {
    let programs = try lessons.map { try $0.code.code() }
    let solutions = try lessons.compactMap { try $0.solution.code?.code() }
    for text in programs + solutions + [try contents("README.md")] {
      #expect(!text.contains(": try c.resolve("))
    }
  }
}

@Suite struct SnippetTests {
  /// A reader changes the code of a lesson, and forgets a registration.
  @Test func errorOfTheCodeIsToldFromOneOfTheTour() async throws {
    let container = DIContainer()
    let error = try await #require(throws: TourError.self) {
      try await Tour().run(Snippet { _ = try container.resolve(Int.self) })
    }
    #expect(error.description == "The code ended with an error:\n  'Int' is not registered.")
  }

  @Test func missingSourceSaysWhichAndWhatToDo() throws {
    let error = try #require(throws: TourError.self) {
      try Snippet(path: "/no/such/Lesson.swift", run: {}).code()
    }
    let text = """
      The tour shows its own source files, and one can't be read: /no/such/Lesson.swift
      Go to the folder of the package, and build the tour there: swift run tour
      """
    #expect(error.description == text)
  }

  @Test func fileWithoutCodeSaysWhichAndWhatToDo() throws {
    let folder = try Folder(["Lesson.swift": "let x = 1\n"])
    let path = folder.url.path + "/Lesson.swift"
    let error = try #require(throws: TourError.self) { try Snippet(path: path, run: {}).code() }
    let text = """
      There is no code to show in \(path)
      Write it as 'private enum Code { … static func run() { … } }', each brace on its own line.
      """
    #expect(error.description == text)
  }
}

private func trimmed(_ line: String) -> String { line.trimmingCharacters(in: .whitespaces) }

extension Array {
  fileprivate func asyncMap<Result>(
    _ transform: (Element) async throws -> Result
  ) async throws -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
