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

/// A place with one lesson, which is changed.
private func place(_ lesson: Lesson, _ change: (String) -> String) throws -> Folder {
  try Folder([lesson.path: change(contents("Sources/tour/\(lesson.path)"))])
}

// `Tests/checks/tour/solutions` checks solutions and other attempts.
@Suite(.timeLimit(.minutes(5)))
struct LessonTests {
  @Test(arguments: all) func lessonIsShownWithWhatItPrintsAndItsExerciseIsUnsolved(
    lesson: Lesson
  ) async throws {
    let (printed, findings) = try await Worker {
      let program = try Program(lesson, in: tourFolder)
      return try (program.output(), program.findings())
    }.value
    #expect(findings.contains { !$0.isSo })

    let run = try await runTour(lesson.name)
    let page = try lesson.page()
    #expect(page.filter { $0.hasPrefix("##") } == ["## Predict", "## Why", "## Exercise"])
    let parts = page.split(separator: "## Why").map { $0.joined(separator: "\n") }
    let shown = [
      parts[0], "## It prints", printed, "## Why", parts[1], "", "It is solved",
    ]
    #expect(run.output.hasPrefix(shown.joined(separator: "\n")))
    for sentence in try lesson.sentences() { #expect(run.output.contains("  - \(sentence)\n")) }
    #expect(run.output.hasSuffix("  Go on    \(lesson.goOn)\n"))
  }

  @Test(arguments: all) func lessonFitsATerminal(lesson: Lesson) throws {
    let texts = try lesson.page() + [lesson.hint(), lesson.point()]
    for line in texts.flatMap({ $0.components(separatedBy: "\n") }) {
      #expect(line.count <= 80, "\(line)")
    }
    for sentence in try lesson.sentences() { #expect(sentence.count <= 76, "\(sentence)") }
  }

  @Test(arguments: all) func solutionIsAChangeOfTheLesson(lesson: Lesson) async throws {
    let run = try await runTour("solution \(lesson.name)")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix(try contents("Sources/tour/\(lesson.solution)")))
    #expect(run.output.contains("\n--- a/Sources/tour/Lessons/") || lesson.name.hasPrefix("inside"))
    #expect(try await runTour("hint \(lesson.name)").output == lesson.hint() + "\n")
  }

  @Test(arguments: all) func lessonIsAsTheTreeOfItsFolderHasIt(lesson: Lesson) throws {
    let change = "After `git add`, write `git write-tree --prefix=Sources/tour/\(lesson.folder)/`"
    #expect(!lesson.isChanged(in: tourFolder), "\(change) into \(lesson.folder).tree, and commit.")
  }

  @Test func stepsFollowTheLessons() {
    #expect(lessons[0].goOn == "swift run tour 2")
    #expect(lessons[15].goOn == "swift run tour inside 1")
    #expect(steps[5].goOn == "the end")
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
  }

  private static let eagerSingletons =
    "Eager singletons: found [\"Menu\", \"Shop\"], wanted [\"Machine\", \"Menu\", \"Shop\"]."

  /// What a reader may write into the function that the check calls.
  @Test(arguments: [
    ("exit(0)", "The program ended here. "),
    ("fatalError(\"lost\")", "The program crashed here. lost"),
    ("while true {}", "It did not end within ten seconds."),
    ("let x: Int = \"\"", "Lesson 3 doesn't compile:"),
    ("_ = 1", eagerSingletons),
  ])
  func checkSaysWhatStopsIt(statement: String, found: String) async throws {
    let folder = try place(lessons[2]) { text in
      text.replacingOccurrences(
        of: "import DIContainer", with: "import DIContainer; import Foundation"
      )
      .replacingOccurrences(of: "  return container", with: "  \(statement); return container")
    }
    let place = folder.url.path
    let said = try await Worker {
      do {
        let findings = try Program(lessons[2], in: place).findings()
        return findings.compactMap(\.found).first { $0 != "" }
      } catch {
        return "\(error)".components(separatedBy: "\n")[0]
      }
    }.value
    #expect(said == found)
    withExtendedLifetime(folder) {}
  }

  @Test func whatWasHandedInIsSolvedOpenOrNotBegun() async throws {
    let folder = try place(lessons[6]) { text in
      text.replacingOccurrences(of: "\"kenya\"", with: "\"peru\"")
    }
    let states = await states(in: [folder.url.path])[0]
    #expect(states[6] == .open(try lessons[6].sentences()[1]))
    #expect(states.count { $0 == .notBegun } == all.count - 1)
    withExtendedLifetime(folder) {}
  }
}
