// SPDX-License-Identifier: MIT-0

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

enum Login {
  struct Config {}
  struct Model { let config: Config }
}

enum Profile {
  struct Config {}
  struct Model { let config: Config }
}

/// A singleton that keeps its container, and says when it goes.
private final class Keeper {
  let container: DIContainer
  let farewell: () -> Void

  init(_ container: DIContainer, farewell: @escaping () -> Void = {}) {
    self.container = container
    self.farewell = farewell
  }

  deinit { farewell() }
}

@Suite(.timeLimit(.minutes(5)))
struct VerifyTests {
  // MARK: The scratch copy

  @Test(.tags(.M4))
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

  @Test(.tags(.M4, .R8))
  func verificationOfAChildLeavesItsParentAlone() throws {
    let parent = DIContainer()
    parent.register(Rock.self, lazySingleton: { _ in Rock() })
    parent.register(Rock.self, name: "made", lazySingleton: { _ in Rock() })
    parent.register(Rock.self, name: "given", eagerSingleton: Rock())
    let child = DIContainer(parent: parent)
    child.register([Rock].self, lazySingleton: { c in try c.resolveAll() })
    let made = try child.resolve(Rock.self, name: "made")
    let before = parent.description
    #expect(child.verify().errors.isEmpty)
    #expect(parent.description == before)
    #expect(child.description == "Array<Rock>: lazySingleton (not made)")
    #expect(try child.resolve(Rock.self, name: "made") === made)
    #expect(try child.resolve([Rock].self).count == 3)
  }

  /// What the copies make goes with them, although each keeps the copy that it was made with.
  @Test(.tags(.M4, .T10))
  func nothingThatAVerificationMakesIsKept() throws {
    let watch = Watch()
    let makeKeeper: (DIContainer) -> Keeper = { c in watch.add(Keeper(watch.add(c))) }
    let parent = DIContainer()
    let child = DIContainer(parent: parent)
    parent.register(Keeper.self, lazySingleton: makeKeeper)
    child.register(Keeper.self, name: "eager", eagerSingleton: makeKeeper)
    child.register(Keeper.self, name: "due", lazySingleton: makeKeeper) { _, c in
      _ = try c.resolve(Keeper.self)
    }
    child.register(Keeper.self, name: "failing", lazySingleton: makeKeeper) { _, _ in
      throw Failure("late")
    }
    let verification = child.verify { c in watch.add(try c.resolve(Keeper.self, name: "eager")) }
    #expect(verification.errors.map { "\($0)" } == ["late"])
    #expect(watch.count == 9, "four keepers and their containers, and the one that was resolved")
    #expect(watch.alive == [])
  }

