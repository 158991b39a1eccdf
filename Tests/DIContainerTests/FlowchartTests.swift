// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

private protocol Engine: AnyObject {}
private final class Diesel: Engine {}
private final class Car { init(_ engine: (any Engine)?) {} }
private final class Truck {}
private final class Wheel {}
private final class Left {
  weak var right: Right?
}
private final class Right {
  let left: Left
  init(_ left: Left) { self.left = left }
}

/// The lines of a flowchart of one container, without what every flowchart begins and ends with.
private func chart(of container: DIContainer) -> [String] {
  container.verify().mermaid.split(separator: "\n").map { $0.drop { $0 == " " } }.map(String.init)
    .filter { $0.hasPrefix("n") }
}

@Suite(.timeLimit(.minutes(1)))
struct FlowchartTests {
  // MARK: The whole

  @Test(.tags(.M7))
  func serviceThatIsNotCheckedIsNotDrawn() {
    let container = DIContainer()
    container.register { (_, _: Int) in Wheel() }
    container.register { (_, _: String) in Truck() }
    container.register { c -> Wheel in
      _ = try c.resolve(Truck.self, arguments: "")
      return Wheel()
    }
    #expect(chart(of: container) == [#"n1["Truck (String)"]"#, #"n2["Wheel"]"#, "n2 --> n1"])
  }

