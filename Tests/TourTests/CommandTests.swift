// SPDX-License-Identifier: MIT-0

import TestSupport
import Testing

@testable import tour

@Suite(.timeLimit(.minutes(5)))
struct CommandTests {
  @Test(arguments: [
    "0", "17", "-1", "seven", "7.5", "7 8", "--solution", "solution inside", "inside 8",
    "check inside 7", "check seven", "hint", "reset", "reset 17", "class", "class one two",
  ])
  func mistakeSaysWhatCanBeTyped(words: String) async throws {
    let errors = """
      The tour doesn't know '\(words)'. There are lessons 1 to 16, and steps inside 1 to 7.
      You can type:

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

  /// Adds up what the overview says of each lesson.
  @Test func routesTakeAsLongAsTheirLessons() async throws {
    let list = try #require(try await runTour("").output.components(separatedBy: "## Lessons").last)
    let minutes = list.matches(of: #/(\d+) +(\d+) min  /#).compactMap { Int($0.2) }
    #expect(minutes.count == lessons.count + steps.count + 1)
    for route in routes {
      var sum = Route.minutesBefore
      for name in route.names {
        let number = try #require(Int(name.split(separator: " ").last ?? ""))
        sum += minutes[name.hasPrefix("inside") ? lessons.count + number - 1 : number - 1]
      }
      #expect(try route.minutes() == sum)
    }
  }

  @Test func readmeHasTheRoutesAndAllTitles() throws {
    let readme = try contents("Sources/tour/README.md")
    for route in routes {
      let which = try #require(try route.line().split(separator: ": ").last)
      let names = which.replacingOccurrences(of: "lessons ", with: "")
      #expect(readme.contains("\n| \(route.title) | \(names) | \(try route.minutes()) |\n"))
    }
    for lesson in lessons + steps {
      let page = try lesson.page()
      let number = try #require(lesson.name.split(separator: " ").last)
      #expect(
        readme.contains("\n| \(number) | [\(page.title)](\(lesson.path)) | \(page.minutes) | "))
    }
    let realFile = "[The real file](../DIContainer/DIContainer.swift)"
    #expect(readme.contains("\n| 7 | \(realFile) | \(RealFile.minutes) | "))
    #expect(readme.contains(" and \(Route.minutesBefore) minutes to clone "))
  }

  @Test func termsAreInTheLessonsThatTheReadmeNames() async throws {
    let lines = try await runTour("terms").output
    let words = lines.matches(of: #/(?m)^([a-z ]+) \(lesson (\d+)\): /#)
    #expect(words.count == 10)
    for word in words {
      let lesson = try #require(lessons.first { $0.name == word.2 })
      let text = try lesson.page().lines.joined(separator: " ").lowercased()
      #expect(text.contains(word.1), "\(word.1)")
    }
  }

  @Test(arguments: ["", "help", "--help", "-h"])
  func overviewHasTheRoutesAndAllTitles(words: String) async throws {
    let run = try await runTour(words)
    #expect(run.status == 0)
    for route in routes {
      #expect(run.output.contains(" \(try route.minutes()) min  \(route.title): "))
    }
    for lesson in lessons + steps {
      let page = try lesson.page()
      #expect(run.output.contains(" \(page.minutes) min  \(page.title)\n"))
    }
    #expect(run.output.contains("\n\(RealFile.line)\n"))
    #expect(run.output.contains("\n\(usage)\n"))
  }

  @Test func insideBeginsWithStep1() async throws {
    #expect(try await runTour("inside") == runTour("inside 1"))
  }

  @Test func tourRunsFromAnyFolder() async throws {
    let folder = try Folder()
    #expect(try await runTour("3", in: folder.url) == runTour("3"))
  }

  @Test func lastStepNamesEverySectionWithItsLine() async throws {
    let run = try await runTour(RealFile.name)
    #expect(run.status == 0)
    let lines = try contents(RealFile.path).components(separatedBy: "\n")
    let sections = run.output.matches(of: #/(?m)^  (\d+)  (.+)$/#)
    #expect(sections.count == lines.count { $0.contains("// MARK: - ") })
    for section in sections {
      let line = try #require(Int(section.1))
      #expect(lines[line - 1].hasSuffix("// MARK: - \(section.2)"))
    }
  }
}
