// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

private final class Node {
  let name: String
  var next: Node?

  init(_ name: String) {
    self.name = name
  }
}

private final class Parent {
  var children: [Child]

  init(_ children: [Child]) {
    self.children = children
  }
}

private final class Child {
  var parent: Parent?
}

private struct Family {
  let parents: [Parent]
}

private let sizes = [1, 2, 3, 5]

/// The lifetimes of the members of a cycle.
private enum Lifetimes: CaseIterable {
  case transient, lazySingleton, eagerSingleton, alternating, alternatingFromSingleton

  func isTransient(_ member: Int) -> Bool {
    switch self {
    case .transient: true
    case .lazySingleton, .eagerSingleton: false
    case .alternating: member % 2 == 0
    case .alternatingFromSingleton: member % 2 == 1
    }
  }
}

/// Where a member of a cycle resolves the next one.
private enum Place {
  case factory, callback
}

/// Nodes that each resolve the next one. The last one resolves the first.
private struct Cycle {
  let container = DIContainer()
  let log = Log()
  let size: Int
  let lifetimes: Lifetimes

  init(size: Int, lifetimes: Lifetimes, place: @escaping (Int) -> Place) {
    self.size = size
    self.lifetimes = lifetimes
    for member in 0..<size {
      let next = "\((member + 1) % size)"
      let factory: (DIContainer) throws -> Node = { [log] c in
        log.add("create \(member)")
        let node = Node("\(member)")
        if place(member) == .factory { node.next = try c.resolve(Node.self, name: next) }
        return node
      }
      let initCompleted: (Node, DIContainer) throws -> Void = { [log] node, c in
        log.add("complete \(member)")
        if place(member) == .callback { node.next = try c.resolve(Node.self, name: next) }
      }
      if lifetimes.isTransient(member) {
        container.register(
          Node.self, name: "\(member)", transient: factory, initCompleted: initCompleted)
      } else if lifetimes == .eagerSingleton {
        container.register(
          Node.self, name: "\(member)", eagerSingleton: factory, initCompleted: initCompleted)
      } else {
        container.register(
          Node.self, name: "\(member)", lazySingleton: factory, initCompleted: initCompleted)
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
      if !lifetimes.isTransient(member) { #expect(try resolve(member) === node) }
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

  /// Every member resolves the next one in its callback, or one of them does.
  @Test(arguments: Lifetimes.allCases)
  fileprivate func cycleClosesThroughProperties(lifetimes: Lifetimes) throws {
    for size in sizes {
      for start in 0..<size {
        let cycle = Cycle(size: size, lifetimes: lifetimes) { _ in .callback }
        try cycle.expectToBeClosed(from: start)
        for closing in 0..<size {
          let cycle = Cycle(size: size, lifetimes: lifetimes) { member in
            member == closing ? .callback : .factory
          }
          try cycle.expectToBeClosed(from: start)
        }
      }
    }
  }

  // MARK: Ancestors

  @Test(arguments: [Place.factory, .callback])
  fileprivate func eachTransientChildGetsItsOwnTransientParent(place: Place) throws {
    container.register(Family.self) { c in
      Family(parents: [try c.resolve(), try c.resolve()])
    }
    container.register(
      Parent.self,
      transient: { c in Parent(place == .factory ? [try c.resolve(), try c.resolve()] : []) },
      initCompleted: { parent, c in
        if place == .callback { parent.children = [try c.resolve(), try c.resolve()] }
      })
    container.registerChild { child, c in child.parent = try c.resolve() }
    let parents = try container.resolve(Family.self).parents
    let children = parents.flatMap(\.children)
    #expect(Set(children.map { ObjectIdentifier($0) }).count == 4)
    #expect(children.map { $0.parent === parents[0] } == [true, true, false, false])
    #expect(children.map { $0.parent === parents[1] } == [false, false, true, true])
  }

  /// A callback asks for the ancestor in every way, also after a reset.
  @Test(arguments: [false, true], [nil, Place.factory, .callback])
  fileprivate func callbackGetsTheAncestorHoweverItAsks(isSingleton: Bool, reset: Place?) throws {
    container.register(isSingleton: isSingleton) { c in
      if reset == .factory { c.reset(keepingRegistrations: true) }
      return Parent([try c.resolve()])
    }
    var found: [Parent?] = []
    container.registerChild { _, c in
      if reset == .callback { c.reset(keepingRegistrations: true) }
      let inferred: Parent? = try c.resolve()
      let nested: Parent?? = try c.resolve()
      let autowired = try DIContainer.autowire { (parent: Parent?) in parent }(c)
      found = [try c.resolve(), c[Parent.self], inferred, nested ?? nil, autowired]
      found += try c.resolveAll(Parent.self)
    }
    let parent = try container.resolve(Parent.self)
    #expect(found.count == 6)
    #expect(found.allSatisfy { $0 === parent })
    #expect(try (container.resolve(Parent.self) === parent) == (isSingleton && reset == nil))
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

  @Test func serviceWithAnotherNameOrOtherArgumentsIsNoAncestor() throws {
    container.register(Parent.self) { c in Parent([try c.resolve()]) }
    container.register(Parent.self, name: "n") { _ in Parent([]) }
    container.register(Parent.self) { (_, _: String) in Parent([]) }
    var asked: [Parent] = []
    container.registerChild { child, c in
      child.parent = try c.resolve()
      asked = [try c.resolve(name: "n"), try c.resolve(arguments: "argument")]
    }
    let parent = try container.resolve(Parent.self)
    #expect(parent.children[0].parent === parent)
    #expect(asked.count == 2 && asked.allSatisfy { $0 !== parent })
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
    #expect(container.keys("(made)") == ["Rock"])
  }

  // MARK: Cycles that cannot close

  @Test(arguments: Lifetimes.allCases)
  fileprivate func graphOfFactoriesAloneIsACircularDependency(lifetimes: Lifetimes) {
    for size in sizes {
      for start in 0..<size {
        let cycle = Cycle(size: size, lifetimes: lifetimes) { _ in .factory }
        let keys = (0...size).map { "Node \"\((start + $0) % size)\"" }
        for _ in 1...2 {
          #expect(
            errorText { try cycle.resolve(start) }
              == "Circular dependency: " + keys.joined(separator: " → "))
        }
        #expect(cycle.container.keys("(made)") == [])
      }
    }
  }

  @Test(arguments: [false, true], [false, true])
  func pathToACycleIsLeftOut(outerIsSingleton: Bool, cycleIsSingleton: Bool) {
    container.register(isSingleton: outerIsSingleton) { c in "\(try c.resolve(Int.self))" }
    container.register(isSingleton: cycleIsSingleton) { c in Int(try c.resolve(Double.self)) }
    container.register(isSingleton: cycleIsSingleton) { c in Double(try c.resolve(Int.self)) }
    #expect(
      errorText { try container.resolve(String.self) }
        == "Circular dependency: Int → Double → Int")
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
    #expect(
      errorText { try second.resolve(Double.self) }
        == "Circular dependency: Double → Int → Double")
  }

  @Test func sameServiceInASecondContainerIsNotACycle() throws {
    let first = DIContainer()
    let second = DIContainer()
    first.register(Int.self) { _ in try second.resolve(Int.self) + 1 }
    second.register(Int.self, lazySingleton: { _ in 1 })
    #expect(try first.resolve(Int.self) == 2)
  }

  /// Each container creates the other's services, so a second turn can be necessary.
  @Test func cycleBetweenParentAndChildIsAnError() throws {
    let (parent, child) = parentAndChild()
    parent.register(Int.self) { _ in Int(try child.resolve(Double.self)) }
    parent.register(Double.self) { _ in Double(try parent.resolve(Int.self)) }
    for start in [parent, child] {
      let text = errorText { try start.resolve(Int.self) }
      let cycles = ["Int → Double → Int", "Double → Int → Double"]
      #expect(cycles.contains { text == "Circular dependency: " + $0 })
    }
  }
}
