import DIContainer
import Testing

private protocol Engine: AnyObject {
  var fuel: String { get }
}

private final class Petrol: Engine {
  let fuel = "petrol"
}

private final class Electric: Engine {
  let fuel = "none"
}

private final class Car {
  let engine: any Engine
  let maker: DIContainer

  init(engine: any Engine, maker: DIContainer) {
    self.engine = engine
    self.maker = maker
  }
}

private struct Settings: Equatable {
  let number: Int
}

private final class Screen {
  var engine: (any Engine)?
  var rock: Rock?

  func load(_ container: DIContainer) throws {
    self.engine = try container.resolve()
    self.rock = try container.resolve()
  }
}

/// What language mode 5 needs for a type that is known only at run time.
private func resolve(_ type: Any.Type, in container: DIContainer) -> Any? {
  func open<Service>(_ type: Service.Type) -> Any? {
    container[type]
  }
  return _openExistential(type, do: open)
}

struct ResolvingTests {
  // MARK: R1

  @Test func subscriptIsResolveWithoutItsError() throws {  // R1
    let container = DIContainer()
    container.register(Rock.self, lazySingleton: { _ in Rock() })
    container.register(Animal.self) { _ in throw Failure("no animal") }
    container.register(Person.self) { c in
      PetOwner(name: "Stephen", pet: try c.resolve(Animal.self, name: "cat"))
    }
    #expect(try container[Rock.self] === container.resolve(Rock.self))
    #expect(container[Animal.self] == nil)
    #expect(container[Person.self] == nil)
    #expect(container[Int.self] == nil)
  }

  @Test func subscriptTakesNameAndArguments() {  // R1
    let container = DIContainer()
    container.register(Animal.self, name: "cat") { _ in Cat(name: "Mimi") }
    container.register(Animal.self) { _, name in Cat(name: name) }
    container.register(Animal.self, name: "horse") { _, name, running in
      Horse(name: name, running: running)
    }
    #expect(container[Animal.self, name: "cat"]?.name == "Mimi")
    #expect(container[Animal.self, arguments: "Tama"]?.name == "Tama")
    #expect(container[Animal.self, name: "horse", arguments: "Lucky", true]?.name == "Lucky")
    #expect(container[Animal.self] == nil)
    #expect(container[Animal.self, name: "dog"] == nil)
    #expect(container[Animal.self, name: "cat", arguments: "Tama"] == nil)
    #expect(container[Animal.self, name: "horse", arguments: true, "Lucky"] == nil)
  }

  @Test func nameMayBeAValueThatIsNil() throws {  // R1
    let container = DIContainer()
    container.register(Int.self, eagerSingleton: 1)
    container.register(Int.self, name: "two", eagerSingleton: 2)
    let names: [String?] = [nil, "two", "three"]
    #expect(names.map { container[Int.self, name: $0] } == [1, 2, nil])
    #expect(try container.resolve(Int.self, name: names[0]) == 1)
  }

  // MARK: R2

  @Test func typeIsInferredFromTheContext() throws {  // R2
    let container = DIContainer()
    container.register(Int.self, eagerSingleton: 1)
    container.register(String.self, name: "n") { (_, number: Int) in "\(number)" }
    let number: Int = try container.resolve()
    let text: String = try container.resolve(name: "n", arguments: 5)
    #expect(number == 1)
    #expect(text == "5")
    #expect(try container.resolve() as Int == 1)
  }

  @Test func errorOfAFactoryReachesTheCallerUnchanged() throws {  // R2
    final class Thrown: Error {}
    let thrown = Thrown()
    let container = DIContainer()
    container.register(Rock.self) { _ in throw thrown }
    container.register(
      Int.self,
      lazySingleton: { c in
        _ = try c.resolve(Rock.self); return 1
      })
    container.register(String.self) { c in "\(try c.resolve(Int.self))" }
    let error = #expect(throws: Thrown.self) { try container.resolve(String.self) }
    #expect(error === thrown)
  }

