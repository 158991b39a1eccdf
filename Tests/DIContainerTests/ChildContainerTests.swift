// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
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
    parent.register((any Engine).self) { _ in Petrol() }
    parent.register(Car.self) { c in Car(engine: try c.resolve(), maker: c) }
    child.register((any Engine).self) { _ in Electric() }
    #expect(try child.resolve(Car.self).engine.fuel == "none")
    #expect(try child.resolve(Car.self).maker === child)
    #expect(try parent.resolve(Car.self).engine.fuel == "petrol")
    #expect(try parent.resolve(Car.self).maker === parent)
  }

  @Test(.tags(.R8))
  func singletonIsMadeWithAndKeptByItsOwnContainer() throws {
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
