import DIContainer
import TestSupport
import Testing

/// `verify` reports the cause of each failure once.
@Suite(.timeLimit(.minutes(5)))
struct VerifyErrorTests {
  let container = DIContainer()

  /// Registers services that each resolve a service of this type.
  private func registerUsers<Service>(_ names: String..., of type: Service.Type) {
    for name in names {
      container.register(String.self, name: name) { c in "\(try c.resolve(type))" }
    }
  }

  @Test func allMistakesAreReportedAtOnceInOrder() {
    container.register { (_, _: Int) in Engine() }
    container.register { c in Car(engine: try c.resolve()) }
    container.register { c in Car(engine: try c.resolve(name: "diesel")) as Car? }
    container.register(Garage.self) { c in Garage(car: try c.resolve()) }
    container.register(Int.self) { throw Failure("the factory fails") }
    container.register([Int].self) { c in [try c.resolve()] }
    container.register(Double.self) { c in Double(try c.resolve(Float.self)) }
    container.register(Float.self) { c in Float(try c.resolve(Double.self)) }
    #expect(
      container.verify { _ in throw Failure("the closure fails") }.description == """
        'Engine' is not registered.
          Path: Car → Engine
          Registered for Engine: Engine (Int)
        'Engine "diesel"' is not registered.
          Path: Optional<Car> → Engine "diesel"
          Registered for Engine: Engine (Int)
        the factory fails
          Path: Int
        Circular dependency: Double → Float → Double
        the closure fails
        'Engine (Int)' needs arguments and was not checked: resolve it in the closure of verify.
        """)
  }

  @Test func keyThatAFactoryUnregistersIsMissingWithThePathOfItsFailure() {
    registerUsers("before", of: Engine.self)
    container.register(Engine.self) { _ in Engine() }
    container.register(Bool.self) { c in c.unregister(Engine.self) && c.unregister(Int.self) }
    container.register(Int.self) { throw Failure("unregistered before its turn") }
    registerUsers("after", "last", of: Engine.self)
    #expect(
      container.verify().description == """
        'Engine' is not registered.
          Path: String "after" → Engine
        """)
    #expect(container.contains(Engine.self))
  }

  @Test func errorIsOneErrorHoweverManyServicesNeedIt() {
    registerUsers("a", "b", "c", of: Rock.self)
    container.register(Rock.self, lazySingleton: { _ in Rock() }) { _, _ in throw Failure("late") }
    registerUsers("d", "e", of: Car.self)
    container.register(Car.self, transient: { _ in Boat() }) { _, _ in }
    container.register(Int.self) { c in
      do { _ = try c.resolve(Car.self) } catch {
        _ = c[Bool.self]  // for example, to log the error
        throw error
      }
      return 1
    }
    container.register { true }
    #expect(
      container.verify().description == """
        late
          Path: String "a" → Rock
        The factory for 'Car' returned 'Boat', which is not an instance of 'Car'.
          Path: String "d" → Car
        """)
  }

  @Test func storedErrorThatAFactoryCatchesIsNotTheErrorOfTheNextOne() {
    let shared: any Error = Failure("offline")
    container.register(String.self) { c in
      _ = try? c.resolve(Int.self, arguments: 1)
      return "\(try c.resolve(Bool.self, arguments: 1))"
    }
    container.register { (_: Int) -> Int in throw shared }
    container.register { (_: Int) -> Bool in throw shared }
    let verification = container.verify()
    #expect("\(verification)".hasPrefix("offline\n  Path: String → Bool (Int)\n"))
    #expect(verification.warnings == [.unchecked(Key(service: Int.self, arguments: [Int.self]))])
  }

  @Test func storedErrorIsOneErrorForEachFactoryThatThrowsIt() {
    let shared: any Error = Failure("offline")
    container.register(Int.self) { c in try c.resolve(Bool.self) ? 1 : 0 }
    container.register(Double.self) { throw shared }
    container.register(Float.self) { c in
      _ = c[Double.self]
      throw shared
    }
    container.register(Bool.self) { throw shared }
    container.register(Rock.self, transient: { _ in Rock() }) { _, _ in throw shared }
    #expect(
      container.verify { _ in throw shared }.description == """
        offline
          Path: Int → Bool
        offline
          Path: Double
        offline
          Path: Float
        offline
          Path: Rock
        offline
        """)
  }

  /// A factory that catches an error and throws another one with the same text is a cause itself.
  @Test func factoryThatFailsInTwoWaysIsTwoErrorsAndAnErrorThatIsPassedOnIsOne() {
    var codes = [1, -1, 1]
    registerUsers("a", "b", of: Double.self)
    container.register(Double.self) { throw Failure("code \(codes.removeFirst())") }
    container.register(Int.self) { c in
      do { return try c.resolve(name: "inner") } catch { throw Failure("offline") }
    }
    container.register(Int.self, name: "inner") { throw Failure("offline") }
    container.register(Int.self, name: "passed on") { c in
      do { return try c.resolve(name: "inner") } catch {
        _ = c[Int.self, name: "other"]
        throw error
      }
    }
    container.register(Int.self, name: "other") { throw Failure("offline") }
    #expect(
      container.verify().description == """
        code 1
          Path: String "a" → Double
        code -1
          Path: String "b" → Double
        offline
          Path: Int
        offline
          Path: Int "inner"
        offline
          Path: Int "other"
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

  /// Even an empty one, which a factory throws itself.
  @Test func cycleIsOneErrorWhicheverMemberItIsMetFrom() {
    registerUsers("outside", of: Double.self)
    container.register(Int.self) { c in Int(try c.resolve(Double.self)) }
    container.register(Float.self) { c in Float(try c.resolve(Int.self)) }
    container.register(Double.self, lazySingleton: { c in Double(try c.resolve(Float.self)) })
    container.register { throw DIContainer.ResolutionError.circularDependency([]) }
    #expect(
      container.verify().errors.map { "\($0)" }
        == ["Circular dependency: Double → Float → Int → Double", "Circular dependency: "])
  }
}
