import DIContainer
import TestSupport
import Testing

private struct Level {
  let number: Int
  let depth: Int
}

private struct Other {
  let depth: Int
}

@Suite(.timeLimit(.minutes(5)))
struct RecursionTests {
  // MARK: Recursion that ends

  @Test(.rules(.C5))
  func sameServiceUnderAnotherNameIsNoCycle() throws {
    let container = DIContainer()
    container.register(String.self) { c in "plain " + (try c.resolve(name: "a")) }
    container.register(String.self, name: "a") { c in "a " + (try c.resolve(name: "b")) }
    container.register(
      String.self, name: "b", lazySingleton: { c in "b " + (try c.resolve(arguments: 1)) })
    container.register(String.self) { (_, number: Int) in "\(number)" }
    #expect(try container.resolve(String.self) == "plain a b 1")
  }

  @Test(.rules(.C5))
  func recursionWithArgumentsMayEnd() async throws {
    let depth = try await Worker(stack: 512) {
      let container = DIContainer()
      container.register(Level.self) { (c, number: Int) in
        guard number > 1 else { return Level(number: number, depth: 1) }
        let below = try c.resolve(Level.self, arguments: number - 1)
        return Level(number: number, depth: below.depth + 1)
      }
      return try container.resolve(Level.self, arguments: 100).depth
    }.value
    #expect(depth == 100)
  }

  @Test(.rules(.C5))
  func recursionThroughTwoServicesMayEnd() async throws {
    let depth = try await Worker(stack: 512) {
      let container = DIContainer()
      container.register(Level.self) { (c, number: Int) in
        let below = try c.resolve(Other.self, arguments: number - 1)
        return Level(number: number, depth: below.depth + 1)
      }
      container.register(Other.self) { (c, number: Int) in
        guard number > 0 else { return Other(depth: 0) }
        return Other(depth: try c.resolve(Level.self, arguments: number).depth)
      }
      return try container.resolve(Level.self, arguments: 100).depth
    }.value
    #expect(depth == 100)
  }

  @Test(.rules(.C2, .C5))
  func recursionWithCallbacksAndNamesMayEnd() async throws {
    let completed = try await Worker(stack: 512) {
      let container = DIContainer()
      var completed: [Int] = []
      container.register(
        Level.self, name: "level",
        transient: { (c, number: Int, step: Int) -> Level in
          guard number > 1 else { return Level(number: number, depth: 1) }
          let below = try c.resolve(Level.self, name: "level", arguments: number - step, step)
          return Level(number: number, depth: below.depth + 1)
        },
        initCompleted: { level, _ in completed.append(level.number) })
      let level = try container.resolve(Level.self, name: "level", arguments: 100, 1)
      return completed + [level.depth]
    }.value
    #expect(completed == Array(1...100) + [100])
  }

  @Test(.rules(.C5, .R5))
  func recursionThroughOptionalsMayEnd() async throws {
    let depth = try await Worker(stack: 512) {
      let container = DIContainer()
      container.register(Level.self) { (c, number: Int) in
        guard number > 1 else { return Level(number: number, depth: 1) }
        let below: Level? = try c.resolve(arguments: number - 1)
        return Level(number: number, depth: (below?.depth ?? 0) + 1)
      }
      return try container.resolve(Level.self, arguments: 100).depth
    }.value
    #expect(depth == 100)
  }

  @Test(.rules(.C5))
  func longChainsOfServicesAreNoCycle() async throws {
    let text = try await Worker(stack: 512) {
      let container = DIContainer()
      for index in 1...100 {
        container.register(
          Int.self, name: "\(index)",
          lazySingleton: { c in
            try c.resolve(Int.self, name: "\(index - 1)") + 1
          })
      }
      container.register(Int.self, name: "0", eagerSingleton: 0)
      return "\(try container.resolve(Int.self, name: "100"))"
    }.value
    #expect(text == "100")
  }

  // MARK: Recursion that does not end

  @Test(.rules(.C5), arguments: [512, 1024, 8192])
  func recursionThatDoesNotEndIsCircular(stack: Int) async throws {
    let texts = try await Worker(stack: stack) {
      let container = DIContainer()
      container.register(Level.self) { (c, number: Int) in
        try c.resolve(Level.self, arguments: number + 1)
      }
      return (1...2).map { _ in errorText { try container.resolve(Level.self, arguments: 1) } }
    }.value
    #expect(
      texts == Array(repeating: "Circular dependency: Level (Int) → Level (Int)", count: 2))
  }

  @Test(.rules(.C5))
  func recursionThatDoesNotEndNamesItsRing() async throws {
    let text = try await Worker(stack: 512) {
      let container = DIContainer()
      container.register(String.self) { c in "\(try c.resolve(Level.self, arguments: 1).depth)" }
      container.register(Level.self) { (c, number: Int) in
        Level(number: 0, depth: try c.resolve(Other.self, name: "o", arguments: number).depth)
      }
      container.register(Other.self, name: "o") { (c, number: Int) in
        Other(depth: try c.resolve(Level.self, arguments: number + 1).depth)
      }
      return errorText { try container.resolve(String.self) }
    }.value
    let rings = [
      "Circular dependency: Level (Int) → Other \"o\" (Int) → Level (Int)",
      "Circular dependency: Other \"o\" (Int) → Level (Int) → Other \"o\" (Int)",
    ]
    #expect(rings.contains(text ?? ""))
  }

  @Test(.rules(.C5))
  func recursionThatDoesNotEndIsCircularInCallbacksToo() async throws {
    let text = try await Worker(stack: 512) {
      let container = DIContainer()
      container.register(
        Rock.self, transient: { _ in Rock() },
        initCompleted: { _, c in _ = try c.resolve(Level.self, arguments: 1) })
      container.register(
        Level.self,
        transient: { (c, number: Int) in try c.resolve(Level.self, arguments: number + 1) },
        initCompleted: { _, _ in })
      return errorText { try container.resolve(Rock.self) }
    }.value
    #expect(text == "Circular dependency: Level (Int) → Level (Int)")
  }

  @MainActor
  @Test(.rules(.C5))
  func recursionThatDoesNotEndIsCircularOnTheMainThread() {
    let container = DIContainer()
    container.register(Level.self) { (c, number: Int) in
      try c.resolve(Level.self, arguments: number + 1)
    }
    #expect(
      errorText { try container.resolve(Level.self, arguments: 1) }
        == "Circular dependency: Level (Int) → Level (Int)")
  }
}
