import DIContainer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ErrorTests {
  let container = DIContainer()

  @Test func notRegisteredHasTheKeyThePathAndTheAlternatives() throws {
    let diesel = Key(service: Engine.self, name: "diesel")
    #expect(
      errorText { try container.resolve(Engine.self, name: "diesel") }
        == #"'Engine "diesel"' is not registered."#)
    container.register(Engine.self) { _ in Engine() }
    container.register(Engine.self, name: "petrol") { _ in Engine() }
    container.register(Car.self) { c in Car(engine: try c.resolve(name: "diesel")) }
    container.register(Garage.self) { c in Garage(car: try c.resolve()) }
    #expect(errorText { try container.resolve(Garage.self) }?.hasSuffix("petrol\"") == true)
    container.register(Engine.self) { (_, _: Int) in Engine() }
    let error = #expect(throws: DIContainer.ResolutionError.self) {
      try container.resolve(Garage.self)
    }
    guard case .notRegistered(diesel, let path, let alternatives)? = error else {
      throw Failure("\(String(describing: error))")
    }
    #expect(path == [Key(service: Garage.self), Key(service: Car.self), diesel])
    #expect(alternatives.map(\.arguments.count) == [0, 0, 1], "also the new one")
    #expect(error?.errorDescription == error?.description)
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
  }

  @Test func alternativesIncludeTheParents() {
    let (parent, child) = parentAndChild()
    parent.register { 1 }
    parent.register(name: "a") { 1 }
    child.register { 2 }
    child.register(name: "b") { 2 }
    #expect(
      errorText { try child.resolve(Int.self, name: "c") }
        == "'Int \"c\"' is not registered.\n  Registered for Int: Int \"a\", Int, Int \"b\"")
    #expect(
      errorText { try parent.resolve(Int.self, name: "b") }
        == "'Int \"b\"' is not registered.\n  Registered for Int: Int, Int \"a\"")
  }

  /// A factory with an optional result registers `Optional<Engine>`. No other type is an
  /// alternative.
  @Test func optionalOfTheServiceIsAnAlternative() {
    func perhapsAnEngine() -> Engine? { Engine() }
    container.register(transient: perhapsAnEngine)
    container.register(Engine?.self, name: "diesel") { (_, _: Int) in nil }
    container.register(Engine??.self) { nil }
    container.register { [Engine]() }
    container.register(transient: DIContainer.autowire(Car.init))
    #expect(
      errorText { try container.resolve(Car.self) } == """
        'Engine' is not registered.
          Path: Car → Engine
          Registered for Engine: Optional<Engine>, Optional<Engine> "diesel" (Int)
        """)
  }

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

}
