// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

/// Nothing registers the number of its seats: a factory stops at the first missing service.
private struct Boat {
  let engine: Engine
  var seats: UInt = 1
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
  let container = DIContainer()

  // MARK: The scratch copy

  @Test(.tags(.M4))
  func verificationKeepsNothingAndUsesWhatExists() throws {
    let log = Log()
    container.register(Rock.self, lazySingleton: log.factory("rock", of: Rock()))
    container.register(Int.self, lazySingleton: log.factory("int", of: 1))
    container.register([Rock].self, transient: { c in [try c.resolve()] })
    container.register(Bool.self, transient: log.factory("bool", of: true))
    let rock = try container.resolve(Rock.self)
    var used: Rock?
    let verification = container.verify { c in
      log.add("closure")
      used = try c.resolve()
      _ = try c.resolve(Int.self)
    }
    #expect(verification.errors.isEmpty)
    #expect(used === rock)
    #expect(log.lines == ["rock", "int", "bool", "closure"])
    #expect(try container.resolve(Rock.self) === rock)
    #expect(container.keys("(made)") == ["Rock"])
  }

  @Test(.tags(.M4, .R8))
  func verificationOfAChildLeavesItsParentAlone() throws {
    let (parent, child) = parentAndChild()
    parent.register(Rock.self, lazySingleton: { _ in Rock() })
    parent.register(Rock.self, name: "made", lazySingleton: { _ in Rock() })
    parent.register(Rock.self, name: "given", eagerSingleton: Rock())
    child.register([Rock].self, lazySingleton: { c in try c.resolveAll() })
    let made = try child.resolve(Rock.self, name: "made")
    let before = parent.description
    #expect(child.verify().errors.isEmpty)
    #expect(parent.description == before)
    #expect(child.description == "Array<Rock>: lazySingleton (not made)")
    #expect(try child.resolve(Rock.self, name: "made") === made)
    #expect(try child.resolve([Rock].self).count == 3)
  }

  /// Copies are freed with what they made, although each instance refers to its copy.
  @Test(.tags(.M4, .T10))
  func nothingThatAVerificationMakesIsKept() throws {
    let watch = Watch()
    let makeKeeper: (DIContainer) -> Keeper = { c in watch.add(Keeper(watch.add(c))) }
    let (parent, child) = parentAndChild()
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

  @Test(.tags(.M4, .K7))
  func factoryAndCallbackOfAVerificationGetTheCopy() throws {
    var given: [DIContainer] = []
    container.register(
      (any Sendable).self,
      lazySingleton: { c in
        given.append(c)
        return Rock()
      }, initCompleted: { (_: Rock, c) in given.append(c) })
    _ = container.verify { c in given.append(c) }
    #expect(given.count == 3)
    #expect(given.allSatisfy { $0 === given[0] })
    #expect(given[0] !== container)
  }

  /// A thread that a factory starts may use the copy after the verification.
  @Test(.tags(.M4))
  func copyKeepsItsRegistrationsForATaskThatAFactoryStarts() throws {
    container.register(Rock.self, name: "made", lazySingleton: { _ in Rock() })
    container.register(Rock.self, lazySingleton: { _ in Rock() })
    let made = try container.resolve(Rock.self, name: "made")
    weak var tried: Rock?
    var copy: DIContainer?
    _ = container.verify { c in
      copy = c
      tried = try c.resolve()
    }
    #expect(tried == nil)
    #expect(copy?[Rock.self, name: "made"] === made)
    #expect(try copy?.resolve(Rock.self) !== container[Rock.self])
  }

  @Test(.tags(.M4, .R6))
  func whatIsRegisteredInTheCopyComesLast() {
    for number in 1...3 { container.register(Int.self, name: "\(number)") { _ in number } }
    var numbers: [Int] = []
    let verification = container.verify { c in
      c.register(Int.self, name: "4") { _ in 4 }
      numbers = try c.resolveAll()
    }
    #expect(verification.errors.isEmpty)
    #expect(numbers == [1, 2, 3, 4])
  }

  /// A lock that is held meanwhile would hang the thread. A transient goes between two factories: what
  /// it resolves is not captured by anybody.
  @Test(.tags(.M4, .M6, .T3, .T8))
  func deinitDuringAndAfterAVerificationCanUseTheContainer() async throws {
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
      container.register(transient: { [unowned container] c in
        Keeper(c) { log.add("transient \(container[Int.self] ?? 0)") }
      })
      container.register(Rock.self) { c in
        c.unregister(Keeper.self, name: "removed")
        c.register(Keeper.self, name: "replaced") { c in Keeper(c) }
        return Rock()
      }
      return [container.verify().description] + log.lines.sorted()
    }.value
    #expect(lines == ["No errors.", "kept 1", "removed 1", "replaced 1", "transient 1"])
  }

