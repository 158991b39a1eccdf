import DIContainer

// How the time of an operation grows with the number of registrations or instances. Absolute times depend
// on the machine, and the growth does not: four times the size takes four times as long, or sixteen times
// if the work is quadratic.

private final class Parent { var children: [Child] = [] }
private final class Child { var parent: Parent? }
private struct Offline: Error {}

struct Growth {
  let name: String
  let size: Int
  /// How many times longer an operation of four times the size may take.
  var limit = 8.0
  /// Prepares an operation of a size.
  let prepare: (Int) -> () throws -> Void

  static let all = [
    Growth(name: "register", size: 4_000) { size in { _ = numbers(size) } },
    Growth(name: "resolve", size: 4_000) { size in
      let c = numbers(size)
      return { for number in 0..<size { _ = try c.resolve(Int.self, name: "\(number)") } }
    },
    Growth(name: "resolveAll", size: 4_000) { size in
      let c = numbers(size)
      return { _ = try c.resolveAll(Int.self) }
    },
    Growth(name: "a resolve whose last callback fails", size: 1_000) { size in
      var completed = 0
      let c = family(size) { _, _ in
        completed += 1
        if completed % size == 0 { throw Offline() }
      }
      return { precondition(c[Parent.self] == nil) }
    },
    Growth(name: "callbacks that catch the error of a singleton", size: 1_000) { size in
      let c = family(size) { child, c in
        precondition(c[Int.self] == nil)
        child.parent = try c.resolve(Child.self, name: "helper").parent
      }
      c.register(Int.self, lazySingleton: { _ in throw Offline() })
      return { _ = try c.resolve(Parent.self) }
    },
    // It tries each service, so the factories run a quadratic number of times.
    Growth(name: "verify of a chain that fails", size: 100, limit: 32) { size in
      let c = numbers(size) { c, number in try c.resolve(Int.self, name: "\(number + 1)") }
      return { precondition(c.verify().errors.count == 1) }
    },
    Growth(name: "verify", size: 1_000) { size in
      let c = numbers(size) { c, number in
        number < 2 ? 1 : try c.resolve(Int.self, name: "\(number / 2)")
      }
      return { precondition(c.verify().errors.isEmpty) }
    },
    Growth(name: "verify of missing services", size: 1_000) { size in
      let c = numbers(size) { c, number in try c.resolve(Int.self, name: "missing \(number)") }
      return { precondition(c.verify().errors.count == size) }
    },
    Growth(name: "verify of a service that needs all others", size: 1_000) { size in
      let c = numbers(size)
      c.register(Bool.self) { c in try c.resolveAll(Int.self).count == size }
      return { precondition(c.verify().errors.isEmpty) }
    },
  ]

  /// Returns whether the growth is within its limit.
  func isWithinLimit() throws -> Bool {
    var shortest = [Duration.seconds(1_000), .seconds(1_000)]
    let operations = [prepare(size), prepare(4 * size)]
    var ratio = Double.infinity
    var runs = 0
    // The shortest of many runs is one that nothing interrupted.
    while runs < 5 || ratio > 0.75 * limit && runs < 15 {
      for (index, operation) in operations.enumerated() {
        shortest[index] = min(shortest[index], try ContinuousClock().measure(operation))
      }
      ratio = shortest[1] / shortest[0]
      runs += 1
    }
    print(
      "\(name): \(size) take \(shortest[0]), four times as many \(ratio) times as long")
    return ratio <= limit
  }
}

/// A container with singletons that are created from their numbers.
private func numbers(
  _ count: Int, _ create: @escaping (DIContainer, Int) throws -> Int = { $1 }
) -> DIContainer {
  DIContainer { c in
    for number in 0..<count {
      c.register(Int.self, name: "\(number)", lazySingleton: { c in try create(c, number) })
    }
  }
}

/// A parent with children, whose callbacks refer to it.
private func family(
  _ count: Int, _ complete: @escaping (Child, DIContainer) throws -> Void = { _, _ in }
) -> DIContainer {
  DIContainer { c in
    c.register(Parent.self) { c in
      let parent = Parent()
      for _ in 0..<count { parent.children.append(try c.resolve()) }
      return parent
    }
    c.register(Child.self, transient: { _ in Child() }) { child, c in
      child.parent = try c.resolve()
      try complete(child, c)
    }
    c.register(Child.self, name: "helper") { c in
      let helper = Child()
      helper.parent = try c.resolve()
      return helper
    }
  }
}
