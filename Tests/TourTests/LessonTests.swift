import DIContainer
import Foundation
import Testing

@testable import tour

private let numbers = Array(1...lessons.count)
private let lessonsWithCodeInSolution = numbers.filter { lessons[$0 - 1].solution.code != nil }

private func page(of text: String, files: [String]) -> Page {
  let own = ["The code", "main.swift", "It prints", "Exercise"]
  return Page(text, headings: own + files)
}

private func lessonPage(_ number: Int) throws -> Page {
  page(of: try Printed.lesson(number), files: lessons[number - 1].files)
}

private func solutionPage(_ number: Int) throws -> Page {
  page(of: try Printed.solution(number), files: lessons[number - 1].solution.files)
}

/// The files of a program that its lesson shows beside the code. Tests are no part of it.
private func sources(_ files: [String]) -> [URL] {
  files.filter { $0.hasPrefix("Sources/") }.map { root.appendingPathComponent($0) }
}

/// Compiles what a page shows as `main.swift`, and returns what that prints.
private func printedByTheCode(of page: Page, beside files: [URL]) throws -> String {
  let code = try #require(page.indented(under: "The code") ?? page.indented(under: "main.swift"))
  let scratch = try Scratch()
  let main = try scratch.file("main.swift", "import DIContainer\n\n" + code)
  let options = try Library.options() + ["-swift-version", "6", "-warnings-as-errors"]
  let run = try compiledAndRun([main] + files, options: options, in: scratch)
  #expect(run.status == 0, "\(run.complaint)")
  return run.output
}

@Suite struct LessonTests {
  @Test func everyLessonHasItsOutputHere() {
    #expect(printedByLesson.count == lessons.count)
    #expect(printedBySolution.count == lessonsWithCodeInSolution.count)
  }

  @Test(arguments: numbers) func lessonPrintsThis(number: Int) throws {
    let printed = try lessonPage(number).indented(under: "It prints")
    #expect(printed == printedByLesson[number])
  }

  @Test(arguments: lessonsWithCodeInSolution) func solutionPrintsThis(number: Int) throws {
    let printed = try solutionPage(number).indented(under: "It prints")
    #expect(printed == printedBySolution[number])
  }

  /// What a lesson shows is a program: compiled as it stands, it prints what the lesson printed.
  @Test(.timeLimit(.minutes(5)), arguments: numbers)
  func codeOfALessonIsTheCodeThatRan(number: Int) throws {
    let page = try lessonPage(number)
    let printed = try printedByTheCode(of: page, beside: sources(lessons[number - 1].files))
    #expect(printed == page.indented(under: "It prints"))
  }

  @Test(.timeLimit(.minutes(5)), arguments: lessonsWithCodeInSolution)
  func codeOfASolutionIsTheCodeThatRan(number: Int) throws {
    let lesson = lessons[number - 1]
    let page = try solutionPage(number)
    let files = sources(lesson.files + lesson.solution.files)
    #expect(try printedByTheCode(of: page, beside: files) == page.indented(under: "It prints"))
  }

  /// Nothing is added or left out but the frame: `Code`, `run()`, and the indentation.
  @Test(arguments: numbers) func codeIsInTheFileOfTheLesson(number: Int) throws {
    let code = lessons[number - 1].code
    let shown = try code.code().components(separatedBy: "\n")
    let file = try String(contentsOfFile: code.path, encoding: .utf8)
    let frame = file.components(separatedBy: "private enum Code {\n")
    try #require(frame.count == 2)
    let lines = frame[1].components(separatedBy: "\n").map(trimmed).filter { $0 != "" }
    let braces = 3  // of `run()`, which opens and closes, and the one that closes `Code`
    #expect(shown.map(trimmed).filter { $0 != "" }.count == lines.count - braces)
    #expect(shown.map(trimmed).allSatisfy { $0 == "" || lines.contains($0) })
  }

  @Test func filesBesideTheCodeAreShownAsTheyAre() throws {
    for (index, lesson) in lessons.enumerated() {
      for file in lesson.files {
        #expect(try lessonPage(index + 1).indented(under: file) == contents(file))
      }
      for file in lesson.solution.files {
        #expect(try #require(solutionPage(index + 1).indented(under: file)) == contents(file))
      }
    }
  }

  /// The page begins with it, so it is pasted here as a reader would: no module, no options.
  @Test(.timeLimit(.minutes(5))) func codeOfTheWelcomeRunsBesideThePastedFile() throws {
    let page = Page(
      try tour().output, headings: ["The code", "It prints", "Why", "Take it along"])
    let code = try #require(page.indented(under: "The code"))
    let scratch = try Scratch()
    let main = try scratch.file("main.swift", code)
    let library = root.appendingPathComponent("Sources/DIContainer/DIContainer.swift")
    let run = try compiledAndRun([main, library], options: [], in: scratch)
    #expect(run.output == page.indented(under: "It prints"))
    let printed = """
      Coffee from Kenya
      Coffee from Peru
      'Beans' is not registered.
        Path: Barista → Machine → Beans

      """
    #expect(run.output == printed)
  }

  @Test func everyLineOfCodeFitsATerminal() throws {
    for number in numbers {
      let texts = [try Printed.lesson(number), try Printed.solution(number)]
      for line in texts.joined().components(separatedBy: "\n") {
        #expect(line.count <= 80, "Lesson \(number): \(line)")
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
    let scratch = try Scratch()
    let file = try scratch.file("Lesson.swift", "let x = 1\n").path
    let error = try #require(throws: TourError.self) { try Snippet(path: file, run: {}).code() }
    let text = """
      There is no code to show in \(file)
      Write it as 'private enum Code { … static func run() { … } }', each brace on its own line.
      """
    #expect(error.description == text)
  }
}

private func trimmed(_ line: String) -> String { line.trimmingCharacters(in: .whitespaces) }
