import Foundation
import TestSupport
import Testing

@testable import tour

/// The lessons with their solutions: `Tests/checks/tour/solutions` makes them.
private let solved = ProcessInfo.processInfo.environment["SOLVED_LESSONS"]

/// The lessons that the tests are about, whatever a reader has changed.
private let place = shipped ?? Lesson.ownPlace

private func findings(_ lesson: Lesson, in place: String) async throws -> [String?] {
  try await Worker(patience: 300) {
    try Program(lesson, facts: lesson.check, in: place).check().findings.map(\.found)
  }.value
}

@Test(.enabled(if: solved != nil), arguments: allLessons)
func solutionReachesItsGoal(lesson: Lesson) async throws {
  let found = try await findings(lesson, in: try #require(solved))
  #expect(found.allSatisfy { $0 == "" }, "\(found)")
}

@Test(arguments: allLessons) func exerciseIsUnsolvedAtFirst(lesson: Lesson) async throws {
  do {
    let found = try await findings(lesson, in: place)
    #expect(!found.allSatisfy { $0 == "" }, "The recorded lesson is solved.")
  } catch {  // The check may need a type that the exercise names, but nothing else.
    let missing = "\(error)".firstMatch(of: /needs .*: cannot find (?:type )?'(\w+)' in scope/)?.1
    let page = lesson.texts(in: place).joined()
    #expect(missing.map { page.contains("`\($0)`") } == true, "\(error)")
  }
}

@Test func everyCommandOfTheUsageExists() {
  let words = usage.matches(of: /swift run tour ?(.*?)\s\s/).map { "\($0.1)" }
  #expect(words.count == usage.split(separator: "\n").count)
  for command in words { #expect(commands[command] != nil, "\(command)") }
}

@Test func minutesOfARouteAreTheSumOfItsLessons() {
  for route in routes {
    let last = allLessons.firstIndex { $0.name == route.last } ?? -1
    #expect(route.minutes == "\(allLessons[...last].reduce(5) { $0 + (Int($1.minutes) ?? 0) })")
  }
}

@Test func aLessonUsesOnlyWhatIsTaught() throws {
  for (index, lesson) in allLessons.enumerated() {
    let solution = [try contents(of: "\(package)/\(lesson.solution)"), lesson.point]
    let text = (lesson.texts(in: place) + solution).joined().replacing(/\n(\/\/ *)?/, with: " ")
    for word in allLessons[(index + 1)...].flatMap(\.teaches) {
      #expect(!text.contains(try Regex("\\b\(word)\\b")), "Lesson \(lesson.name) uses \(word).")
    }
  }
}

@Test(arguments: allLessons) func lessonFitsATerminal(lesson: Lesson) throws {
  let lines = try lesson.page(in: place).flatMap { $0.components(separatedBy: "\n") }
  #expect(lines.filter { $0.hasPrefix("##") } == ["## Predict", "## Why", "## Exercise"])
  #expect(lines.allSatisfy { $0.hasPrefix("  ") || $0.count <= 80 })
}

@Test(arguments: [
  ("exit(0)", "The program ended here."), ("sleep(4000)", "It did not end within 10 seconds."),
  ("fatalError(\"lost\")", "It crashed at Lesson04/Lifetimes.swift:27: lost"),
])
func checkSaysWhatStopsIt(statement: String, found: String) async throws {
  let shipped = allLessons[3].texts(in: place)[0]
  let text = shipped.replacing("  return c", with: "  \(statement); return c")
  let folder = try Folder(["Lesson04/Lifetimes.swift": "import Foundation; \(text)"])
  #expect(try await findings(allLessons[3], in: folder.url.path).contains(found))
}
