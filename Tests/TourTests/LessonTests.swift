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

/// A place with the lessons as they are, in which one file is another.
private func place(_ path: String, _ change: (String) -> String) throws -> (Folder, Place) {
  let folder = try Folder([path: change(contents("Sources/tour/\(path)"))])
  return (folder, Place(folder.url.path))
}

// `Tests/tour/solutions` checks solutions and other attempts.
@Suite(.timeLimit(.minutes(5)))
struct LessonTests {
  @Test(arguments: all) func lessonPrintsWhatItPromisesAndItsExerciseIsUnsolved(
    lesson: Lesson
  ) async throws {
    let findings = try await Worker { try Program.findings(of: lesson, in: .own) }.value
    #expect(findings.contains { !$0.isSo })
    #expect(findings.map(\.sentence) == (try lesson.sentences()))
    let printed = try await Worker { try Program.output(of: lesson, in: .own) }.value
    let lines = try lesson.page().lines
    let start = try #require(lines.firstIndex(of: Page.output)) + 1
    let promised = lines[start...].prefix { $0.isEmpty || $0.hasPrefix("    ") }
    #expect(printed == promised.filter { !$0.isEmpty }.map { $0.dropFirst(4) + "\n" }.joined())
  }

  @Test(arguments: all) func lessonIsShownInTheOrderOfItsFile(lesson: Lesson) async throws {
    let page = try lesson.page()
    let run = try await runTour(lesson.name)
    #expect(run.status == 0)
    #expect(run.output.hasPrefix(page.lines.joined(separator: "\n") + "\n\nIt is solved if "))
    #expect(run.output.hasSuffix("  Go on    \(goOn(after: lesson.name))\n"))
    for sentence in try lesson.sentences() { #expect(run.output.contains("  - \(sentence)\n")) }
    let headings = page.lines.filter { $0.hasPrefix("##") }
    #expect(headings == ["## Predict", Page.output, "## Exercise"])
  }

  @Test(arguments: all) func lessonFitsATerminal(lesson: Lesson) throws {
    let texts = try lesson.page().lines + [lesson.hint(), lesson.solved()]
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

  /// Git has these files, so that `reset` finds them.
  @Test func filesAreAsTheListOfShippedFilesSays() async throws {
    let list = try contents("Sources/tour/Solutions/shipped").split(separator: "\n")
    for line in list {
      let (hash, path) = (line.prefix(40), line.dropFirst(41))
      let ended = try await Worker {
        try run(["git", "hash-object", "Sources/tour/\(path)"])
      }.value
      #expect(ended.output == "\(hash)\n", "\(path) is another: write its new hash into the list.")
    }
    for lesson in all { #expect(list.contains { $0.hasSuffix(" \(lesson.path)") }) }
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
    #expect(goOn(after: "16") == "swift run tour inside 1")
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

  @Test func whatAFileNamesOnALineOfItsOwnIsShownThere() throws {
    let lines = try #require(lessons.first { $0.name == "10" }).page().lines
    let start = try #require(lines.firstIndex(of: "Tests/TourTests/TillTests.swift"))
    #expect(lines[start + 2] == "  import DIContainer")
    #expect(lines.contains("  @Suite struct TillTests {"))
  }

  /// What a reader may write into the function that the check calls.
  @Test(arguments: [
    ("exit(0)", "The program ended here. "),
    ("fatalError(\"lost\")", "The program crashed here. lost"),
    ("while true {}", "It did not end within ten seconds."),
    ("let x: Int = \"\"", "Lesson 3 doesn't compile:"),
    ("_ = 1", "The lifetime of Machine: found lazySingleton, wanted eagerSingleton."),
  ])
  func checkSaysWhatStopsIt(statement: String, found: String) async throws {
    let (folder, place) = try place(lessons[2].path) { text in
      text.replacingOccurrences(
        of: "import DIContainer", with: "import DIContainer; import Foundation"
      )
      .replacingOccurrences(of: "  return container", with: "  \(statement); return container")
    }
    let said = try await Worker {
      do {
        let findings = try Program.findings(of: lessons[2], in: place)
        return findings.compactMap(\.found).first { $0 != "" }
      } catch {
        return "\(error)".components(separatedBy: "\n")[0]
      }
    }.value
    #expect(said == found)
    withExtendedLifetime(folder) {}
  }

  @Test func whatWasHandedInIsSolvedOpenOrNotBegun() async throws {
    let (folder, place) = try place(lessons[6].path) { text in
      text.replacingOccurrences(of: "\"kenya\"", with: "\"peru\"")
    }
    let states = await states(in: [place])[0]
    #expect(states[6] == .open("The test fails for a shop that can't, whatever is missing."))
    #expect(states.count { $0 == .notBegun } == all.count - 1)
    withExtendedLifetime(folder) {}
  }

  @Test(arguments: ["Sources/tour/Tour.swift", "Sources/tour/NoLesson.swift"])
  func brokenFileIsNamed(path: String) throws {
    let error = try #require(throws: Unreadable.self) { try Page("\(package.path)/\(path)") }
    #expect(error.description.contains(path))
  }
}