  @Test(.tags(.M7))
  func flowchartDrawsLifetimesCallbacksAndMistakes() {
    let container = DIContainer()
    container.register(Engine.self, eagerSingleton: Diesel())
    container.register(Car.self, name: "a\"<b>") { c in Car(try c.resolve()) }
    container.register(Right.self, lazySingleton: { c in Right(try c.resolve()) })
    container.register(Left.self, lazySingleton: { _ in Left() }) { left, c in
      left.right = try c.resolve()
    }
    container.register(Wheel.self) { c in try c.resolve() }
    container.register(Truck.self) { c in
      _ = try c.resolve(Rock.self)
      return Truck()
    }
    #expect(
      container.verify().mermaid == #"""
        flowchart TD
          subgraph c1[container]
          n0[["Engine"]]
          n1["Car #34;a#92;#34;#60;b#62;#34;"]
          n2(["Right"])
          n3(["Left"])
          n4["Wheel"]:::circular
          n5["Truck"]
          n6{{"Rock"}}:::missing
          end
          n1 --> n0
          n2 --> n3
          n3 -.-> n2
          n4 --> n4
          n5 --> n6
          classDef missing fill:#fcc,stroke:#c00
          classDef circular fill:#fd9,stroke:#c60
          classDef absent fill:#eee,stroke:#999
        """#)
  }

  @Test(.tags(.M7, .R8))
  func parentAndChildAreSubgraphs() {
    let parent = DIContainer { $0.register(Car.self) { c in Car(try c.resolve()) } }
    let child = DIContainer(parent: parent) { $0.register(Engine.self) { _ in Diesel() } }
    #expect(
      child.verify().mermaid == """
        flowchart TD
          subgraph c2[parent]
          n0["Car"]
          end
          subgraph c1[container]
          n1["Engine"]
          end
          n0 --> n1
          classDef missing fill:#fcc,stroke:#c00
          classDef circular fill:#fd9,stroke:#c60
          classDef absent fill:#eee,stroke:#999
        """)
  }

  @Test(.tags(.M7, .R8))
  func factoryCanMakeAChildDuringVerification() {
    let container = DIContainer()
    container.register(Car.self) { c in
      let child = DIContainer(parent: c) { $0.register(Engine.self) { _ in Diesel() } }
      return Car(try child.resolve())
    }
    container.register(Truck.self) { c in
      let child = DIContainer(parent: c)
      child.register(Wheel.self) { _ in Wheel() }
      _ = try child.resolve(Wheel.self)
      return Truck()
    }
    let mermaid = container.verify().mermaid
    #expect(mermaid.contains("subgraph c0[child]\n  n2[\"Engine\"]\n  n3[\"Wheel\"]"))
    #expect(mermaid.contains("n0 --> n2\n  n1 --> n3"))
  }

  @Test(.tags(.M7, .R6))
  func resolveAllReachesWhatItResolves() {
    let container = DIContainer()
    container.register(Engine.self, name: "a") { _ in Diesel() }
    container.register(Int.self) { c in try c.resolveAll(Engine.self).count }
    #expect(container.verify().mermaid.contains("n1 --> n0"))
  }

  /// The order is that of registration, and then that of what each needs.
  @Test(.tags(.M7))
  func flowchartIsTheSameEachTime() {
    func fill(_ container: DIContainer) {
      for number in 0..<40 {
        container.register(
          Int.self, name: "\(number)",
          lazySingleton: { c in
            for step in [7, 1] where number >= step {
              _ = try c.resolve(Int.self, name: "\(number - step)")
            }
            return number
          })
      }
    }
    var expected = (0..<40).map { "n\($0)([\"Int #34;\($0)#34;\"])" }
    for number in 0..<40 {
      for step in [7, 1] where number >= step {
        expected.append("n\(number) --> n\(number - step)")
      }
    }
    let container = DIContainer(configure: fill)
    #expect(chart(of: container) == expected)
    #expect(container.verify().mermaid == container.verify().mermaid)
    #expect(container.verify().mermaid == DIContainer(configure: fill).verify().mermaid)
  }

  // MARK: Marks

  @Test(.tags(.M7, .R1))
  func absentServiceIsDrawnAsAbsentAndAMissingOneAsMissing() {
    let container = DIContainer()
    container.register(Car.self) { c in Car(c[Engine.self]) }
    container.register(Truck.self) { c in
      _ = try c.resolve(Wheel.self)
      return Truck()
    }
    #expect(
      chart(of: container) == [
        #"n0["Car"]"#, #"n1["Truck"]"#, #"n2{{"Engine"}}:::absent"#, #"n3{{"Wheel"}}:::missing"#,
        "n0 --> n2", "n1 --> n3",
      ])
  }

  @Test(.tags(.M7, .K8))
  func absentDependencyOfAutowireIsDrawnAsAbsent() {
    let container = DIContainer()
    container.register(Car.self, transient: DIContainer.autowire(Car.init))
    #expect(
      chart(of: container) == [#"n0["Car"]"#, #"n1{{"Engine"}}:::absent"#, "n0 --> n1"])
    container.register((any Engine).self) { _ in Diesel() }
    #expect(chart(of: container) == [#"n0["Car"]"#, #"n1["Engine"]"#, "n0 --> n1"])
  }

  @Test(.tags(.M7))
  func serviceThatIsAbsentForOneAndMissingForAnotherIsMissing() {
    for needsFirst in [true, false] {
      let container = DIContainer()
      for needs in [needsFirst, !needsFirst] {
        container.register(Car.self, name: needs ? "needs" : "does without") { c in
          Car(needs ? try c.resolve(Engine.self) : c[Engine.self])
        }
      }
      let drawn = chart(of: container)
      #expect(drawn.contains(#"n2{{"Engine"}}:::missing"#))
      #expect(drawn.suffix(2) == ["n0 --> n2", "n1 --> n2"])
    }
  }

  @Test(.tags(.M7))
  func everyMemberOfACycleIsDrawnAsCircular() {
    let container = DIContainer()
    container.register(Truck.self) { c in
      _ = try c.resolve(Int.self)
      return Truck()
    }
    container.register(Int.self, eagerSingleton: { c in Int(try c.resolve(Double.self)) })
    container.register(Double.self, lazySingleton: { c in Double(try c.resolve(Int.self)) })
    #expect(
      chart(of: container) == [
        #"n0["Truck"]"#, #"n1[["Int"]]:::circular"#, #"n2(["Double"]):::circular"#,
        "n0 --> n1", "n1 --> n2", "n2 --> n1",
      ])
  }

  @Test(.tags(.M7))
  func serviceThatACallbackAsksForTwiceIsOneDashedLine() {
    let container = DIContainer()
    container.register(Rock.self) { _ in Rock() }
    container.register(
      Left.self, transient: { _ in Left() },
      initCompleted: { _, c in
        _ = try c.resolve(Rock.self)
        _ = try c.resolve(Rock.self)
      })
    #expect(chart(of: container) == [#"n0["Rock"]"#, #"n1["Left"]"#, "n1 -.-> n0"])
  }

  /// The factory's line is solid, although the factory runs in a callback.
  @Test(.tags(.M7))
  func dependencyOfAFactoryUnderACallbackIsASolidLine() {
    let container = DIContainer()
    container.register(Rock.self) { _ in Rock() }
    container.register(
      Left.self, transient: { _ in Left() },
      initCompleted: { _, c in _ = try c.resolve(Truck.self) })
    container.register(Truck.self) { c in
      _ = try c.resolve(Rock.self)
      return Truck()
    }
    #expect(
      chart(of: container) == [
        #"n0["Rock"]"#, #"n1["Left"]"#, #"n2["Truck"]"#, "n1 -.-> n2", "n2 --> n0",
      ])
  }

  // MARK: Nodes

  /// The parent's singleton does not see what the child registers.
  @Test(.tags(.M7, .R8))
  func serviceThatTheParentMissesIsNotTheOneOfTheChild() {
    let parent = DIContainer()
    parent.register(Car.self, lazySingleton: { c in Car(try c.resolve(Engine.self)) })
    let child = DIContainer(parent: parent)
    child.register((any Engine).self) { _ in Diesel() }
    #expect(
      chart(of: child) == [
        #"n0(["Car"])"#, #"n1["Engine"]"#, #"n2{{"Engine"}}:::missing"#, "n0 --> n2",
      ])
  }

  @Test(.tags(.M7))
  func everyMissingServiceHasItsOwnNode() {
    let container = DIContainer()
    container.register(Truck.self) { c in
      _ = try? c.resolve(Engine.self)
      _ = try? c.resolve(Engine.self, name: "diesel")
      _ = try c.resolve(Wheel.self)
      return Truck()
    }
    container.register(Car.self) { c in Car(try c.resolve(Engine.self)) }
    #expect(
      chart(of: container) == [
        #"n0["Truck"]"#, #"n1["Car"]"#, #"n2{{"Engine"}}:::missing"#,
        ##"n3{{"Engine #34;diesel#34;"}}:::missing"##, #"n4{{"Wheel"}}:::missing"#,
        "n0 --> n2", "n0 --> n3", "n0 --> n4", "n1 --> n2",
      ])
  }

  /// A singleton of the parent uses the parent's; a transient gets what the child has over it.
  @Test(.tags(.M7, .R8))
  func replacedServiceHasItsOwnNode() {
    let parent = DIContainer()
    parent.register((any Engine).self) { _ in Diesel() }
    parent.register(Car.self, lazySingleton: { c in Car(try c.resolve(Engine.self)) })
    parent.register(Car.self, name: "transient") { c in Car(try c.resolve(Engine.self)) }
    let child = DIContainer(parent: parent)
    child.register((any Engine).self, lazySingleton: { _ in Diesel() })
    let lines = child.verify().mermaid.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(
      lines.prefix(13) == [
        "flowchart TD",
        "subgraph c2[parent]",
        #"n0(["Car"])"#,
        ##"n1["Car #34;transient#34;"]"##,
        #"n3["Engine"]"#,
        "end",
        "subgraph c1[container]",
        #"n2(["Engine"])"#,
        "end",
        "n0 --> n3",
        "n1 --> n2",
        "classDef missing fill:#fcc,stroke:#c00",
        "classDef circular fill:#fd9,stroke:#c60",
      ])
  }

  @Test(.tags(.M7))
  func unrelatedContainerIsNotDrawn() {
    let foreign = DIContainer()
    var given: DIContainer?
    foreign.register(Wheel.self, lazySingleton: { _ in Wheel() })
    foreign.register(Truck.self) { c in
      _ = try c.resolve(Wheel.self)
      _ = try given?.resolve(Engine.self)
      return Truck()
    }
    let container = DIContainer()
    container.register((any Engine).self) { _ in Diesel() }
    container.register(Car.self) { c in
      given = c
      _ = try foreign.resolve(Truck.self)
      return Car(try c.resolve(Engine.self))
    }
    #expect(chart(of: container) == [#"n0["Engine"]"#, #"n1["Car"]"#, "n1 --> n0"])
    #expect(foreign.description.contains("Wheel: lazySingleton (made)"))
  }

  @Test(.tags(.M7, .R5))
  func serviceThatIsAskedForAsAnOptionalIsDrawnAsItself() {
    let container = DIContainer()
    container.register((any Engine).self) { _ in Diesel() }
    container.register(Car.self) { c in
      let engine: (any Engine)? = try c.resolve()
      return Car(engine)
    }
    #expect(chart(of: container) == [#"n0["Engine"]"#, #"n1["Car"]"#, "n1 --> n0"])
  }

  /// Characters that mean something to Mermaid: `#` and `&` begin a code, a backtick Markdown.
  @Test(.tags(.M7), arguments: ["#", "&", "`", "<", ">"])
  func specialCharacterOfANameIsEscaped(character: Character) throws {
    let container = DIContainer()
    container.register(Rock.self, name: "a\(character)b") { _ in Rock() }
    let code = try #require(character.asciiValue)
    #expect(chart(of: container) == ["n0[\"Rock #34;a#\(code);b#34;\"]"])
  }
}
