import DIContainer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ResolvingTests {
  let container = DIContainer()
  let log = Log()

  @Test func subscriptIsNilWhereResolveThrows() throws {
    container.register(Rock.self, lazySingleton: { _ in Rock() })
    container.register(Animal.self) { throw Failure("no animal") }
    container.register(transient: DIContainer.autowire(PetOwner.init))
    #expect(try container[Rock.self] === container.resolve(Rock.self))
    #expect(container[Animal.self] == nil)
    #expect(container[PetOwner.self] == nil)
    #expect(container[Int.self] == nil)
  }

  @Test func nameAndArgumentsArePassedOn() {
    func horse<each Argument>(_ arguments: repeat each Argument) -> Animal? {
      try? container.resolve(Animal.self, name: "horse", arguments: repeat each arguments)
    }
    container.register(Animal.self, name: "cat") { Cat(name: "Mimi") }
    container.register(Animal.self, name: "horse") { Horse(name: $0, running: $1) }
    #expect(container[Animal.self, name: "cat"]?.name == "Mimi")
    #expect(container[Animal.self, name: "horse", arguments: "Lucky", true]?.name == "Lucky")
    #expect(horse("Lucky", true)?.name == "Lucky")
    #expect(horse("Lucky") == nil)
  }

  @Test func typeCanBeKnownOnlyAtRunTime() throws {
    let resolve: (Any.Type, String?) throws -> Any = container.resolve
    container.register(Animal.self) { Cat(name: "Mimi") }
    container.register(Double.self, name: "n", lazySingleton: { 2 })
    container.register(Int?.self, eagerSingleton: 1)
    #expect((try resolve(Animal.self, nil) as? Animal)?.name == "Mimi")
    #expect(try resolve(Int?.self, nil) as? Int == 1)
    #expect(try resolve(Int???.self, nil) as? Int == 1)
    #expect(try resolve(Double?.self, "n") as? Double == 2)
    #expect(
      errorText { try resolve(Double?.self, nil) } == """
        'Double' is not registered.
          Registered for Double: Double "n"
        """)
    let type: Any.Type = Double.self
    #expect(try container.resolve(type, name: "n") as? Double == 2)
  }

  @Test func errorIsNotCached() throws {
    var attempts = 0
    container.register(Rock.self, lazySingleton: log.factory("rock", of: Rock()))
    container.register(lazySingleton: { c in
      _ = try c.resolve(Rock.self)
      attempts += 1
      guard attempts > 2 else { throw Failure("\(attempts)") }
      return attempts
    })
    container.register([Int].self, lazySingleton: { c in [try c.resolve()] })
    #expect(throws: Failure("1")) { try container.resolve([Int].self) }
    #expect(throws: Failure("2")) { try container.resolve([Int].self) }
    #expect(container.keys("(created)") == ["Rock"])
    for _ in 1...2 { #expect(try container.resolve([Int].self) == [3]) }
    #expect(log.lines == ["rock"])
  }

  @Test func inferredOptionalResolvesItsService() throws {
    container.register(Int.self, name: "n", eagerSingleton: 1)
    container.register(Int.self) { (_, text: String) in text.count }
    let number: Int? = try container.resolve(name: "n")
    #expect(number == 1)
    #expect(try container.resolve(Int??.self, arguments: "four") == 4)
    container.register(Int?.self, name: "n") { _ in nil }
    #expect(try container.resolve(Int?.self, name: "n") == nil, "an optional is found first")
  }

  @Test func inferredOptionalThrowsIfItsServiceIsMissingOrFails() {
    container.register(Person.self) { c in PetOwner(name: "Stephen", pet: try c.resolve()) }
    #expect(errorText { try container.resolve(Rock??.self) } == "'Rock' is not registered.")
    #expect(
      errorText { try container.resolve(Person?.self) }
        == "'Animal' is not registered.\n  Path: Person → Animal")
    container.register(Animal.self) { _ in throw Failure("no animal") }
    #expect(throws: Failure("no animal")) { try container.resolve(Person?.self) }
  }

  @Test func resolveAllReturnsEveryRegistrationWithoutArgumentsInOrder() throws {
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

  @Test func resolveAllStartsWithTheParents() throws {
    let (grandparent, parent) = parentAndChild()
    let child = DIContainer(parent: parent)
    child.register(String.self, name: "c", eagerSingleton: "child c")
    child.register(String.self, name: "a", eagerSingleton: "child a")
    parent.register(String.self, name: "b", eagerSingleton: "parent b")
    parent.register(String.self) { c in c === child ? "for the child" : "for the parent" }
    grandparent.register(String.self, name: "a", eagerSingleton: "grandparent a")
    grandparent.register(String.self, name: "g", eagerSingleton: "grandparent g")
    grandparent.register(String.self, name: "b", eagerSingleton: "grandparent b")
    #expect(
      try parent.resolveAll(String.self)
        == ["grandparent a", "grandparent g", "parent b", "for the parent"])
    #expect(
      try child.resolveAll(String.self)
        == ["grandparent g", "parent b", "for the child", "child c", "child a"])
  }

  @Test func resolveAllLeavesOutAServiceThatAFactoryUnregisters() throws {
    container.register(Int.self) { c in
      c.unregister(Int.self, name: "removed")
      return 1
    }
    container.register(Int.self, name: "removed") { _ in 2 }
    container.register(Int.self, name: "last") { _ in 3 }
    #expect(try container.resolveAll(Int.self) == [1, 3])
    container.register(Int?.self) { c in c.unregister(Int?.self, name: "last") ? 4 : 5 }
    container.register(Int?.self, name: "last") { _ in 6 }
    #expect(try container.resolveAll(Int?.self) == [4], "and does not use the wrapped type's")
  }
}
