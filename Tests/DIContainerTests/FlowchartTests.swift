// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

private struct Van { let engine: Engine? }
private struct Truck {}
private final class Left { var right: Right? }
private final class Right {
  let left: Left
  init(_ left: Left) { self.left = left }
}

/// The lines of a flowchart, without what every flowchart begins and ends with.
private func chart(
  of container: DIContainer, _ also: (DIContainer) throws -> Void = { _ in }
) -> [String] {
  let lines = container.verify(also).mermaid.split(separator: "\n").map { $0.drop { $0 == " " } }
  return lines.map(String.init).filter { $0.hasPrefix("n") }
}

@Suite(.timeLimit(.minutes(1)))
struct FlowchartTests {
  let container = DIContainer()

  @Test(.tags(.M7))
  func flowchartDrawsLifetimesCallbacksAndMistakes() {
    container.register(eagerSingleton: Engine())
    container.register(name: "a\"<b>") { c in Van(engine: try c.resolve(Engine.self)) }
    container.register(Right.self, lazySingleton: { c in Right(try c.resolve()) })
    container.register(Left.self, lazySingleton: { _ in Left() }) { left, c in
      left.right = try c.resolve()
    }
    container.register(Int.self) { c in try c.resolve() }
    container.register(Truck.self) { c in
      _ = c[String.self]
      _ = try c.resolve(Rock.self)
      return Truck()
    }
    #expect(
      container.verify().mermaid == #"""
        flowchart TD
          n0[["Engine"]]
          n1["Van #34;a#92;#34;#60;b#62;#34;"]
          n2(["Right"])
          n3(["Left"])
          n4["Int"]:::circular
          n5["Truck"]
          n6{{"String"}}:::absent
          n7{{"Rock"}}:::missing
          n1 --> n0
          n2 --> n3
          n3 -.-> n2
          n4 --> n4
          n5 --> n6
          n5 --> n7
          classDef missing fill:#fcc,stroke:#c00
          classDef circular fill:#fd9,stroke:#c60
          classDef absent fill:#eee,stroke:#999
        """#)
  }

  /// The order is that of registration, and then that of what each needs.
  @Test(.tags(.M7))
  func flowchartIsTheSameEachTime() {
    func fill(_ container: DIContainer) {
      for number in 0..<20 {
        container.register(Int.self, name: "\(number)") { c in
          for step in [7, 1] where number >= step {
            _ = try c.resolve(Int.self, name: "\(number - step)")
          }
          return number
        }
      }
    }
    var expected = (0..<20).map { "n\($0)[\"Int #34;\($0)#34;\"]" }
    for number in 0..<20 {
      for step in [7, 1] where number >= step {
        expected.append("n\(number) --> n\(number - step)")
      }
    }
    for _ in 1...3 { #expect(chart(of: DIContainer(configure: fill)) == expected) }
  }

  @Test(.tags(.M7))
  func serviceThatIsNotCheckedIsNotDrawn() {
    container.register { (_, _: Int) in Engine() }
    container.register { (_, _: String) in Truck() }
    container.register { c in
      _ = try c.resolve(Truck.self, arguments: "")
      return Engine()
    }
    #expect(chart(of: container) == [#"n1["Truck (String)"]"#, #"n2["Engine"]"#, "n2 --> n1"])
  }

  // MARK: Containers

  /// A singleton of the parent uses the parent's. A transient gets what the child has instead.
  @Test(.tags(.M7, .R8))
  func servicesOfParentsAndOfChildrenAreLabelled() {
    let grandparent = DIContainer { $0.register { _ in Engine() } }
    let parent = DIContainer(parent: grandparent)
    parent.register(lazySingleton: { c in Van(engine: try c.resolve(Engine.self)) })
    parent.register(name: "transient") { c in Van(engine: try c.resolve(Engine.self)) }
    let container = DIContainer(parent: parent)
    container.register(lazySingleton: { _ in Engine() })
    container.register { c in
      let child = DIContainer(parent: c) { $0.register(Rock.self) { _ in Rock() } }
      _ = try child.resolve(Rock.self)
      return Truck()
    }
    #expect(
      chart(of: container) == [
        #"n0(["parent: Van"])"#, ##"n1["parent: Van #34;transient#34;"]"##, #"n2(["Engine"])"#,
        #"n3["Truck"]"#, #"n4["parent: parent: Engine"]"#, #"n5["child: Rock"]"#,
        "n0 --> n4", "n1 --> n2", "n3 --> n5",
      ])
  }

  /// The child's `Engine` needs what the parent's does not, and is in no cycle.
  @Test(.tags(.M7, .M5, .R8))
  func marksAndArrowsAreThoseOfTheRightContainer() {
    let (parent, child) = parentAndChild()
    parent.register(lazySingleton: { c in Van(engine: try c.resolve(Engine.self)) })
    parent.register(lazySingleton: { c in
      _ = try c.resolve(Van.self)
      return Engine()
    })
    child.register(lazySingleton: { c in
      _ = try c.resolve(Truck.self)
      return Engine()
    })
    child.register { _ in Truck() }
    #expect(
      chart(of: child) == [
        #"n0(["parent: Van"]):::circular"#, #"n1(["Engine"])"#, #"n2["Truck"]"#,
        #"n3(["parent: Engine"]):::circular"#, "n0 --> n3", "n3 --> n0", "n1 --> n2",
      ])
  }

  /// A key that the parent lacks may be the child's cycle.
  @Test(.tags(.M7, .R8), arguments: [false, true])
  func serviceThatTheParentLacksIsNotTheChildsService(isMissing: Bool) {
    let (parent, child) = parentAndChild()
    parent.register(lazySingleton: { c in
      Van(engine: isMissing ? try c.resolve(Engine.self) : c[Engine.self])
    })
    child.register(lazySingleton: { c in try c.resolve() as Engine })
    #expect(
      chart(of: child) == [
        #"n0(["parent: Van"])"#, #"n1(["Engine"]):::circular"#,
        #"n2{{"Engine"}}:::\#(isMissing ? "missing" : "absent")"#, "n0 --> n2", "n1 --> n1",
      ])
  }

  @Test(.tags(.M7))
  func otherContainerIsNotDrawn() {
    let other = DIContainer()
    var given: DIContainer?
    other.register { _ in
      _ = try given?.resolve(Engine.self, arguments: 1)
      return Truck()
    }
    container.register { (_, _: Int) in Engine() }
    container.register(Bool.self) { c in
      given = c
      return try other.resolve(Truck?.self) != nil
    }
    #expect(chart(of: container) == [#"n1["Bool"]"#])
  }

  // MARK: Marks and arrows

  @Test(.tags(.M7), arguments: [false, true])
  func serviceThatIsAbsentForOneAndMissingForAnotherIsMissing(isMissingFirst: Bool) {
    for isMissing in [isMissingFirst, !isMissingFirst] {
      container.register(name: isMissing ? "needs" : "does without") { c in
        Van(engine: isMissing ? try c.resolve(Engine.self) : c[Engine.self])
      }
    }
    #expect(
      chart(of: container).suffix(3) == [
        #"n2{{"Engine"}}:::missing"#, "n0 --> n2", "n1 --> n2",
      ])
  }

  @Test(.tags(.M7, .K8, .R5))
  func parameterThatIsOptionalIsDrawnAsItself() {
    container.register(transient: DIContainer.autowire(Van.init))
    #expect(chart(of: container) == [#"n0["Van"]"#, #"n1{{"Engine"}}:::absent"#, "n0 --> n1"])
    container.register { _ in Engine() }
    #expect(chart(of: container) == [#"n0["Van"]"#, #"n1["Engine"]"#, "n0 --> n1"])
  }

  @Test(.tags(.M7))
  func everyMemberOfACycleIsDrawnAsCircular() {
    container.register(String.self) { c in "\(try c.resolve(Int.self))" }
    container.register(Int.self, eagerSingleton: { c in Int(try c.resolve(Double.self)) })
    container.register(Double.self, lazySingleton: { c in Double(try c.resolve(Int.self)) })
    #expect(
      chart(of: container) == [
        #"n0["String"]"#, #"n1[["Int"]]:::circular"#, #"n2(["Double"]):::circular"#,
        "n0 --> n1", "n1 --> n2", "n2 --> n1",
      ])
  }

  /// Each once, and a factory's arrow is solid although the factory runs in a callback.
  @Test(.tags(.M7))
  func arrowsOfACallbackAreDashed() {
    container.register(
      Left.self, transient: { _ in Left() },
      initCompleted: { _, c in
        _ = try c.resolve(Truck.self)
        _ = try c.resolve(Truck.self)
      })
    container.register(Truck.self) { c in
      _ = try c.resolve(Engine.self)
      return Truck()
    }
    container.register { _ in Engine() }
    #expect(
      chart(of: container) == [
        #"n0["Left"]"#, #"n1["Truck"]"#, #"n2["Engine"]"#, "n0 -.-> n1", "n1 --> n2",
      ])
  }

  @Test(.tags(.M7, .R6))
  func resolveAllReachesWhatItResolves() {
    container.register(name: "a") { _ in Engine() }
    container.register(Int.self) { c in try c.resolveAll(Engine.self).count }
    #expect(chart(of: container).last == "n1 --> n0")
  }

  /// `#` and `&` begin a code, a backtick Markdown, and `%%{` a directive.
  @Test(.tags(.M7))
  func whatMermaidCouldReadInANameIsACode() {
    let container = DIContainer { $0.register(Rock.self, name: "é1 (#&`<>\\%{;\n") { _ in Rock() } }
    #expect(
      chart(of: container) == [
        "n0[\"Rock #34;é1 (#35;#38;#96;#60;#62;#92;#92;#37;#123;#59;#92;n#34;\"]"
      ])
  }
}
