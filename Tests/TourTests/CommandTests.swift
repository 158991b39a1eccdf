import TestSupport
import Testing

@testable import tour

@Suite struct CommandTests {
  @Test(arguments: [
    ([], Command.welcome),
    (["list"], .list),
    (["7"], .lesson(7)),
    (["7", "--solution"], .solution(7)),
    (["--solution", "7"], .solution(7)),
    (["all"], .allLessons),
    (["inside"], .inside),
    (["inside", "3"], .step(3)),
    (["inside", "all"], .allSteps),
    (["help"], .help),
    (["--help"], .help),
    (["-h"], .help),
    (["inside", "--help"], .help),
  ])
  func wordsMeanThis(words: [String], command: Command) throws {
    #expect(try Command(words) == command)
  }

  @Test(arguments: [
    (["0"], "There is no lesson 0. They go from 1 to \(lessons.count)."),
    (["99"], "There is no lesson 99. They go from 1 to \(lessons.count)."),
    (["-1"], "There is no lesson -1. They go from 1 to \(lessons.count)."),
    (["seven"], "The tour doesn't know 'seven'."),
    (["7.5"], "The tour doesn't know '7.5'."),
    ([""], "The tour doesn't know ''."),
    (["List"], "The tour doesn't know 'List'."),
    (["lesson", "7"], "The tour doesn't know 'lesson'."),
    (["all", "inside"], "The tour shows one lesson at a time."),
    (["7", "8"], "The tour shows one lesson at a time."),
    (["7", "--solutoin"], "There is no flag '--solutoin'."),
    (["-v"], "There is no flag '-v'."),
    (["--solution"], "Which lesson is the solution for?"),
    (["inside", "0"], "There is no step 0. They go from 1 to \(steps.count)."),
    (["inside", "99"], "There is no step 99. They go from 1 to \(steps.count)."),
    (["inside", "seven"], "The tour doesn't know 'seven'."),
    (["inside", "1", "2"], "'inside' takes one number."),
    (["inside", "3", "--solution"], "A step has no exercise, and so no solution."),
  ])
  func mistakeSaysWhatIsWrongAndWhatCanBeTyped(words: [String], text: String) throws {
    let error = try #require(throws: TourError.self) { try Command(words) }
    #expect(error.description == text + " You can type:\n\n" + Command.usage.indented)
  }

  /// What the usage names can be typed.
  @Test func everyLineOfTheUsageIsUnderstood() throws {
    for line in Command.usage.components(separatedBy: "\n") {
      let words = line.components(separatedBy: "  ")[0].components(separatedBy: " ")
      #expect(words.prefix(3) == ["swift", "run", "tour"])
      _ = try Command(Array(words.dropFirst(3)))
    }
  }
}

@Suite struct TourTests {
  @Test func mistakeIsStatus64AndGoesToStandardError() async throws {
    let error = try #require(throws: TourError.self) { try Command(["99"]) }
    #expect(try await runTour(["99"]) == Run(status: 64, errors: "\(error)\n"))
  }

  @Test func helpIsTheUsage() async throws {
    #expect(try await runTour(["--help"]) == Run(output: Command.usage.indented + "\n"))
  }

  @Test func tourBeginsWithAnExampleAndAllTitles() async throws {
    let run = try await runTour([])
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("DIContainer: the tour\n\n"))
    for (index, lesson) in lessons.enumerated() {
      #expect(run.output.contains("\(index + 1) \(lesson.title)"))
    }
    #expect(run.output.contains("\n  swift run tour 1 "))
  }

  @Test func listHasAllTitlesOneALine() async throws {
    let lines = try await runTour(["list"]).output.split(separator: "\n")
    for titles in [lessons.map(\.title), steps.map(\.title)] {
      for (index, title) in titles.enumerated() {
        #expect(lines.filter { $0.hasSuffix(" \(index + 1) \(title)") }.count == 1)
      }
    }
  }

  @Test func insideHasAllTitlesAndSaysHowToBegin() async throws {
    let output = try await runTour(["inside"]).output
    for (index, step) in steps.enumerated() {
      #expect(output.contains("\n  \(index + 1) \(step.title)\n"))
    }
    #expect(output.hasSuffix("\n  swift run tour inside 1\n"))
  }

  @Test func allGivesEveryLessonInOrder() async throws {
    var pages = ""
    for number in 1...lessons.count { pages += try await Printed.lesson(number) + "\n" }
    #expect(try await runTour(["all"]) == Run(output: pages))
  }

  @Test func insideAllGivesEveryStepInOrder() async throws {
    var pages = ""
    for number in 1...steps.count { pages += try await Printed.step(number) + "\n" }
    #expect(try await runTour(["inside", "all"]) == Run(output: pages))
  }

  @Test func everyPageSaysWhatToTypeNext() async throws {
    for number in 1..<lessons.count {
      let output = try await Printed.lesson(number)
      #expect(output.hasSuffix("  Go on    swift run tour \(number + 1)\n"))
    }
    let last = try await Printed.lesson(lessons.count)
    #expect(last.hasSuffix("  Go on    swift run tour inside\n"))
    for number in 1..<steps.count {
      let output = try await Printed.step(number)
      #expect(output.hasSuffix("Now type\n\n  swift run tour inside \(number + 1)\n"))
    }
  }

  @Test func tourRunsFromAnyFolder() async throws {
    let folder = try Folder()
    let run = try await runTour(["3"], in: folder.url)
    #expect(try await run == Run(output: Printed.lesson(3)))
  }

  @Test func tourFollowsTheWidthThatItIsGiven() async throws {
    let narrow = try await runTour(["2"], environment: ["COLUMNS": "40"]).output
    let wide = try await Printed.lesson(2)
    let sentences = { (text: String) in
      text.split(separator: "\n").filter { !$0.hasPrefix("  ") }.map(\.count)
    }
    #expect(sentences(narrow).allSatisfy { $0 <= 40 })
    #expect(sentences(wide).contains { $0 > 40 } && sentences(wide).allSatisfy { $0 <= 80 })
  }

  @Test(arguments: [[], ["7"], ["inside", "5"]])
  func pipeGetsNoStyles(words: [String]) async throws {
    let run = try await runTour(words, environment: ["TERM": "xterm"])
    #expect(!run.output.contains("\u{1B}"))
  }
}
