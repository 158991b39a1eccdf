// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

private struct Van { let engine: Engine? }
private struct Truck {}
private struct end {}
private enum style { struct Sheet {} }
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
  return lines.dropFirst().filter { !$0.hasPrefix("classDef") }.map(String.init)
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
          Engine[["Engine"]]
          Int --> Int
          Int["Int"]:::circular
          Left -.-> Right
          Left(["Left"])
          Right --> Left
          Right(["Right"])
          Rock{{"Rock"}}:::missing
          String{{"String"}}:::absent
          Truck --> Rock
          Truck --> String
          Truck["Truck"]
          Van_named_a_22__3c_b_3e_ --> Engine
          Van_named_a_22__3c_b_3e_["Van#32;#34;a#92;#34;#60;b#62;#34;"]
          classDef missing fill:#fcc,stroke:#c00
          classDef circular fill:#fd9,stroke:#c60
          classDef absent fill:#eee,stroke:#999
        """#)
  }

  /// The lines are sorted: a service more, wherever it is registered, changes none of the others.
  @Test(.tags(.M7), arguments: [0, 10, 20])
  func serviceMoreAddsItsLinesAndChangesNoOther(index: Int) {
    func fill(_ container: DIContainer, _ numbers: [Int]) {
      for number in numbers {
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
    let before = chart(of: DIContainer { fill($0, Array(0..<20)) })
    #expect(before.count == 20 + 13 + 19)
    #expect(before.contains("Int_named_8 --> Int_named_1"))
    #expect(before == before.sorted())
    let after = chart(
      of: DIContainer {
        fill($0, Array(0..<index))
        $0.register(Rock.self) { c in
          for name in ["19", "5"] { _ = try c.resolve(Int.self, name: name) }
          return Rock()
        }
        fill($0, Array(index..<20))
      })
    let new = ["Rock --> Int_named_19", "Rock --> Int_named_5", #"Rock["Rock"]"#]
    #expect(after.filter { !before.contains($0) } == new)
    #expect(after.filter { before.contains($0) } == before)
  }

  @Test(.tags(.M7))
  func serviceThatIsNotCheckedIsNotDrawn() {
    container.register { (_, _: Int) in Engine() }
    container.register { (_, _: String) in Truck() }
    container.register { c in
      _ = try c.resolve(Truck.self, arguments: "")
      return Engine()
    }
    #expect(
      chart(of: container) == [
        "Engine --> Truck_with_String", #"Engine["Engine"]"#,
        ##"Truck_with_String["Truck#32;#40;String#41;"]"##,
      ])
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
        #"Engine(["Engine"])"#, #"Engine_in_parent_in_parent["parent: parent: Engine"]"#,
        #"Rock_in_child["child: Rock"]"#, "Truck --> Rock_in_child", #"Truck["Truck"]"#,
        "Van_in_parent --> Engine_in_parent_in_parent", #"Van_in_parent(["parent: Van"])"#,
        "Van_named_transient_in_parent --> Engine",
        ##"Van_named_transient_in_parent["parent: Van#32;#34;transient#34;"]"##,
      ])
  }

  @Test(.tags(.M7))
  func serviceThatBootstrapMakesIsDrawn() {
    let lines = chart(of: container) { c in
      let child = DIContainer(parent: c)
      child.register(Van.self, eagerSingleton: { c in Van(engine: c[Engine.self]) })
      try child.bootstrap()
    }
    #expect(lines.contains("Van_in_child --> Engine") && lines.count == 3)
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
        "Engine --> Truck", #"Engine(["Engine"])"#, "Engine_in_parent --> Van_in_parent",
        #"Engine_in_parent(["parent: Engine"]):::circular"#, #"Truck["Truck"]"#,
        "Van_in_parent --> Engine_in_parent", #"Van_in_parent(["parent: Van"]):::circular"#,
      ])
  }

  /// A key that the parent lacks may be the child's cycle. To register it changes no other line.
  @Test(.tags(.M7, .R8), arguments: [false, true])
  func serviceThatTheParentLacksIsNotTheChildsService(isMissing: Bool) {
    let (parent, child) = parentAndChild()
    parent.register(lazySingleton: { c in
      Van(engine: isMissing ? try c.resolve(Engine.self) : c[Engine.self])
    })
    let engine = #"Engine_in_parent{{"Engine"}}:::\#(isMissing ? "missing" : "absent")"#
    let van = ["Van_in_parent --> Engine_in_parent", #"Van_in_parent(["parent: Van"])"#]
    #expect(chart(of: child) == [engine] + van)
    child.register(lazySingleton: { c in try c.resolve() as Engine })
    let own = ["Engine --> Engine", #"Engine(["Engine"]):::circular"#]
    #expect(chart(of: child) == own + [engine] + van)
    parent.register { _ in Engine() }
    #expect(chart(of: child) == own + [#"Engine_in_parent["parent: Engine"]"#] + van)
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
    #expect(chart(of: container) == [#"Bool["Bool"]"#])
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
      chart(of: container).filter { $0.contains("Engine") } == [
        #"Engine{{"Engine"}}:::missing"#, "Van_named_does_20_without --> Engine",
        "Van_named_needs --> Engine",
      ])
  }

  /// `#` and `&` begin a code, a backtick Markdown, `%%{` a directive, and `direction LR` a statement.
  @Test(.tags(.M7))
  func whatMermaidCouldReadInANameIsACode() {
    let container = DIContainer { $0.register(Rock.self, name: "é1 (#&`<>\\%{;\n") { _ in Rock() } }
    #expect(
      chart(of: container) == [
        "Rock_named__e9_1_20__28__23__26__60__3c__3e__5c__25__7b__3b__a_"
          + "[\"Rock#32;#34;é1#32;#40;#35;#38;#96;#60;#62;#92;#92;#37;#123;#59;#92;n#34;\"]"
      ])
  }

  /// Words of Mermaid begin with a small letter, and end at a dot. Two keys never share a name.
  @Test(.tags(.M7, .R10))
  func namesInTheFlowchartAreSafeAndDiffer() {
    container.register { _ in end() }
    container.register { _ in style.Sheet() }
    container.register(Rock.self, name: "with_Int") { _ in Rock() }
    container.register(Rock.self, name: "with", transient: { (_, _: Int) in Rock() })
    container.register(Rock.self, name: "direction LR") { _ in Rock() }
    container.register(Rock?.self) { _ in nil }
    let lines = chart(of: container) { c in
      _ = try c.resolve(Rock.self, name: "with", arguments: 1)
    }
    let names = lines.map { $0.prefix { $0 != "[" } }
    #expect(
      names == [
        "Optional_3c_Rock_3e_", "Rock_named_direction_20_LR", "Rock_named_with_5f_Int",
        "Rock_named_with_with_Int", "__end", "__style.Sheet",
      ])
    #expect(!lines.contains { $0.contains("direction LR") })
  }

  @Test(.tags(.M7, .R10))
  func boxesOfTypesThatPrintTheSameHaveTheirModules() {
    container.register { _ in Namesake() }
    container.register { _ in TestSupport.Namesake() }
    #expect(
      chart(of: container) == [
        #"DIContainerTests.Namesake["DIContainerTests.Namesake"]"#,
        #"TestSupport.Namesake["TestSupport.Namesake"]"#,
      ])
  }
}
