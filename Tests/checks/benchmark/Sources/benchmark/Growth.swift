import DIContainer

/// How the time of an operation grows with its size. Four times the size takes four times as long, or
/// sixteen times if the work is quadratic, on every machine.
struct Growth {
  let name: String
  /// How many times longer the second operation may take.
  let limit: Double
  let operations: [() throws -> Void]

  init(_ name: String, size: Int, _ prepare: (_ size: Int) -> () throws -> Void) {
    self.name = "\(name), four times \(size)"
    limit = 8
    operations = [prepare(size), prepare(4 * size)]
  }

  /// `verify` tries each service. Of a chain that fails, it should not take much longer than these tries.
  init(verifyOfAChain count: Int) {
    let c = numbers(count) { c, number in try c.resolve(Int.self, name: "\(number + 1)") }
    name = "verify of a chain of \(count) that fails"
    limit = 1.8
    operations = [
      { for number in 0..<count { precondition(c[Int.self, name: "\(number)"] == nil) } },
      { precondition(c.verify().errors.count == 1) },
    ]
  }

  static let all = [
    Growth("register", size: 1_000) { size in { _ = numbers(size) } },
    Growth("resolve", size: 1_000) { size in
      let c = numbers(size)
      return { for number in 0..<size { _ = try c.resolve(Int.self, name: "\(number)") } }
    },
    Growth("resolveAll", size: 1_000) { size in
      let c = numbers(size)
      return { _ = try c.resolveAll(Int.self) }
    },
    Growth("a resolve whose last callback fails", size: 1_000) { size in
      var completed = 0
      let c = family(size) { c in
        completed += 1
        if completed % size == 0 { throw CancellationError() }
      }
      return { precondition(c[Node.self, name: "parent"] == nil) }
    },
    Growth("callbacks that catch the error of a singleton", size: 1_000) { size in
      let c = family(size) { c in
        precondition(c[Int.self] == nil)
        _ = try c.resolve(Node.self, name: "helper")
      }
      c.register(Int.self, lazySingleton: { _ in throw CancellationError() })
      return { _ = try c.resolve(Node.self, name: "parent") }
    },
    Growth("verify", size: 1_000) { size in
      let c = numbers(size) { c, number in
        number < 2 ? 1 : try c.resolve(Int.self, name: "\(number / 2)")
      }
      return { precondition(c.verify().errors.isEmpty) }
    },
    Growth("verify of a service that needs all others", size: 1_000) { size in
      let c = numbers(size)
      c.register(Bool.self) { c in try c.resolveAll(Int.self).count == size }
      return { precondition(c.verify().errors.isEmpty) }
    },
    Growth("verify of missing services", size: 500) { size in
      let c = numbers(size) { c, number in try c.resolve(UInt.self, name: "\(number)").bitWidth }
      return { precondition(c.verify().errors.count == size) }
    },
    Growth(verifyOfAChain: 400),
  ]

  func isWithinLimit() throws -> Bool {
    var shortest = [Duration.seconds(1_000), .seconds(1_000)]
    var ratio = Double.infinity
    var runs = 0
    // Nothing has interrupted the shortest of many runs.
    while runs < 5 || ratio > 0.75 * limit && runs < 25 {
      for (index, operation) in operations.enumerated() {
        shortest[index] = min(shortest[index], try ContinuousClock().measure(operation))
      }
      ratio = shortest[1] / shortest[0]
      runs += 1
    }
    print("\(name): \(shortest), \(ratio) times as long")
    return ratio <= limit
  }
}

private final class Node {}

private func numbers(
  _ count: Int, _ create: @escaping (DIContainer, Int) throws -> Int = { $1 }
) -> DIContainer {
  DIContainer { c in
    for number in 0..<count {
      c.register(Int.self, name: "\(number)", lazySingleton: { c in try create(c, number) })
    }
  }
}

/// A parent with children, whose callbacks resolve it.
private func family(
  _ count: Int, _ complete: @escaping (DIContainer) throws -> Void
) -> DIContainer {
  DIContainer { c in
    c.register(Node.self, name: "parent") { c in
      for _ in 0..<count { _ = try c.resolve(Node.self, name: "child") }
      return Node()
    }
    c.register(Node.self, name: "child", transient: { _ in Node() }) { _, c in
      _ = try c.resolve(Node.self, name: "parent")
      try complete(c)
    }
    c.register(Node.self, name: "helper") { c in try c.resolve(name: "parent") }
  }
}
