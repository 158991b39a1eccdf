// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

/// Has 64 bytes.
private struct Level {
  let number: Int
  let depth: Int
  var padding = (0, 0, 0, 0, 0, 0)
}

private struct Other {
  let depth: Int
}

@Suite(.timeLimit(.minutes(5)))
struct RecursionTests {
  let container = DIContainer()

  // MARK: Recursion that ends

  @Test func sameServiceWithAnotherNameOrInAnotherContainerIsNotACycle() throws {
    let other = DIContainer { $0.register { _ in "other" } }
    container.register(String.self) { c in "plain " + (try c.resolve(name: "a")) }
    container.register(
      String.self, name: "a", lazySingleton: { c in "a " + (try c.resolve(arguments: 1)) })
    container.register(String.self) { (_, number: Int) in
      "\(number) \(try other.resolve(String.self))"
    }
    #expect(try container.resolve(String.self) == "plain a 1 other")
  }

  /// The spelling that needs the most stack. `verify` needs a little more for each level.
  @Test(arguments: [false, true])
  func recursionOf100LevelsFitsInto512KilobytesInItsDearestSpelling(
    isVerified: Bool
  ) async throws {
    let completed = try await Worker(stack: 512) {
      var completed: [Int] = []
      container.register(
        Level.self, name: "level",
        transient: { (c, number: Int, step: Int, unit: String) -> Level in
          guard number > 1 else { return Level(number: number, depth: 1) }
          let below: Level? = try c.resolve(name: "level", arguments: number - step, step, unit)
          return Level(number: number, depth: (below?.depth ?? 0) + 1)
        },
        initCompleted: { level, _ in completed.append(level.number) })
      var level: Level?
      if isVerified {
        _ = container.verify { c in level = try c.resolve(name: "level", arguments: 100, 1, "m") }
      } else {
        level = try container.resolve(name: "level", arguments: 100, 1, "m")
      }
      return completed + [level?.depth ?? 0]
    }.value
    #expect(completed == Array(1...100) + [100])
  }

  @Test func graphWithoutARepeatedKeyCanBeDeeperThan100Levels() async throws {
    let depth = try await Worker(stack: 8192) {
      for index in 1...500 {
        container.register(
          Int.self, name: "\(index)",
          lazySingleton: { c in try c.resolve(Int.self, name: "\(index - 1)") + 1 })
      }
      container.register(Int.self, name: "0", eagerSingleton: 0)
      return try container.resolve(Int.self, name: "500")
    }.value
    #expect(depth == 500)
  }

  // MARK: Recursion that does not end

  @Test(arguments: [512, 8192])
  func recursionThatDoesNotEndIsCircularBelow100Levels(stack: Int) async throws {
    let (texts, runs) = try await Worker(stack: stack) {
      var runs = 0
      container.register(Level.self) { (c, number: Int) in
        runs += 1
        return Level(number: try c.resolve(Other.self, arguments: number).depth, depth: number)
      }
      container.register(Other.self) { (c, number: Int) in
        runs += 1
        return Other(depth: try c.resolve(Level.self, arguments: number + 1).depth)
      }
      let texts = (1...2).map { _ in errorText { try container.resolve(Level.self, arguments: 1) } }
      return (texts, runs)
    }.value
    let text = "Circular dependency: Level (Int) → Other (Int) → Level (Int)"
    #expect(texts == [text, text])
    #expect(runs == 2 * 100)
  }

  /// The key repeats, and the registration does not.
  @Test func recursionThroughNewContainersIsCircular() async throws {
    @Sendable func fill(_ container: DIContainer) {
      container.register(Int.self) { _ in try DIContainer(configure: fill).resolve(Int.self) }
      container.register(
        String.self, lazySingleton: { _ in try DIContainer(configure: fill).resolve(String.self) })
      container.register(Other.self) { (_, number: Int) in
        try DIContainer(configure: fill).resolve(Other.self, arguments: number + 1)
      }
      container.register(Bool.self) { c in
        try DIContainer(parent: DIContainer(parent: c)).resolve(Bool.self)
      }
      container.register(Rock.self, transient: { _ in Rock() }) { _, _ in
        _ = try DIContainer(configure: fill).resolve(Rock.self)
      }
    }
    let texts = try await Worker(stack: 512) {
      let container = DIContainer(configure: fill)
      return [
        errorText { try container.resolve(Int.self) },
        errorText { try container.resolve(String.self) },
        errorText { try container.resolve(Other.self, arguments: 1) },
        errorText { try container.resolve(Bool.self) },
        errorText { try container.resolve(Rock.self) },
      ]
    }.value
    let keys = ["Int", "String", "Other (Int)", "Bool", "Rock"]
    #expect(texts == keys.map { "Circular dependency: \($0) → \($0)" })
  }
}
