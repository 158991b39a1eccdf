// SPDX-License-Identifier: MIT-0

import Foundation
import TestSupport
import Testing

@testable import tour

private let all = lessons + steps

/// Runs the tour, on a thread of its own, so that other tests go on.
func runTour(_ words: String, in folder: URL = repository) async throws -> Run {
  try await Worker {
    try run([builtProgram("tour")] + words.split(separator: " ").map(String.init), in: folder)
  }.value
}

// `Tests/tour/solutions` checks that the solutions reach their goals: it compiles them.
@Suite(.timeLimit(.minutes(5)))
struct LessonTests {
  @Test(arguments: all) func lessonPrintsWhatItPromisesAndItsExerciseIsUnsolved(
    lesson: Lesson
  ) async throws {
    let page = try lesson.page()
    let difference = try #require(page.difference(ifItPrints: page.promised))
    let output = page.promised + "\n" + difference + "\n"
    #expect(try await runTour("check \(lesson.name)") == Run(status: 1, output: output))
  }

  @Test(arguments: all) func lessonIsShownInTheOrderOfItsFile(lesson: Lesson) async throws {
    let page = try lesson.page()
    let run = try await runTour(lesson.name)
    #expect(run.status == 0)
    #expect(run.output.hasPrefix(page.lines.joined(separator: "\n") + "\n\n  Change  "))
    #expect(run.output.hasSuffix("  Go on    swift run tour \(lesson.next)\n"))
    #expect(page.lines[0].hasSuffix(": \(page.title)"))
    let headings = page.lines.filter { $0.hasPrefix("##") }
    #expect(headings == ["## Predict", Page.output, Page.exercise, Page.goal])
  }

  /// What a program prints may be wider: the container writes for logs.
  @Test(arguments: all) func lessonFitsATerminal(lesson: Lesson) throws {
    let page = try lesson.page()
    let printed = (page.promised + page.goal).components(separatedBy: "\n")
    for line in page.lines where !printed.contains(String(line.dropFirst(4))) {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test(arguments: all) func solutionIsAChangeOfTheLesson(lesson: Lesson) async throws {
    let run = try await runTour("solution \(lesson.name)")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix(try contents(lesson.solution)))
    #expect(run.output.contains("\n--- a/\(lesson.path)\n+++ b/\(lesson.path)\n@@ -"))
  }

  @Test func onePageLeadsToTheNext() {
    let names = all.map(\.name)
    #expect(lessons.map(\.next) == names[1..<lessons.count] + ["inside"])
    #expect(steps.map(\.next) == names[(lessons.count + 1)...] + [RealFile.name])
  }

  @Test func whatAFileNamesOnALineOfItsOwnIsShownThere() throws {
    let lines = try #require(lessons.last { $0.file == "Lesson10" }).page().lines
    let start = try #require(lines.firstIndex(of: "Tests/TourTests/TillTests.swift"))
    #expect(lines[start + 2] == "  import DIContainer")
    #expect(lines.contains("  @Suite struct TillTests {"))
  }

  @Test func changedProgramIsSeenFirstAndThenOnlyTheExercise() throws {
    let page = try lessons[0].page()
    #expect(page.lines(ifItPrints: page.promised) == page.lines)
    let lines = page.lines(ifItPrints: "Ana: Tea\n")
    #expect(lines[0].hasPrefix("Ana: Tea\n\n"))
    #expect(lines[1] == Page.exercise)
    #expect(lines.last == page.lines.last)
  }

  @Test(arguments: [
    ("Ana: Coffee from Kenya\nBen: Tea\n", 2, "Ben: Tea", "Ben: Coffee from Kenya"),
    ("", 1, "(nothing more)", "Ana: Coffee from Kenya"),
    ("\n", 1, "", "Ana: Coffee from Kenya"),
  ])
  func checkSaysWhichLineDiffers(
    printed: String, line: Int, isThere: String, wanted: String
  ) throws {
    let page = try lessons[0].page()
    let text = """
      Not solved yet. Line \(line) differs:

        it prints  \(isThere)
        wanted     \(wanted)
      """
    #expect(page.difference(ifItPrints: printed) == text)
  }

  @Test func checkSaysWhatIsPrintedTooMuchAndNothingIfItIsSolved() throws {
    let page = try lessons[0].page()
    #expect(page.difference(ifItPrints: page.goal) == nil)
    let difference = try #require(page.difference(ifItPrints: page.goal + "More\n"))
    #expect(difference.hasSuffix("  it prints  More\n  wanted     (nothing more)"))
  }

  @Test func errorOfAProgramIsPartOfWhatItPrints() async {
    let program: @Sendable () throws -> Void = {
      print("A", 1, separator: "-")
      throw Failure("lost")
    }
    let printed = await Output.shared.of(program, isShown: false)
    #expect(printed == "A-1\nThe program ended with an error: lost\n")
  }

  @Test(arguments: ["Sources/tour/Output.swift", "Sources/tour/NoLesson.swift"])
  func brokenFileSaysHowToUndoThat(path: String) throws {
    let error = try #require(throws: Unreadable.self) { try Page(path) }
    #expect(error.description.hasPrefix(path))
    #expect(error.description.hasSuffix("Try: git restore Sources Tests"))
  }
}
