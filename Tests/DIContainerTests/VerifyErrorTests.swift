// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

private struct Boat {}

/// `verify` reports the cause of each failure once.
@Suite(.timeLimit(.minutes(5)))
struct VerifyErrorTests {
  let container = DIContainer()

  @Test func allMistakesAreReportedAtOnceInOrder() {
    container.register(Engine.self, name: "petrol") { _ in Engine() }
    container.register { (_, _: Int) in Engine() }
    container.register { c in Car(engine: try c.resolve()) }
    container.register { c in Car(engine: try c.resolve(name: "diesel")) as Car? }
    container.register(Garage.self) { c in Garage(car: try c.resolve()) }
    container.register(Double.self) { c in Double(try c.resolve(Float.self)) }
    container.register(Float.self) { c in Float(try c.resolve(Double.self)) }
    container.register(Int.self) { _ in throw Failure("the factory fails") }
    container.register(Rock.self, lazySingleton: { _ in Rock() }) { _, _ in
      throw Failure("the callback fails")
    }
    container.register([Int].self) { c in [try c.resolve()] }
    container.register(Animal.self, lazySingleton: { _ in Boat() }) { _, _ in }
    let registered = #"Registered for Engine: Engine "petrol", Engine (Int)"#
    #expect(
      container.verify { _ in throw Failure("the closure fails") }.description == """
        'Engine' is not registered.
          Path: Car → Engine
          \(registered)
        'Engine "diesel"' is not registered.
          Path: Optional<Car> → Engine "diesel"
          \(registered)
        Circular dependency: Double → Float → Double
        the factory fails
          Path: Int
        the callback fails
          Path: Rock
        The factory for 'Animal' returned 'Boat', which is not an instance of 'Animal'.
        the closure fails
        'Engine (Int)' needs arguments and was not checked: resolve it in the closure of verify.
        """)
  }

  // MARK: Missing keys

  @Test func keyThatAFactoryUnregistersIsMissingWithThePathOfItsFailure() {
    container.register { c in
      _ = try c.resolve(Engine.self)
      return Rock()
    }
    container.register(Engine.self) { _ in Engine() }
    container.register(Bool.self) { c in c.unregister(Engine.self) && c.unregister(String.self) }
    container.register { _ in "unregistered before its turn, and not an error" }
    container.register(transient: DIContainer.autowire(Car.init))
    container.register(transient: DIContainer.autowire(Garage.init))
    #expect(
      container.verify().description == """
        'Engine' is not registered.
          Path: Car → Engine
        """)
    #expect(container.contains(Engine.self))
  }

  // MARK: Errors of factories

  /// Even if the error was caught before.
  @Test func storedErrorIsOneErrorForEachFactoryThatThrowsIt() {
    let shared: any Error = Failure("offline")
    container.register(Int.self) { c in
      _ = try? c.resolve(String.self)
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
        offline
          Path: Int → Bool
        offline
          Path: String
        offline
          Path: Rock
        offline
        """)
  }

  @Test func wrongComponentIsOneErrorHoweverManyServicesNeedIt() {
    for name in ["a", "b", "c"] {
      container.register(Double.self, name: name) { c in
        _ = try c.resolve(Car.self); return 1
      }
    }
    container.register { 1 }
    container.register(Float.self) { c in
      do { _ = try c.resolve(Car.self) } catch {
        _ = c[Int.self]  // for example, to log the error
        throw error
      }
      return 1
    }
    container.register(Car.self, transient: { _ in Boat() }) { _, _ in }
    #expect(
      container.verify().description == """
        The factory for 'Car' returned 'Boat', which is not an instance of 'Car'.
          Path: Double "a" → Car
        """)
  }

  @Test func factoryThatFailsInTwoWaysIsTwoErrors() {
    var codes = [1, -1, 1]
    container.register(Int.self) { _ in throw Failure("code \(codes.removeFirst())") }
    for name in ["a", "b"] {
      container.register(String.self, name: name) { c in "\(try c.resolve(Int.self))" }
    }
    #expect(
      container.verify().description == """
        code 1
          Path: Int
        code -1
          Path: String "a" → Int
        """)
  }

  /// A factory that catches an error and throws another one with the same text is a cause itself.
  @Test func errorThatIsPassedOnIsOneErrorAndAWrappedErrorIsAnother() {
    container.register(Int.self) { c in
      do { return try c.resolve(name: "inner") } catch { throw Failure("no number") }
    }
    container.register(Int.self, name: "inner") { _ in throw Failure("offline") }
    container.register(Int.self, name: "passed on") { c in
      do { return try c.resolve(name: "inner") } catch { throw error }
    }
    #expect(
      container.verify().description == """
        no number
          Path: Int
        offline
          Path: Int "inner"
        """)
  }

  @Test func servicesOfOneKeyInParentAndChildFailOnceEach() {
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

  @Test func textOfAnErrorCanUseTheContainer() async throws {
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

  // MARK: Cycles

  @Test func cycleIsOneErrorWhicheverMemberItIsMetFrom() {
    container.register(String.self) { c in "\(try c.resolve(Double.self))" }
    container.register(Int.self) { c in Int(try c.resolve(Double.self)) }
    container.register(Float.self) { c in Float(try c.resolve(Int.self)) }
    container.register(Double.self, lazySingleton: { c in Double(try c.resolve(Float.self)) })
    let turns = [
      "Double → Float → Int → Double", "Float → Int → Double → Float", "Int → Double → Float → Int",
    ]
    let description = container.verify().description
    #expect(turns.contains { description == "Circular dependency: \($0)" })
  }

  /// Even an empty one.
  @Test func cycleThatAFactoryThrowsItselfIsReported() {
    container.register(Int.self) { _ in throw DIContainer.ResolutionError.circularDependency([]) }
    #expect(container.verify().errors.map { "\($0)" } == ["Circular dependency: "])
  }
}
