import DIContainer
import Testing

private final class Node {
  let name: String
  var next: Node?

  init(_ name: String) {
    self.name = name
  }
}

private final class Parent {
  let name: String
  var children: [Child]

  init(_ name: String = "", _ children: [Child] = []) {
    self.name = name
    self.children = children
  }
}

private final class Child {
  var parent: Parent?
}

private struct Family {
  let parents: [Parent]
}

private struct Level {
  let number: Int
  let depth: Int
}

private struct Other {
  let depth: Int
}

private enum Lifetimes: CaseIterable {
  case transient, lazySingleton, eagerSingleton, alternating, alternatingFromSingleton

  func register(
    _ index: Int, in container: DIContainer,
    _ factory: @escaping (DIContainer) throws -> Node,
    _ initCompleted: @escaping (Node, DIContainer) throws -> Void
  ) {
    let isTransient =
      self == .transient || self == .alternating && index % 2 == 0
      || self == .alternatingFromSingleton && index % 2 == 1
    if isTransient {
      container.register(
        Node.self, name: "\(index)", transient: factory, initCompleted: initCompleted)
    } else if self == .eagerSingleton {
      container.register(
        Node.self, name: "\(index)", eagerSingleton: factory, initCompleted: initCompleted)
    } else {
      container.register(
        Node.self, name: "\(index)", lazySingleton: factory, initCompleted: initCompleted)
    }
  }
}

private let sizes = [1, 2, 3, 5]

@Suite(.timeLimit(.minutes(1)))
struct CircularTests {
  // MARK: C1

  @Test(arguments: sizes, Lifetimes.allCases)
  fileprivate func ringOfPropertiesCloses(size: Int, lifetimes: Lifetimes) throws {  // C1
    for start in 0..<size {
      let log = Log()
      let container = DIContainer()
      for index in 0..<size {
        lifetimes.register(index, in: container) { _ in
          log.add("made \(index)")
          return Node("\(index)")
        } _: { node, c in
          log.add("completed \(index)")
          node.next = try c.resolve(name: "\((index + 1) % size)")
        }
      }
      let first = try container.resolve(Node.self, name: "\(start)")
      var node = first
      for step in 1...size {
        node = try #require(node.next)
        #expect(node.name == "\((start + step) % size)")
      }
      #expect(node === first)
      #expect(log.lines.count == 2 * size)
      #expect(Set(log.lines).count == 2 * size)
    }
  }

  @Test(arguments: sizes, Lifetimes.allCases)
  fileprivate func ringOfFactoriesClosesThroughOneProperty(
    size: Int, lifetimes: Lifetimes
  ) throws {  // C1
    for start in 0..<size {
      for closing in 0..<size {
        let log = Log()
        let container = DIContainer()
        for index in 0..<size {
          let next = "\((index + 1) % size)"
          lifetimes.register(index, in: container) { c in
            log.add("made \(index)")
            let node = Node("\(index)")
            if index != closing { node.next = try c.resolve(name: next) }
            return node
          } _: { node, c in
            log.add("completed \(index)")
            if index == closing { node.next = try c.resolve(name: next) }
          }
        }
        let first = try container.resolve(Node.self, name: "\(start)")
        var node = first
        for step in 1...size {
          node = try #require(node.next)
          #expect(node.name == "\((start + step) % size)")
        }
        #expect(node === first)
        #expect(log.lines.count == 2 * size)
        #expect(Set(log.lines).count == 2 * size)
      }
    }
  }

  @Test(arguments: sizes)
  func ringOfSingletonsIsTheSameFromEveryMember(size: Int) throws {  // C1, R7
    let container = DIContainer()
    let log = Log()
    for index in 0..<size {
      Lifetimes.lazySingleton.register(index, in: container) { _ in
        log.add("made \(index)")
        return Node("\(index)")
      } _: { node, c in
        node.next = try c.resolve(name: "\((index + 1) % size)")
      }
    }
    var node = try container.resolve(Node.self, name: "0")
    for index in 0..<size {
      #expect(try container.resolve(Node.self, name: "\(index)") === node)
      node = try #require(node.next)
    }
    #expect(log.lines.count == size)
  }

