// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

/// Another service of this name is `Phone.Number`.
private enum House {
  struct Number {}
}

private enum Phone {
  struct Number {}
}

private struct Boat {}

@Suite(.timeLimit(.minutes(1)))
struct ErrorTests {
  let container = DIContainer()

  // MARK: notRegistered

  @Test func notRegisteredHasTheKeyThePathAndTheAlternatives() throws {
    let diesel = Key(service: Engine.self, name: "diesel")
    #expect(
      errorText { try container.resolve(Engine.self, name: "diesel") }
        == #"'Engine "diesel"' is not registered."#)
    container.register(Engine.self) { _ in Engine() }
    container.register(Engine.self, name: "petrol") { _ in Engine() }
    container.register(Engine.self) { (_, _: Int) in Engine() }
    container.register(Car.self) { c in Car(engine: try c.resolve(name: "diesel")) }
    container.register(Garage.self) { c in Garage(car: try c.resolve()) }
    let error = try #require(missing { try container.resolve(Garage.self) })
    #expect(error.key == diesel && error.key.hashValue == diesel.hashValue)
    #expect(error.path == [Key(service: Garage.self), Key(service: Car.self), diesel])
    #expect(error.alternatives.map(\.arguments.count) == [0, 0, 1])
    #expect(
      errorText { try container.resolve(Garage.self) } == """
        'Engine "diesel"' is not registered.
          Path: Garage → Car → Engine "diesel"
          Registered for Engine: Engine, Engine "petrol", Engine (Int)
        """)
  }

  @Test(arguments: [10, 11, 5000])
  func textListsTenAlternativesAndTheNumberOfOthers(count: Int) throws {
    for number in 1...count { container.register(Int.self, name: "\(number)") { _ in number } }
    let listed = (1...10).map { "Int \"\($0)\"" }.joined(separator: ", ")
    let more = count == 10 ? "" : ", and \(count - 10) more"
    let text = "'Int' is not registered.\n  Registered for Int: \(listed)\(more)"
    #expect(errorText { try container.resolve(Int.self) } == text)
    #expect(missing { try container.resolve(Int.self) }?.alternatives.count == count)
  }

  @Test func alternativesIncludeTheParents() {
    let (parent, child) = parentAndChild()
    parent.register(Animal.self) { _ in Cat(name: "Mimi") }
    parent.register(Animal.self, name: "cat") { _ in Cat(name: "Mimi") }
    child.register(Animal.self) { _ in Cat(name: "Tama") }
    child.register(Animal.self, name: "dog") { _ in Cat(name: "Hachi") }
    let (plain, cat) = (Key(service: Animal.self), Key(service: Animal.self, name: "cat"))
    let dog = Key(service: Animal.self, name: "dog")
    #expect(
      missing { try child.resolve(Animal.self, name: "cow") }?.alternatives == [cat, plain, dog])
    #expect(missing { try parent.resolve(Animal.self, name: "dog") }?.alternatives == [plain, cat])
  }

  /// A factory with an optional result registers `Optional<Engine>`.
  @Test func optionalOfTheServiceIsAnAlternative() {
    func perhapsAnEngine() -> Engine? { Engine() }
    container.register(transient: perhapsAnEngine)
    container.register(Engine?.self, name: "diesel") { (_, _: Int) in nil }
    container.register(transient: DIContainer.autowire(Car.init))
    #expect(
      errorText { try container.resolve(Car.self) } == """
        'Engine' is not registered.
          Path: Car → Engine
          Registered for Engine: Optional<Engine>, Optional<Engine> "diesel" (Int)
        """)
  }

  /// Not a type with the same last name in another type.
  @Test func typeOfTheSameNameInAnotherModuleIsAnAlternative() {
    container.register(name: "other") { _ in TestSupport.Namesake() }
    container.register { _ in Phone.Number() }
    #expect(
      missing { try container.resolve(Namesake.self) }?.alternatives
        == [Key(service: TestSupport.Namesake.self, name: "other")])
    #expect(missing { try container.resolve(House.Number.self) }?.alternatives == [])
  }

  // MARK: Paths

  @Test func pathGoesThroughCallbacksAndContainers() {
    let (parent, child) = parentAndChild()
    parent.register(
      Car.self, transient: { _ in Car(engine: Engine()) },
      initCompleted: { _, c in _ = try c.resolve(Person.self) })
    child.register(Garage.self) { c in Garage(car: try c.resolve()) }
    child.register(Person.self) { c in PetOwner(name: "Stephen", pet: try c.resolve()) }
    container.register([Garage].self) { _ in [try child.resolve()] }
    #expect(
      errorText { try container.resolve([Garage].self) } == """
        'Animal' is not registered.
          Path: Array<Garage> → Garage → Car → Person → Animal
        """)
  }

  // MARK: wrongComponent

  @Test func textOfWrongComponentHasBothTypesAndThePath() {
    container.register(Car.self, transient: { _ in Boat() }, initCompleted: { _, _ in })
    container.register(Garage.self) { c in Garage(car: try c.resolve()) }
    let text = "The factory for 'Car' returned 'Boat', which is not an instance of 'Car'."
    #expect(errorText { try container.resolve(Car.self) } == text)
    #expect(errorText { try container.resolve(Garage.self) } == text + "\n  Path: Garage → Car")
  }

  @Test func errorDescriptionIsTheText() {
    let error = #expect(throws: DIContainer.ResolutionError.self) {
      try container.resolve(Rock.self)
    }
    #expect(error?.errorDescription == "'Rock' is not registered.")
  }
}
