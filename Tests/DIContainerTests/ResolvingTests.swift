// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ResolvingTests {
  let container = DIContainer()
  let log = Log()

  // MARK: Forms

  @Test func subscriptIsNilWhereResolveThrows() throws {
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

  @Test func nameAndArgumentsArePassedOn() {
    func horse<each Argument>(_ arguments: repeat each Argument) -> Animal? {
      try? container.resolve(Animal.self, name: "horse", arguments: repeat each arguments)
    }
    container.register(Animal.self, name: "cat") { _ in Cat(name: "Mimi") }
    container.register(Animal.self, name: "horse") { _, name, running in
      Horse(name: name, running: running)
    }
    #expect(container[Animal.self, name: "cat"]?.name == "Mimi")
    #expect(container[Animal.self, name: "horse", arguments: "Lucky", true]?.name == "Lucky")
    #expect(container[Animal.self, name: "horse", arguments: true, "Lucky"] == nil)
    #expect(horse("Lucky", true)?.name == "Lucky")
    #expect(horse("Lucky") == nil)
  }

  @Test func typeCanBeKnownOnlyAtRunTime() throws {
    container.register(Animal.self) { Cat(name: "Mimi") }
    container.register(Double.self, name: "n", lazySingleton: { 2 })
    container.register(Int?.self, eagerSingleton: 1)
    let types: [Any.Type] = [Animal.self, Int?.self, Int???.self, Double?.self]
    #expect((try container.resolve(types[0]) as? Animal)?.name == "Mimi")
    #expect(try container.resolve(types[1]) as? Int == 1)
    #expect(try container.resolve(types[2]) as? Int == 1)
    #expect(try container.resolve(types[3], name: "n") as? Double == 2)
    #expect(missing { try container.resolve(types[3]) }?.key == Key(service: Double.self))
  }

  // MARK: Errors

  @Test func errorIsNotCached() throws {
    var attempts = 0
    container.register(Rock.self, lazySingleton: log.factory("rock", of: Rock()))
    container.register(
      Int.self,
      lazySingleton: { c in
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

  @Test func factoryCanContinueAfterAnError() throws {
    container.register(
      Rock.self, lazySingleton: log.factory("rock", of: Rock()),
      initCompleted: { _, _ in log.add("rock completed") })
    container.register(Int.self, name: "fails") { c in
      _ = try c.resolve(Rock.self)
      throw Failure("caught")
    }
    container.register(Int.self) { c in (try? c.resolve(Int.self, name: "fails")) ?? 2 }
    #expect(try container.resolve(Int.self) == 2)
    #expect(log.lines == ["rock"], "the callback of a dropped instance does not run")
    container.register([Rock].self) { c in
      _ = try? c.resolve(Int.self, name: "fails")
      return [try c.resolve()]
    }
    log.lines = []
    _ = try container.resolve([Rock].self)
    #expect(log.lines == ["rock", "rock", "rock completed"])
  }

  // MARK: Optionals

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
    #expect(missing { try container.resolve(Rock?.self) }?.path == [Key(service: Rock.self)])
    #expect(
      missing { try container.resolve(Person?.self) }?.path
        == [Key(service: Person.self), Key(service: Animal.self)])
    container.register(Animal.self) { _ in throw Failure("no animal") }
    #expect(throws: Failure("no animal")) { try container.resolve(Person?.self) }
  }

  // MARK: resolveAll

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
    parent.register(String.self, eagerSingleton: "parent plain")
    grandparent.register(String.self, name: "a", eagerSingleton: "grandparent a")
    grandparent.register(String.self, name: "g", eagerSingleton: "grandparent g")
    grandparent.register(String.self, name: "b", eagerSingleton: "grandparent b")
    #expect(
      try parent.resolveAll(String.self)
        == ["grandparent a", "grandparent g", "parent b", "parent plain"])
    #expect(
      try child.resolveAll(String.self)
        == ["grandparent g", "parent b", "parent plain", "child c", "child a"])
  }

  @Test func resolveAllCreatesTransientsWithTheContainerThatResolves() throws {
    let (parent, child) = parentAndChild()
    parent.register(String.self) { c in "\(try c.resolve(Int.self))" }
    parent.register(String.self, name: "lazy", lazySingleton: { c in "\(try c.resolve(Int.self))" })
    parent.register(Int.self, eagerSingleton: 1)
    child.register(Int.self, eagerSingleton: 2)
    #expect(try child.resolveAll(String.self) == ["2", "1"])
  }

  @Test func resolveAllLeavesOutAServiceThatAFactoryUnregisters() throws {
    container.register(Int.self) { c in
      c.unregister(Int.self, name: "removed")
      return 1
    }
    container.register(Int.self, name: "removed") { _ in 2 }
    container.register(Int.self, name: "last") { _ in 3 }
    #expect(try container.resolveAll(Int.self) == [1, 3])
  }
}
