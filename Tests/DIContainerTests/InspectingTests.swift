import DIContainer
import TestSupport
import Testing

private protocol Engine: AnyObject {}
private final class Diesel: Engine {}
private final class Car { init(_ engine: Engine) {} }
private final class Truck {}
private final class Wheel {}
private final class Left {
  weak var right: Right?
}
private final class Right {
  let left: Left
  init(_ left: Left) { self.left = left }
}

struct InspectingTests {
  // MARK: description

  @Test(.rules(.M3))
  func descriptionHasALineForEachRegistrationInOrder() throws {
    let container = DIContainer()
    container.register(Animal.self, name: "cat") { _, name in Cat(name: name) }
    container.register(Int.self, lazySingleton: { c in try c.resolve(String.self).count })
    container.register(String.self, eagerSingleton: { _ in "four" })
    container.register(Rock.self, eagerSingleton: Rock())
    container.register(Rock.self) { (_, _: String, _: Bool) in Rock() }
    #expect(
      container.description == """
        Animal "cat" (String): transient
        Int: lazySingleton (not made)
        String: eagerSingleton (not made)
        Rock: eagerSingleton (made)
        Rock (String, Bool): transient
        """)
    _ = try container.resolve(Int.self)
    #expect(
      "\(container)" == """
        Animal "cat" (String): transient
        Int: lazySingleton (made)
        String: eagerSingleton (made)
        Rock: eagerSingleton (made)
        Rock (String, Bool): transient
        """)
  }

  @Test(.rules(.M3))
  func descriptionInAFactoryDoesNotCallItsInstanceMade() throws {
    let container = DIContainer()
    let log = Log()
    container.register(
      Rock.self,
      lazySingleton: { c in
        log.add("\(c)")
        return Rock()
      })
    _ = try container.resolve(Rock.self)
    log.add("\(container)")
    #expect(log.lines == ["Rock: lazySingleton (not made)", "Rock: lazySingleton (made)"])
  }

  @Test(.rules(.M3))
  func descriptionListsTheContainersOwnRegistrations() {
    let parent = DIContainer { $0.register(Int.self, eagerSingleton: 1) }
    let child = DIContainer(parent: parent) { $0.register(String.self, eagerSingleton: "") }
    #expect(child.description == "String: eagerSingleton (made)")
  }

  // MARK: verify

  @Test(.rules(.M4))
  func verificationKeepsNothingAndUsesWhatExists() throws {
    let container = DIContainer()
    var made = 0
    weak var scratch: Left?
    container.register(
      Engine.self,
      lazySingleton: { _ in
        made += 1
        return Diesel()
      })
    container.register(
      Left.self,
      lazySingleton: { _ in
        let left = Left()
        scratch = left
        return left
      })
    container.register(Car.self) { c in Car(try c.resolve()) }
    let engine = try container.resolve(Engine.self)
    let before = container.description
    #expect(container.verify().errors.isEmpty)
    #expect(made == 1)
    #expect(scratch == nil)
    #expect(container.description == before)
    #expect(try container.resolve(Engine.self) === engine)
  }

  @Test(.rules(.M4, .M5, .C4))
  func factoryThatVerifiesIsARing() throws {
    let container = DIContainer()
    container.register(String.self, lazySingleton: { c in c.verify().description })
    container.register(Int.self) { [unowned container] _ in container.verify().errors.count }
    #expect(try container.resolve(String.self) == "Circular dependency: String → String")
    #expect(try container.resolve(Int.self) == 1)
    #expect(container.verify().errors.isEmpty)
  }

  @Test(.rules(.M4, .M7))
  func thousandRegistrationsAreVerified() {
    let container = DIContainer()
    for number in 0..<1000 {
      container.register(
        Int.self, name: "\(number)",
        lazySingleton: { c in
          number == 0 ? 0 : try c.resolve(Int.self, name: "\(number / 2)") + 1
        })
    }
    let verification = container.verify()
    #expect(verification.errors.isEmpty)
    #expect(verification.mermaid.split(separator: "\n").count == 1 + 2 + 1000 + 999 + 2)
  }

  // MARK: errors

  @Test(.rules(.M4, .M5, .R9))
  func eightMistakesAreReportedAtOnce() {
    let container = DIContainer()
    container.register(Engine.self, name: "petrol") { _ in Diesel() }
    container.register(Engine.self) { _, power in
      _ = power as Int
      return Diesel()
    }
    container.register(Car.self, name: "missing") { c in Car(try c.resolve(Engine.self)) }
    container.register(Car.self, name: "name") { c in
      Car(try c.resolve(Engine.self, name: "diesel"))
    }
    container.register(Car.self, name: "arguments") { c in
      Car(try c.resolve(Engine.self, arguments: "strong"))
    }
    container.register(Left.self) { c in
      _ = try c.resolve(Right.self)
      return Left()
    }
    container.register(Right.self) { c in Right(try c.resolve()) }
    container.register(
      Truck.self,
      lazySingleton: { c in
        let child = DIContainer(parent: c) { child in
          child.register(Wheel.self) { _ in
            _ = try c.resolve(Truck.self)
            return Wheel()
          }
        }
        _ = try child.resolve(Wheel.self)
        return Truck()
      })
    container.register(Int.self) { _ in throw Failure("the factory is broken") }
    container.register(
      Double.self, lazySingleton: { _ -> Double in 1 },
      initCompleted: { _, _ in throw Failure("the callback is broken") })
    container.register(Engine.self, name: "rock", lazySingleton: { _ in Rock() }) { _, _ in }

    let texts = container.verify().errors.map { "\($0)" }
    let registered = """
      Registered for Engine: Engine "petrol", Engine (Int), Engine "rock"
      """
    #expect(
      texts == [
        "'Engine' is not registered.\n  Path: Car \"missing\" → Engine\n  \(registered)",
        "'Engine \"diesel\"' is not registered.\n  Path: Car \"name\" → Engine \"diesel\"\n"
          + "  \(registered)",
        "'Engine (String)' is not registered.\n  Path: Car \"arguments\" → Engine (String)\n"
          + "  \(registered)",
        "Circular dependency: Left → Right → Left",
        "Circular dependency: Right → Left → Right",
        "Circular dependency: Truck → Wheel → Truck",
        "the factory is broken",
        "the callback is broken",
        "'Engine \"rock\"' made a Rock, which is not a Engine.",
      ])
  }

  @Test(.rules(.M5))
  func errorThatManyMeetIsReportedOnce() {
    let container = DIContainer()
    container.register(Engine.self, lazySingleton: { _ in throw Failure("no fuel") })
    for name in ["a", "b"] {
      container.register(Car.self, name: name) { c in Car(try c.resolve(Engine.self)) }
    }
    #expect(container.verify().errors.map { "\($0)" } == ["no fuel"])
  }

  // MARK: warnings

  @Test(.rules(.M6))
  func whatNeedsArgumentsIsUncheckedUnlessItIsReached() {
    let container = DIContainer()
    container.register(Engine.self) { _, power in
      _ = power as Int
      return Diesel()
    }
    container.register(Wheel.self) { _, size in
      _ = size as Int
      return Wheel()
    }
    container.register(Car.self) { c in Car(try c.resolve(arguments: 7)) }
    container.register(Bool.self) { c in c.contains(Wheel.self, arguments: Int.self) }
    let verification = container.verify()
    #expect(verification.unchecked.map(\.description) == ["Wheel (Int)"])
    #expect(
      verification.description
        == "No errors.\n'Wheel (Int)' needs arguments and was not checked.")
  }

  // MARK: mermaid

  @Test(.rules(.M7))
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
        """#)
  }

  @Test(.rules(.M7, .R8))
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
        """)
  }

  @Test(.rules(.M4, .M7, .R8))
  func factoryMayMakeAChildWhileItIsVerified() {
    let container = DIContainer()
    container.register(Car.self) { c in
      let child = DIContainer(parent: c) { $0.register(Engine.self) { _ in Diesel() } }
      return Car(try child.resolve())
    }
    let mermaid = container.verify().mermaid
    #expect(mermaid.contains("subgraph c0[child]\n  n1[\"Engine\"]"))
    #expect(mermaid.contains("n0 --> n1"))
  }

  @Test(.rules(.M7, .R6))
  func resolveAllReachesWhatItResolves() {
    let container = DIContainer()
    container.register(Engine.self, name: "a") { _ in Diesel() }
    container.register(Int.self) { c in try c.resolveAll(Engine.self).count }
    #expect(container.verify().mermaid.contains("n1 --> n0"))
  }
}
