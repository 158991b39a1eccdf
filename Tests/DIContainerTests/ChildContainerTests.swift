// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

private final class Motor {
  let fuel: String
  let creator: DIContainer

  init(_ container: DIContainer) throws {
    fuel = try container.resolve()
    creator = container
  }
}

@Suite(.timeLimit(.minutes(1)))
struct ChildContainerTests {
  let parent: DIContainer
  let child: DIContainer

  init() { (parent, child) = parentAndChild() }

  @Test func childKeepsItsParents() {
    func child() -> DIContainer {
      let grandparent = DIContainer { $0.register(Int.self, eagerSingleton: 1) }
      return DIContainer(parent: DIContainer(parent: grandparent))
    }
    #expect(child()[Int.self] == 1)
  }

  @Test func childOverridesOneKeyForItselfAlone() {
    parent.register(Int.self, eagerSingleton: 1)
    parent.register(Int.self, name: "n", eagerSingleton: 2)
    parent.register(Int.self) { (_, text: String) in text.count }
    child.register(Int.self, eagerSingleton: 10)
    #expect(child[Int.self] == 10)
    #expect(child[Int.self, name: "n"] == 2)
    #expect(child[Int.self, arguments: "four"] == 4)
    #expect(parent[Int.self] == 1)
    #expect(DIContainer(parent: parent)[Int.self] == 1)
    #expect(child.unregister(Int.self))
    #expect(!child.unregister(Int.self), "the parent's registration stays")
    #expect(child[Int.self] == 1)
  }

  @Test func transientOfTheParentIsCreatedWithTheContainerThatResolves() throws {
    parent.register { _ in "petrol" }
    parent.register(Motor.self) { c in try Motor(c) }
    child.register { _ in "electricity" }
    #expect(try child.resolve(Motor.self).fuel == "electricity")
    #expect(try child.resolve(Motor.self).creator === child)
    #expect(try parent.resolve(Motor.self).fuel == "petrol")
    #expect(try parent.resolve(Motor.self).creator === parent)
  }

  @Test func singletonBelongsToTheContainerOfItsRegistration() throws {
    parent.register { _ in "petrol" }
    parent.register(Motor.self, lazySingleton: { c in try Motor(c) })
    child.register { _ in "electricity" }
    let motor = try child.resolve(Motor.self)
    #expect(motor.fuel == "petrol")
    #expect(motor.creator === parent)
    #expect(try parent.resolve(Motor.self) === motor)
    #expect(try DIContainer(parent: parent).resolve(Motor.self) === motor)
    #expect(parent.keys("(created)") == ["Motor"])
  }

  /// A session ends with its child container, and the program goes on.
  @Test func singletonOfAChildIsFreedWithTheChild() throws {
    let watch = Watch()
    parent.register(Rock.self, lazySingleton: { _ in Rock() })
    func session() throws -> Rock {
      let child = watch.add(DIContainer(parent: parent))
      child.register(Rock.self, name: "own", lazySingleton: { _ in watch.add(Rock()) })
      #expect(try child.resolveAll(Rock.self).count == 2)
      #expect(watch.alive == ["DIContainer", "Rock"])
      return try child.resolve()
    }
    let rock = try session()
    #expect(watch.alive == [])
    #expect(try parent.resolve(Rock.self) === rock)
  }
}