  @Test func ringOfTransientsIsNewEachTime() throws {  // C1, K5
    let container = DIContainer()
    for index in 0..<2 {
      Lifetimes.transient.register(index, in: container) { _ in
        Node("\(index)")
      } _: { node, c in
        node.next = try c.resolve(name: "\(1 - index)")
      }
    }
    let first = try container.resolve(Node.self, name: "0")
    let second = try container.resolve(Node.self, name: "0")
    #expect(first !== second)
    #expect(first.next !== second.next)
    #expect(first.next?.next === first)
    #expect(second.next?.next === second)
  }

  @Test func singletonsWithoutCallbackTakePartInRings() throws {  // C1, C2
    let container = DIContainer()
    let log = Log()
    container.register(
      Child.self,
      lazySingleton: { _ in
        log.add("child"); return Child()
      },
      initCompleted: { child, c in child.parent = try c.resolve() })
    container.register(
      Parent.self,
      lazySingleton: { c in
        log.add("parent")
        return Parent("", [try c.resolve()])
      })
    let child = try container.resolve(Child.self)
    #expect(child.parent?.children.first === child)
    #expect(try container.resolve(Parent.self) === child.parent)
    container.unregister(Child.self)
    #expect(log.lines == ["child", "parent"])
  }

  @Test func bootstrapMakesRingsOfEagerSingletons() throws {  // C1, M2
    let container = DIContainer()
    let log = Log()
    for index in 0..<3 {
      Lifetimes.eagerSingleton.register(index, in: container) { _ in
        log.add("made \(index)")
        return Node("\(index)")
      } _: { node, c in
        node.next = try c.resolve(name: "\((index + 1) % 3)")
      }
    }
    try container.bootstrap()
    #expect(log.lines == ["made 0", "made 1", "made 2"])
    let first = try container.resolve(Node.self, name: "0")
    #expect(first.next?.next?.next === first)
  }

  // MARK: C2

