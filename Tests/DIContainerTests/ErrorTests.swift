import DIContainer
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

  @Test func notRegisteredIsOneLineWhereNothingElseIsKnown() {  // R9
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

  @Test func notRegisteredShowsPathAndAlternatives() {  // R9: the contract's example
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

  @Test func notRegisteredWithoutAPathStillShowsAlternatives() {  // R9
    let container = DIContainer()
    container.register(Animal.self, name: "cat") { _, name in Cat(name: name) }
    #expect(
      errorText { try container.resolve(Animal.self) } == """
        'Animal' is not registered.
          Registered for Animal: Animal "cat" (String)
        """)
  }

  @Test func notRegisteredWithoutAlternativesStillShowsThePath() {  // R9
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

  @Test func pathGoesThroughCallbacks() {  // R9
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

  @Test func pathGoesThroughContainers() {  // R9
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

  @Test func pathIsForgottenAfterTheError() {  // R9
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

  @Test func pathDoesNotNameWhatFinishedBefore() {  // R9
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

  @Test func ringPrintsWithItsFirstMemberAtBothEnds() {  // R9, C4
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

  @Test func ringPrintsNamesAndLeavesOutTheWayToIt() {  // R9, C4
    let container = DIContainer()
    container.register(Int.self, name: "one") { c in try c.resolve(name: "two") }
    container.register(Int.self, name: "two") { c in try c.resolve(name: "one") }
    container.register(String.self) { c in "\(try c.resolve(Int.self, name: "one"))" }
    #expect(
      errorText { try container.resolve(String.self) }
        == "Circular dependency: Int \"one\" → Int \"two\" → Int \"one\"")
  }

  // MARK: wrongComponent

  @Test func wrongComponentNamesServiceAndComponent() {  // K7, R9
    let container = DIContainer()
    container.register(Animal.self, transient: { _ in Rock() }, initCompleted: { _, _ in })
    #expect(
      errorText { try container.resolve(Animal.self) }
        == "'Animal' made a Rock, which is not a Animal.")
  }

  @Test func wrongComponentShowsThePath() {  // K7, R9
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

  // MARK: Keys

  @Test func keysAreEqualWhereAllPartsAre() throws {  // K1, K2
    func key(_ body: () throws -> Any) throws -> DIContainer.Key {
      let error = #expect(throws: DIContainer.ResolutionError.self) { try body() }
      guard case .notRegistered(let key, _, _) = error else { throw Failure("no key") }
      return key
    }
    let container = DIContainer()
    let other = DIContainer()
    let keys = [
      try key { try container.resolve(Int.self) },
      try key { try container.resolve(String.self) },
      try key { try container.resolve(Int.self, name: "n") },
      try key { try container.resolve(Int.self, name: "") },
      try key { try container.resolve(Int.self, arguments: ()) },
      try key { try container.resolve(Int.self, arguments: 1) },
      try key { try container.resolve(Int.self, arguments: 1, "") },
      try key { try container.resolve(Int.self, arguments: "", 1) },
      try key { try container.resolve(Int.self, arguments: (1, "")) },
      try key { try container.resolve(Int.self, name: "n", arguments: 1) },
    ]
    #expect(Set(keys).count == keys.count)
    #expect(try key { try other.resolve(Int.self) } == keys[0])
    #expect(try key { try other.resolve(Int.self, name: "n", arguments: 2) } == keys[9])
    #expect(try keys.contains(key { try other.resolve(Int.self, arguments: "a", 5) }))
  }

  @Test func errorsAndKeysCrossThreads() {
    #expect(isSendable(DIContainer.Key.self))
    #expect(isSendable(DIContainer.ResolutionError.self))
    #expect(isSendable(DIContainer.self))
  }
}