  @Test func errorOfACallbackReachesTheCallerUnchanged() throws {  // R2
    final class Thrown: Error {}
    let thrown = Thrown()
    let container = DIContainer()
    container.register(
      Rock.self, transient: { _ in Rock() }, initCompleted: { _, _ in throw thrown })
    container.register(Int.self) { c in
      _ = try c.resolve(Rock.self); return 1
    }
    let error = #expect(throws: Thrown.self) { try container.resolve(Int.self) }
    #expect(error === thrown)
  }

  @Test func singletonsFinishedBeforeTheErrorStay() throws {  // R2
    let container = DIContainer()
    let log = Log()
    container.register(
      Rock.self,
      lazySingleton: { _ in
        log.add("rock"); return Rock()
      })
    container.register(
      Int.self,
      lazySingleton: { c in
        log.add("int")
        _ = try c.resolve(Rock.self)
        throw Failure("late")
      })
    #expect(throws: Failure("late")) { try container.resolve(Int.self) }
    #expect(
      container.description == "Rock: lazySingleton (made)\nInt: lazySingleton (not made)")
    #expect(throws: Failure("late")) { try container.resolve(Int.self) }
    #expect(log.lines == ["int", "rock", "int"])
  }

  @Test func whatWasNotFinishedBeforeTheErrorGoes() throws {  // R2
    let container = DIContainer()
    let log = Log()
    var fails = true
    container.register(
      Rock.self,
      lazySingleton: { _ in
        log.add("rock"); return Rock()
      },
      initCompleted: { _, _ in log.add("rock completed") })
    container.register(Int.self) { c in
      _ = try c.resolve(Rock.self)
      if fails { throw Failure("late") }
      return 1
    }
    #expect(throws: Failure("late")) { try container.resolve(Int.self) }
    #expect(container.description == "Rock: lazySingleton (not made)\nInt: transient")
    #expect(log.lines == ["rock"])
    fails = false
    #expect(try container.resolve(Int.self) == 1)
    #expect(log.lines == ["rock", "rock", "rock completed"])
  }

  @Test func factoryMayRecoverFromAnError() throws {  // R2
    let container = DIContainer()
    let log = Log()
    container.register(
      Rock.self, lazySingleton: { _ in Rock() },
      initCompleted: { _, _ in log.add("rock completed") })
    container.register(Int.self, name: "fails") { c in
      _ = try c.resolve(Rock.self)
      throw Failure("recovered")
    }
    container.register(Int.self) { c in (try? c.resolve(Int.self, name: "fails")) ?? 2 }
    #expect(try container.resolve(Int.self) == 2)
    #expect(log.lines == [])
    container.register(Int.self) { c in
      _ = try? c.resolve(Int.self, name: "fails")
      _ = try c.resolve(Rock.self)
      return 3
    }
    #expect(try container.resolve(Int.self) == 3)
    #expect(log.lines == ["rock completed"])
  }

  // MARK: R3

  @Test(arguments: [false, true])
  func orderOfRegistrationDoesNotMatter(reversed: Bool) throws {  // R3
    let container = DIContainer()
    let steps: [() -> Void] = [
      { container.register(String.self, eagerSingleton: "Mimi") },
      { container.register(Animal.self) { c in Cat(name: try c.resolve()) } },
      { container.register(Person.self) { c in PetOwner(name: "S", pet: try c.resolve()) } },
    ]
    for step in reversed ? steps.reversed() : steps { step() }
    #expect((try container.resolve(Person.self) as? PetOwner)?.pet.name == "Mimi")
  }

  // MARK: R4

  @Test func typeCanBeKnownOnlyAtRunTime() throws {  // R4
    let container = DIContainer()
    container.register(Int.self, eagerSingleton: 1)
    container.register(Animal.self) { _ in Cat(name: "Mimi") }
    container.register(Settings.self, name: "n", lazySingleton: { _ in Settings(number: 2) })
    container.register(String.self) { (_, number: Int) in "\(number)" }
    var type: Any.Type = Int.self
    #expect(container[type] as? Int == 1)
    #expect(try container.resolve(type) as? Int == 1)
    type = Animal.self
    #expect((container[type] as? Animal)?.name == "Mimi")
    #expect((try container.resolve(type) as? Animal)?.name == "Mimi")
    type = Settings.self
    #expect(container[type, name: "n"] as? Settings == Settings(number: 2))
    #expect(try container.resolve(type, name: "n") as? Settings == Settings(number: 2))
    type = String.self
    #expect(container[type, arguments: 5] as? String == "5")
    #expect(try container.resolve(type, arguments: 5) as? String == "5")
  }

  @Test func typesKnownOnlyAtRunTimeFailLikeOthers() {  // R4, R9
    let container = DIContainer()
    let type: Any.Type = Rock.self
    #expect(container[type] == nil)
    #expect(errorText { try container.resolve(type) } == "'Rock' is not registered.")
  }

  @Test func typeKnownOnlyAtRunTimeWorksThroughAGenericHelper() {  // R4
    let container = DIContainer()
    container.register(Animal.self) { _ in Cat(name: "Mimi") }
    #expect((resolve(Animal.self, in: container) as? Animal)?.name == "Mimi")
    #expect(resolve(Person.self, in: container) == nil)
  }

  @Test func optionalTypeKnownOnlyAtRunTimeResolvesItsService() throws {  // R4, R5
    let container = DIContainer()
    let type: Any.Type = Int?.self
    let missing = try container.resolve(type)
    #expect(missing as? Int == nil)
    container.register(Int.self, eagerSingleton: 1)
    #expect(try container.resolve(type) as? Int == 1)
    #expect(container[type] as? Int == 1)
  }

  // MARK: R5

  @Test func optionalResultResolvesTheServiceItself() throws {  // R5
    let container = DIContainer()
    container.register((any Engine).self, lazySingleton: { _ in Petrol() })
    let engine: (any Engine)? = try container.resolve()
    #expect(engine === container[(any Engine).self])
    let rock: Rock? = try container.resolve()
    #expect(rock == nil)
  }

  @Test func optionalPropertyResolvesTheServiceItself() throws {  // R5
    let container = DIContainer()
    container.register((any Engine).self, lazySingleton: { _ in Petrol() })
    let screen = Screen()
    try screen.load(container)
    #expect(screen.engine === container[(any Engine).self])
    #expect(screen.rock == nil)
    container.register(Rock.self) { _ in Rock() }
    try screen.load(container)
    #expect(screen.rock != nil)
  }

  @Test func optionalServiceTakesNameAndArguments() throws {  // R5
    let container = DIContainer()
    container.register(Int.self, name: "n", eagerSingleton: 1)
    container.register(Int.self) { (_, text: String) in text.count }
    let named: Int? = try container.resolve(name: "n")
    let counted: Int? = try container.resolve(arguments: "four")
    let plain: Int? = try container.resolve()
    let other: Int? = try container.resolve(name: "n", arguments: "four")
    #expect(named == 1)
    #expect(counted == 4)
    #expect(plain == nil)
    #expect(other == nil)
  }

  @Test func optionalServiceThatCannotBeMadeStillThrows() {  // R5, R9
    let container = DIContainer()
    container.register(Person.self) { c in PetOwner(name: "Stephen", pet: try c.resolve()) }
    #expect(
      errorText {
        let person: Person? = try container.resolve()
        return person
      } == """
        'Animal' is not registered.
          Path: Person → Animal
        """)
    container.register(Animal.self) { _ in throw Failure("no animal") }
    #expect(throws: Failure("no animal")) {
      let person: Person? = try container.resolve()
      _ = person
    }
  }

  @Test func optionalServiceInAFactoryMayBeMissing() throws {  // R5
    let container = DIContainer()
    container.register(String.self) { c in
      let number: Int? = try c.resolve()
      return number.map { "\($0)" } ?? "none"
    }
    #expect(try container.resolve(String.self) == "none")
    container.register(Int.self, eagerSingleton: 1)
    #expect(try container.resolve(String.self) == "1")
  }

  @Test func optionalThatIsRegisteredItselfComesFirst() throws {  // R5
    let container = DIContainer()
    container.register(Int.self, eagerSingleton: 1)
    container.register(Int?.self) { _ in nil }
    let number: Int? = try container.resolve()
    #expect(number == nil)
    #expect(try container.resolve(Int.self) == 1)
  }

  @Test func optionalServiceIsSeenThroughAChild() throws {  // R5, R8
    let parent = DIContainer()
    let child = DIContainer(parent: parent)
    parent.register(Int.self, eagerSingleton: 1)
    let number: Int? = try child.resolve()
    #expect(number == 1)
  }

  @Test func subscriptWithAnOptionalTypeIsTheSameRule() {  // R1, R5
    let container = DIContainer()
    #expect(container[Int?.self] == .some(.none))
    container.register(Int.self, eagerSingleton: 1)
    #expect(container[Int?.self] == .some(.some(1)))
    container.register(Int.self) { _ in throw Failure("no number") }
    #expect(container[Int?.self] == .none)
  }

  // MARK: R6

  @Test func resolveAllIsEveryRegistrationWithoutArguments() throws {  // R6
    let container = DIContainer()
    container.register(String.self, name: "b", eagerSingleton: "b")
    container.register(Int.self, eagerSingleton: 1)
    container.register(String.self) { _ in "plain" }
    container.register(String.self) { (_, text: String) in text }
    container.register(String.self, name: "a", lazySingleton: { _ in "a" })
    container.register(String.self, name: "c") { (_, _: Void) in "one Void" }
    container.register(String.self, name: "", eagerSingleton: { _ in "empty" })
    #expect(try container.resolveAll(String.self) == ["b", "plain", "a", "empty"])
    #expect(try container.resolveAll() as [String] == ["b", "plain", "a", "empty"])
    #expect(try container.resolveAll(Rock.self).isEmpty)
  }

  @Test func resolveAllFollowsTheOrderOfReplacedRegistrations() throws {  // K1, R6
    let container = DIContainer()
    container.register(String.self, name: "a", eagerSingleton: "a")
    container.register(String.self, eagerSingleton: "b")
    container.register(String.self, name: "a", eagerSingleton: "c")
    #expect(try container.resolveAll(String.self) == ["b", "c"])
  }

  @Test func resolveAllKeepsTheIdentityOfSingletons() throws {  // R6, R7
    let container = DIContainer()
    container.register(Rock.self, lazySingleton: { _ in Rock() })
    container.register(Rock.self, name: "n") { _ in Rock() }
    let first = try container.resolveAll(Rock.self)
    let second = try container.resolveAll(Rock.self)
    #expect(first.count == 2)
    #expect(first[0] === second[0])
    #expect(first[1] !== second[1])
    #expect(first[0] === container[Rock.self])
  }

  @Test func resolveAllStartsWithTheParentsAndCountsShadowsOnce() throws {  // R6
    let grandparent = DIContainer()
    let parent = DIContainer(parent: grandparent)
    let child = DIContainer(parent: parent)
    child.register(String.self, name: "c", eagerSingleton: "child c")
    child.register(String.self, name: "a", eagerSingleton: "child a")
    parent.register(String.self, name: "b", eagerSingleton: "parent b")
    parent.register(String.self, eagerSingleton: "parent plain")
    grandparent.register(String.self, name: "a", eagerSingleton: "grandparent a")
    grandparent.register(String.self, name: "g", eagerSingleton: "grandparent g")
    grandparent.register(String.self, name: "b", eagerSingleton: "grandparent b")
    #expect(try grandparent.resolveAll(String.self).map { $0.suffix(1) } == ["a", "g", "b"])
    #expect(
      try parent.resolveAll(String.self)
        == ["grandparent a", "grandparent g", "parent b", "parent plain"])
    #expect(
      try child.resolveAll(String.self)
        == ["grandparent g", "parent b", "parent plain", "child c", "child a"])
  }

  @Test func resolveAllMakesTransientsWithTheContainerThatWasAsked() throws {  // R6, R8
    let parent = DIContainer()
    let child = DIContainer(parent: parent)
    parent.register(String.self) { c in "\(try c.resolve(Int.self))" }
    parent.register(String.self, name: "lazy", lazySingleton: { c in "\(try c.resolve(Int.self))" })
    parent.register(Int.self, eagerSingleton: 1)
    child.register(Int.self, eagerSingleton: 2)
    #expect(try child.resolveAll(String.self) == ["2", "1"])
  }

  @Test func resolveAllThrowsTheFirstError() {  // R2, R6
    let container = DIContainer()
    container.register(Int.self, name: "a") { _ in throw Failure("a") }
    container.register(Int.self, name: "b") { _ in throw Failure("b") }
    #expect(throws: Failure("a")) { try container.resolveAll(Int.self) }
  }

  @Test func resolveAllInAFactoryIsPartOfItsGraph() {  // C4, R6
    let container = DIContainer()
    container.register(String.self) { c in try c.resolveAll(Int.self).description }
    container.register(Int.self) { c in try c.resolve(String.self).count }
    #expect(
      errorText { try container.resolve(String.self) }
        == "Circular dependency: String → Int → String")
  }

  // MARK: R7

  @Test func singletonIsBuiltOnce() throws {  // R7
    let container = DIContainer()
    let log = Log()
    container.register(
      Rock.self,
      lazySingleton: { _ in
        log.add("lazy"); return Rock()
      })
    container.register(
      Rock.self, name: "eager",
      eagerSingleton: { _ in
        log.add("eager"); return Rock()
      })
    for name in [nil, "eager"] {
      let rock = try container.resolve(Rock.self, name: name)
      #expect(try container.resolve(Rock.self, name: name) === rock)
      #expect(container[Rock.self, name: name] === rock)
    }
    #expect(log.lines == ["lazy", "eager"])
  }

  @Test func valueTypesAreBuiltOnceToo() throws {  // R7
    let container = DIContainer()
    var number = 0
    container.register(
      Settings.self,
      lazySingleton: { _ in
        number += 1; return Settings(number: number)
      })
    container.register(
      Int?.self,
      lazySingleton: { _ in
        number += 1; return nil
      })
    for _ in 1...3 {
      #expect(try container.resolve(Settings.self) == Settings(number: 1))
      #expect(try container.resolve(Int?.self) == nil)
    }
    #expect(number == 2)
  }

  @Test func errorIsNeverCached() throws {  // R7
    let container = DIContainer()
    var attempts = 0
    container.register(
      Int.self,
      lazySingleton: { _ in
        attempts += 1
        guard attempts > 2 else { throw Failure("\(attempts)") }
        return attempts
      })
    container.register(String.self, lazySingleton: { c in "\(try c.resolve(Int.self))" })
    #expect(throws: Failure("1")) { try container.resolve(String.self) }
    #expect(throws: Failure("2")) { try container.resolve(String.self) }
    #expect(try container.resolve(String.self) == "3")
    #expect(try container.resolve(String.self) == "3")
    #expect(attempts == 3)
  }

  @Test func missingServiceMayBeRegisteredAfterTheError() throws {  // R7
    let container = DIContainer()
    container.register(String.self, lazySingleton: { c in "\(try c.resolve(Int.self))" })
    #expect(container[String.self] == nil)
    container.register(Int.self, eagerSingleton: 1)
    #expect(container[String.self] == "1")
  }

  // MARK: R8

  @Test func childSeesItsParentsRegistrationsLaterOnesToo() {  // R8
    let parent = DIContainer()
    let child = DIContainer(parent: parent)
    parent.register(Int.self, eagerSingleton: 1)
    parent.register(String.self, name: "n") { (_, number: Int) in "\(number)" }
    #expect(child[Int.self] == 1)
    #expect(child[String.self, name: "n", arguments: 5] == "5")
    parent.register(Int.self, eagerSingleton: 2)
    #expect(child[Int.self] == 2)
    parent.unregister(Int.self)
    #expect(child[Int.self] == nil)
  }

  @Test func parentNeverSeesItsChilds() {  // R8
    let parent = DIContainer()
    let child = DIContainer(parent: parent)
    child.register(Int.self, eagerSingleton: 1)
    #expect(parent[Int.self] == nil)
    #expect(!parent.contains(Int.self))
    #expect(DIContainer(parent: parent)[Int.self] == nil)
  }

  @Test func childShadowsOneKeyOnly() {  // R8
    let parent = DIContainer()
    let child = DIContainer(parent: parent)
    parent.register(Int.self, eagerSingleton: 1)
    parent.register(Int.self, name: "n", eagerSingleton: 2)
    parent.register(Int.self) { (_, text: String) in text.count }
    child.register(Int.self, eagerSingleton: 10)
    #expect(child[Int.self] == 10)
    #expect(child[Int.self, name: "n"] == 2)
    #expect(child[Int.self, arguments: "four"] == 4)
    #expect(parent[Int.self] == 1)
    #expect(child.unregister(Int.self))
    #expect(child[Int.self] == 1)
  }

  @Test func transientOfTheParentIsMadeWithTheContainerThatWasAsked() throws {  // R8
    let parent = DIContainer()
    let child = DIContainer(parent: parent)
    parent.register((any Engine).self) { _ in Petrol() }
    parent.register(Car.self) { c in Car(engine: try c.resolve(), maker: c) }
    child.register((any Engine).self) { _ in Electric() }
    #expect(try child.resolve(Car.self).engine.fuel == "none")
    #expect(try child.resolve(Car.self).maker === child)
    #expect(try parent.resolve(Car.self).engine.fuel == "petrol")
    #expect(try parent.resolve(Car.self).maker === parent)
  }

  @Test func overrideReachesTransientsOfTransients() throws {  // R8
    let parent = DIContainer()
    let child = DIContainer(parent: DIContainer(parent: parent))
    parent.register(Int.self, eagerSingleton: 1)
    parent.register(String.self) { c in "\(try c.resolve(Int.self))" }
    parent.register([String].self) { c in [try c.resolve()] }
    child.register(Int.self, eagerSingleton: 2)
    #expect(try child.resolve([String].self) == ["2"])
    #expect(try parent.resolve([String].self) == ["1"])
  }

  @Test func singletonIsMadeWithAndKeptByItsOwnContainer() throws {  // R8
    let parent = DIContainer()
    let child = DIContainer(parent: parent)
    parent.register((any Engine).self) { _ in Petrol() }
    parent.register(Car.self, lazySingleton: { c in Car(engine: try c.resolve(), maker: c) })
    child.register((any Engine).self) { _ in Electric() }
    let car = try child.resolve(Car.self)
    #expect(car.engine.fuel == "petrol")
    #expect(car.maker === parent)
    #expect(try parent.resolve(Car.self) === car)
    #expect(try DIContainer(parent: parent).resolve(Car.self) === car)
    #expect(parent.description.hasSuffix("Car: lazySingleton (made)"))
  }

  @Test func callbackGetsTheContainerOfItsFactory() throws {  // R8
    let parent = DIContainer()
    let child = DIContainer(parent: parent)
    var completedWith: [DIContainer] = []
    parent.register(
      Rock.self, transient: { _ in Rock() }, initCompleted: { _, c in completedWith.append(c) })
    parent.register(
      Rock.self, name: "lazy",
      lazySingleton: { _ in Rock() }, initCompleted: { _, c in completedWith.append(c) })
    _ = try child.resolve(Rock.self)
    _ = try child.resolve(Rock.self, name: "lazy")
    #expect(completedWith.map { $0 === child } == [true, false])
    #expect(completedWith.map { $0 === parent } == [false, true])
  }

  @Test func childsFactoryMayDecorateItsParents() throws {  // R8
    let parent = DIContainer()
    let child = DIContainer(parent: parent)
    parent.register(String.self) { _ in "plain" }
    child.register(String.self) { _ in "decorated " + (try parent.resolve(String.self)) }
    #expect(try child.resolve(String.self) == "decorated plain")
  }

  // MARK: R9

  @Test func notRegisteredSaysWhatWasAskedForAndWhereAndWhatThereIs() throws {  // R9
    let container = DIContainer()
    container.register((any Engine).self) { _ in Petrol() }
    container.register((any Engine).self, name: "petrol") { _ in Petrol() }
    container.register((any Engine).self) { (_, _: Int) in Petrol() }
    container.register(Car.self, name: "red") { c in
      Car(engine: try c.resolve(name: "diesel", arguments: 1, "two"), maker: c)
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

  @Test func alternativesIncludeTheParentsAndCountShadowsOnce() {  // R8, R9
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

  @Test func subscriptsInFactoriesKeepTheFactoryGoing() throws {  // R1
    let container = DIContainer()
    container.register(String.self) { c in c[Int.self].map { "\($0)" } ?? "none" }
    #expect(try container.resolve(String.self) == "none")
  }
}
