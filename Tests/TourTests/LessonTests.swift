// SPDX-License-Identifier: MIT-0

import Foundation
import TestSupport
import Testing

@testable import tour

private let all = lessons + steps

/// What the exercise of the first lesson wants.
private let lines = [
  "A machine is bought.", "Ana: Here is your coffee (20 grams of beans are left).",
]

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
    #expect(run.output.hasSuffix("  Go on    \(goOn(after: lesson.name))\n"))
    #expect(page.lines[0].hasSuffix(": \(page.title)"))
    let headings = page.lines.filter { $0.hasPrefix("##") }
    #expect(headings == ["## Predict", Page.output, Page.exercise, Page.goal])
  }

  @Test(arguments: all) func lessonFitsATerminal(lesson: Lesson) throws {
    for line in try lesson.page().lines { #expect(line.count <= 80, "\(line)") }
    for line in try lesson.solved().components(separatedBy: "\n") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test(arguments: all) func solutionIsAChangeOfTheLesson(lesson: Lesson) async throws {
    let run = try await runTour("solution \(lesson.name)")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix(try contents(lesson.solution)))
    #expect(run.output.contains("\n--- a/\(lesson.path)\n+++ b/\(lesson.path)\n@@ -"))
  }

  @Test func everyRouteLeadsFromItsFirstLessonToItsLast() throws {
    for route in routes {
      for (name, next) in zip(route.names, route.names.dropFirst()) {
        let lines = goOn(after: name).components(separatedBy: "\n")
        let command = "swift run tour \(next)"
        let line = try #require(lines.first { ($0 + " ").contains(command + " ") })
        #expect(lines.count == 1 || line.contains(route.title))
      }
    }
    #expect(goOn(after: "1") == "swift run tour 2")
    #expect(
      goOn(after: "7") == """
        the end  (First use)
                   swift run tour 10  (An hour)
                   swift run tour 9  (A class)
                   swift run tour 8  (Everything)
        """)
    #expect(goOn(after: "16") == "swift run tour inside 1")
  }

  @Test func solvedExerciseSaysWhatToSeeAndWhereToGoOn() throws {
    #expect(
      try lessons[1].solved() == """
        Solved. What to see:

        One of the four registrations changes, the grinder's, and there is a new one.
        The lines of the machine and the barista stay as they are. A grinder that
        makes its own `Power` has 230 volts in Boston too.

          Compare  swift run tour solution 2
          Go on    swift run tour 3
        """)
  }

  @Test func longLinesAreBrokenAtSpaces() {
    let words = Array(repeating: "four", count: 20)
    let line = words.joined(separator: " ")
    let first = words.prefix(14).joined(separator: " ")
    let rest = words.dropFirst(14).joined(separator: " ")
    #expect(wrapped(line) == first + "\n    " + rest)
    #expect(wrapped("one\n" + line) == "one\n" + wrapped(line))
    let long = String(repeating: "x", count: 100)
    #expect(wrapped(long) == long)
    #expect(wrapped("    " + long) == "    " + long)
  }

  @Test func whatAFileNamesOnALineOfItsOwnIsShownThere() throws {
    let lines = try #require(lessons.first { $0.name == "10" }).page().lines
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
    ("A machine is bought.\nBen: Tea\n", 2, "Ben: Tea", lines[1]),
    ("", 1, "(nothing more)", lines[0]),
    ("\n", 1, "", lines[0]),
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
    #expect(error.description.hasSuffix(" Try: git restore \(path)"))
  }
}
