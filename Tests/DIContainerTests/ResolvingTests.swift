// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

private struct Settings: Equatable {
  let number: Int
}

private final class Screen {
  var rock: Rock?
}

@Suite(.timeLimit(.minutes(5)))
struct ResolvingTests {
  let container = DIContainer()
  let log = Log()

  // MARK: The subscript

  @Test(.tags(.R1))
  func subscriptIsResolveWithoutItsError() throws {
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

  // MARK: resolve

  /// The compiler cannot pass a pack on to a subscript.
  @Test(.tags(.R1, .R2))
  func packOfArgumentsIsPassedOn() {
    container.register(Animal.self) { _, name, running in Horse(name: name, running: running) }
    func horse<each Argument>(_ arguments: repeat each Argument) -> Animal? {
      try? container.resolve(Animal.self, arguments: repeat each arguments)
    }
    #expect(horse("Lucky", true)?.name == "Lucky")
    #expect(horse("Lucky") == nil)
  }

  @Test(.tags(.R3), arguments: [false, true])
  func orderOfRegistrationDoesNotMatter(reversed: Bool) throws {
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
    container.register(Rock.self) { _ in throw thrown }
    container.register([Rock].self, lazySingleton: { c in [try c.resolve()] })
    container.register([[Rock]].self) { c in [try c.resolve()] }
    let error = #expect(throws: Thrown.self) { try container.resolve([[Rock]].self) }
    #expect(error === thrown)
  }

  @Test(.tags(.R2))
  func singletonsFinishedBeforeTheErrorStay() throws {
    container.register(Rock.self, lazySingleton: log.factory("rock", of: Rock()))
    container.register(
      Int.self,
      lazySingleton: { c in
        _ = try c.resolve(Rock.self)
        throw Failure("late")
      })
    for _ in 1...2 { #expect(throws: Failure("late")) { try container.resolve(Int.self) } }
    #expect(container.keys("(made)") == ["Rock"])
    #expect(log.lines == ["rock"])
  }

  @Test(.tags(.R2))
  func singletonsNotFinishedBeforeTheErrorAreNotKept() throws {
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
    #expect(container.keys("(made)") == [])
    #expect(log.lines == ["rock"])
    fails = false
    #expect(try container.resolve(Int.self) == 1)
    #expect(log.lines == ["rock", "rock", "rock completed"])
  }

  @Test(.tags(.R2))
  func factoryCanContinueAfterAnError() throws {
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
    container.register([Rock].self) { c in
      _ = try? c.resolve(Int.self, name: "fails")
      return [try c.resolve()]
    }
    _ = try container.resolve([Rock].self)
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

  @Test(.tags(.R4, .R5))
  func optionalTypeKnownOnlyAtRunTimeResolvesItsService() throws {
    let type: Any.Type = Int???.self
    #expect(errorText { try container.resolve(type) } == "'Int' is not registered.")
    #expect(container[type] == nil)
    container.register(Int.self, eagerSingleton: 1)
    #expect(try container.resolve(type) as? Int == 1)
    #expect(container[type] as? Int == 1)
  }

  // MARK: Optionals

  @Test(.tags(.R5, .R9))
  func pathToAMissingServiceNamesItWithoutItsOptional() {
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
    #expect(
      errorText { try container.resolve(Screen.self) } == """
        'Rock "n"' is not registered.
          Path: Screen → Rock "n"
        """)
    #expect(
      errorText { try container.resolve(Bool.self) } == """
        'Int' is not registered.
          Path: Bool → Int
          Registered for Int: Optional<Int> "other"
        """)
  }

  @Test(.tags(.R5))
  func optionalServiceTakesNameAndArguments() throws {
    container.register(Int.self, name: "n", eagerSingleton: 1)
    container.register(Int.self) { (_, text: String) in text.count }
    #expect(try container.resolve(Int?.self, name: "n") == 1)
    #expect(try container.resolve(Int?.self, arguments: "four") == 4)
    #expect(
      errorText { try container.resolve(Int?.self, name: "n", arguments: "four") } == """
        'Int "n" (String)' is not registered.
          Registered for Int: Int "n", Int (String)
        """)
  }

  @Test(.tags(.R5, .R9))
  func resolveThrowsTheErrorOfAnOptionalServiceThatFails() {
    container.register(Person.self) { c in PetOwner(name: "Stephen", pet: try c.resolve()) }
    #expect(
      errorText { try container.resolve(Person?.self) } == """
        'Animal' is not registered.
          Path: Person → Animal
        """)
    container.register(Animal.self) { _ in throw Failure("no animal") }
    #expect(throws: Failure("no animal")) { try container.resolve(Person?.self) }
  }

  @Test(.tags(.R1, .R5))
  func subscriptWithAnOptionalTypeIsResolveWithoutItsError() {
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

  @Test(.tags(.R6))
  func resolveAllStartsWithTheParentsAndReturnsAReplacedKeyOnce() throws {
    let (grandparent, parent) = parentAndChild()
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
    let (parent, child) = parentAndChild()
    parent.register(String.self) { c in "\(try c.resolve(Int.self))" }
    parent.register(String.self, name: "lazy", lazySingleton: { c in "\(try c.resolve(Int.self))" })
    parent.register(Int.self, eagerSingleton: 1)
    child.register(Int.self, eagerSingleton: 2)
    #expect(try child.resolveAll(String.self) == ["2", "1"])
  }

  @Test(.tags(.R6, .M1))
  func resolveAllLeavesOutWhatAFactoryRemovesMeanwhile() throws {
    container.register(Int.self) { c in
      c.unregister(Int.self, name: "removed")
      return 1
    }
    container.register(Int.self, name: "removed") { _ in 2 }
    #expect(try container.resolveAll(Int.self) == [1])
  }

  @Test(.tags(.R2, .R6))
  func resolveAllThrowsTheFirstError() {
    container.register(Int.self, name: "a") { _ in throw Failure("a") }
    container.register(Int.self, name: "b") { _ in throw Failure("b") }
    #expect(throws: Failure("a")) { try container.resolveAll(Int.self) }
  }

  // MARK: Singletons

  @Test(.tags(.R7))
  func valueTypesAreMadeOnceToo() throws {
    container.register(lazySingleton: log.factory("settings", of: Settings(number: 1)))
    container.register(lazySingleton: log.factory("nil", of: Int?.none))
    for _ in 1...3 {
      #expect(try container.resolve(Settings.self) == Settings(number: 1))
      #expect(try container.resolve(Int?.self) == nil)
    }
    #expect(log.lines == ["settings", "nil"])
  }

  @Test(.tags(.R7))
  func errorIsNeverCached() throws {
    var attempts = 0
    container.register(
      Int.self,
      lazySingleton: { _ in
        attempts += 1
        guard attempts > 2 else { throw Failure("\(attempts)") }
        return attempts
      })
    container.register([Int].self, lazySingleton: { c in [try c.resolve()] })
    #expect(throws: Failure("1")) { try container.resolve([Int].self) }
    #expect(throws: Failure("2")) { try container.resolve([Int].self) }
    #expect(try container.resolve([Int].self) == [3])
    #expect(try container.resolve([Int].self) == [3])
    #expect(attempts == 3)
  }
}
