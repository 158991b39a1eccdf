// SPDX-License-Identifier: MIT-0

import Foundation
import TestSupport
import Testing

@testable import tour

/// The lessons with their solutions: `Tests/checks/tour/solutions` makes them.
private let solved = ProcessInfo.processInfo.environment["SOLVED_LESSONS"]

private let exercises = allLessons.filter { !$0.facts.isEmpty }

private func findings(_ lesson: Lesson, in place: String) async throws -> [String?] {
  try await Worker { try Program(lesson, facts: lesson.facts, in: place).check().findings.map(\.found) }.value
}

@Test(.enabled(if: solved != nil), arguments: exercises)
func solutionReachesItsGoal(lesson: Lesson) async throws {
  let found = try await findings(lesson, in: try #require(solved))
  #expect(found.allSatisfy { $0 == "" }, "\(found)")
}

@Test func aMistypedCommandListsTheCommands() throws {
  let said = try run([builtProgram("tour"), "inside", "5"])
  #expect(said.status == 64 && said.errors.hasPrefix("The tour has no command 'inside 5'."))
  for line in usage.components(separatedBy: "\n") {
    let words = try #require(line.firstMatch(of: /^  swift run tour ?(.*?)\s\s/)).1
    #expect(commands["\(words)"] != nil)
  }
}

@Test func minutesOfARouteAreTheSumOfItsLessons() {
  #expect(routes.map(\.lessons.count) == [4, 7, 11, allLessons.count])
  for route in routes {
    let sum = route.lessons.reduce(5) { $0 + (Int($1.minutes) ?? 0) }
    #expect(route.minutes == "\(sum)" && sum <= Int(route.name) ?? sum)
  }
}

@Test func aLessonUsesOnlyWhatLessonsBeforeItTeach() throws {
  var later = allLessons.flatMap {
    $0.teaches.replacing("`", with: "").components(separatedBy: ", ")
  }
  for lesson in allLessons {
    later.removeAll {
      lesson.teaches.replacing("`", with: "").components(separatedBy: ", ").contains($0)
    }
    let text = try (lesson.texts() + [lesson.facts.isEmpty ? "" : contents(of: lesson.solution)])
      .joined().replacing(/\n(\/\/ *)?/, with: " ")
    for word in later {
      let regex = try Regex("\\b\(word)\(word.hasSuffix(":") ? "" : "\\b")")
      #expect(!text.contains(regex), "Lesson \(lesson) uses \(word).")
    }
  }
}

@Test(arguments: allLessons) func lessonFitsATerminal(lesson: Lesson) throws {
  #expect(!lesson.isChanged, "Update Lessons.tree as the page of the tour says.")
  let page = try lesson.page()
  let headings = ["## Predict", "## Why", "## Exercise"].prefix(lesson.facts.isEmpty ? 2 : 3)
  #expect(page[1].hasPrefix("Goal: ") && page.filter { $0.hasPrefix("##") } == Array(headings))
  let lines = page.flatMap { $0.components(separatedBy: "\n") }
  #expect(lines.allSatisfy { $0.count <= 80 })
}

@Test(arguments: exercises) func exerciseIsUnsolvedAtFirst(lesson: Lesson) async throws {
  let found = try await findings(lesson, in: Lesson.ownPlace)
  #expect(found.last == "" && found.contains { $0 != "" })
}

@Test(arguments: [
  ("exit(0)", "The program ended here."), ("sleep(4000)", "It did not end within 10 seconds."),
  ("fatalError(\"lost\")", "It crashed at Lesson04/Lifetimes.swift:28: lost"),
  ("_ = [1][Int(\"1\")!]", "It crashed at Lesson04/Lifetimes.swift:28: Index out of range"),
])
func checkSaysWhatStopsIt(statement: String, found: String) async throws {
  let lesson = allLessons[3]
  let text =
    "import Foundation; "
    + lesson.texts()[0].replacing("  return container", with: "  \(statement); return container")
  let folder = try Folder(["Lesson04/Lifetimes.swift": text])
  #expect(try await findings(lesson, in: folder.url.path).contains(found))
}
