import DIContainer
import Dispatch

/// How the time of an operation grows with its size. Four times the size takes four times as long,
/// or sixteen times if the work is quadratic, on every machine.
struct Growth {
  let name: String
  let limit: Double  // how many times as long four times the size may take
  let operations: [() throws -> Void]

  init(
    _ name: String, size: Int = 500, limit: Double = 8,
    _ prepare: (_ size: Int) -> () throws -> Void
  ) {
    self.name = "\(name), four times \(size)"
    self.limit = limit
    operations = [prepare(size), prepare(4 * size)]
  }

  static let all = [
    Growth("register by name, and resolve") { size in
      {
        let c = nodes(size)
        for number in 0..<size { _ = try c.resolve(Node.self, name: "\(number)") }
      }
    },
    // A miss of the same type would list every name, so only another type is missed.
    Growth("register by type and argument, and miss a type") { size in
      {
        let c = DIContainer()
        func register<T>(_ type: T.Type) {
          c.register(type) { preconditionFailure() }
          c.register { (_: T) in Node() }
          precondition((try? c.resolve(Int.self)) == nil)
        }
        for type in fillers.prefix(size) { register(type) }
      }
    },
    Growth("a chain of factories") { size in
      let c = nodes(size) { c, number in
        _ = try c.resolve(Pair<Int, Int>.self)
        return number + 1 < size ? try c.resolve(name: "\(number + 1)") : Node()
      }
      c.register(Pair<Int, Int>.self, transient: { _ in Pair(1, 1) }) { _, _ in }
      return resetting(c) { _ = try c.resolve(Node.self, name: "0") }
    },
    Growth("a chain of callbacks that share a singleton") { size in
      let c = unfinished(1)
      for number in 0..<size {
        c.register(Node.self, name: "\(number)", transient: { (_, _: Int) in Node() }) { _, c in
          _ = try c.resolve(Node.self, name: "0")
          if number + 1 < size { _ = try c.resolve(Node.self, name: "\(number + 1)", arguments: 1) }
        }
      }
      return resetting(c) { _ = try c.resolve(Node.self, name: "0", arguments: 1) }
    },
    Growth("transients above unfinished singletons") { size in
      let c = unfinished(size)
      c.register(name: "above") { c in try Pair(c.resolve(Node.self, name: "0"), 1) }
      c.register { c in
        _ = try c.resolveAll(Node.self)
        for _ in 0..<size { _ = try c.resolve(Pair<Node, Int>.self, name: "above") }
        return Pair(1, 1)
      }
      return resetting(c) { _ = try c.resolve(Pair<Int, Int>.self) }
    },
    Growth("failures that another thread shares", sharedFailures),
    Growth("verify") { size in
      let c = nodes(size) { c, number in
        number < 2 ? Node() : try c.resolve(name: "\(number / 2)")
      }
      return { precondition(c.verify().errors.isEmpty) }
    },
    Growth("verify of missing services") { size in
      let c = nodes(size) { c, number in Node(try c.resolve(Int.self, name: "\(number)")) }
      return { precondition(c.verify().errors.count == size) }
    },
    // Each service of the chain is tried, which takes sixteen times as long.
    Growth("verify of a chain that fails", size: 200, limit: 24) { size in
      let c = DIContainer()
      for n in 0..<size { c.register(name: "\(n)") { try $0.resolve(Node.self, name: "\(n + 1)") } }
      return { precondition(c.verify().errors.count == 1) }
    },
  ]

  func isWithinLimit() throws -> Bool {
    var shortest = [Duration.seconds(1_000), .seconds(1_000)]
    var ratio = Double.infinity
    var runs = 0
    // Nothing has interrupted the shortest of many runs.
    while runs < 5 || ratio > 0.75 * limit && runs < 50 {
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

private final class Node { init(_: Int = 0) {} }

/// Lazy singletons, named by their numbers.
private func nodes(
  _ count: Int, _ create: @escaping (DIContainer, Int) throws -> Node = { _, _ in Node() }
) -> DIContainer {
  DIContainer { c in
    for number in 0..<count {
      c.register(name: "\(number)", lazySingleton: { c in try create(c, number) })
    }
  }
}

/// Lazy singletons with a callback, named by their numbers.
private func unfinished(_ count: Int) -> DIContainer {
  DIContainer { c in
    for number in 0..<count {
      c.register(Node.self, name: "\(number)", lazySingleton: { _ in Node() }) { _, _ in }
    }
  }
}

private func resetting(
  _ c: DIContainer, _ operation: @escaping () throws -> Void
) -> () throws -> Void {
  {
    c.reset(keepingRegistrations: true)
    try operation()
  }
}

/// A factory catches errors, each thrown after another thread has received an unfinished instance.
private func sharedFailures(_ count: Int) -> () throws -> Void {
  let given = DispatchSemaphore(value: 0)
  let taken = DispatchSemaphore(value: 0)
  let done = DispatchSemaphore(value: 0)
  let c = unfinished(count)
  c.register { (c: DIContainer, number: Int) -> Node in
    _ = try c.resolve(Node.self, name: "\(number)")
    given.signal()
    taken.wait()
    throw CancellationError()
  }
  c.register(name: "failing") { c in
    for number in 0..<count { precondition(c[Node.self, arguments: number] == nil) }
    return Node()
  }
  c.register(name: "receiving") { c -> Node in
    for number in 0..<count {
      given.wait()
      _ = c[Node.self, name: "\(number)"]
      taken.signal()
    }
    return Node()
  }
  return resetting(c) {
    DispatchQueue.global().async {
      precondition(c[Node.self, name: "receiving"] == nil)
      done.signal()
    }
    precondition(c[Node.self, name: "failing"] != nil)
    done.wait()
  }
}