  /// In all forms: with a component of another type, and with factories of several statements.
  @Test(.tags(.M4, .K7))
  func callbackOfAVerificationGetsTheCopy() throws {
    let container = DIContainer()
    var given: [DIContainer] = []
    container.register(
      (any Engine).self, name: "transient", transient: { _ in Diesel() },
      initCompleted: { (_: Diesel, c) in given.append(c) })
    container.register(
      (any Engine).self, name: "lazy", lazySingleton: { _ in Diesel() },
      initCompleted: { (_: Diesel, c) in given.append(c) })
    container.register(
      (any Engine).self, name: "eager", eagerSingleton: { _ in Diesel() },
      initCompleted: { (_: Diesel, c) in given.append(c) })
    container.register(
      Rock.self, name: "transient",
      transient: { _ in
        let rock = Rock()
        return rock
      }, initCompleted: { _, c in given.append(c) })
    container.register(
      Rock.self, name: "lazy",
      lazySingleton: { _ in
        let rock = Rock()
        return rock
      }, initCompleted: { _, c in given.append(c) })
    container.register(
      Rock.self, name: "eager",
      eagerSingleton: { _ in
        let rock = Rock()
        return rock
      }, initCompleted: { _, c in given.append(c) })
    var copy: DIContainer?
    let verification = container.verify { c in copy = c }
    #expect(verification.errors.isEmpty)
    #expect(given.count == 6)
    #expect(given.allSatisfy { $0 === copy })
    #expect(copy !== container)
    #expect(
      container.description == """
        Engine "transient": transient
        Engine "lazy": lazySingleton (not made)
        Engine "eager": eagerSingleton (not made)
        Rock "transient": transient
        Rock "lazy": lazySingleton (not made)
        Rock "eager": eagerSingleton (not made)
        """)
  }

  /// A thread that a factory starts may ask when the verification is over.
  @Test(.tags(.M4))
  func copyKeepsItsRegistrationsForATaskThatAFactoryStarts() throws {
    let container = DIContainer()
    container.register(Rock.self, eagerSingleton: Rock())
    container.register(Engine.self, lazySingleton: { _ in Diesel() })
    weak var tried: (any Engine)?
    var copy: DIContainer?
    _ = container.verify { c in
      copy = c
      tried = try c.resolve((any Engine).self)
    }
    #expect(tried == nil)
    #expect(try copy?.resolve(Rock.self) === container[Rock.self])
    #expect(try copy?.resolve((any Engine).self) !== container[(any Engine).self])
    weak var kept: DIContainer?
    kept = copy
    copy = nil
    #expect(kept == nil)
  }

  /// A verification is `Sendable`.
  @Test(.tags(.M4, .F6))
  func verificationCanLeaveTheMainActor() async {
    let errors = await MainActor.run { DIContainer().verify() }.errors
    #expect(errors.isEmpty)
  }

  // MARK: Side effects

  @Test(.tags(.M4))
  func taskOfAFactoryIsStartedByAVerification() async throws {
    let began = Latch()
    let container = DIContainer()
    container.register(lazySingleton: { _ in Task { began.open() } })
    #expect(container.verify().errors.isEmpty)
    try await began.opened()
    #expect(container.description.hasSuffix(": lazySingleton (not made)"))
  }

  @Test(.tags(.M4, .M6, .K2))
  func factoryThatTakesOneVoidIsNotTried() {
    let container = DIContainer()
    var made = 0
    container.register(Rock.self) { (_, _: Void) in
      made += 1
      return Rock()
    }
    let key = DIContainer.Key(service: Rock.self, arguments: [Void.self])
    #expect(container.verify().warnings == [.unchecked(key)])
    #expect(made == 0)
    #expect(container.verify { c in _ = try c.resolve(Rock.self, arguments: ()) }.warnings == [])
    #expect(made == 1)
  }

  /// A lock that is held meanwhile would hang the thread.
  @Test(.tags(.M4, .T3, .T8))
  func deinitAfterAVerificationCanUseTheContainer() async throws {
    let lines = try await Worker {
      let container = DIContainer()
      let log = Log()
      container.register(Int.self, eagerSingleton: 1)
      for name in ["kept", "removed", "replaced"] {
        container.register(
          Keeper.self, name: name,
          lazySingleton: { [unowned container] c in
            Keeper(c) { log.add("\(name) \(container[Int.self] ?? 0)") }
          })
      }
      container.register(Rock.self) { [unowned container] c in
        c.unregister(Keeper.self, name: "removed")
        c.register(Keeper.self, name: "replaced") { c in Keeper(c) }
        c.register(
          Keeper.self, name: "temporary",
          lazySingleton: { c in
            Keeper(c) { log.add("temporary \(container[Int.self] ?? 0)") }
          })
        _ = try c.resolve(Keeper.self, name: "temporary")
        c.unregister(Keeper.self, name: "temporary")
        return Rock()
      }
      #expect(container.verify().errors.isEmpty)
      return log.lines
    }.value
    #expect(lines.sorted() == ["kept 1", "removed 1", "replaced 1", "temporary 1"])
  }

  @Test(.tags(.M4, .T4))
  func containerCanBeUsedWhileItIsVerified() async throws {
    let counts = Counter()
    let container = DIContainer()
    container.register(
      Rock.self,
      lazySingleton: { [unowned container] _ in
        if counts.add("made") == 1 {
          let other = Worker {
            container.register(Int.self, eagerSingleton: 1)
            return ObjectIdentifier(try container.resolve(Rock.self))
          }
          _ = try other.join()
        }
        return Rock()
      })
    let errors = try await Worker { container.verify().errors.map { "\($0)" } }.value
    #expect(errors == [])
    #expect(counts["made"] == 2)
    #expect(
      container.description == """
        Rock: lazySingleton (made)
        Int: eagerSingleton (made)
        """)
  }

  @Test(.tags(.M2, .M4))
  func frozenContainerIsVerified() throws {
    let container = DIContainer()
    container.register(Rock.self, lazySingleton: { _ in Rock() })
    container.register(Int.self) { c in
      try c.bootstrap()
      return 1
    }
    try container.bootstrap()
    #expect(container.verify().errors.isEmpty)
    #expect(container.description == "Rock: lazySingleton (not made)\nInt: transient")
  }

  @Test(.tags(.M4, .M5, .C4))
  func verifyInAFactoryIsACircularDependency() throws {
    let container = DIContainer()
    container.register(String.self, lazySingleton: { c in c.verify().description })
    container.register(Int.self) { [unowned container] _ in container.verify().errors.count }
    #expect(try container.resolve(String.self) == "Circular dependency: String → String")
    container.register([String].self) { [unowned container] _ in [container.verify().mermaid] }
    #expect(
      try container.resolve([String].self) == [
        """
        flowchart TD
          classDef missing fill:#fcc,stroke:#c00
          classDef circular fill:#fd9,stroke:#c60
          classDef absent fill:#eee,stroke:#999
        """
      ])
    #expect(try container.resolve(Int.self) == 1)
    #expect(container.verify().errors.isEmpty)
  }

  @Test(.tags(.M4, .M7))
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
    #expect(verification.mermaid.split(separator: "\n").count == 1 + 2 + 1000 + 999 + 3)
  }

  // MARK: also

  @Test(.tags(.M4))
  func closureOfVerifyRunsLastAndOnTheSameCopy() throws {
    let container = DIContainer()
    let log = Log()
    var made: [Rock] = []
    container.register(
      Rock.self,
      lazySingleton: { _ in
        let rock = Rock()
        made.append(rock)
        log.add("rock")
        return rock
      })
    container.register(Int.self, transient: log.factory("int", of: 1))
    var seen: Rock?
    var copy: DIContainer?
    let verification = container.verify { c in
      log.add("also")
      copy = c
      seen = try c.resolve(Rock.self)
    }
    #expect(verification.errors.isEmpty)
    #expect(log.lines == ["rock", "int", "also"])
    #expect(made.count == 1)
    #expect(seen === made.first)
    #expect(copy !== container)
    #expect(container.description == "Rock: lazySingleton (not made)\nInt: transient")
  }

  @Test(.tags(.M4, .M5))
  func errorInTheClosureOfVerifyIsReported() {
    let container = DIContainer()
    container.register(Car.self) { (c, _: Int) in Car(try c.resolve()) }
    container.register(Int.self) { _ in throw Failure("no number") }
    let missing = container.verify { c in _ = try c.resolve(Car.self, arguments: 1) }
    #expect(
      missing.errors.map { "\($0)" } == [
        "no number", "'Engine' is not registered.\n  Path: Car (Int) → Engine",
      ])
    let own = container.verify { _ in throw Failure("also") }
    #expect(own.errors.map { "\($0)" } == ["no number", "also"])
    let same = container.verify { c in _ = try c.resolve(Int.self) }
    #expect(same.errors.map { "\($0)" } == ["no number"])
  }

  // MARK: errors

  @Test(.tags(.M4, .M5, .R9))
  func eightMistakesAreReportedAtOnceInOrderOfRegistration() {
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
        "Circular dependency: Truck → Wheel → Truck",
        "the factory is broken",
        "the callback is broken",
        "'Engine \"rock\"' made a Rock, which is not a Engine.",
      ])
  }

  @Test(.tags(.M5))
  func typesOfTheSameNameAreSeparateErrorsWithFullNames() {
    let container = DIContainer()
    container.register(transient: DIContainer.autowire(Login.Model.init))
    container.register(transient: DIContainer.autowire(Profile.Model.init))
    let verification = container.verify()
    #expect(
      verification.errors.map { "\($0)" }
        == Array(repeating: "'Config' is not registered.\n  Path: Model → Config", count: 2))
    #expect(
      verification.description == """
        'DIContainerTests.Login.Config' is not registered.
          Path: DIContainerTests.Login.Model → DIContainerTests.Login.Config
        'DIContainerTests.Profile.Config' is not registered.
          Path: DIContainerTests.Profile.Model → DIContainerTests.Profile.Config
        """)
    #expect(verification.mermaid.contains(#"n0["DIContainerTests.Login.Model"]"#))
  }

  @Test(.tags(.M5))
  func componentWithTheNameOfTheServiceHasItsFullName() {
    let container = DIContainer()
    container.register(
      Login.Config.self, transient: { _ in Profile.Config() }, initCompleted: { _, _ in })
    #expect(
      container.verify().description
        == "'DIContainerTests.Login.Config' made a DIContainerTests.Profile.Config, "
        + "which is not a DIContainerTests.Login.Config.")
  }

  @Test(.tags(.M5))
  func factoriesThatThrowTheSameErrorAreSeparateErrors() {
    let container = DIContainer()
    container.register([Int].self) { c in [try c.resolve()] }
    container.register(Int.self) { _ in throw Failure("offline") }
    container.register(String.self) { _ in throw Failure("offline") }
    let verification = container.verify()
    #expect(verification.errors.map { "\($0)" } == ["offline", "offline"])
    #expect(
      verification.description == """
        offline
          Path: Array<Int> → Int
          Path: Int
        offline
          Path: String
        """)
  }

  /// The work grows with the number of errors, and not with its square. (The rest
  /// of the rule is about time, which no test measures.)
  @Test(.tags(.M8), arguments: [10, 1000])
  func textOfAnErrorIsMadeOnceForEachServiceThatMeetsIt(count: Int) {
    struct Counted: Error, CustomStringConvertible {
      let texts: Counter
      var description: String { "text \(texts.add("made"))" }
    }
    let texts = Counter()
    let container = DIContainer()
    for index in 0..<count {
      container.register(Int.self, name: "\(index)") { _ in throw Counted(texts: texts) }
    }
    #expect(container.verify().errors.count == count)
    #expect(texts["made"] == count)
  }

  @Test(.tags(.M5))
  func errorThatManyServicesMeetIsReportedOnce() {
    let container = DIContainer()
    container.register(Engine.self, lazySingleton: { _ in throw Failure("no fuel") })
    for name in ["a", "b"] {
      container.register(Car.self, name: name) { c in Car(try c.resolve(Engine.self)) }
    }
    #expect(container.verify().errors.map { "\($0)" } == ["no fuel"])
  }

  /// The parent's singleton does not see what the child registers.
  @Test(.tags(.M5, .R8, .R9))
  func singletonOfTheParentMissesWhatOnlyAChildHas() {
    let parent = DIContainer()
    parent.register(lazySingleton: DIContainer.autowire(Car.init))
    let child = DIContainer(parent: parent)
    child.register(Engine.self, lazySingleton: { _ in Diesel() })
    let text = """
      'Engine' is not registered.
        Path: Car → Engine
      """
    #expect(errorText { try child.resolve(Car.self) } == text)
    #expect(child.verify().errors.map { "\($0)" } == [text])
  }

  @Test(.tags(.M5))
  func errorsKeepWhatAFactoryThrew() {
    let container = DIContainer()
    container.register(Int.self) { _ in throw Failure("unchanged") }
    #expect(container.verify().errors.first as? Failure == Failure("unchanged"))
  }

  @Test(.tags(.M5, .T3))
  func textOfAnErrorCanUseTheContainer() async throws {
    struct Asking: Error, CustomStringConvertible {
      let container: DIContainer
      var description: String { container.contains(Rock.self) ? "a rock" : "no rock" }
    }
    let verification = Worker {
      let container = DIContainer()
      container.register(Int.self) { c in throw Asking(container: c) }
      return container.verify().description
    }
    #expect(try await verification.value == "no rock\n  Path: Int")
  }

  @Test(.tags(.M5))
  func cycleIsOneErrorThatStartsWithItsFirstRegisteredMember() {
    let container = DIContainer()
    container.register(String.self, name: "outside") { c in "\(try c.resolve(Double.self))" }
    container.register(Int.self) { c in Int(try c.resolve(Double.self)) }
    container.register(Float.self) { c in Float(try c.resolve(Int.self)) }
    container.register(Double.self, lazySingleton: { c in Double(try c.resolve(Float.self)) })
    container.register(Bool.self) { c in try c.resolve(Float.self) > 0 }
    let verification = container.verify { c in _ = try c.resolve(Double.self) }
    #expect(
      verification.errors.map { "\($0)" } == ["Circular dependency: Int → Double → Float → Int"])
  }

  @Test(.tags(.M5))
  func cyclesThatShareAMemberAreSeparateErrors() {
    let container = DIContainer()
    container.register(Int.self) { c in
      let text = c[String.self] ?? ""
      return Int(try c.resolve(Double.self)) + text.count
    }
    container.register(Double.self) { c in Double(try c.resolve(Int.self)) }
    container.register(String.self) { c in "\(try c.resolve(Int.self))" }
    container.register(Float.self) { c in try c.resolve(Float.self) }
    #expect(
      container.verify().errors.map { "\($0)" } == [
        "Circular dependency: Int → Double → Int",
        "Circular dependency: Float → Float",
      ])
  }

  /// Such a cycle need not be closed, and its members need not be registered.
  @Test(.tags(.M5))
  func cycleThatAFactoryThrowsIsReportedUnchanged() {
    typealias Key = DIContainer.Key
    let (int, string, bool) = (
      Key(service: Int.self), Key(service: String.self), Key(service: Bool.self)
    )
    let container = DIContainer()
    for (name, cycle) in [("", []), ("a", [int]), ("b", [string, int]), ("c", [bool, bool])] {
      container.register(Double.self, name: name) { _ in
        throw DIContainer.ResolutionError.circularDependency(cycle)
      }
    }
    container.register(Int.self) { _ in 1 }
    #expect(
      container.verify().errors.map { "\($0)" } == [
        "Circular dependency: ", "Circular dependency: Int", "Circular dependency: String → Int",
        "Circular dependency: Bool → Bool",
      ])
  }

  @Test(.tags(.M5, .C5))
  func recursionThatDoesNotEndIsOneError() async throws {
    let errors = try await Worker(stack: 512) {
      let container = DIContainer()
      container.register(Int.self) { (c, number: Int) in try c.resolve(arguments: number + 1) }
      container.register(String.self) { c in "\(try c.resolve(Int.self, arguments: 1))" }
      container.register(Bool.self) { c in try c.resolve(Int.self, arguments: 2) > 0 }
      return container.verify().errors.map { "\($0)" }
    }.value
    #expect(errors == ["Circular dependency: Int (Int) → Int (Int)"])
  }

  @Test(.tags(.M5, .R1))
  func errorThatAFactoryCatchesIsNotReported() {
    let container = DIContainer()
    container.register(Int.self, name: "caught") { c in (try? c.resolve(Rock.self)) == nil ? 0 : 1 }
    container.register(Int.self, name: "subscript") { c in c[Rock.self] == nil ? 0 : 1 }
    container.register(Int.self, name: "closes a cycle") { c in
      c[Int.self, name: "closes a cycle"] ?? 2
    }
    let verification = container.verify { c in _ = c[Rock.self, arguments: 1] }
    #expect(verification.errors.isEmpty)
  }

  @Test(.tags(.M5))
  func autowiredInitializerReportsEveryMissingParameter() {
    struct Parts {
      let rock: Rock
      let spare: Truck?
      let engine: any Engine
      let wheel: Wheel
    }
    let container = DIContainer()
    container.register((any Engine).self, transient: { _ in Diesel() })
    container.register(Parts.self, transient: DIContainer.autowire(Parts.init))
    container.register(Bool.self) { c in (try? c.resolve(Parts.self)) != nil }
    let verification = container.verify()
    #expect(
      verification.errors.map { "\($0)" } == [
        "'Rock' is not registered.\n  Path: Parts → Rock",
        "'Wheel' is not registered.\n  Path: Parts → Wheel",
      ])
    #expect(verification.mermaid.contains("\"Wheel\"}}:::missing"))
    #expect(errorText { try container.resolve(Parts.self) } == "\(verification.errors[0])")
  }

  /// What fails in the end counts, whatever the way to it.
  @Test(.tags(.M5, .R9))
  func missingParametersAreErrorsOnlyIfTheirErrorGetsOut() {
    struct Parts {
      let rock: Rock
      let wheel: Wheel
    }
    let container = DIContainer()
    container.register(Bool.self) { c in
      (try? DIContainer.autowire(Parts.init)(c)) == nil
    }
    #expect(container.verify { c in _ = c[Parts.self] }.errors.isEmpty)
    // It is registered with an argument, and so not tried by itself.
    container.register(Parts.self) { (c, _: Int) in try DIContainer.autowire(Parts.init)(c) }
    container.register(Wheel?.self) { _ in nil }
    container.register(Truck.self) { c in
      _ = try c.resolve(Parts.self, arguments: 1)
      return Truck()
    }
    #expect(
      container.verify().errors.map { "\($0)" } == [
        "'Rock' is not registered.\n  Path: Truck → Parts (Int) → Rock",
        "'Wheel' is not registered.\n  Path: Truck → Parts (Int) → Wheel"
          + "\n  Registered for Wheel: Optional<Wheel>",
      ])
  }

  /// Texts of errors and of warnings are told apart.
  @Test(.tags(.M5))
  func errorCanHaveAnyText() {
    struct Plain: Error, CustomStringConvertible { let description: String }
    let container = DIContainer()
    container.register(Bool.self) { c in c[Rock.self] == nil }
    let verification = container.verify { _ in throw Plain(description: "absent 1") }
    #expect(verification.errors.map { "\($0)" } == ["absent 1"])
    #expect(verification.warnings.count == 1)
  }

  @Test(.tags(.M5, .R5, .R9))
  func missingOptionalIsAnError() {
    let container = DIContainer()
    container.register(Left.self, name: "main") { _ in Left() }
    container.register(String.self) { c in
      let left: Left? = try c.resolve(name: "mian")
      return left == nil ? "none" : "one"
    }
    #expect(
      container.verify().errors.map { "\($0)" } == [
        """
        'Left "mian"' is not registered.
          Path: String → Left "mian"
          Registered for Left: Left "main"
        """
      ])
  }

  // MARK: description

  @Test(.tags(.M5))
  func descriptionOfACompleteWiringIsNoErrors() {
    let container = DIContainer { $0.register(Rock.self) { _ in Rock() } }
    #expect(container.verify().description == "No errors.")
    #expect(DIContainer().verify().description == "No errors.")
  }

  /// One missing key is one mistake, however many need it.
  @Test(.tags(.M5))
  func descriptionGroupsThePathsToAMissingKey() {
    let container = DIContainer()
    container.register(Engine.self, name: "petrol") { _ in Diesel() }
    container.register(Car.self) { c in Car(try c.resolve()) }
    container.register(Int.self) { _ in throw Failure("no number") }
    container.register(Truck.self) { c in
      _ = try c.resolve(Car.self)
      return Truck()
    }
    container.register(Wheel.self) { c in
      _ = try c.resolve(Engine.self)
      return Wheel()
    }
    container.register(Right.self) { c in Right(try c.resolve()) }
    let verification = container.verify()
    #expect(verification.errors.count == 5)
    #expect(
      verification.description == """
        'Engine' is not registered.
          Path: Car → Engine
          Path: Truck → Car → Engine
          Path: Wheel → Engine
          Registered for Engine: Engine "petrol"
        no number
          Path: Int
        'Left' is not registered.
          Path: Right → Left
        """)
  }

  @Test(.tags(.M5))
  func descriptionHasABlockForEachMissingKey() {
    let container = DIContainer()
    container.register(Car.self) { c in Car(try c.resolve()) }
    container.register(Truck.self) { c in
      _ = try c.resolve(Engine.self, name: "diesel")
      return Truck()
    }
    container.register(Wheel.self) { c in
      _ = try c.resolve(Engine.self, arguments: 1)
      return Wheel()
    }
    #expect(
      container.verify().description == """
        'Engine' is not registered.
          Path: Car → Engine
        'Engine "diesel"' is not registered.
          Path: Truck → Engine "diesel"
        'Engine (Int)' is not registered.
          Path: Wheel → Engine (Int)
        """)
  }

  @Test(.tags(.M5))
  func descriptionContainsAnyTextOfAnError() throws {
    struct Text: Error, CustomStringConvertible { let description: String }
    let texts = ["a", "", "\n", "b", "'Rock' is not registered.", "\n  Path: Int → Rock"]
    let container = DIContainer()
    container.register(Int.self) { c in
      _ = try c.resolve(Rock.self)
      return 1
    }
    for text in texts {
      container.register(String.self, name: text) { _ in throw Text(description: text) }
    }
    let verification = container.verify()
    #expect(verification.errors.count == texts.count + 1)
    let expected = """
      'Rock' is not registered.
        Path: Int → Rock
      a
        Path: String "a"

        Path: String ""


        Path: String "\\n"
      b
        Path: String "b"
      'Rock' is not registered.
        Path: String "\\'Rock\\' is not registered."

        Path: Int → Rock
        Path: String "\\n  Path: Int → Rock"
      """
    #expect(verification.description == expected)
  }

  /// Two factories throw one error object: only the path tells where it comes from.
  @Test(.tags(.M5))
  func errorObjectThatTwoFactoriesThrowIsTwoErrors() {
    struct Offline: Error {}
    let shared: any Error = Offline()
    let container = DIContainer()
    container.register(Int.self) { c in
      _ = try c.resolve(String.self)
      return 1
    }
    container.register(String.self) { _ in throw shared }
    container.register(Bool.self) { _ in throw shared }
    let verification = container.verify()
    #expect(verification.errors.count == 2)
    #expect(
      verification.description == """
        Offline()
          Path: Int → String
          Path: String
        Offline()
          Path: Bool
        """)
  }

  @Test(.tags(.M5, .M6))
  func descriptionEndsWithTheWarnings() {
    let container = DIContainer()
    container.register(Car.self) { c in Car(try c.resolve()) }
    container.register(Wheel.self) { (_, _: Int) in Wheel() }
    let verification = container.verify()
    #expect(
      verification.description == """
        'Engine' is not registered.
          Path: Car → Engine
        \(verification.warnings[0])
        """)
    container.register(Engine.self) { _ in Diesel() }
    #expect(container.verify().description == "No errors.\n\(verification.warnings[0])")
  }
}
