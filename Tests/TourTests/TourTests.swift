// SPDX-License-Identifier: MIT-0

import Foundation
import TestSupport
import Testing

@testable import tour

/// Runs the tour, on a thread of its own, so that other tests go on.
private func runTour(_ words: String) async throws -> Run {
  let words = [try builtProgram("tour")] + words.split(separator: " ").map(String.init)
  return try await Worker { try run(words) }.value
}

/// A solution with changes, and what the tour has to say of it.
struct Attempt: Sendable, CustomStringConvertible {
  let lesson: Lesson
  var changes = "+ "
  var wanted = State.solved

  var description: String { "\(lesson) \(changes)" }

  /// The lessons with their solutions: `Tests/checks/tour/solutions` makes them.
  static let solved = ProcessInfo.processInfo.environment["SOLVED_LESSONS"]

  /// The solutions themselves, and each line of the table.
  static func table() throws -> [Attempt] {
    let row = /(?m)^(inside \d|\d+)(?:\.(\d))? (.+)$/
    var table = allLessons.map { Attempt(lesson: $0) }
    for match in try contents("Tests/checks/tour/attempts").matches(of: row) {
      let lesson = try #require(allLessons.first { $0.name == match.1 })
      let fact = match.2.flatMap { Int($0) }.map { lesson.sentences[$0 - 1] }
      let wanted = fact.map(State.open) ?? .solved
      table.append(Attempt(lesson: lesson, changes: "\(match.3)", wanted: wanted))
    }
    return table
  }

  func files() throws -> [String: String] {
    let place = try #require(Self.solved)
    let paths = tour.files(in: "\(place)/\(lesson.folder)").map { "\(lesson.folder)/\($0)" }
    var texts = try paths.map { try contents(of: "\(place)/\($0)") }
    for change in changes.replacing("|", with: "\n").components(separatedBy: " ;; ") {
      let parts = change.components(separatedBy: " =>")
      let before = texts
      if parts.count == 1 {
        texts[0] += "\n\(change.dropFirst(2))\n"
      } else {
        texts = texts.map { $0.replacing(parts[0], with: parts[1].dropFirst()) }
      }
      #expect(texts != before, "There is no '\(parts[0])'.")
    }
    return Dictionary(uniqueKeysWithValues: zip(paths, texts))
  }
}

@Test(.enabled(if: Attempt.solved != nil), arguments: try Attempt.table())
func attemptIsJudged(attempt: Attempt) throws {
  let folder = try Folder(attempt.files())
  #expect(Work(in: folder.url.path).state(attempt.lesson) == attempt.wanted)
  withExtendedLifetime(folder) {}
}

@Suite(.timeLimit(.minutes(5)))
struct TourTests {
  @Test(arguments: ["0", "13", "7 8", "inside 5", "hint", "route 1", "class", "class a b 13"])
  func mistakeSaysWhatCanBeTyped(words: String) async throws {
    let said = try await runTour(words)
    #expect(said.status == 64 && said.errors.hasPrefix("The tour doesn't know '\(words)'."))
    #expect(said.errors.hasSuffix("\n\(usage)\n"))
  }

  @Test func everyLineOfTheUsageIsACommand() throws {
    for line in usage.components(separatedBy: "\n") {
      let match = line.firstMatch(of: /^  swift run tour ?(.*?)\s\s/)
      #expect(command(try #require(match).1.split(separator: " ").map(String.init)) != nil)
    }
  }

