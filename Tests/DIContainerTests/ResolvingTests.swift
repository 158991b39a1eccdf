// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

private struct Settings: Equatable {
  let number: Int
}

private final class Screen {
  var animal: Animal?
  var rock: Rock?
}

/// What language mode 5 needs for a type that is known only at run time.
private func resolve(_ type: Any.Type, in container: DIContainer) -> Any? {
  func open<Service>(_ type: Service.Type) -> Any? {
    container[type]
  }
  return _openExistential(type, do: open)
}

@Suite(.timeLimit(.minutes(5)))
struct ResolvingTests {
  // MARK: The subscript

  @Test(.tags(.R1))
  func subscriptIsResolveWithoutItsError() throws {
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

  @Test(.tags(.R1))
  func subscriptTakesNameAndArguments() {
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

  @Test(.tags(.R1))
  func nameCanBeNil() throws {
    let container = DIContainer()
    container.register(Int.self, eagerSingleton: 1)
    container.register(Int.self, name: "two", eagerSingleton: 2)
    let names: [String?] = [nil, "two", "three"]
    #expect(names.map { container[Int.self, name: $0] } == [1, 2, nil])
    #expect(try container.resolve(Int.self, name: names[0]) == 1)
  }

  // MARK: resolve

  @Test(.tags(.R2))
  func typeIsInferredFromTheContext() throws {
    let container = DIContainer()
    container.register(Int.self, eagerSingleton: 1)
    container.register(String.self, name: "n") { (_, number: Int) in "\(number)" }
    let number: Int = try container.resolve()
    let text: String = try container.resolve(name: "n", arguments: 5)
    #expect(number == 1)
    #expect(text == "5")
    #expect(try container.resolve() as Int == 1)
  }

  /// The compiler cannot pass a pack on to a subscript.
  @Test(.tags(.R1, .R2))
  func packOfArgumentsIsPassedOn() {
    let container = DIContainer()
    container.register(Animal.self) { _, name, running in Horse(name: name, running: running) }
    func horse<each Argument>(_ arguments: repeat each Argument) -> Animal? {
      try? container.resolve(Animal.self, arguments: repeat each arguments)
    }
    #expect(horse("Lucky", true)?.name == "Lucky")
    #expect(horse("Lucky") == nil)
  }

  @Test(.tags(.R3), arguments: [false, true])
  func orderOfRegistrationDoesNotMatter(reversed: Bool) throws {
    let container = DIContainer()
    let steps: [() -> Void] = [
      { container.register(String.self, eagerSingleton: "Mimi") },
      { container.register(Animal.self) { c in Cat(name: try c.resolve()) } },
      { container.register(Person.self) { c in PetOwner(name: "S", pet: try c.resolve()) } },
    ]
    for step in reversed ? steps.reversed() : steps { step() }
    #expect((try container.resolve(Person.self) as? PetOwner)?.pet.name == "Mimi")
  }

  // MARK: Errors of factories and callbacks

  @Test(.tags(.R2))
  func errorOfAFactoryReachesTheCallerUnchanged() throws {
    final class Thrown: Error {}
    let thrown = Thrown()
    let container = DIContainer()
    container.register(Rock.self) { _ in throw thrown }
    container.register(
      Int.self,
      lazySingleton: { c in
        _ = try c.resolve(Rock.self)
        return 1
      })
    container.register(String.self) { c in "\(try c.resolve(Int.self))" }
    let error = #expect(throws: Thrown.self) { try container.resolve(String.self) }
    #expect(error === thrown)
  }

  @Test(.tags(.R2))
  func singletonsFinishedBeforeTheErrorStay() throws {
    let container = DIContainer()
    let log = Log()
    container.register(Rock.self, lazySingleton: log.factory("rock", of: Rock()))
    container.register(
      Int.self,
      lazySingleton: { c in
        log.add("int")
        _ = try c.resolve(Rock.self)
        throw Failure("late")
      })
    #expect(throws: Failure("late")) { try container.resolve(Int.self) }
    #expect(container.keys("(made)") == ["Rock"])
    #expect(throws: Failure("late")) { try container.resolve(Int.self) }
    #expect(log.lines == ["int", "rock", "int"])
  }

  @Test(.tags(.R2))
  func singletonsNotFinishedBeforeTheErrorAreNotKept() throws {
    let container = DIContainer()
    let log = Log()
    var fails = true
    container.register(
      Rock.self,
      lazySingleton: log.factory("rock", of: Rock()),
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

  @Test(.tags(.R2))
  func factoryCanContinueAfterAnError() throws {
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

  /// A lock that is held meanwhile would hang the thread.
  @Test(.tags(.T3, .T8))
  func deinitOfAnErrorCanUseTheContainer() async throws {
    final class Payload: Sendable {
      let container: DIContainer
      init(_ container: DIContainer) { self.container = container }
      deinit { _ = container.contains(Int.self) }
    }
    struct LastError: Error { let payload: Payload }
    let watch = Watch()
    try await Worker {
      let container = watch.add(DIContainer())
      container.register(Int.self, lazySingleton: { c in throw LastError(payload: Payload(c)) })
      #expect(container[Int.self] == nil)
      #expect(container[Int.self] == nil)
    }.value
    #expect(await watch.emptied())
  }

  // MARK: Types known only at run time

  @Test(.tags(.R4))
  func typeCanBeKnownOnlyAtRunTime() throws {
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

  @Test(.tags(.R4, .R9))
  func missingTypeKnownOnlyAtRunTimeIsNotRegistered() {
    let container = DIContainer()
    let type: Any.Type = Rock.self
    #expect(container[type] == nil)
    #expect(errorText { try container.resolve(type) } == "'Rock' is not registered.")
  }

  @Test(.tags(.R4))
  func typeKnownOnlyAtRunTimeWorksThroughAGenericHelper() {
    let container = DIContainer()
    container.register(Animal.self) { _ in Cat(name: "Mimi") }
    #expect((resolve(Animal.self, in: container) as? Animal)?.name == "Mimi")
    #expect(resolve(Person.self, in: container) == nil)
  }

  @Test(.tags(.R4, .R5))
  func optionalTypeKnownOnlyAtRunTimeResolvesItsService() throws {
    let container = DIContainer()
    let type: Any.Type = Int?.self
    #expect(errorText { try container.resolve(type) } == "'Int' is not registered.")
    #expect(container[type] == nil)
    container.register(Int.self, eagerSingleton: 1)
    #expect(try container.resolve(type) as? Int == 1)
    #expect(container[type] as? Int == 1)
  }

  // MARK: Optionals

  @Test(.tags(.R5))
  func optionalPropertyResolvesTheServiceItself() throws {
    let container = DIContainer()
    container.register(Animal.self) { _ in Cat(name: "Mimi") }
    container.register(Rock.self, lazySingleton: { _ in Rock() })
    let screen = Screen()
    screen.animal = try container.resolve()
    screen.rock = try container.resolve()
    #expect(screen.animal?.name == "Mimi")
    #expect(screen.rock === container[Rock.self])
  }

  @Test(.tags(.R5))
  func missingServiceInSeveralOptionalsIsNamedWithoutThem() {
    #expect(
      errorText { try DIContainer().resolve(Rock???.self) } == "'Rock' is not registered.")
  }

  @Test(.tags(.R5, .R9))
  func pathToAMissingServiceNamesItWithoutItsOptional() {
    let container = DIContainer()
    container.register(Int?.self, name: "other") { _ in nil }
    container.register(Screen.self) { c in
      let screen = Screen()
      screen.rock = try c.resolve(name: "n")
      return screen
    }
    container.register(Bool.self) { c in
      let number: Int?? = try c.resolve()
      return number == nil
    }
    let rock = errorText { try container.resolve(Screen.self) }
    #expect(
      rock == """
        'Rock "n"' is not registered.
          Path: Screen → Rock "n"
        """)
    let error = #expect(throws: DIContainer.ResolutionError.self) {
      try container.resolve(Bool.self)
    }
    guard case .notRegistered(let key, let path, let alternatives) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(key == DIContainer.Key(service: Int.self))
    #expect(path == [DIContainer.Key(service: Bool.self), key])
    #expect(alternatives == [DIContainer.Key(service: Int?.self, name: "other")])
  }

  @Test(.tags(.R5))
  func optionalServiceTakesNameAndArguments() throws {
    let container = DIContainer()
    container.register(Int.self, name: "n", eagerSingleton: 1)
    container.register(Int.self) { (_, text: String) in text.count }
    let named: Int? = try container.resolve(name: "n")
    let counted: Int? = try container.resolve(arguments: "four")
    #expect(named == 1)
    #expect(counted == 4)
    let neither = errorText {
      let other: Int? = try container.resolve(name: "n", arguments: "four")
      return other
    }
    #expect(
      neither == """
        'Int "n" (String)' is not registered.
          Registered for Int: Int "n", Int (String)
        """)
  }

  @Test(.tags(.R5, .R9))
  func resolveThrowsTheErrorOfAnOptionalServiceThatFails() {
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

  @Test(.tags(.R5))
  func optionalThatIsRegisteredItselfComesFirst() throws {
    let container = DIContainer()
    container.register(Int.self, eagerSingleton: 1)
    container.register(Int?.self) { _ in nil }
    let number: Int? = try container.resolve()
    #expect(number == nil)
    #expect(try container.resolve(Int.self) == 1)
    container.register { _ in Int?(2) }
    let other: Int? = try container.resolve()
    #expect(other == 2)
  }

  @Test(.tags(.R5, .R8))
  func optionalServiceIsSeenThroughAChild() throws {
    let parent = DIContainer()
    let child = DIContainer(parent: parent)
    parent.register(Int.self, eagerSingleton: 1)
    let number: Int? = try child.resolve()
    #expect(number == 1)
    child.register(Int?.self) { _ in 2 }
    let own: Int? = try child.resolve()
    #expect(own == 2)
  }

  @Test(.tags(.R1, .R5))
  func subscriptWithAnOptionalTypeIsResolveWithoutItsError() {
    let container = DIContainer()
    #expect(container[Int?.self] == .none)
    container.register(Int.self, eagerSingleton: 1)
    #expect(container[Int?.self] == .some(.some(1)))
    container.register(Int.self) { _ in throw Failure("no number") }
    #expect(container[Int?.self] == .none)
    container.register(Int?.self) { _ in nil }
    #expect(container[Int?.self] == .some(.none))
  }

  // MARK: resolveAll

  @Test(.tags(.R6))
  func resolveAllReturnsEveryRegistrationWithoutArguments() throws {
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

  @Test(.tags(.R6, .R7))
  func resolveAllKeepsTheIdentityOfSingletons() throws {
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

  @Test(.tags(.R6))
  func resolveAllStartsWithTheParentsAndReturnsAReplacedKeyOnce() throws {
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

  @Test(.tags(.R6, .R8))
  func resolveAllMakesTransientsWithTheContainerThatResolves() throws {
    let parent = DIContainer()
    let child = DIContainer(parent: parent)
    parent.register(String.self) { c in "\(try c.resolve(Int.self))" }
    parent.register(String.self, name: "lazy", lazySingleton: { c in "\(try c.resolve(Int.self))" })
    parent.register(Int.self, eagerSingleton: 1)
    child.register(Int.self, eagerSingleton: 2)
    #expect(try child.resolveAll(String.self) == ["2", "1"])
  }

  @Test(.tags(.R2, .R6))
  func resolveAllThrowsTheFirstError() {
    let container = DIContainer()
    container.register(Int.self, name: "a") { _ in throw Failure("a") }
    container.register(Int.self, name: "b") { _ in throw Failure("b") }
    #expect(throws: Failure("a")) { try container.resolveAll(Int.self) }
  }

  @Test(.tags(.C4, .R6))
  func resolveAllThatClosesACycleIsAnError() {
    let container = DIContainer()
    container.register(String.self) { c in try c.resolveAll(Int.self).description }
    container.register(Int.self) { c in try c.resolve(String.self).count }
    #expect(
      errorText { try container.resolve(String.self) }
        == "Circular dependency: String → Int → String")
  }

  // MARK: Singletons

  @Test(.tags(.R7))
  func valueTypesAreMadeOnceToo() throws {
    let container = DIContainer()
    var number = 0
    container.register(
      Settings.self,
      lazySingleton: { _ in
        number += 1
        return Settings(number: number)
      })
    container.register(
      Int?.self,
      lazySingleton: { _ in
        number += 1
        return nil
      })
    for _ in 1...3 {
      #expect(try container.resolve(Settings.self) == Settings(number: 1))
      #expect(try container.resolve(Int?.self) == nil)
    }
    #expect(number == 2)
  }

  @Test(.tags(.R7))
  func errorIsNeverCached() throws {
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
}
