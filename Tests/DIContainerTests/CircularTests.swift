import DIContainer
import TestSupport
import Testing

private final class Node {
  let name: String
  var next: Node?
  init(_ name: String) { self.name = name }
}

private final class Parent {
  var children: [Child]
  init(_ children: [Child]) { self.children = children }
}

private final class Child { var parent: Parent? }

/// Nodes that each resolve the next one. The last one resolves the first.
private struct Ring {
  let container = DIContainer()
  let log = Log()
  let size: Int

  /// Where `closes` says so, a member resolves the next one in its callback, else in its factory.
  init(size: Int, isSingleton: (Int) -> Bool, closes: @escaping (Int) -> Bool) {
    self.size = size
    for member in 0..<size {
      let name = "\(member)"
      let next = "\((member + 1) % size)"
      let factory: (DIContainer) throws -> Node = { [log] c in
        log.add("create \(name)")
        let node = Node(name)
        if !closes(member) { node.next = try c.resolve(name: next) }
        return node
      }
      let initCompleted: (Node, DIContainer) throws -> Void = { [log] node, c in
        log.add("complete \(name)")
        if closes(member) { node.next = try c.resolve(name: next) }
      }
      if isSingleton(member) {
        container.register(
          Node.self, name: name, lazySingleton: factory, initCompleted: initCompleted)
      } else {
        container.register(Node.self, name: name, transient: factory, initCompleted: initCompleted)
      }
    }
  }

  /// Expects the way round to end where it starts, and each member to be created and completed
  /// once.
  func expectToBeClosed(from start: Int) throws {
    let first = try container.resolve(Node.self, name: "\(start)")
    let created = container.keys("(created)").count
    var node = first
    for step in 1...size {
      node = try #require(node.next)
      #expect(node.name == "\((start + step) % size)")
    }
    #expect(node === first, "size \(size), from \(start)")
    #expect(created == container.description.count { $0 == "(" })
    #expect(log.lines.count == 2 * size && Set(log.lines).count == 2 * size)
  }
}

@Suite(.timeLimit(.minutes(5)))
struct CircularTests {
  let container = DIContainer()

  /// Registers a transient child with a callback.
  private func registerChild(initCompleted: @escaping (Child, DIContainer) throws -> Void) {
    container.register(Child.self, transient: { _ in Child() }, initCompleted: initCompleted)
  }

  /// Every member closes it, or one of them does. The singletons among them vary.
  @Test(arguments: [1, 2, 3, 5]) func ringClosesThroughProperties(size: Int) throws {
    let lifetimes: [(Int) -> Bool] = [
      { _ in false }, { _ in true }, { $0 % 2 == 0 }, { $0 % 2 == 1 },
    ]
    for isSingleton in lifetimes {
      for start in 0..<size {
        for closing in 0...size {
          let ring = Ring(size: size, isSingleton: isSingleton) { closing == size || $0 == closing }
          try ring.expectToBeClosed(from: start)
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func eachTransientChildGetsItsOwnTransientParent(inACallback: Bool) throws {
    container.register([Parent].self) { c in [try c.resolve(), try c.resolve()] }
    container.register(
      Parent.self,
      transient: { c in Parent(inACallback ? [] : [try c.resolve(), try c.resolve()]) },
      initCompleted: { parent, c in
        if inACallback { parent.children = [try c.resolve(), try c.resolve()] }
      })
    registerChild { child, c in child.parent = try c.resolve() }
    let parents = try container.resolve([Parent].self)
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
    registerChild { _, c in
      if change == "register" { c.register(isSingleton: isSingleton) { _ in Parent([]) } }
      let nested: Parent?? = try c.resolve()
      let autowired = try DIContainer.autowire { (parent: Parent?) in parent }(c)
      found = [try c.resolve(), c[Parent.self], nested ?? nil, autowired]
      found += try c.resolveAll(Parent.self)
    }
    let parent = try container.resolve(Parent.self)
    #expect(found.count == 5)
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
    var nearest: Node?
    registerChild { _, c in
      nearest = asksInAFactory ? try c.resolve(Middle.self).node : try c.resolve(arguments: 7)
    }
    let first = try container.resolve(Node.self, arguments: 2)
    #expect(nearest?.name == "0")
    #expect(nearest === first.next?.next)
  }

  @Test func ancestorThatAnotherContainerCreatedIsNoAncestor() throws {
    let child = DIContainer(parent: container)
    container.register(Parent.self) { c in Parent([try c.resolve()]) }
    registerChild { [unowned container] child, _ in child.parent = try container.resolve() }
    let parent = try child.resolve(Parent.self)
    let other = try #require(parent.children[0].parent)
    #expect(other !== parent)
    #expect(other.children[0].parent === other)
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

  @Test(arguments: [1, 2, 3, 5], [false, true])
  func ringOfFactoriesAloneIsACircularDependency(size: Int, isSingleton: Bool) {
    for start in 0..<size {
      let ring = Ring(size: size, isSingleton: { _ in isSingleton }, closes: { _ in false })
      ring.container.register(isSingleton: isSingleton) { c in
        "outside of the cycle: \(try c.resolve(Node.self, name: "\(start)"))"
      }
      let keys = (0...size).map { "Node \"\((start + $0) % size)\"" }
      let text = "Circular dependency: " + keys.joined(separator: " → ")
      #expect(errorText { try ring.container.resolve(Node.self, name: "\(start)") } == text)
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

  /// It forgets the singleton whose factory is running.
  @Test func resetInARunningFactoryDoesNotHideItsCycle() {
    var runs = 0
    container.register(lazySingleton: { c in
      runs += 1
      c.reset(keepingRegistrations: true)
      return Int(try c.resolve(Double.self))
    })
    container.register(lazySingleton: { c in Double(try c.resolve(Int.self)) })
    #expect(
      errorText { try container.resolve(Int.self) } == "Circular dependency: Int → Double → Int")
    #expect(runs == 1)
  }
}
