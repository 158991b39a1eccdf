// SPDX-License-Identifier: MIT-0

import TestSupport
import Testing

@testable import tour

@Suite(.timeLimit(.minutes(5)))
struct CommandTests {
  @Test(arguments: [
    "0", "17", "-1", "seven", "7.5", "7 8", "--solution", "check", "solution inside", "inside 8",
    "check inside 7", "check seven",
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
      let command = line.firstMatch(of: /^  swift run tour ?(.*?)\s\s/)
      #expect(commands[String(try #require(command).1)] != nil)
    }
  }

  @Test func routesTakeAsLongAsTheySay() throws {
    #expect(try routes.map { try $0.minutes() } == [20, 45, 202])
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
}

@Suite(.timeLimit(.minutes(5)))
struct RealFileTests {
  /// A section of the real file that is renamed has to be renamed in `RealFile.ideas` too.
  @Test func everySectionThatIsExplainedExists() throws {
    let titles = Set(try RealFile.sections().map(\.title))
    #expect(titles.isSuperset(of: RealFile.ideas.keys))
  }

  @Test func lastStepNamesEverySectionWithItsLine() async throws {
    let run = try await runTour(RealFile.name)
    #expect(run.status == 0)
    let lines = try contents(RealFile.path).components(separatedBy: "\n")
    for section in try RealFile.sections() {
      #expect(lines[section.line - 1].hasSuffix("// MARK: - \(section.title)"))
      #expect(run.output.contains("\n  \(section.line)  \(section.title)\n"))
    }
    for idea in RealFile.ideas.values { #expect(run.output.contains(" \(idea)\n")) }
  }
}
