// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

/// As in `TestSupport`.
struct Namesake {}

struct Account {
  struct Number { enum Part {} }
  struct Pair<One, Two> { enum Inner {} }
  let namesake: Namesake
}

extension Account {
  class Owner {}
}

enum Phone {
  struct Number {}
}

extension String {
  struct Account {}
}

private struct PrivateNamesake {}

private enum Secret {
  struct Part {}
}

private func localType() -> Any.Type {
  struct Local {}
  return Local.self
}

@Suite(.timeLimit(.minutes(1)))
struct ErrorTests {
  let container = DIContainer()

  // MARK: notRegistered

  @Test(.tags(.R9))
  func notRegisteredIsOneLineIfNothingElseIsKnown() {
    let texts = [
      errorText { try container.resolve(Animal.self) },
      errorText { try container.resolve(Animal.self, name: "cat") },
      errorText { try container.resolve(Animal.self, arguments: "Mimi", true) },
      errorText { try container.resolve(Animal.self, name: "cat", arguments: "Mimi") },
      errorText { try container.resolve(Animal.self, arguments: ("Mimi", true), String?.none) },
    ]
    #expect(
      texts == [
        "'Animal' is not registered.", #"'Animal "cat"' is not registered."#,
        "'Animal (String, Bool)' is not registered.",
        #"'Animal "cat" (String)' is not registered."#,
        "'Animal ((String, Bool), Optional<String>)' is not registered.",
      ])
  }

  @Test(.tags(.R9))
  func notRegisteredShowsThePathAndTheAlternatives() {
    container.register(Engine.self) { _ in Engine() }
    container.register(Engine.self, name: "petrol") { _ in Engine() }
    container.register(Engine.self) { (_, _: Int) in Engine() }
    container.register(Car.self) { c in Car(engine: try c.resolve(name: "diesel")) }
    container.register(Garage.self) { c in Garage(car: try c.resolve()) }
    #expect(
      errorText { try container.resolve(Garage.self) } == """
        'Engine "diesel"' is not registered.
          Path: Garage → Car → Engine "diesel"
          Registered for Engine: Engine, Engine "petrol", Engine (Int)
        """)
  }

  @Test(.tags(.R9), arguments: [10, 11, 5000])
  func textListsTenAlternativesAndSaysHowManyMoreThereAre(count: Int) throws {
    for number in 1...count { container.register(Int.self, name: "\(number)") { _ in number } }
    let listed = (1...10).map { "Int \"\($0)\"" }.joined(separator: ", ")
    let more = count == 10 ? "" : ", and \(count - 10) more"
    let text = "'Int' is not registered.\n  Registered for Int: \(listed)\(more)"
    #expect(errorText { try container.resolve(Int.self) } == text)
    #expect(missing { try container.resolve(Int.self) }?.alternatives.count == count)
  }

  @Test(.tags(.R8, .R9))
  func alternativesIncludeTheParentsAndListAReplacedKeyOnce() {
    let (parent, child) = parentAndChild()
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
  @Test(.tags(.R5, .R9, .K8), arguments: [false, true])
  func optionalIsAnAlternative(isAutowired: Bool) {
    func perhapsAnEngine() -> Engine? { Engine() }
    container.register { _ in perhapsAnEngine() }
    container.register(Engine.self, name: "petrol") { _ in Engine() }
    container.register(Engine?.self, name: "diesel") { (_, _: Int) in nil }
    container.register { (_, _: Int) in Engine() }
    if isAutowired {
      container.register(transient: DIContainer.autowire(Car.init))
    } else {
      container.register { c in Car(engine: try c.resolve()) }
    }
    #expect(
      errorText { try container.resolve(Car.self) } == """
        'Engine' is not registered.
          Path: Car → Engine
          Registered for Engine: Optional<Engine>, Engine "petrol", \
        Optional<Engine> "diesel" (Int), Engine (Int)
        """)
  }

  // MARK: Names

  @Test(
    .tags(.R9, .M3),
    arguments: [
      (Int.self, "Int"),
      (Account.Number.Part.self, "Account.Number.Part"),
      (Account.Owner.self, "Account.Owner"),
      (Account.Owner.Type.self, "Account.Owner.Type"),
      (String.Index.self, "String.Index"),
      ((any Animal).self, "Animal"),
      ((any Animal & CustomStringConvertible).self, "Animal & CustomStringConvertible"),
      (Account.Pair<Int, Account.Number>.self, "Pair<Int, Number>"),
      ([Account.Number]?.self, "Optional<Array<Number>>"),
      ((() -> Int).self, "() -> Int"),
      ((@Sendable (Account.Number) -> Void).self, "@Sendable (Number) -> ()"),
      ((id: Int, Account.Number).self, "(id: Int, Number)"),
      (Void.self, "()"),
      (Any.self, "Any"),
      (Any.Type.self, "Any.Type"),
      (Secret.Part.self, "Secret.Part"),
      (String.Account.self, "String.Account"), ([String.Account]?.self, "Optional<Array<Account>>"),
      (localType(), "Local"),
      (Account.Pair<Int, Int>.Inner.self, "Inner"),
    ] as [(Any.Type, String)])
  func nameHasTheTypesAroundAndNoModuleAndNoAddress(type: Any.Type, name: String) {
    #expect(Key(service: type).description == name)
    #expect(Key(service: Int.self, arguments: [type]).description == "Int (\(name))")
  }

  @Test(.tags(.R9))
  func typesOfOneNameHaveTheirModules() {
    container.register(name: "other") { _ in TestSupport.Namesake() }
    container.register(transient: DIContainer.autowire(Account.init))
    #expect(
      errorText { try container.resolve(Account.self) } == """
        'DIContainerTests.Namesake' is not registered.
          Path: Account → DIContainerTests.Namesake
          Registered for DIContainerTests.Namesake: TestSupport.Namesake "other"
        """)
    #expect(
      errorText { try container.resolve(Namesake?.self, name: "own", arguments: 1) } == """
        'DIContainerTests.Namesake "own" (Int)' is not registered.
          Registered for DIContainerTests.Namesake: TestSupport.Namesake "other"
        """)
    #expect(container.description == "Namesake \"other\": transient\nAccount: transient")
    container.register { _ in Namesake() }
    #expect(container[Account.self] != nil)
    container.unregister(TestSupport.Namesake.self, name: "other")
    #expect(
      errorText { try container.resolve(Namesake.self, name: "own") } == """
        'Namesake "own"' is not registered.
          Registered for Namesake: Namesake
        """)
  }

  /// Two private types of two files, in every text.
  @Test(.tags(.R10))
  func privateTypesOfOneNameHaveNumbers() {
    let other = privateNamesake()
    let text = Key(service: PrivateNamesake.self, arguments: [other]).description
    let names = ["DIContainerTests.PrivateNamesake #1", "DIContainerTests.PrivateNamesake #2"]
    #expect(text == "\(names[0]) (\(names[1]))")
    let cycle = DIContainer.ResolutionError.circularDependency(
      [other, PrivateNamesake.self, other].map { Key(service: $0) })
    #expect("\(cycle)" == "Circular dependency: \(names[0]) → \(names[1]) → \(names[0])")
    registerPrivateNamesake(in: container)
    #expect(
      errorText { try container.resolve(PrivateNamesake.self) } == """
        '\(names[0])' is not registered.
          Registered for \(names[0]): \(names[1])
        """)
    container.register { _ in PrivateNamesake() }
    container.register { _ in PrivateNamesake?.none }
    container.register { (_, _: Int) in Rock() }
    #expect(
      container.description == """
        \(names[0]): transient
        \(names[1]): transient
        Optional<PrivateNamesake>: transient
        Rock (Int): transient
        """)
  }

  @Test(.tags(.R10, .M6))
  func typesOfOneNameHaveTheirModulesInTheWholeReport() {
    container.register(name: "other") { _ in TestSupport.Namesake() }
    container.register(transient: DIContainer.autowire(Account.init))
    container.register { (_, _: TestSupport.Namesake) in Rock() }
    let verification = container.verify()
    #expect(
      verification.warnings.map { "\($0)" } == [
        "'Rock (Namesake)' needs arguments and was not checked: resolve it in the closure of verify."
      ])
    #expect(
      verification.description == """
        'DIContainerTests.Namesake' is not registered.
          Path: Account → DIContainerTests.Namesake
          Registered for DIContainerTests.Namesake: TestSupport.Namesake "other"
        'Rock (TestSupport.Namesake)' needs arguments and was not checked: resolve it in the closure \
        of verify.
        """)
  }

  @Test(.tags(.R9))
  func typeOfAnotherNameIsNoAlternative() {
    let container = DIContainer { $0.register { _ in Phone.Number() } }
    #expect(
      errorText { try container.resolve(Account.Number.self) }
        == "'Account.Number' is not registered.")
  }

  // MARK: Paths

  @Test(.tags(.R9))
  func pathGoesThroughCallbacks() {
    container.register(Garage.self) { c in Garage(car: try c.resolve()) }
    container.register(
      Car.self, transient: { _ in Car(engine: Engine()) },
      initCompleted: { _, c in _ = try c.resolve(Person.self) })
    container.register(Person.self) { c in PetOwner(name: "Stephen", pet: try c.resolve()) }
    #expect(
      errorText { try container.resolve(Garage.self) } == """
        'Animal' is not registered.
          Path: Garage → Car → Person → Animal
        """)
  }

  @Test(.tags(.R9))
  func pathGoesThroughContainers() {
    let (parent, child) = parentAndChild()
    let other = DIContainer()
    parent.register(Car.self) { c in Car(engine: try c.resolve()) }
    child.register(Garage.self) { c in Garage(car: try c.resolve()) }
    other.register([Garage].self) { _ in [try child.resolve()] }
    #expect(
      errorText { try other.resolve([Garage].self) } == """
        'Engine' is not registered.
          Path: Array<Garage> → Garage → Car → Engine
        """)
  }

  @Test(.tags(.R9))
  func pathLeavesOutWhatHasFinishedOrFailedBefore() {
    container.register(String.self, lazySingleton: { _ in "four" })
    container.register(Int.self) { c in try c.resolve(String.self).count }
    container.register(Car.self) { c in
      _ = try c.resolve(Int.self)
      return Car(engine: try c.resolve())
    }
    for _ in 1...2 {
      #expect(
        errorText { try container.resolve(Car.self) } == """
          'Engine' is not registered.
            Path: Car → Engine
          """)
      #expect(errorText { try container.resolve(Rock.self) } == "'Rock' is not registered.")
    }
  }

  // MARK: wrongComponent

  @Test(.tags(.K7, .R9))
  func componentWithTheNameOfTheServiceHasItsModule() {
    container.register(
      Namesake.self, transient: { _ in TestSupport.Namesake() }, initCompleted: { _, _ in })
    #expect(
      errorText { try container.resolve(Namesake.self) }
        == "'DIContainerTests.Namesake' made a TestSupport.Namesake, which is not a DIContainerTests.Namesake."
    )
  }
}
