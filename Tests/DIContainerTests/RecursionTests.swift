import DIContainer
import TestSupport
import Testing

/// Has 64 bytes.
private struct Level {
  let number: Int
  let depth: Int
  var padding = (0, 0, 0, 0, 0, 0)
}

@Suite(.timeLimit(.minutes(5)))
struct RecursionTests {
  let container = DIContainer()

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
      let resolve: (DIContainer) throws -> Void = { c in
        let level: Level? = try c.resolve(name: "level", arguments: 100, 1, "m")
        completed.append(level?.depth ?? 0)
      }
      if isVerified { _ = container.verify(resolve) } else { try resolve(container) }
      return completed
    }.value
    #expect(completed == Array(1...100) + [100])
  }

  /// A callback at its end gets its ancestor.
  @Test func graphWithoutARepeatedKeyCanBeDeeperThan100Levels() async throws {
    let rocks = try await Worker(stack: 8192) {
      var rocks: [Rock] = []
      for index in 1...500 {
        container.register(Rock.self, name: "\(index)") { c in
          _ = try c.resolve(Rock.self, name: "\(index - 1)")
          let rock = Rock()
          if index == 250 { rocks.append(rock) }
          return rock
        }
      }
      container.register(Rock.self, name: "0", transient: { _ in Rock() }) { _, c in
        rocks.append(try c.resolve(name: "250"))
      }
      _ = try container.resolve(Rock.self, name: "500")
      return rocks
    }.value
    #expect(rocks.count == 2 && rocks[0] === rocks[1])
  }

  @Test(arguments: [512, 8192])
  func recursionThatDoesNotEndIsCircularBelow100Levels(stack: Int) async throws {
    let (texts, runs) = try await Worker(stack: stack) {
      var runs = 0
      container.register(Int.self) { (c, number: Int) in
        runs += 1
        return Int(try c.resolve(Double.self, arguments: number))
      }
      container.register(Double.self) { (c, number: Int) in
        runs += 1
        return Double(try c.resolve(Int.self, arguments: number + 1))
      }
      let texts = (1...2).map { _ in errorText { try container.resolve(Int.self, arguments: 1) } }
      return (texts, runs)
    }.value
    let text = "Circular dependency: Int (Int) → Double (Int) → Int (Int)"
    #expect(texts == [text, text])
    #expect(runs == 2 * 100)
  }

  /// The key repeats, and the registration does not.
  @Test func recursionThroughNewContainersIsCircular() async throws {
    @Sendable func fill(_ container: DIContainer) {
      container.register(Int.self) { _ in try DIContainer(configure: fill).resolve() }
      container.register(Double.self) { (_, number: Int) in
        try DIContainer(configure: fill).resolve(arguments: number + 1)
      }
      container.register(
        Bool.self,
        lazySingleton: { c in
          try DIContainer(parent: c, configure: fill).resolve()
        })
      container.register(Rock.self, transient: { _ in Rock() }) { _, _ in
        _ = try DIContainer(configure: fill).resolve(Rock.self)
      }
    }
    let texts = try await Worker(stack: 512) {
      let container = DIContainer(configure: fill)
      let double = errorText { try container.resolve(Double.self, arguments: 1) }
      let types: [Any.Type] = [Int.self, Bool.self, Rock.self]
      return types.map { type in errorText { try container.resolve(type) } } + [double]
    }.value
    let keys = ["Int", "Bool", "Rock", "Double (Int)"]
    #expect(texts == keys.map { "Circular dependency: \($0) → \($0)" })
  }
}
