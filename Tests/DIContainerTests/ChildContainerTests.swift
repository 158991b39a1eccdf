import DIContainer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ChildContainerTests {
  let parent: DIContainer
  let child: DIContainer

  init() { (parent, child) = parentAndChild() }

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
    let grandchild = DIContainer(parent: DIContainer(parent: DIContainer { $0.register { 3 } }))
    #expect(grandchild[Int.self] == 3, "a child keeps its parents")
  }

  @Test(arguments: [false, true])
  func transientIsCreatedWithTheChildAndASingletonWithItsOwnContainer(isSingleton: Bool) throws {
    var (creators, fuels): ([DIContainer], [String]) = ([], [])
    parent.register { "petrol" }
    parent.register(isSingleton: isSingleton) { c in
      creators.append(c)
      fuels.append(try c.resolve())
      return Rock()
    }
    child.register { "electricity" }
    let rock = try child.resolve(Rock.self)
    #expect(fuels == [isSingleton ? "petrol" : "electricity"])
    #expect(try (parent.resolve(Rock.self) === rock) == isSingleton)
    #expect(try (DIContainer(parent: parent).resolve(Rock.self) === rock) == isSingleton)
    #expect(creators.prefix(2).map { $0 === parent } == (isSingleton ? [true] : [false, true]))
    #expect(parent.keys("(created)") == (isSingleton ? ["Rock"] : []))
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
