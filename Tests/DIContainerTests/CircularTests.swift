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

/// Nodes that each resolve the next one, and the last resolves the first.
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
        log.add("made \(member)")
        let node = Node("\(member)")
        if place(member) == .factory { node.next = try c.resolve(Node.self, name: next) }
        return node
      }
      let initCompleted: (Node, DIContainer) throws -> Void = { [log] node, c in
        log.add("completed \(member)")
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

  /// The way round from a member ends at it, each was made once and completed once, and singletons
  /// stay.
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
  fileprivate func registerChild(
    initCompleted: @escaping (Child, DIContainer) throws -> Void
  ) {
    register(Child.self, transient: { _ in Child() }, initCompleted: initCompleted)
  }
}

@Suite(.timeLimit(.minutes(5)))
struct CircularTests {
  let container = DIContainer()

  // MARK: Cycles that close

  /// All of its members close it in their callbacks, or one of them does.
  @Test(.tags(.C1, .R7), arguments: Lifetimes.allCases)
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

  @Test(.tags(.C3), arguments: [Place.factory, .callback])
  fileprivate func eachTransientChildGetsItsOwnTransientParent(place: Place) throws {
    container.register(Family.self) { c in
      Family(parents: [try c.resolve(), try c.resolve()])
    }
    container.register(
      Parent.self,
      transient: { c in
        Parent("", place == .factory ? [try c.resolve(), try c.resolve()] : [])
      },
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

  @Test(.tags(.C3), arguments: [false, true])
  func nearestOfSeveralAncestorsIsMeant(asksInAFactory: Bool) throws {
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

  /// It is the ancestor in every spelling, as a transient and as a singleton.
  @Test(.tags(.C3, .R5, .R6), arguments: [false, true])
  func ancestorIsFoundHoweverItIsAskedFor(isSingleton: Bool) throws {
    container.register(isSingleton: isSingleton) { c in Parent("", [try c.resolve()]) }
    var found: [Parent?] = []
    container.registerChild { _, c in found = try everyWay(c) }
    let parent = try container.resolve(Parent.self)
    #expect(found.map { $0 === parent } == [true, true, true, true, true, true])
  }

  @Test(.tags(.C3, .K1))
  func serviceWithAnotherNameOrOtherArgumentsIsNotAnAncestor() throws {
    container.register(Parent.self) { c in Parent("plain", [try c.resolve()]) }
    container.register(Parent.self, name: "n") { _ in Parent("named") }
    container.register(Parent.self) { (_, name: String) in Parent(name) }
    var asked: [String] = []
    container.registerChild { child, c in
      child.parent = try c.resolve()
      asked.append(try c.resolve(Parent.self, name: "n").name)
      asked.append(try c.resolve(Parent.self, arguments: "argument").name)
    }
    let parent = try container.resolve(Parent.self)
    #expect(parent.children[0].parent === parent)
    #expect(asked == ["named", "argument"])
  }

  /// How the container no longer has what is being made.
  fileprivate enum Loss: CaseIterable {
    case replacedByASingleton, replacedByATransient, forgotten

    func happen(in container: DIContainer) {
      switch self {
      case .replacedByASingleton: container.register(lazySingleton: { _ in Parent("another") })
      case .replacedByATransient: container.register { _ in Parent("another") }
      case .forgotten: container.reset(keepingRegistrations: true)
      }
    }
  }

  /// The ancestor is found by its key, not by its registration.
  @Test(.tags(.C3, .K1, .M1), arguments: Loss.allCases, [Place.factory, .callback])
  fileprivate func ancestorThatIsLostWhileItIsMadeIsStillFound(loss: Loss, place: Place) throws {
    for isSingleton in [false, true] {
      let container = DIContainer()
      container.register(isSingleton: isSingleton) { c in
        if place == .factory { loss.happen(in: c) }
        return Parent("first", [try c.resolve()])
      }
      var found: [Parent?] = []
      container.registerChild { _, c in
        if place == .callback { loss.happen(in: c) }
        found = try everyWay(c)
      }
      let parent = try container.resolve(Parent.self)
      #expect(parent.name == "first")
      #expect(found.map { $0 === parent } == [true, true, true, true, true, true])
      let next = try container.resolve(Parent.self)
      #expect(next !== parent)
      #expect(next.name == (loss == .forgotten ? "first" : "another"))
    }
  }

  @Test(.tags(.C3, .R8), arguments: Loss.allCases, [false, true])
  fileprivate func lostAncestorOfAParentContainerIsFoundThroughAChild(
    loss: Loss, isSingleton: Bool
  ) throws {
    let child = DIContainer(parent: container)
    container.register(isSingleton: isSingleton) { c in Parent("", [try c.resolve()]) }
    var found: [Parent?] = []
    container.registerChild { _, _ in
      loss.happen(in: container)
      found = try everyWay(child)
    }
    let parent = try child.resolve(Parent.self)
    #expect(found.map { $0 === parent } == [true, true, true, true, true, true])
  }

  /// What the container has finished for the key comes before it.
  @Test(.tags(.C3, .K1), arguments: [false, true], [false, true])
  func finishedSingletonOfTheKeyComesBeforeTheAncestor(
    isSingleton: Bool, isGiven: Bool
  ) throws {
    let finished = Parent("finished")
    container.register(isSingleton: isSingleton) { c in
      if isGiven {
        c.register(eagerSingleton: finished)
      } else {
        c.register(lazySingleton: { _ in finished })
        #expect(try c.resolve(Parent.self) === finished)
      }
      return Parent("first", [try c.resolve()])
    }
    var found: [Parent?] = []
    container.registerChild { _, c in found = try everyWay(c) }
    #expect(try container.resolve(Parent.self).name == "first")
    #expect(found.map { $0 === finished } == [true, true, true, true, true, true])
  }

  /// Asks for the one parent in every way.
  private func everyWay(_ c: DIContainer) throws -> [Parent?] {
    let inferred: Parent? = try c.resolve()
    let nested: Parent?? = try c.resolve()
    let autowired = try DIContainer.autowire { (parent: Parent?) in [parent] }(c)
    return [try c.resolve(Parent.self), c[Parent.self], inferred, nested ?? nil]
      + autowired + (try c.resolveAll(Parent.self))
  }

  // MARK: Cycles that cannot close

  @Test(.tags(.C4), arguments: Lifetimes.allCases)
  fileprivate func graphOfFactoriesAloneIsCircular(lifetimes: Lifetimes) {
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

  @Test(.tags(.C4), arguments: [false, true], [false, true])
  func pathToACycleIsNotPartOfTheError(outerIsSingleton: Bool, cycleIsSingleton: Bool) {
    container.register(isSingleton: outerIsSingleton) { c in "\(try c.resolve(Int.self))" }
    container.register(isSingleton: cycleIsSingleton) { c in Int(try c.resolve(Double.self)) }
    container.register(isSingleton: cycleIsSingleton) { c in Double(try c.resolve(Int.self)) }
    #expect(
      errorText { try container.resolve(String.self) }
        == "Circular dependency: Int → Double → Int")
  }

  @Test(.tags(.C4), arguments: [false, true], [false, true])
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

  @Test(.tags(.C4))
  func sameServiceInASecondContainerIsNotACycle() throws {
    let first = DIContainer()
    let second = DIContainer()
    first.register(Int.self) { _ in try second.resolve(Int.self) + 1 }
    second.register(Int.self, lazySingleton: { _ in 1 })
    #expect(try first.resolve(Int.self) == 2)
  }

  @Test(.tags(.C4, .R8))
  func cycleBetweenParentAndChildIsDetectedAfterAtMostOneMoreTurn() throws {
    let (parent, child) = parentAndChild()
    var made = 0
    parent.register(Int.self) { _ in
      made += 1
      return Int(try child.resolve(Double.self))
    }
    parent.register(Double.self) { _ in Double(try parent.resolve(Int.self)) }
    for start in [parent, child] {
      made = 0
      let text = errorText { try start.resolve(Int.self) }
      let cycles = ["Int → Double → Int", "Double → Int → Double"]
      #expect(cycles.contains { text == "Circular dependency: " + $0 })
      #expect(made <= 2)
    }
  }

  /// It is kept as soon as its own callback has run, whether the callback or what that makes asks.
  @Test(.tags(.C3), arguments: [false, true])
  func instanceIsNoPartOfItself(isDirect: Bool) throws {
    var texts: [String] = []
    container.register([Rock].self) { c in try [c.resolve(), c.resolve(name: "last")] }
    container.register(Rock.self, lazySingleton: { _ in Rock() }) { rock, c in
      let same = try isDirect ? c.resolve(Rock.self) : c.resolve(Rock.self, name: "same")
      #expect(same === rock)
    }
    container.register(Rock.self, name: "same") { c in try c.resolve() }
    container.register(Rock.self, name: "last", transient: { _ in Rock() }) { _, c in
      texts = c.keys("(made)")
    }
    _ = try container.resolve([Rock].self)
    #expect(texts == ["Rock"])
  }
}
