// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

private final class Car {
  let fuel: String
  let maker: DIContainer

  init(_ container: DIContainer) throws {
    fuel = try container.resolve()
    maker = container
  }
}

@Suite(.timeLimit(.minutes(1)))
struct ChildContainerTests {
  @Test(.tags(.R8))
  func childSeesItsParentsRegistrationsEvenLaterOnes() {
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

  @Test(.tags(.R8))
  func parentNeverSeesItsChildsRegistrations() {
    let parent = DIContainer()
    let child = DIContainer(parent: parent)
    child.register(Int.self, eagerSingleton: 1)
    #expect(parent[Int.self] == nil)
    #expect(!parent.contains(Int.self))
    #expect(DIContainer(parent: parent)[Int.self] == nil)
  }

  @Test(.tags(.R8))
  func childReplacesOnlyOneKey() {
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

  @Test(.tags(.R8))
  func transientOfTheParentIsMadeWithTheContainerThatResolvesIt() throws {
    let parent = DIContainer()
    let child = DIContainer(parent: parent)
    parent.register { _ in "petrol" }
    parent.register(Car.self) { c in try Car(c) }
    child.register { _ in "electricity" }
    #expect(try child.resolve(Car.self).fuel == "electricity")
    #expect(try child.resolve(Car.self).maker === child)
    #expect(try parent.resolve(Car.self).fuel == "petrol")
    #expect(try parent.resolve(Car.self).maker === parent)
  }

  @Test(.tags(.R8))
  func singletonIsMadeWithAndKeptByItsOwnContainer() throws {
    let parent = DIContainer()
    let child = DIContainer(parent: parent)
    parent.register { _ in "petrol" }
    parent.register(Car.self, lazySingleton: { c in try Car(c) })
    child.register { _ in "electricity" }
    let car = try child.resolve(Car.self)
    #expect(car.fuel == "petrol")
    #expect(car.maker === parent)
    #expect(try parent.resolve(Car.self) === car)
    #expect(try DIContainer(parent: parent).resolve(Car.self) === car)
    #expect(parent.keys("(made)") == ["Car"])
  }

  @Test(.tags(.R8))
  func callbackGetsTheContainerOfItsFactory() throws {
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

  @Test(.tags(.R8))
  func factoryOfAChildCanDecorateTheParentsService() throws {
    let parent = DIContainer()
    let child = DIContainer(parent: parent)
    parent.register(String.self) { _ in "plain" }
    child.register(String.self) { _ in "decorated " + (try parent.resolve(String.self)) }
    #expect(try child.resolve(String.self) == "decorated plain")
  }

  /// A session ends with its child, and the program goes on.
  @Test(.tags(.R8, .T10))
  func singletonOfAChildIsFreedWithTheChildAndTheParentsStays() throws {
    let watch = Watch()
    let parent = DIContainer { $0.register(Rock.self, lazySingleton: { _ in Rock() }) }
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
