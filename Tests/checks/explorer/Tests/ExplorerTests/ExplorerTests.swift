// SPDX-License-Identifier: MIT-0

import TestSupport
import Testing

@testable import explore

// One test at a time: there is one simulation in a process.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ExplorerTests {
  // MARK: - Its schedules

  /// In several processes, each with addresses of its own.
  @Test func sameSeedGivesTheSameSchedule() throws {
    let arguments = ["--seed", "1", "--programs", "100", "--trace"]
    let first = try runExplorer(arguments)
    #expect(first.output.contains("T0 lock\n"), "the library's lock is not the explorer's")
    for _ in 1...3 {
      let isSame = try runExplorer(arguments) == first
      #expect(isSame)
    }
  }

  // MARK: - What it counts

  /// How many callbacks run meanwhile makes no difference.
  @Test(.tags(.T3), arguments: [5, 100]) func threadsThatWaitAreWokenSeldom(callbacks: Int) throws {
    final class Whole {}
    var wakes = 0
    _ = try Simulation.run(Schedule(strategy: .sticky(percent: 8)), maximalSteps: 50_000) {
      if $0.contains(" wakes ") { wakes += 1 }
    } _: { simulation in
      let container = DIContainer()
      for index in 1...callbacks {
        container.register(Int.self, name: "\(index)", lazySingleton: { _ in index }) { _, _ in
          simulation.userPoint("completes")
        }
      }
      container.register(
        Whole.self,
        lazySingleton: { c in
          for index in 1...callbacks { _ = try c.resolve(Int.self, name: "\(index)") }
          return Whole()
        })
      for _ in 1...5 { _ = simulation.start { _ = container[Whole.self] } }
      simulation.joinAll()
    }
    #expect((1...12).contains(wakes))
  }

  // MARK: - What it finds

  @Test(arguments: Mistake.all) func mistakeIsFound(_ mistake: Mistake) {
    let found = mistake.firstViolation.map { "\($0)" }
    if let violation = mistake.violation {
      #expect(found?.hasPrefix(violation) == true, "\(found ?? "nothing")")
    } else {
      #expect(found == nil)
    }
  }

  /// What it says after a change that matters, of the smallest program for which it does.
  @Test func disagreementOfARelationIsFoundAndShrunk() throws {
    let relation = Relation(name: "fails") { program, _ in
      for index in program.entries.indices { program.entries[index].factoryFails = 1 }
    }
    let program = Generator.programForOneThread(seed: 3)
    let smallest = program.shrunk { relation.disagreement($0, seed: 3) != nil }
    #expect(smallest.entries.filter(\.isInitial).count == 1)
    #expect(smallest.threads.flatMap { $0 }.isEmpty)
    let logs = try #require(relation.disagreement(smallest, seed: 3))
    #expect(logs.before.flatMap(\.lines).contains("No errors."))
    #expect(logs.after.flatMap(\.lines).contains { $0.hasPrefix("Failure(number: ") })
  }

  // MARK: - What it says

  @Test func whatIsFoundIsShownAndCanBeRepeated() throws {
    let nothing = try runExplorer(["--programs", "20", "--seed", "7"])
    #expect(nothing.status == 0)
    #expect(nothing.output.hasPrefix("20 programs, "))
    #expect(nothing.output.hasSuffix(" steps: no rule was violated.\n"))
    let found = try runExplorer(["--seed", "7", "--steps", "60"])
    #expect(found.status == 1)
    let lines = found.output.split(separator: "\n")
    #expect(lines.first == "=== T5: the threads go on for ever: ")
    let start = "Repeat it with: explore "
    let last = try #require(lines.last)
    #expect(last.hasPrefix(start))
    let arguments = last.dropFirst(start.count).split(separator: " ").map(String.init)
    let repeated = try runExplorer(arguments)
    #expect(repeated.status == 1)
    #expect(repeated.output.hasSuffix(found.output))
  }

  private func runExplorer(_ arguments: [String]) throws -> Run {
    try run([builtProgram("explore")] + arguments)
  }
}