  @Test func callbacksRunInOrderOfConstructionAfterEverythingIsConstructed() throws {  // C2
    let container = DIContainer()
    let log = Log()
    container.register(
      Int.self,
      transient: { c in
        log.add("Int begins")
        _ = try c.resolve(String.self)
        _ = try c.resolve(Bool.self)
        log.add("Int ends")
        return 1
      }, initCompleted: { _, _ in log.add("Int completed") })
    container.register(
      String.self,
      lazySingleton: { c in
        log.add("String begins")
        _ = try c.resolve(Double.self)
        log.add("String ends")
        return ""
      }, initCompleted: { _, _ in log.add("String completed") })
    container.register(
      Double.self,
      transient: { _ in
        log.add("Double"); return 1.0
      },
      initCompleted: { _, _ in log.add("Double completed") })
    container.register(
      Bool.self,
      eagerSingleton: { _ in
        log.add("Bool"); return true
      },
      initCompleted: { _, _ in log.add("Bool completed") })
    _ = try container.resolve(Int.self)
    #expect(
      log.lines == [
        "Int begins", "String begins", "Double", "String ends", "Bool", "Int ends",
        "Double completed", "String completed", "Bool completed", "Int completed",
      ])
    log.lines = []
    _ = try container.resolve(Int.self)
    #expect(log.lines == ["Int begins", "Int ends", "Int completed"])
  }

  @Test func callbacksOfWhatACallbackMakesComeLast() throws {  // C2
    let container = DIContainer()
    let log = Log()
    container.register(
      Int.self, transient: { c in try c.resolve(String.self).count },
      initCompleted: { _, _ in log.add("Int completed") })
    container.register(
      String.self, transient: { _ in "four" },
      initCompleted: { _, c in
        log.add("String begins")
        _ = try c.resolve(Bool.self)
        log.add("String ends")
      })
    container.register(
      Bool.self,
      transient: { _ in
        log.add("Bool"); return true
      },
      initCompleted: { _, _ in log.add("Bool completed") })
    _ = try container.resolve(Int.self)
    #expect(
      log.lines == [
        "String begins", "Bool", "String ends", "Int completed", "Bool completed",
      ])
  }

  @Test func callbackRunsOnceForEachNewInstance() throws {  // C2
    let container = DIContainer()
    var completed: [ObjectIdentifier] = []
    container.register(
      Rock.self, transient: { _ in Rock() },
      initCompleted: { rock, _ in completed.append(ObjectIdentifier(rock)) })
    container.register(
      Rock.self, name: "lazy", lazySingleton: { _ in Rock() },
      initCompleted: { rock, _ in completed.append(ObjectIdentifier(rock)) })
    let rocks = try [
      container.resolve(Rock.self), container.resolve(Rock.self),
      container.resolve(Rock.self, name: "lazy"), container.resolve(Rock.self, name: "lazy"),
    ]
    #expect(completed == rocks.prefix(3).map { ObjectIdentifier($0) })
  }

  @Test func callbackRunsOncePerInstanceThatOneFactoryAsksFor() throws {  // C2
    let container = DIContainer()
    var completed = 0
    container.register(
      Child.self, transient: { _ in Child() }, initCompleted: { _, _ in completed += 1 })
    container.register(Parent.self) { c in
      Parent("", [try c.resolve(), try c.resolve(), try c.resolve()])
    }
    let children = try container.resolve(Parent.self).children
    #expect(Set(children.map { ObjectIdentifier($0) }).count == 3)
    #expect(completed == 3)
  }

  // MARK: C3

  @Test func transientChildGetsItsOwnTransientParent() throws {  // C3
    let container = DIContainer()
    let log = Log()
    container.register(Family.self) { c in
      Family(parents: [try c.resolve(), try c.resolve()])
    }
    container.register(Parent.self) { c in
      log.add("parent")
      return Parent("", [try c.resolve()])
    }
    container.register(
      Child.self,
      transient: { _ in
        log.add("child"); return Child()
      },
      initCompleted: { child, c in child.parent = try c.resolve() })
    let parents = try container.resolve(Family.self).parents
    #expect(parents[0] !== parents[1])
    #expect(parents[0].children[0] !== parents[1].children[0])
    #expect(parents[0].children[0].parent === parents[0])
    #expect(parents[1].children[0].parent === parents[1])
    #expect(log.lines == ["parent", "child", "parent", "child"])
  }

  @Test func twoParentsGetTheirOwnChildrenInCallbacks() throws {  // C3
    let container = DIContainer()
    container.register(Family.self) { c in
      Family(parents: [try c.resolve(), try c.resolve()])
    }
    container.register(
      Parent.self, transient: { _ in Parent() },
      initCompleted: { parent, c in parent.children = [try c.resolve(), try c.resolve()] })
    container.register(
      Child.self, transient: { _ in Child() },
      initCompleted: { child, c in child.parent = try c.resolve() })
    let parents = try container.resolve(Family.self).parents
    #expect(parents[0] !== parents[1])
    let children = parents.flatMap(\.children)
    #expect(Set(children.map { ObjectIdentifier($0) }).count == 4)
    #expect(
      children.map { $0.parent === parents[0] } == [true, true, false, false])
    #expect(
      children.map { $0.parent === parents[1] } == [false, false, true, true])
  }

  @Test func factoryUnderACallbackGetsTheAncestor() throws {  // C3
    let container = DIContainer()
    final class Middle {
      let child: Child
      init(_ child: Child) { self.child = child }
    }
    var middle: Middle?
    container.register(
      Child.self, transient: { _ in Child() },
      initCompleted: { _, c in middle = try c.resolve() })
    container.register(Middle.self) { c in Middle(try c.resolve()) }
    let child = try container.resolve(Child.self)
    #expect(middle?.child === child)
  }

  @Test func sisterIsNoAncestor() throws {  // C3
    let container = DIContainer()
    var made = 0
    container.register(
      Child.self,
      transient: { _ in
        made += 1; return Child()
      })
    container.register(
      Parent.self, transient: { c in Parent("", [try c.resolve()]) },
      initCompleted: { parent, c in parent.children.append(try c.resolve()) })
    let children = try container.resolve(Parent.self).children
    #expect(children[0] !== children[1])
    #expect(made == 2)
  }

  @Test func ancestorMayBeASingleton() throws {  // C3
    let container = DIContainer()
    container.register(Parent.self, lazySingleton: { c in Parent("", [try c.resolve()]) })
    container.register(
      Child.self, transient: { _ in Child() },
      initCompleted: { child, c in child.parent = try c.resolve() })
    let parent = try container.resolve(Parent.self)
    #expect(parent.children[0].parent === parent)
    let child = try container.resolve(Child.self)
    #expect(child !== parent.children[0])
    #expect(child.parent === parent)
  }

  @Test func withArgumentsTheNearestAncestorIsMeantWhateverTheValues() throws {  // C3
    let container = DIContainer()
    container.register(Family.self) { c in
      Family(parents: [try c.resolve(arguments: "a"), try c.resolve(arguments: "b")])
    }
    container.register(Parent.self) { c, name in Parent(name, [try c.resolve()]) }
    container.register(
      Child.self, transient: { _ in Child() },
      initCompleted: { child, c in child.parent = try c.resolve(arguments: "whatever") })
    let parents = try container.resolve(Family.self).parents
    #expect(parents.map(\.name) == ["a", "b"])
    #expect(parents[0].children[0].parent === parents[0])
    #expect(parents[1].children[0].parent === parents[1])
    let child = try container.resolve(Child.self)
    #expect(child.parent?.name == "whatever")
    #expect(child.parent?.children[0] === child)
  }

  @Test func otherNameOrOtherArgumentsAreNoAncestor() throws {  // C3, K1
    let container = DIContainer()
    container.register(Parent.self) { c in Parent("plain", [try c.resolve()]) }
    container.register(Parent.self, name: "n") { _ in Parent("named") }
    container.register(Parent.self) { (_, name: String) in Parent(name) }
    var asked: [String] = []
    container.register(
      Child.self, transient: { _ in Child() },
      initCompleted: { child, c in
        child.parent = try c.resolve()
        asked.append(try c.resolve(Parent.self, name: "n").name)
        asked.append(try c.resolve(Parent.self, arguments: "argument").name)
      })
    let parent = try container.resolve(Parent.self)
    #expect(parent.children[0].parent === parent)
    #expect(asked == ["named", "argument"])
  }

  @Test func ringThroughAParentContainersTransientsCloses() throws {  // C3, R8
    let parent = DIContainer()
    let child = DIContainer(parent: parent)
    parent.register(Parent.self) { c in Parent("", [try c.resolve()]) }
    parent.register(
      Child.self, transient: { _ in Child() },
      initCompleted: { child, c in child.parent = try c.resolve() })
    let first = try child.resolve(Parent.self)
    #expect(first.children[0].parent === first)
    child.register(
      Child.self, transient: { _ in Child() },
      initCompleted: { child, c in child.parent = try c.resolve() })
    let second = try child.resolve(Parent.self)
    #expect(second.children[0].parent === second)
  }

  @Test func ancestorInTwoContainersIsTheOneOfTheContainerThatIsAsked() throws {  // C3
    let container = DIContainer()
    let other = DIContainer()
    other.register(Parent.self) { _ in Parent("other") }
    container.register(Parent.self) { c in Parent("own", [try c.resolve()]) }
    var names: [String] = []
    container.register(
      Child.self, transient: { _ in Child() },
      initCompleted: { _, c in
        names = [try c.resolve(Parent.self).name, try other.resolve(Parent.self).name]
      })
    _ = try container.resolve(Parent.self)
    #expect(names == ["own", "other"])
  }

  // MARK: C4

  @Test(arguments: sizes, Lifetimes.allCases)
  fileprivate func graphOfFactoriesAloneIsCircular(size: Int, lifetimes: Lifetimes) throws {  // C4
    for start in 0..<size {
      let container = DIContainer()
      for index in 0..<size {
        lifetimes.register(index, in: container) { c in
          let node = Node("\(index)")
          node.next = try c.resolve(name: "\((index + 1) % size)")
          return node
        } _: { _, _ in
        }
      }
      let ring = (0...size).map { "Node \"\((start + $0) % size)\"" }
      for _ in 1...2 {
        #expect(
          errorText { try container.resolve(Node.self, name: "\(start)") }
            == "Circular dependency: " + ring.joined(separator: " → "))
      }
      #expect(!container.description.contains("(made)"))
    }
  }

  @Test(arguments: [false, true], [false, true])
  func onlyTheRingIsNamed(outerIsSingleton: Bool, ringIsSingleton: Bool) {  // C4
    let container = DIContainer()
    func add<Service>(_ isSingleton: Bool, _ make: @escaping (DIContainer) throws -> Service) {
      if isSingleton {
        container.register(lazySingleton: make)
      } else {
        container.register(transient: make)
      }
    }
    add(outerIsSingleton) { c in "\(try c.resolve(Int.self))" }
    add(ringIsSingleton) { c in Int(try c.resolve(Double.self)) }
    add(ringIsSingleton) { c in Double(try c.resolve(Int.self)) }
    #expect(
      errorText { try container.resolve(String.self) }
        == "Circular dependency: Int → Double → Int")
  }

  @Test func capturedContainerIsNoWayAround() {  // C4
    let container = DIContainer()
    container.register(Int.self) { [unowned container] _ in
      Int(try container.resolve(Double.self))
    }
    container.register(
      Double.self,
      lazySingleton: { [unowned container] _ in
        Double(try container.resolve(Int.self))
      })
    #expect(
      errorText { try container.resolve(Int.self) }
        == "Circular dependency: Int → Double → Int")
    #expect(
      errorText { try container.resolve(Double.self) }
        == "Circular dependency: Double → Int → Double")
  }

  @Test func subscriptsInARingAreNilAndEnd() throws {  // C4, R1
    let container = DIContainer()
    container.register(Int.self) { c in Int(c[Double.self] ?? 5) }
    container.register(Double.self) { c in Double(c[Int.self] ?? 7) }
    #expect(try container.resolve(Int.self) == 7)
    #expect(try container.resolve(Double.self) == 5)
  }

  @Test func ringThroughASecondContainerIsCircular() {  // C4
    let first = DIContainer()
    let second = DIContainer()
    first.register(Int.self) { _ in Int(try second.resolve(Double.self)) }
    second.register(Double.self) { _ in Double(try first.resolve(Int.self)) }
    #expect(
      errorText { try first.resolve(Int.self) } == "Circular dependency: Int → Double → Int")
    #expect(
      errorText { try second.resolve(Double.self) }
        == "Circular dependency: Double → Int → Double")
  }

  @Test func ringOfSingletonsThroughASecondContainerIsCircular() {  // C4
    let first = DIContainer()
    let second = DIContainer()
    first.register(Int.self, lazySingleton: { _ in Int(try second.resolve(Double.self)) })
    second.register(Double.self, lazySingleton: { _ in Double(try first.resolve(Int.self)) })
    #expect(
      errorText { try first.resolve(Int.self) } == "Circular dependency: Int → Double → Int")
    #expect(
      errorText { try second.resolve(Double.self) }
        == "Circular dependency: Double → Int → Double")
  }

  @Test func sameServiceInASecondContainerIsNoCycle() throws {  // C4
    let first = DIContainer()
    let second = DIContainer()
    first.register(Int.self) { _ in try second.resolve(Int.self) + 1 }
    second.register(Int.self, lazySingleton: { _ in 1 })
    #expect(try first.resolve(Int.self) == 2)
  }

  @Test func ringThroughAChildIsCircular() {  // C4, R8
    let parent = DIContainer()
    let child = DIContainer(parent: parent)
    parent.register(Int.self) { c in Int(try c.resolve(Double.self)) }
    child.register(Double.self) { c in Double(try c.resolve(Int.self)) }
    #expect(
      errorText { try child.resolve(Int.self) } == "Circular dependency: Int → Double → Int")
    #expect(
      errorText { try child.resolve(Double.self) }
        == "Circular dependency: Double → Int → Double")
  }

  @Test func ringBetweenParentAndChildIsCircularAfterOneMoreTurnAtMost() throws {  // C4, R8
    let parent = DIContainer()
    let child = DIContainer(parent: parent)
    var made = 0
    parent.register(Int.self) { _ in
      made += 1
      return Int(try child.resolve(Double.self))
    }
    parent.register(Double.self) { _ in Double(try parent.resolve(Int.self)) }
    for start in [parent, child] {
      made = 0
      let error = #expect(throws: DIContainer.ResolutionError.self) {
        try start.resolve(Int.self)
      }
      guard case .circularDependency(let ring) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      let rings = ["Int Double Int", "Double Int Double"]
      #expect(rings.contains(ring.map(\.description).joined(separator: " ")))
      #expect(made <= 2)
    }
  }

  @Test func childMadeInAFactoryIsNoWayAround() async throws {  // C4
    let text = try await onThread(stack: 512) {
      let container = DIContainer()
      container.register(Int.self) { c in try DIContainer(parent: c).resolve(Int.self) }
      return errorText { try container.resolve(Int.self) }
    }
    #expect(text == "Circular dependency: Int → Int")
  }

  @Test func childMadeInASingletonsFactoryIsNoWayAround() {  // C4
    let container = DIContainer()
    container.register(Int.self, lazySingleton: { c in try DIContainer(parent: c).resolve() })
    #expect(errorText { try container.resolve(Int.self) } == "Circular dependency: Int → Int")
  }

  @Test func ringInACallbacksFactoriesIsCircular() {  // C4
    let container = DIContainer()
    container.register(
      Rock.self, transient: { _ in Rock() },
      initCompleted: { _, c in _ = try c.resolve(Int.self) })
    container.register(Int.self) { c in Int(try c.resolve(Double.self)) }
    container.register(Double.self) { c in Double(try c.resolve(Int.self)) }
    #expect(
      errorText { try container.resolve(Rock.self) }
        == "Circular dependency: Int → Double → Int")
  }

  @Test func containerIsAsGoodAsNewAfterARing() throws {  // C4, R7
    let container = DIContainer()
    container.register(Int.self, lazySingleton: { c in Int(try c.resolve(Double.self)) })
    container.register(Double.self, lazySingleton: { c in Double(try c.resolve(Int.self)) })
    #expect(container[Int.self] == nil)
    container.register(Double.self, lazySingleton: { _ in 4 })
    #expect(try container.resolve(Int.self) == 4)
  }

  @Test func factoryMayRecoverFromARing() throws {  // C4
    let container = DIContainer()
    container.register(Int.self, lazySingleton: { c in (try? c.resolve(String.self).count) ?? 0 })
    container.register(String.self, lazySingleton: { c in "\(try c.resolve(Int.self))" })
    #expect(try container.resolve(Int.self) == 0)
    #expect(try container.resolve(String.self) == "0")
  }

  // MARK: C5

  @Test func sameServiceUnderAnotherNameIsNoCycle() throws {  // C5
    let container = DIContainer()
    container.register(String.self) { c in "plain " + (try c.resolve(name: "a")) }
    container.register(String.self, name: "a") { c in "a " + (try c.resolve(name: "b")) }
    container.register(
      String.self, name: "b", lazySingleton: { c in "b " + (try c.resolve(arguments: 1)) })
    container.register(String.self) { (_, number: Int) in "\(number)" }
    #expect(try container.resolve(String.self) == "plain a b 1")
  }

  @Test func recursionWithArgumentsMayEnd() async throws {  // C5
    let depth = try await onThread(stack: 512) {
      let container = DIContainer()
      container.register(Level.self) { (c, number: Int) in
        guard number > 1 else { return Level(number: number, depth: 1) }
        let below = try c.resolve(Level.self, arguments: number - 1)
        return Level(number: number, depth: below.depth + 1)
      }
      return try container.resolve(Level.self, arguments: 100).depth
    }
    #expect(depth == 100)
  }

  @Test func recursionThroughTwoServicesMayEnd() async throws {  // C5
    let depth = try await onThread(stack: 512) {
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
    }
    #expect(depth == 100)
  }

  @Test func recursionWithCallbacksAndNamesMayEnd() async throws {  // C2, C5
    let completed = try await onThread(stack: 512) {
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
    }
    #expect(completed == Array(1...100) + [100])
  }

  @Test func recursionThroughOptionalsMayEnd() async throws {  // C5, R5
    let depth = try await onThread(stack: 512) {
      let container = DIContainer()
      container.register(Level.self) { (c, number: Int) in
        guard number > 1 else { return Level(number: number, depth: 1) }
        let below: Level? = try c.resolve(arguments: number - 1)
        return Level(number: number, depth: (below?.depth ?? 0) + 1)
      }
      return try container.resolve(Level.self, arguments: 100).depth
    }
    #expect(depth == 100)
  }

  @Test(arguments: [512, 1024, 8192])
  func recursionThatDoesNotEndIsCircular(stack: Int) async throws {  // C5
    let texts = try await onThread(stack: stack) {
      let container = DIContainer()
      container.register(Level.self) { (c, number: Int) in
        try c.resolve(Level.self, arguments: number + 1)
      }
      return (1...2).map { _ in errorText { try container.resolve(Level.self, arguments: 1) } }
    }
    #expect(
      texts == Array(repeating: "Circular dependency: Level (Int) → Level (Int)", count: 2))
  }

  @Test func recursionThatDoesNotEndNamesItsRing() async throws {  // C5
    let text = try await onThread(stack: 512) {
      let container = DIContainer()
      container.register(String.self) { c in "\(try c.resolve(Level.self, arguments: 1).depth)" }
      container.register(Level.self) { (c, number: Int) in
        Level(number: 0, depth: try c.resolve(Other.self, name: "o", arguments: number).depth)
      }
      container.register(Other.self, name: "o") { (c, number: Int) in
        Other(depth: try c.resolve(Level.self, arguments: number + 1).depth)
      }
      return errorText { try container.resolve(String.self) }
    }
    let rings = [
      "Circular dependency: Level (Int) → Other \"o\" (Int) → Level (Int)",
      "Circular dependency: Other \"o\" (Int) → Level (Int) → Other \"o\" (Int)",
    ]
    #expect(rings.contains(text ?? ""))
  }

  @Test func recursionThatDoesNotEndIsCircularInCallbacksToo() async throws {  // C5
    let text = try await onThread(stack: 512) {
      let container = DIContainer()
      container.register(
        Rock.self, transient: { _ in Rock() },
        initCompleted: { _, c in _ = try c.resolve(Level.self, arguments: 1) })
      container.register(
        Level.self,
        transient: { (c, number: Int) in try c.resolve(Level.self, arguments: number + 1) },
        initCompleted: { _, _ in })
      return errorText { try container.resolve(Rock.self) }
    }
    #expect(text == "Circular dependency: Level (Int) → Level (Int)")
  }

  @MainActor
  @Test func recursionThatDoesNotEndIsCircularOnTheMainThread() {  // C5
    let container = DIContainer()
    container.register(Level.self) { (c, number: Int) in
      try c.resolve(Level.self, arguments: number + 1)
    }
    #expect(
      errorText { try container.resolve(Level.self, arguments: 1) }
        == "Circular dependency: Level (Int) → Level (Int)")
  }

  @Test func longChainsOfServicesAreNoCycle() async throws {  // C5
    let text = try await onThread(stack: 512) {
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
    }
    #expect(text == "100")
  }

  // MARK: C6

  @Test func errorOfACallbackIsTheOutermostResolves() throws {  // C6
    let container = DIContainer()
    let log = Log()
    container.register(
      Child.self, transient: { _ in Child() },
      initCompleted: { _, _ in throw Failure("child") })
    container.register(Parent.self) { c in
      let child = try c.resolve(Child.self)
      log.add("child is made")
      return Parent("", [child])
    }
    #expect(throws: Failure("child")) { try container.resolve(Parent.self) }
    #expect(log.lines == ["child is made"])
  }

  @Test func singletonsWhoseCompletionWasDueAreNotKept() throws {  // C6
    let container = DIContainer()
    let log = Log()
    var fails = true
    for name in ["a", "b", "c"] {
      container.register(
        Rock.self, name: name,
        lazySingleton: { _ in
          log.add("made \(name)"); return Rock()
        },
        initCompleted: { _, _ in
          log.add("completed \(name)")
          if fails, name == "b" { throw Failure("b") }
        })
    }
    container.register(Rock.self, name: "free", lazySingleton: { _ in Rock() })
    container.register(Int.self) { c in
      for name in ["free", "a", "b", "c"] { _ = try c.resolve(Rock.self, name: name) }
      return 1
    }
    #expect(throws: Failure("b")) { try container.resolve(Int.self) }
    #expect(
      log.lines == ["made a", "made b", "made c", "completed a", "completed b"])
    #expect(
      container.description == """
        Rock "a": lazySingleton (made)
        Rock "b": lazySingleton (not made)
        Rock "c": lazySingleton (not made)
        Rock "free": lazySingleton (made)
        Int: transient
        """)
    fails = false
    log.lines = []
    #expect(try container.resolve(Int.self) == 1)
    #expect(log.lines == ["made b", "made c", "completed b", "completed c"])
  }

  @Test func singletonBuiltFromAnUnfinishedOneIsNotKeptEither() throws {  // C6
    let container = DIContainer()
    var fails = true
    container.register(
      Child.self, lazySingleton: { _ in Child() },
      initCompleted: { _, _ in if fails { throw Failure("child") } })
    container.register(Parent.self, lazySingleton: { c in Parent("", [try c.resolve()]) })
    #expect(throws: Failure("child")) { try container.resolve(Parent.self) }
    #expect(
      container.description == """
        Child: lazySingleton (not made)
        Parent: lazySingleton (not made)
        """)
    fails = false
    let parent = try container.resolve(Parent.self)
    #expect(try container.resolve(Child.self) === parent.children[0])
    #expect(
      container.description == """
        Child: lazySingleton (made)
        Parent: lazySingleton (made)
        """)
  }

  @Test func ringWhoseCallbackFailsIsBuiltAgain() throws {  // C1, C6
    let container = DIContainer()
    var fails = true
    var made = 0
    for index in 0..<2 {
      Lifetimes.lazySingleton.register(index, in: container) { _ in
        made += 1
        return Node("\(index)")
      } _: { node, c in
        node.next = try c.resolve(name: "\(1 - index)")
        if fails, index == 1 { throw Failure("1") }
      }
    }
    #expect(throws: Failure("1")) { try container.resolve(Node.self, name: "1") }
    #expect(made == 2)
    #expect(!container.description.contains("(made)"))
    fails = false
    let node = try container.resolve(Node.self, name: "1")
    #expect(made == 4)
    #expect(node.next?.next === node)
    #expect(try container.resolve(Node.self, name: "0") === node.next)
  }

  @Test func whatACallbackAsksForInVainIsItsError() {  // C6, R9
    let container = DIContainer()
    container.register(
      Child.self, lazySingleton: { _ in Child() },
      initCompleted: { child, c in child.parent = try c.resolve(Parent.self) })
    #expect(
      errorText { try container.resolve(Child.self) } == """
        'Parent' is not registered.
          Path: Child → Parent
        """)
    container.register(Parent.self) { _ in Parent() }
    #expect(container[Child.self]?.parent != nil)
  }

  @Test func callbackMayRecoverFromAnError() throws {  // C6, R2
    let container = DIContainer()
    let log = Log()
    container.register(
      Rock.self, lazySingleton: { _ in Rock() },
      initCompleted: { _, _ in log.add("rock completed") })
    container.register(Int.self) { c in
      _ = try c.resolve(Rock.self)
      throw Failure("int")
    }
    container.register(
      Child.self, lazySingleton: { _ in Child() },
      initCompleted: { _, c in
        #expect(throws: Failure("int")) { try c.resolve(Int.self) }
        log.add("child completed")
      })
    _ = try container.resolve(Child.self)
    #expect(log.lines == ["child completed"])
    #expect(
      container.description == """
        Rock: lazySingleton (not made)
        Int: transient
        Child: lazySingleton (made)
        """)
  }

  @Test func failureInAGraphLeavesEarlierInstancesAlone() throws {  // C6, R7
    let container = DIContainer()
    container.register(
      Child.self, lazySingleton: { _ in Child() }, initCompleted: { _, _ in })
    let child = try container.resolve(Child.self)
    container.register(
      Parent.self, lazySingleton: { c in Parent("", [try c.resolve()]) },
      initCompleted: { _, _ in throw Failure("parent") })
    #expect(throws: Failure("parent")) { try container.resolve(Parent.self) }
    #expect(try container.resolve(Child.self) === child)
  }
}
