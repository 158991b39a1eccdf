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

/// A solution with changes, and the number of the first fact that is not so then, or `?` to read this.
struct Attempt: Sendable, CustomStringConvertible {
  let lesson: Lesson
  let mark: String
  let changes: String

  var description: String { "\(lesson) \(changes)" }

  /// The lessons with their solutions: `Tests/checks/tour/solutions` makes them.
  static let solved = ProcessInfo.processInfo.environment["SOLVED_LESSONS"]

  /// Each line of the table, and the solutions themselves.
  static func table() throws -> [Attempt] {
    let lines = try contents("Tests/checks/tour/attempts") + allLessons.map { "\n\($0) " }.joined()
    return try lines.matches(of: /(?m)^(inside \d|\d+)\.?(\S?) (.*)$/).map { row in
      let lesson = try #require(allLessons.first { $0.name == row.1 })
      return Attempt(lesson: lesson, mark: "\(row.2)", changes: "\(row.3)")
    }
  }

  func files() throws -> [String: String] {
    let place = try #require(Self.solved)
    let paths = tour.files(in: "\(place)/\(lesson.folder)").map { "\(lesson.folder)/\($0)" }
    var texts = try paths.map { try contents(of: "\(place)/\($0)") }
    for change in changes.replacing("|", with: "\n").components(separatedBy: " ;; ")
    where change != "" {
      let before = texts
      let parts = change.components(separatedBy: " =>")
      if parts.count == 1 { texts[0] += "\n\(change.dropFirst(2))\n" }
      if parts.count == 2 {
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
  let verdict = Work(in: folder.url.path).verdict(attempt.lesson)
  #expect(
    verdict.missed.first == Int(attempt.mark).map { attempt.lesson.sentences[$0 - 1] }, "\(verdict)"
  )
  #expect((verdict.state == .solved) == (attempt.mark == ""))
  #expect((verdict.state == .readThis) == (attempt.mark == "?"))
  withExtendedLifetime(folder) {}
}

@Suite(.timeLimit(.minutes(5)))
struct TourTests {
  @Test(arguments: ["0", "14", "7 8", "inside 5", "hint", "route 31", "class", "class a b 14"])
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
    #expect(routes.map(\.lessons.count) == [4, 8, 12, allLessons.count])
    for line in allLessons.map(\.line) + routes.map(\.line) { #expect(overview.contains(line)) }
    for route in routes {
      #expect(route.minutes == "\(route.lessons.reduce(5) { $0 + (Int($1.minutes) ?? 0) })")
      if let most = Int(route.name) { #expect(Int(route.minutes).map { $0 <= most } == true) }
    }
  }

  /// What a lesson says that it teaches or needs, and all words that it shows.
  private func words(of lesson: Lesson) throws -> (new: [String], needed: [String], used: String) {
    let files = Work.own.files(of: lesson) + ["\(tourFolder)/\(lesson.solution)"]
    let texts = try files.map { try contents(of: $0) } + lesson.sentences + [lesson.question]
    let text = texts.joined(separator: "\n").replacing(/\n(\/\/ *)?/, with: " ")
    func list(_ mark: String) throws -> [String] {
      let list =
        text.firstMatch(of: try Regex("- \(mark): ([^.]+)")).flatMap { $0[1].substring } ?? ""
      return list.replacing("`", with: "").components(separatedBy: ", ").filter { !$0.isEmpty }
    }
    let used = text.replacing(/- Needs: [^.]+/, with: "").replacing("@Test(arguments:", with: "")
    return try (list("New"), list("Needs"), used)
  }

  @Test(arguments: routes) func everyLessonNeedsWhatOneBeforeItTeaches(route: Route) throws {
    var taught: Set<String> = []
    let all = Set(try allLessons.flatMap { try words(of: $0).new })
    for lesson in route.lessons {
      let (new, needed, text) = try words(of: lesson)
      #expect(taught.isSuperset(of: needed), "Lesson \(lesson) comes before what it needs.")
      #expect(lesson.folder.hasPrefix("Inside") || !new.isEmpty)
      taught.formUnion(new)
      let used = try all.filter { word in
        let regex = try Regex("\\b\(word)\(word.hasSuffix(":") ? "" : "\\b")")
        return text.contains(regex.ignoresCase().wordBoundaryKind(.simple))
      }
      #expect(used == Set(new + needed), "Lesson \(lesson) has to declare what it uses.")
    }
  }

  @Test(arguments: allLessons) func lessonFitsATerminalAndIsUnsolved(lesson: Lesson) async throws {
    #expect(!Work.own.isChanged(lesson), "Write `git write-tree --prefix=…` to Lessons.tree.")
    let page = try lesson.page()
    #expect(page[1].hasPrefix("Goal: "))
    #expect(page.filter { $0.hasPrefix("##") } == ["## Predict", "## Why", "## Exercise"])
    let texts = try page + [lesson.question, lesson.hint(), lesson.point()] + lesson.sentences
    for line in texts.flatMap({ $0.components(separatedBy: "\n") }) { #expect(line.count <= 80) }
    let findings = try await Worker { try Work.own.program(lesson).verdict().findings }.value
    #expect(findings.contains { !$0.isSo } && findings.count == lesson.sentences.count)
  }

  @Test func lessonShowsWhatItPrintsBeforeItSaysWhy() async throws {
    let printed = try await Worker { try Work.own.program(allLessons[0]).output() }.value
    #expect(try await runTour("1").output.contains("## It prints\n\(printed)\n## Why"))
  }

  /// Lesson 4, where a reader has written something into the function that is checked.
  private func lifetimes(_ statement: String) throws -> String {
    try contents("Sources/tour/Lessons/Lesson04/Lifetimes.swift")
      .replacing("import DIContainer", with: "import DIContainer; import Foundation")
      .replacing("  return container", with: "  \(statement); return container")
  }

  @Test(arguments: [
    ("exit(0)", "The program ended here."), ("sleep(4000)", "It did not end within 10 seconds."),
    ("fatalError(\"lost\")", "crashed here. Lesson04/Lifetimes.swift:31: Fatal error: lost"),
    ("while true { print([Int](1...9999)) }", "It printed more than a megabyte."),
    (
      #"try? Process.run(URL(filePath: "/usr/bin/setsid"), arguments: ["sleep", "99"])"#,
      "Registered: expected"
    ),
    ("print(FileManager.default.subpaths(atPath: \".\")!.count)", "Registered: expected"),
    ("let x: Int = \"\"", "ana/Lifetimes.swift:31:16: error: cannot convert"),
    ("print(\"\\u{1B}[2J\")", "  | ·[2J\n"),
  ])
  func checkSaysWhatStopsIt(statement: String, found: String) async throws {
    let stack = try Folder(["ana/Lifetimes.swift": lifetimes(statement)])
    let said = try await runTour("class \(stack.url.path) ana 4")
    #expect((said.output + said.errors).contains(found))
  }

  @Test func nothingThatIsHandedInGoesUnmentioned() async throws {
    let text = try lifetimes("_ = 1")
    let stack = try Folder([
      "ana/Lesson04 (copy)/Lifetimes.swift": "x", "ana/x/y/Lessons/Lesson04/Lifetimes.swift": text,
      "ana/Homework.swift": text, "=ben/Lesson03/Lifetimes.swift": "x",
      "=ben/Lesson04/New.swift": "",
      "note.txt": "",
    ])
    try FileManager.default.createSymbolicLink(
      atPath: "\(stack.url.path)/ana/Till.swift", withDestinationPath: "/dev/zero")
    let said = try await runTour("class \(stack.url.path)").output
    let wanted = """
      note.txt is not a folder.
      Students to check: 2

      =ben (1 of 2)
        did not compile  4: Lesson03/Lifetimes.swift:1:1: error: expressions are not allowed at the top level

      ana (2 of 2)
        open             4: \(allLessons[3].sentences[0])
        not read         Homework.swift
        not read         Lesson04 (copy)/Lifetimes.swift
        not read         Till.swift

      \(padded("", to: 24))  1  2  3  4  5  6  7  8  9 10 11 12 13 i1 i2 i3 i4
      \(padded("=ben", to: 24))           c
      \(padded("ana", to: 24))           ✗

      ✓ solved, ? read this, ✗ open, c did not compile
      ∞ did not end, ! crashed, · not begun

      The facts that most students missed:
         1  \(allLessons[3].sentences[0])
         1  \(allLessons[3].sentences[2])
      For a sheet of your own: \(stack.url.path)/tour.csv

      """
    let spaces = try Regex(#"(?m) +$"#)
    #expect(said.replacing(spaces, with: "") == wanted)
    let sheet = try contents(of: "\(stack.url.path)/tour.csv").components(separatedBy: "\r\n")
    #expect(sheet[0].hasPrefix("\"student\",\"1\",") && sheet[0].hasSuffix(",\"inside 4\""))
    let (none, row) = ("\"not there\",", "\"'=ben\",")
    #expect(sheet[1].hasPrefix(row + none + none + none + "\"did not compile\"," + none))
  }

  @Test func resetPutsTheShippedFilesBackAndLeavesOthers() throws {
    let folder = try Folder(["Lesson08/Oven.swift": "x", "Lesson08/Courier.swift": "y"])
    try allLessons[7].reset(in: folder.url.path)
    let place = "\(folder.url.path)/Lesson08"
    #expect(tour.files(in: place) == (allLessons[7].files + ["Courier.swift"]).sorted())
    let oven = try contents(of: "\(shipped)/Lesson08/Oven.swift")
    #expect(try contents(of: "\(place)/Oven.swift") == oven && oven != "x")
    #expect(try contents(of: "\(place)/Courier.swift") == "y")
  }
}
