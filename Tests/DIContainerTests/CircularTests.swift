// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

private final class Node {
  let name: String
  var next: Node?

  init(_ name: String, _ next: Node? = nil) {
    self.name = name
    self.next = next
  }
}

private final class Parent {
  var children: [Child]

  init(_ children: [Child]) {
    self.children = children
  }
}

private final class Child { var parent: Parent? }
private struct Family { let parents: [Parent] }

/// Nodes that each resolve the next one. The last one resolves the first.
private struct Ring {
  let container = DIContainer()
  let log = Log()
  let size: Int
  let isSingleton: (Int) -> Bool

  /// Where `closes` says so, a member resolves the next one in its callback, else in its factory.
  init(
    size: Int, isSingleton: @escaping (Int) -> Bool = { _ in false },
    closes: @escaping (Int) -> Bool
  ) {
    self.size = size
    self.isSingleton = isSingleton
    for member in 0..<size {
      let next = "\((member + 1) % size)"
      let factory: (DIContainer) throws -> Node = { [log] c in
        log.add("create \(member)")
        return Node("\(member)", closes(member) ? nil : try c.resolve(Node.self, name: next))
      }
      let initCompleted: (Node, DIContainer) throws -> Void = { [log] node, c in
        log.add("complete \(member)")
        if closes(member) { node.next = try c.resolve(Node.self, name: next) }
      }
      if isSingleton(member) {
        container.register(
          Node.self, name: "\(member)", lazySingleton: factory, initCompleted: initCompleted)
      } else {
        container.register(
          Node.self, name: "\(member)", transient: factory, initCompleted: initCompleted)
      }
    }
  }

  func resolve(_ member: Int) throws -> Node {
    try container.resolve(Node.self, name: "\(member)")
  }

  /// Expects the way round to end where it starts, and each member to be created and completed once.
  func expectToBeClosed(from start: Int) throws {
    let first = try resolve(start)
    var node = first
    for step in 1...size {
      let member = (start + step) % size
      node = try #require(node.next, "size \(size), from \(start)")
      #expect(node.name == "\(member)", "size \(size), from \(start)")
      if isSingleton(member) { #expect(try resolve(member) === node) }
    }
    #expect(node === first, "size \(size), from \(start)")
    #expect(log.lines.count == 2 * size, "size \(size), from \(start)")
    #expect(Set(log.lines).count == 2 * size, "size \(size), from \(start)")
  }
}

extension DIContainer {
  /// Registers a transient child with a callback.
  fileprivate func registerChild(initCompleted: @escaping (Child, DIContainer) throws -> Void) {
    register(Child.self, transient: { _ in Child() }, initCompleted: initCompleted)
  }
}

@Suite(.timeLimit(.minutes(5)))
struct CircularTests {
  let container = DIContainer()

  // MARK: Cycles that close

  /// Every member closes it, or one of them does. The singletons among them vary.
  @Test(arguments: [1, 2, 3, 5]) func ringClosesThroughProperties(size: Int) throws {
    let lifetimes: [(Int) -> Bool] = [
      { _ in false }, { _ in true }, { $0 % 2 == 0 }, { $0 % 2 == 1 },
    ]
    for isSingleton in lifetimes {
      for start in 0..<size {
        try Ring(size: size, isSingleton: isSingleton) { _ in true }.expectToBeClosed(from: start)
        for closing in 0..<size {
          try Ring(size: size, isSingleton: isSingleton) { $0 == closing }
            .expectToBeClosed(from: start)
        }
      }
    }
  }

  // MARK: Ancestors

  @Test(arguments: [false, true])
  func eachTransientChildGetsItsOwnTransientParent(inACallback: Bool) throws {
    container.register(Family.self) { c in
      Family(parents: [try c.resolve(), try c.resolve()])
    }
    container.register(
      Parent.self,
      transient: { c in Parent(inACallback ? [] : [try c.resolve(), try c.resolve()]) },
      initCompleted: { parent, c in
        if inACallback { parent.children = [try c.resolve(), try c.resolve()] }
      })
    container.registerChild { child, c in child.parent = try c.resolve() }
    let parents = try container.resolve(Family.self).parents
    let children = parents.flatMap(\.children)
    #expect(Set(children.map { ObjectIdentifier($0) }).count == 4)
    #expect(children.map { $0.parent === parents[0] } == [true, true, false, false])
    #expect(children.map { $0.parent === parents[1] } == [false, false, true, true])
  }

