import Foundation
import TestSupport
import Testing

@testable import tour

private let numbers = Array(1...steps.count)

private func file(_ number: Int) -> String { "Sources/tour/Inside/Step\(number).swift" }

private func stepPage(_ number: Int) async throws -> Page {
  Page(
    try await Printed.step(number),
    headings: [
      "What step \(number - 1) gets wrong", file(number), "What step \(number) gets right",
      "And what it gets wrong", "Now type", "Where the real file does it",
    ])
}

/// What the steps get right, to the letter.
private let right = [
  1: "The beans are from Kenya\n",
  2: """
  Is there one machine for all? true
  Is there one cup for all? false

  """,
  3: """
  The drink: two shots
  The mild one: one shot, milk
  Ana pays for 2.

  """,
  4: """
  Not registered: Machine → Beans
  Circular dependency: Owner → Dog → Owner

  """,
  5: "Does the dog know its owner? true\n",
  6: "Another thread got a machine.\n",
  7: "The factory's other thread got a clock.\n",
  8: """
  Does the dog know its owner? true
  The dog: IsLost()
  The owner: IsLost()

  """,
]

/// And what they get wrong.
private let wrong = [
  1: "Is there one machine for all? false\n",
  2: "The drink: one shot, milk\n",
  3: """
  The machine: nil
  A ring went round 1000 times. Without a limit, it is a crash.

  """,
  4: "Does the dog know its owner? false\n",
  5: "Another thread got: Circular dependency: Machine → Machine\n",
  6: "The factory's other thread hangs, and so does this one.\n",
  7: "One of two got: circularDependency\n",
]

@Suite struct StepTests {
  @Test(arguments: numbers) func stepGetsThisRight(number: Int) async throws {
    let printed = try await stepPage(number).indented(under: "What step \(number) gets right")
    #expect(printed == right[number])
  }

  @Test(arguments: numbers.dropLast()) func stepGetsThisWrong(number: Int) async throws {
    let page = try await stepPage(number)
    #expect(page.indented(under: "And what it gets wrong") == wrong[number])
    let next = try await stepPage(number + 1)
    #expect(next.indented(under: "What step \(number) gets wrong") == wrong[number])
  }

  @Test func lastStepGetsNothingWrong() async throws {
    #expect(try #require(steps.last).fails == nil)
    #expect(try await stepPage(steps.count).lines(under: "And what it gets wrong") == nil)
  }

  /// A teacher hands out a file, and it runs: no options, no other file.
  @Test(arguments: numbers) func stepCompilesAloneAndPrintsTheSame(number: Int) async throws {
    let files = ["Step\(number).swift": try contents(file(number))]
    let run = try await Program(files: files, options: ["-warnings-as-errors"]).run()
    #expect(run == Run(output: right[number, default: ""] + wrong[number, default: ""]))
  }

  @Test(arguments: numbers) func stepIsShownAsItsFileIs(number: Int) async throws {
    let shown = try await stepPage(number).lines(under: file(number))
    #expect(shown.map { $0.joined(separator: "\n") + "\n" } == (try contents(file(number))))
  }

  @Test(arguments: numbers) func stepSaysWhatItLeavesOut(number: Int) throws {
    let head = try contents(file(number)).prefix { $0 != "{" }
    #expect(head.hasPrefix("// Step \(number): "))
    #expect(head.contains("\n// Left out: "))
  }

  @Test(arguments: numbers) func stepFitsATerminal(number: Int) async throws {
    for line in try await Printed.step(number).components(separatedBy: "\n") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  /// The sections of the real file are named by their titles. A section that is renamed has to be
  /// renamed in `realFile`, too.
  @Test func everySectionOfTheRealFileThatIsNamedExists() throws {
    let lines = try contents("Sources/DIContainer/DIContainer.swift").components(separatedBy: "\n")
    let marks = lines.filter { $0.contains("// MARK: - ") }
    let titles = marks.compactMap { $0.components(separatedBy: "// MARK: - ").last }
    for place in realFile {
      #expect(titles.contains(place.section), "Change it in Sources/tour/Inside/RealFile.swift")
    }
  }

  @Test func realFileIsNamedForEveryStep() async throws {
    #expect(Set(realFile.map(\.step)) == Set(numbers))
    let last = try await stepPage(steps.count)
    let page = try #require(last.lines(under: "Where the real file does it"))
    for place in realFile {
      #expect(page.contains("  Step \(place.step)  \(place.section)"))
      #expect(page.contains("          \(place.idea)"))
    }
  }
}
