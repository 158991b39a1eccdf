import DIContainer
import TestSupport
import Testing

private protocol Engine {}

private struct Motor: Engine {}

private struct Car {
  let engine: any Engine
}

private struct Garage {
  let car: Car
}

private final class A {
  init(_ b: B) {}
}

private final class B {
  init(_ a: A) {}
}

private func isSendable<Value: Sendable>(_: Value.Type) -> Bool { true }

struct ErrorTests {
  // MARK: notRegistered

  @Test(.rules(.R9))
  func notRegisteredHasItsKeyItsPathAndItsAlternatives() throws {
    let container = DIContainer()
    container.register((any Engine).self) { _ in Motor() }
    container.register((any Engine).self, name: "petrol") { _ in Motor() }
    container.register((any Engine).self) { (_, _: Int) in Motor() }
    container.register(Car.self, name: "red") { c in
      Car(engine: try c.resolve(name: "diesel", arguments: 1, "two"))
    }
    let error = #expect(throws: DIContainer.ResolutionError.self) {
      try container.resolve(Car.self, name: "red")
    }
    guard case .notRegistered(let key, let path, let alternatives) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(ObjectIdentifier(key.service) == ObjectIdentifier((any Engine).self))
    #expect(key.name == "diesel")
    #expect(
      key.arguments.map { ObjectIdentifier($0) }
        == [ObjectIdentifier(Int.self), ObjectIdentifier(String.self)])
    #expect(path.map(\.description) == ["Car \"red\"", "Engine \"diesel\" (Int, String)"])
    #expect(path.last == key)
    #expect(
      alternatives.map(\.description) == ["Engine", "Engine \"petrol\"", "Engine (Int)"])
  }

  @Test(.rules(.R9))
  func notRegisteredIsOneLineWhereNothingElseIsKnown() {
    let container = DIContainer()
    #expect(
      errorText { try container.resolve(Animal.self) } == "'Animal' is not registered.")
    #expect(
      errorText { try container.resolve(Animal.self, name: "cat") }
        == "'Animal \"cat\"' is not registered.")
    #expect(
      errorText { try container.resolve(Animal.self, arguments: "Mimi", true) }
        == "'Animal (String, Bool)' is not registered.")
    #expect(
      errorText { try container.resolve(Animal.self, name: "cat", arguments: "Mimi") }
        == "'Animal \"cat\" (String)' is not registered.")
  }

  @Test(.rules(.R9))
  func notRegisteredShowsThePathAndTheAlternatives() {
    let container = DIContainer()
    container.register((any Engine).self) { _ in Motor() }
    container.register((any Engine).self, name: "petrol") { _ in Motor() }
    container.register((any Engine).self) { (_, _: Int) in Motor() }
    container.register(Car.self) { c in Car(engine: try c.resolve(name: "diesel")) }
    container.register(Garage.self) { c in Garage(car: try c.resolve()) }
    #expect(
      errorText { try container.resolve(Garage.self) } == """
        'Engine "diesel"' is not registered.
          Path: Garage → Car → Engine "diesel"
          Registered for Engine: Engine, Engine "petrol", Engine (Int)
        """)
  }

  @Test(.rules(.R9))
  func notRegisteredWithoutAPathShowsTheAlternatives() {
    let container = DIContainer()
    container.register(Animal.self, name: "cat") { _, name in Cat(name: name) }
    #expect(
      errorText { try container.resolve(Animal.self) } == """
        'Animal' is not registered.
          Registered for Animal: Animal "cat" (String)
        """)
  }

  @Test(.rules(.R9))
  func notRegisteredWithoutAlternativesShowsThePath() {
    let container = DIContainer()
    container.register(Car.self, lazySingleton: { c in Car(engine: try c.resolve()) })
    container.register(
      Garage.self, name: "big",
      eagerSingleton: { c in
        Garage(car: try c.resolve())
      })
    container.register(Garage.self) { (c: DIContainer, _: Int, _: Bool) in
      try c.resolve(Garage.self, name: "big")
    }
    #expect(
      errorText { try container.resolve(Garage.self, arguments: 1, true) } == """
        'Engine' is not registered.
          Path: Garage (Int, Bool) → Garage "big" → Car → Engine
        """)
  }

  @Test(.rules(.R8, .R9))
  func alternativesIncludeTheParentsAndCountShadowsOnce() {
    let parent = DIContainer()
    let child = DIContainer(parent: parent)
    parent.register(Animal.self) { _ in Cat(name: "Mimi") }
    parent.register(Animal.self, name: "cat") { _ in Cat(name: "Mimi") }
    child.register(Animal.self) { _ in Cat(name: "Tama") }
    child.register(Animal.self, name: "dog") { _ in Dog(name: "Hachi") }
    #expect(
      errorText { try child.resolve(Animal.self, name: "cow") } == """
        'Animal "cow"' is not registered.
          Registered for Animal: Animal "cat", Animal, Animal "dog"
        """)
    #expect(
      errorText { try parent.resolve(Animal.self, name: "dog") } == """
        'Animal "dog"' is not registered.
          Registered for Animal: Animal, Animal "cat"
        """)
  }

  /// A factory whose result is optional registers `Optional<Engine>`.
  @Test(.rules(.R9, .R5))
  func optionalIsAnAlternative() {
    func perhapsAMotor() -> (any Engine)? { Motor() }
    let container = DIContainer()
    container.register { _ in perhapsAMotor() }
    #expect(
      errorText { try container.resolve((any Engine).self) } == """
        'Engine' is not registered.
          Registered for Engine: Optional<Engine>
        """)
    container.register((any Engine).self, name: "petrol") { _ in Motor() }
    container.register((any Engine)?.self, name: "diesel") { (_, _: Int) in nil }
    container.register((any Engine).self) { (_, _: Int) in Motor() }
    container.register(Garage.self) { c in Garage(car: Car(engine: try c.resolve())) }
    #expect(
      errorText { try container.resolve(Garage.self) } == """
        'Engine' is not registered.
          Path: Garage → Engine
          Registered for Engine: Optional<Engine>, Engine "petrol", \
        Optional<Engine> "diesel" (Int), Engine (Int)
        """)
  }

  // MARK: Paths

  @Test(.rules(.R9))
  func pathGoesThroughCallbacks() {
    let container = DIContainer()
    container.register(Garage.self) { c in Garage(car: try c.resolve()) }
    container.register(
      Car.self, transient: { _ in Car(engine: Motor()) },
      initCompleted: { _, c in _ = try c.resolve(Person.self) })
    container.register(Person.self) { c in PetOwner(name: "Stephen", pet: try c.resolve()) }
    #expect(
      errorText { try container.resolve(Garage.self) } == """
        'Animal' is not registered.
          Path: Garage → Car → Person → Animal
        """)
  }

  @Test(.rules(.R9))
  func pathGoesThroughContainers() {
    let parent = DIContainer()
    let child = DIContainer(parent: parent)
    let other = DIContainer()
    parent.register(Car.self) { c in Car(engine: try c.resolve()) }
    child.register(Garage.self) { c in Garage(car: try c.resolve()) }
    other.register(Int.self) { _ in
      _ = try child.resolve(Garage.self)
      return 1
    }
    #expect(
      errorText { try other.resolve(Int.self) } == """
        'Engine' is not registered.
          Path: Int → Garage → Car → Engine
        """)
  }

  @Test(.rules(.R9))
  func pathIsForgottenAfterTheError() {
    let container = DIContainer()
    container.register(Car.self) { c in Car(engine: try c.resolve()) }
    for _ in 1...2 {
      #expect(
        errorText { try container.resolve(Car.self) } == """
          'Engine' is not registered.
            Path: Car → Engine
          """)
      #expect(errorText { try container.resolve(Rock.self) } == "'Rock' is not registered.")
    }
  }

  @Test(.rules(.R9))
  func pathDoesNotNameWhatFinishedBefore() {
    let container = DIContainer()
    container.register(String.self, lazySingleton: { _ in "four" })
    container.register(Int.self) { c in try c.resolve(String.self).count }
    container.register(Car.self) { c in
      _ = try c.resolve(Int.self)
      return Car(engine: try c.resolve())
    }
    #expect(
      errorText { try container.resolve(Car.self) } == """
        'Engine' is not registered.
          Path: Car → Engine
        """)
  }

  // MARK: circularDependency

  @Test(.rules(.R9, .C4))
  func ringPrintsWithItsFirstMemberAtBothEnds() {
    let container = DIContainer()
    container.register(A.self) { c in A(try c.resolve()) }
    container.register(B.self) { c in B(try c.resolve()) }
    #expect(errorText { try container.resolve(A.self) } == "Circular dependency: A → B → A")
    #expect(errorText { try container.resolve(B.self) } == "Circular dependency: B → A → B")
    let error = #expect(throws: DIContainer.ResolutionError.self) {
      try container.resolve(A.self)
    }
    guard case .circularDependency(let ring) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(ring.map(\.description) == ["A", "B", "A"])
    #expect(ring.first == ring.last)
  }

  @Test(.rules(.R9, .C4))
  func ringPrintsNamesAndLeavesOutTheWayToIt() {
    let container = DIContainer()
    container.register(Int.self, name: "one") { c in try c.resolve(name: "two") }
    container.register(Int.self, name: "two") { c in try c.resolve(name: "one") }
    container.register(String.self) { c in "\(try c.resolve(Int.self, name: "one"))" }
    #expect(
      errorText { try container.resolve(String.self) }
        == "Circular dependency: Int \"one\" → Int \"two\" → Int \"one\"")
  }

  // MARK: wrongComponent

  @Test(.rules(.K7, .R9))
  func wrongComponentNamesServiceAndComponent() {
    let container = DIContainer()
    container.register(Animal.self, transient: { _ in Rock() }, initCompleted: { _, _ in })
    #expect(
      errorText { try container.resolve(Animal.self) }
        == "'Animal' made a Rock, which is not a Animal.")
  }

  @Test(.rules(.K7, .R9))
  func wrongComponentShowsThePath() {
    let container = DIContainer()
    container.register(
      Animal.self, name: "pet",
      lazySingleton: { _ in Rock() }, initCompleted: { _, _ in })
    container.register(Person.self) { c in
      PetOwner(name: "Stephen", pet: try c.resolve(name: "pet"))
    }
    #expect(
      errorText { try container.resolve(Person.self) } == """
        'Animal "pet"' made a Rock, which is not a Animal.
          Path: Person → Animal "pet"
        """)
  }

  // MARK: Threads

  @Test func errorsAndKeysCrossThreads() {
    #expect(isSendable(DIContainer.Key.self))
    #expect(isSendable(DIContainer.ResolutionError.self))
    #expect(isSendable(DIContainer.self))
  }
}