  /// Also after a reset in its factory, or a new registration in the callback.
  @Test(arguments: [false, true], [nil, "reset", "register"])
  func callbackGetsTheAncestorHoweverItAsks(isSingleton: Bool, change: String?) throws {
    container.register(isSingleton: isSingleton) { c in
      if change == "reset" { c.reset(keepingRegistrations: true) }
      return Parent([try c.resolve()])
    }
    var found: [Parent?] = []
    container.registerChild { _, c in
      if change == "register" { c.register(isSingleton: isSingleton) { _ in Parent([]) } }
      let inferred: Parent? = try c.resolve()
      let nested: Parent?? = try c.resolve()
      let autowired = try DIContainer.autowire { (parent: Parent?) in parent }(c)
      found = [try c.resolve(), c[Parent.self], inferred, nested ?? nil, autowired]
      found += try c.resolveAll(Parent.self)
    }
    let parent = try container.resolve(Parent.self)
    #expect(found.count == 6)
    #expect(found.allSatisfy { $0 === parent })
    #expect(try (container.resolve(Parent.self) === parent) == (isSingleton && change == nil))
  }

  @Test(arguments: [false, true])
  func ancestorWithArgumentsIsTheNearestWithItsKey(asksInAFactory: Bool) throws {
    struct Middle { let node: Node }
    container.register(Node.self) { (c, following: Int) in
      let node = Node("\(following)")
      if following == 0 {
        _ = try c.resolve(Child.self)
      } else {
        node.next = try c.resolve(arguments: following - 1)
      }
      return node
    }
    container.register(Middle.self) { c in Middle(node: try c.resolve(arguments: 7)) }
    var nearest: [Node] = []
    container.registerChild { _, c in
      nearest.append(
        asksInAFactory ? try c.resolve(Middle.self).node : try c.resolve(arguments: 7))
    }
    let first = try container.resolve(Node.self, arguments: 2)
    #expect(nearest.map(\.name) == ["0"])
    #expect(nearest[0] === first.next?.next)
  }

  @Test(arguments: [false, true])
  func factoryCanRegisterItsOwnKeyAgainAndResolveIt(isSingleton: Bool) throws {
    let rock = Rock()
    container.register(isSingleton: isSingleton) { c -> Rock in
      c.register(isSingleton: isSingleton) { _ in rock }
      return try c.resolve()
    }
    #expect(try container.resolve(Rock.self) === rock)
  }

  @Test func ancestorThatAnotherContainerCreatedIsNoAncestor() throws {
    let child = DIContainer(parent: container)
    container.register(Parent.self) { c in Parent([try c.resolve()]) }
    container.registerChild { [unowned container] child, _ in
      child.parent = try container.resolve()
    }
    let parent = try child.resolve(Parent.self)
    let other = try #require(parent.children[0].parent)
    #expect(other !== parent)
    #expect(other.children[0].parent === other)
  }

  @Test(arguments: [false, true])
  func singletonThatItsOwnCallbackResolvesSurvivesALaterError(isDirect: Bool) throws {
    container.register(Rock.self, lazySingleton: { _ in Rock() }) { rock, c in
      let same = try isDirect ? c.resolve(Rock.self) : c.resolve(Rock.self, name: "same")
      #expect(same === rock)
    }
    container.register(Rock.self, name: "same") { c in try c.resolve() }
    container.register(Rock.self, name: "last", transient: { _ in Rock() }) { _, _ in
      throw Failure("late")
    }
    container.register([Rock].self) { c in try [c.resolve(), c.resolve(name: "last")] }
    #expect(throws: Failure("late")) { try container.resolve([Rock].self) }
    #expect(container.keys("(created)") == ["Rock"])
  }

  // MARK: Cycles that cannot close

  @Test(arguments: [1, 2, 3, 5], [false, true])
  func ringOfFactoriesAloneIsACircularDependency(size: Int, isSingleton: Bool) {
    for start in 0..<size {
      let ring = Ring(size: size, isSingleton: { _ in isSingleton }, closes: { _ in false })
      ring.container.register(isSingleton: isSingleton) { c in
        "outside of the cycle: \(try c.resolve(Node.self, name: "\(start)"))"
      }
      let keys = (0...size).map { "Node \"\((start + $0) % size)\"" }
      let text = "Circular dependency: " + keys.joined(separator: " → ")
      #expect(errorText { try ring.resolve(start) } == text)
      #expect(errorText { try ring.container.resolve(String.self) } == text)
      #expect(ring.container.keys("(created)") == [])
    }
  }

  @Test(arguments: [false, true], [false, true])
  func cycleThroughCapturedContainersIsAnError(isSingleton: Bool, isOneContainer: Bool) {
    let first = DIContainer()
    let second = isOneContainer ? first : DIContainer()
    first.register(isSingleton: isSingleton) { [unowned second] _ in
      Int(try second.resolve(Double.self))
    }
    second.register(isSingleton: isSingleton) { [unowned first] _ in
      Double(try first.resolve(Int.self))
    }
    #expect(
      errorText { try first.resolve(Int.self) } == "Circular dependency: Int → Double → Int")
  }
}
