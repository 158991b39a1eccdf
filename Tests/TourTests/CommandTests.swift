// SPDX-License-Identifier: MIT-0

import TestSupport
import Testing

@testable import tour

@Suite(.timeLimit(.minutes(5)))
struct CommandTests {
  @Test(arguments: [
    "0", "17", "-1", "seven", "7.5", "7 8", "--solution", "solution inside", "inside 7",
    "check seven", "hint", "reset", "reset 17", "class", "class one two",
  ])
  func mistakeSaysWhatCanBeTyped(words: String) async throws {
    let errors = """
      The tour doesn't know '\(words)'.
      There are lessons 1 to 16, and steps inside 1 to 6. You can type:

      \(usage)

      """
    #expect(try await runTour(words) == Run(status: 64, errors: errors))
  }

  @Test func everyLineOfTheUsageIsACommand() throws {
    for line in usage.components(separatedBy: "\n") {
      let match = line.firstMatch(of: /^  swift run tour ?(.*?)\s\s/)
      let words = try #require(match).1.split(separator: " ").map(String.init)
      #expect(command(words) != nil)
    }
  }

  @Test func tablesOfTheReadmeHaveAllLessonsAndTheMinutesOfARoute() throws {
    #expect(lessons.count == 16 && steps.count == 6 && routes.count == 4)
    for lesson in lessons + steps { #expect(try lesson.page()[1].hasPrefix("Goal: ")) }
    for route in routes {
      let names = route.lessons.components(separatedBy: ", ")
      let chosen = (lessons + steps).filter {
        names.contains($0.name) || route.title == "Everything"
      }
      let sum = chosen.reduce(5) { $0 + (Int($1.minutes) ?? 0) }  // 5 to clone and to build
      #expect(route.minutes == "\(sum)")
    }
  }

  @Test func termsAreInTheLessonsThatTheReadmeNames() async throws {
    let lines = try await runTour("terms").output
    let words = lines.matches(of: #/(?m)^([a-z ]+) \(lesson (\d+)\): /#)
    #expect(words.count == 10)
    for word in words {
      let lesson = try #require(lessons.first { $0.name == word.2 })
      let text = try lesson.page().joined(separator: " ").lowercased()
      #expect(text.replacingOccurrences(of: "\n", with: " ").contains(word.1), "\(word.1)")
    }
  }

  @Test(arguments: ["", "help", "--help", "-h"])
  func overviewHasTheRoutesAndAllTitles(words: String) async throws {
    let run = try await runTour(words)
    #expect(run.status == 0)
    for route in routes { #expect(run.output.contains("  \(route.title): ")) }
    for lesson in lessons + steps { #expect(run.output.contains(lesson.line)) }
    #expect(run.output.contains("\n\(usage)\n"))
  }

  @Test func insideBeginsWithStep1() async throws {
    #expect(try await runTour("inside") == runTour("inside 1"))
  }

  @Test func tourRunsFromAnyFolder() async throws {
    let folder = try Folder()
    #expect(try await runTour("3", in: folder.url) == runTour("3"))
  }
}