  @Test(.tags(.M4, .M5, .C4))
  func verifyInAFactoryIsACircularDependency() throws {
    let container = DIContainer()
    container.register(String.self, lazySingleton: { c in c.verify().description })
    container.register([String].self) { [unowned container] _ in [container.verify().mermaid] }
    #expect(try container.resolve(String.self) == "Circular dependency: String → String")
    #expect(
      try container.resolve([String].self) == [
        """
        flowchart TD
          classDef missing fill:#fcc,stroke:#c00
          classDef circular fill:#fd9,stroke:#c60
          classDef absent fill:#eee,stroke:#999
        """
      ])
    #expect(container.verify().errors.isEmpty)
  }

  // MARK: The closure

  @Test(.tags(.M4, .M5))
  func errorInTheClosureOfVerifyIsReported() {
    container.register { (c, _: Int) in Car(engine: try c.resolve()) }
    container.register(Int.self) { _ in throw Failure("no number") }
    let missing = container.verify { c in _ = try c.resolve(Car.self, arguments: 1) }
    #expect(
      missing.errors.map { "\($0)" } == [
        "no number", "'Engine' is not registered.\n  Path: Car (Int) → Engine",
      ])
    let own = container.verify { _ in throw Failure("also") }
    #expect(own.errors as? [Failure] == [Failure("no number"), Failure("also")])
    #expect(own.description.contains("\nalso\n"))
    let same = container.verify { c in _ = try c.resolve(Int.self) }
    #expect(same.errors as? [Failure] == [Failure("no number")])
  }

  /// The closure verifies the copy. After that, what it resolves is still observed.
  @Test(.tags(.M4, .M6))
  func verificationInAVerificationReportsItsOwn() {
    container.register(Rock.self, lazySingleton: { _ in Rock() })
    container.register { c in Car(engine: try c.resolve()) }
    var inner: DIContainer.Verification?
    let outer = container.verify { c in
      inner = c.verify { _ in _ = try c.resolve(Rock.self) }
      _ = c[Int.self]
    }
    let text = "'Engine' is not registered.\n  Path: Car → Engine"
    let rock = Key(service: Rock.self)
    #expect(inner?.errors.map { "\($0)" } == [text])
    #expect(inner?.warnings == [.unchecked(rock), .captured(rock, from: nil)])
    #expect(outer.errors.map { "\($0)" } == [text])
    #expect(outer.warnings == [.absent(Key(service: Int.self), path: [Key(service: Int.self)])])
  }

  /// Also a singleton of a parent that the child overrides.
  @Test(.tags(.M4, .R8))
  func whatAFactoryStartsFindsWhatExisted() throws {
    let (parent, child) = parentAndChild()
    parent.register(Rock.self, lazySingleton: { _ in Rock() })
    let rock = try parent.resolve(Rock.self)
    var resolveLater: (() throws -> Rock)?
    parent.register(
      Bool.self,
      lazySingleton: { c in
        resolveLater = { try c.resolve(Rock.self) }
        return true
      })
    child.register(Rock.self, lazySingleton: { _ in Rock() })
    _ = child.verify()
    #expect(try resolveLater?() === rock)
  }

  // MARK: Errors

  @Test(.tags(.M4, .M5, .R9))
  func eightMistakesAreReportedAtOnceInOrderOfRegistration() {
    container.register(Engine.self, name: "petrol") { _ in Engine() }
    container.register { (_, _: Int) in Engine() }
    container.register { c in Car(engine: try c.resolve()) }
    container.register { c in Car(engine: try c.resolve(name: "diesel")) as Car? }
    container.register { c in Boat(engine: try c.resolve(arguments: "strong")) }
    container.register(Double.self) { c in Double(try c.resolve(Float.self)) }
    container.register(Float.self) { c in Float(try c.resolve(Double.self)) }
    container.register(
      Bool.self,
      lazySingleton: { c in
        let child = DIContainer(parent: c)
        child.register { _ in [try c.resolve(Bool.self)] }
        return try child.resolve([Bool].self)[0]
      })
    container.register(Int.self) { _ in throw Failure("the factory is broken") }
    container.register(Rock.self, lazySingleton: { _ in Rock() }) { _, _ in
      throw Failure("the callback is broken")
    }
    container.register(Animal.self, lazySingleton: { _ in Rock() }) { _, _ in }
    let registered = #"Registered for Engine: Engine "petrol", Engine (Int)"#
    #expect(
      container.verify().description == """
        'Engine' is not registered.
          Path: Car → Engine
          \(registered)
        'Engine "diesel"' is not registered.
          Path: Optional<Car> → Engine "diesel"
          \(registered)
        'Engine (String)' is not registered.
          Path: Boat → Engine (String)
          \(registered)
        Circular dependency: Double → Float → Double
          1 more service fails for this reason.
        Circular dependency: Bool → Array<Bool> → Bool
        the factory is broken
          Path: Int
        the callback is broken
          Path: Rock
        'Animal' made a Rock, which is not a Animal.
        'Engine (Int)' needs arguments and was not checked: resolve it in the closure of verify.
        """)
  }

  @Test(.tags(.M5))
  func causeIsOneErrorWithTheNumberOfServicesThatFailForIt() {
    container.register(transient: DIContainer.autowire(Garage.init))
    container.register(transient: DIContainer.autowire(Car.init))
    container.register([Int].self) { c in [try c.resolve()] }
    container.register(Int.self, lazySingleton: { _ in 1 }) { _, _ in throw Failure("offline") }
    container.register(transient: DIContainer.autowire(Boat.init))
    let verification = container.verify()
    #expect(verification.errors.count == 2)
    #expect(
      verification.description == """
        'Engine' is not registered.
          Path: Garage → Car → Engine
          2 more services fail for this reason.
        offline
          Path: Array<Int> → Int
          1 more service fails for this reason.
        """)
  }

  /// It counts as one more service only if it was not tried before.
  @Test(.tags(.M5))
  func serviceThatTheClosureOfVerifyResolvesCountsOnce() {
    container.register(transient: DIContainer.autowire(Car.init))
    container.register { (c, _: Int) in Garage(car: try c.resolve()) }
    let text = "'Engine' is not registered.\n  Path: Car → Engine"
    let tried = container.verify { c in _ = try c.resolve(Car.self) }
    #expect(tried.description.hasPrefix(text + "\n'Garage (Int)' needs arguments"))
    let direct = container.verify { c in _ = try c.resolve(Engine.self) }
    #expect(direct.description == tried.description)
    let new = container.verify { c in _ = try c.resolve(Garage.self, arguments: 1) }
    #expect(new.description == text + "\n  1 more service fails for this reason.")
  }

  /// A factory that throws a new error is a cause of its own, although the texts are the same. One
  /// that passes an error on, even after another one, is not.
  @Test(.tags(.M5))
  func errorIsNewUnlessItIsPassedOn() {
    container.register(Int.self) { c in
      do { return try c.resolve(name: "inner") } catch { throw Failure("offline") }
    }
    container.register(Int.self, name: "inner") { _ in throw Failure("offline") }
    container.register(Int.self, name: "passed on") { c in
      do { return try c.resolve(name: "inner") } catch {
        _ = c[Bool.self]
        throw error
      }
    }
    container.register(Bool.self) { _ in throw Failure("closed") }
    #expect(
      container.verify().description == """
        offline
          Path: Int
        offline
          Path: Int "inner"
          1 more service fails for this reason.
        closed
          Path: Bool
        """)
  }

  /// Each factory that throws it is one cause, even if the error was caught before.
  @Test(.tags(.M5))
  func errorThatSeveralFactoriesThrowIsOneErrorForEach() {
    struct Offline: Error {}
    let shared: any Error = Offline()
    container.register(Int.self) { c in
      _ = c[String.self]
      return try c.resolve(Bool.self) ? 1 : 0
    }
    container.register(String.self) { _ in throw shared }
    container.register(Bool.self) { _ in throw shared }
    container.register(
      Rock.self,
      transient: { c in
        _ = c[String.self]
        return Rock()
      }, initCompleted: { _, _ in throw shared })
    #expect(
      container.verify { _ in throw shared }.description == """
        Offline()
          Path: Int → Bool
          1 more service fails for this reason.
        Offline()
          Path: String
        Offline()
          Path: Rock
        Offline()
        """)
  }

  /// Two errors with one text are two if their types differ.
  @Test(.tags(.M5))
  func factoryThatFailsInSeveralWaysIsAnErrorForEach() {
    struct Other: Error, CustomStringConvertible { let description = "first" }
    let errors: [any Error] = [Failure("first"), Failure("second"), Other(), Failure("first")]
    var runs = 0
    container.register(Int.self) { _ in
      runs += 1
      throw errors[runs - 1]
    }
    for name in ["a", "b", "c"] {
      container.register(String.self, name: name) { c in "\(try c.resolve(Int.self))" }
    }
    #expect(
      container.verify().description == """
        first
          Path: Int
          1 more service fails for this reason.
        second
          Path: String "a" → Int
        first
          Path: String "b" → Int
        """)
  }

  @Test(.tags(.M5))  // as an `NSError` does
  func errorThatPrintsItsPartsInAnotherOrderIsTheSame() {
    var texts = ["Code=2 {path=/a, from=0x6f}", "Code=2 {from=0x5c, path=/a}"]
    container.register(Int.self) { _ in throw Failure(texts.removeLast()) }
    container.register(String.self) { c in "\(try c.resolve(Int.self))" }
    #expect(container.verify().errors.count == 1)
  }

  /// It is stored when the first service fails, and thrown by the second one.
  @Test(.tags(.M5))
  func errorThatIsThrownLaterIsOneOfThatFactory() {
    var stored: any Error = Failure("")
    container.register(Int.self) { _ in throw Failure("offline") }
    container.register(String.self) { c in
      do { return "\(try c.resolve(Int.self))" } catch {
        stored = error
        throw error
      }
    }
    container.register(Bool.self) { _ in throw stored }
    #expect(
      container.verify().description == """
        offline
          Path: Int
          1 more service fails for this reason.
        offline
          Path: Bool
        """)
  }

  @Test(.tags(.M5, .K7))
  func eachWrongComponentIsAnErrorWithItsFirstPath() {
    for name in ["a", "b"] {
      container.register(String.self, name: name) { c in
        "\(try c.resolve(Animal.self, arguments: name == "a"))"
      }
    }
    container.register([Any].self) { c in [try c.resolve(Animal.self, arguments: true)] }
    container.register(
      Animal.self, transient: { (_, isRock: Bool) -> Any in isRock ? Rock() : 1 },
      initCompleted: { _, _ in })
    #expect(
      container.verify().errors.map { "\($0)" } == [
        "'Animal (Bool)' made a Rock, which is not a Animal.\n  Path: String \"a\" → Animal (Bool)",
        "'Animal (Bool)' made a Int, which is not a Animal.\n  Path: String \"b\" → Animal (Bool)",
      ])
  }

  // MARK: Who threw it

  /// A factory and the closure register, and the container is not the verified one.
  @Test(.tags(.M5))
  func whatIsRegisteredMeanwhileOrElsewhereFailsOnceWithItsPath() {
    let other = DIContainer()
    other.register(Bool.self) { _ in throw Failure("elsewhere") }
    container.register(Int.self) { c in
      c.register(Rock.self, lazySingleton: { _ in throw Failure("meanwhile") })
      _ = try c.resolve(Rock.self)
      return 1
    }
    container.register([Rock].self) { c in [try c.resolve()] }
    for name in ["a", "b"] {
      container.register(Double.self, name: name) { _ in try other.resolve(Bool.self) ? 1 : 0 }
    }
    let verification = container.verify { c in
      c.register(String.self) { _ in throw Failure("in the closure") }
      _ = try c.resolve(String.self)
    }
    #expect(
      verification.description == """
        meanwhile
          Path: Int → Rock
          1 more service fails for this reason.
        elsewhere
          Path: Double "a" → Bool
          1 more service fails for this reason.
        in the closure
          Path: String
        'Double "a"' asks another container for 'Bool': ask the one that it is given.
        'Double "b"' asks another container for 'Bool': ask the one that it is given.
        """)
  }

  /// The child's and the parent's service of one key fail with the same error.
  @Test(.tags(.M5, .R8))
  func servicesOfOneKeyThatFailAreAnErrorForEachContainer() {
    let (parent, child) = parentAndChild()
    parent.register(Int.self, lazySingleton: { _ in throw Failure("offline") })
    parent.register(String.self, lazySingleton: { c in "\(try c.resolve(Int.self))" })
    child.register(Int.self) { _ in throw Failure("offline") }
    #expect(
      child.verify().description == """
        offline
          Path: String → Int
        offline
          Path: Int
        \(DIContainer.Warning.hidden(Key(service: Int.self), from: Key(service: String.self)))
        """)
  }

  @Test(.tags(.M5, .R1))
  func errorThatAFactoryCatchesIsNotReported() {
    container.register(Int.self) { _ in throw Failure("reported once") }
    container.register(Bool.self) { c in (try? c.resolve(Int.self)) == nil }
    container.register(String.self) { c in c[String.self] ?? "closes a cycle" }
    let verification = container.verify { c in _ = c[Int.self] }
    #expect(verification.description == "reported once\n  Path: Int")
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

  /// The work grows with the number of errors, and not with its square. (The rest
  /// of the rule is about time, which no test measures.)
  @Test(.tags(.M8), arguments: [10, 1000])
  func textOfAnErrorIsMadeOnceForEachServiceThatMeetsIt(count: Int) {
    struct Counted: Error, CustomStringConvertible {
      let texts: Counter
      var description: String { "text \(texts.add("made"))" }
    }
    let texts = Counter()
    for index in 0..<count {
      container.register(Int.self, name: "\(index)") { _ in throw Counted(texts: texts) }
    }
    #expect(container.verify().errors.count == count)
    #expect(texts["made"] == count)
  }

  // MARK: Cycles

  @Test(.tags(.M5))
  func cycleIsOneErrorThatStartsWithItsFirstRegisteredMember() {
    container.register(String.self) { c in "\(try c.resolve(Double.self))" }
    container.register(Int.self) { c in Int(try c.resolve(Double.self)) }
    container.register(Float.self) { c in Float(try c.resolve(Int.self)) }
    container.register(Double.self, lazySingleton: { c in Double(try c.resolve(Float.self)) })
    #expect(
      container.verify().description == """
        Circular dependency: Int → Double → Float → Int
          3 more services fail for this reason.
        """)
  }

  /// Even if that cycle is not closed, or its members are not registered.
  @Test(.tags(.M5))
  func cycleThatAFactoryThrowsIsReportedUnchanged() {
    let cycles: [[Any.Type]] = [[], [Int.self], [String.self, Int.self], [Bool.self, Bool.self]]
    for (index, cycle) in cycles.enumerated() {
      container.register(Double.self, name: "\(index)") { _ in
        throw DIContainer.ResolutionError.circularDependency(cycle.map { Key(service: $0) })
      }
    }
    container.register(Int.self) { _ in 1 }
    #expect(
      container.verify().errors.map { "\($0)" } == [
        "Circular dependency: ", "Circular dependency: Int", "Circular dependency: String → Int",
        "Circular dependency: Bool → Bool",
      ])
  }
}