  @Test func overviewHasRoutesAndLessonsAndTheMinutesAreTheirSum() async throws {
    let overview = try await runTour("").output
    #expect(lessons.count == 12 && steps.count == 4 && routes.count == 4)
    for line in allLessons.map(\.line) + routes.map(\.line) { #expect(overview.contains(line)) }
    for route in routes {
      let chosen = allLessons.filter { route.lessons.contains($0.name) }
      #expect(chosen.count == route.lessons.count)
      #expect(route.minutes == "\(chosen.reduce(5) { $0 + (Int($1.minutes) ?? 0) })")
    }
    #expect(routes[1].next(after: lessons[2]) == "swift run tour 6")
    #expect(routes[1].next(after: lessons[3]) == "swift run tour 5")
    #expect(routes[3].next(after: lessons[11]) == "swift run tour inside 1")
    #expect(routes[3].next(after: steps[3]) == "the end of the route")
  }

  @Test(arguments: allLessons) func lessonIsAPageThatFitsATerminalAndItsExerciseIsUnsolved(
    lesson: Lesson
  ) async throws {
    #expect(!Work.own.isChanged(lesson), "Write `git write-tree --prefix=…` to Lessons.tree.")
    let page = try lesson.page()
    #expect(page[1].hasPrefix("Goal: "))
    #expect(page.filter { $0.hasPrefix("##") } == ["## Predict", "## Why", "## Exercise"])
    let texts = try page + [lesson.hint(), lesson.point()] + lesson.sentences
    for line in texts.flatMap({ $0.components(separatedBy: "\n") }) { #expect(line.count <= 80) }
    let (printed, findings) = try await Worker {
      let program = try Work.own.program(lesson)
      return try (program.output(), program.findings())
    }.value
    #expect(findings.contains { !$0.isSo } && findings.count == lesson.sentences.count)
    let time = /\d+\.\d+ seconds/  // of the tests of lesson 7
    let shown = try await runTour(lesson.name).output.replacing(time, with: "")
    #expect(shown.contains("## It prints\n\(printed.replacing(time, with: ""))\n## Why"))
  }

  /// Lesson 3, where a reader has written something into the function that is checked.
  private func lesson3(_ statement: String) throws -> String {
    try contents("Sources/tour/Lessons/Lesson03/Lifetimes.swift")
      .replacing("import DIContainer", with: "import DIContainer; import Foundation")
      .replacing("  return container", with: "  \(statement); return container")
  }

  @Test(arguments: [
    ("exit(0)", "The program ended here."), ("sleep(4000)", "It did not end within 10 seconds."),
    (
      "fatalError(\"lost\")",
      "The program crashed here. Lesson03/Lifetimes.swift:29: Fatal error: lost"
    ),
    ("while true { print([Int](1...99)) }", "It printed more than a megabyte."),
    (
      "try! Process.run(URL(fileURLWithPath: \"/bin/sleep\"), arguments: [\"4000\"])",
      "Registered: expected"
    ),
    ("print(FileManager.default.subpaths(atPath: \".\")!.count)", "Registered: expected"),
    ("let x: Int = \"\"", "ana/Lifetimes.swift:29:16: error: cannot convert"),
    ("print(\"\\u{1B}[2J\")", "  | ·[2J\n"),
  ])
  func checkSaysWhatStopsIt(statement: String, found: String) async throws {
    let class3 = try Folder(["ana/Lifetimes.swift": lesson3(statement)])
    let said = try await runTour("class \(class3.url.path) ana 3")
    #expect((said.output + said.errors).contains(found))
  }

  @Test func nothingThatIsHandedInGoesUnmentioned() async throws {
    let text = try lesson3("_ = 1")
    let class3 = try Folder([
      "ana/x/y/Lessons/Lesson03/Lifetimes.swift": text, "ana/Homework.swift": text,
      "ben/Lesson03/New.swift": "", "note.txt": "",
    ])
    let states = """
        open       3: \(lessons[2].sentences[0])
        not there  \(allLessons.map(\.name).filter { $0 != "3" }.joined(separator: ", "))
      """
    try FileManager.default.createSymbolicLink(
      atPath: "\(class3.url.path)/ana/Till.swift", withDestinationPath: "/dev/zero")
    let said = try await runTour("class \(class3.url.path)").output
    let wanted = """
      note.txt is not a folder.
      Students to check: 2

      ana (1 of 2)
      \(states)
        not read   Homework.swift
        not read   Till.swift

      ben (2 of 2)
      \(states)
        missing    Lesson03/Lifetimes.swift

      """
    #expect(said == wanted)
  }

  @Test func resetPutsTheShippedFilesBackAndLeavesOthers() throws {
    let folder = try Folder(["Lesson09/Oven.swift": "x", "Lesson09/Courier.swift": "y"])
    try lessons[8].reset(in: folder.url.path)
    #expect(!Work(in: folder.url.path).missing.contains("Lesson09/Bakery.swift"))
    let texts = try ["Oven", "Courier"].map {
      try String(contentsOfFile: "\(folder.url.path)/Lesson09/\($0).swift", encoding: .utf8)
    }
    #expect(texts == [shipped["Lesson09/Oven.swift"], "y"])
  }
}
