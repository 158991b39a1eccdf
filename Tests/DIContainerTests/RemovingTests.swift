import DIContainer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RemovingTests {
  let container = DIContainer()
  let watch = Watch()

  @Test func unregisterRemovesOneKey() {
    container.register(Animal.self) { _ in Cat(name: "Mimi") }
    container.register(Animal.self, name: "cat") { _ in Cat(name: "Mimi") }
    container.register(Animal.self) { _, name in Cat(name: name) }
    #expect(container.unregister(Animal.self))
    #expect(!container.unregister(Animal.self))
    #expect(!container.contains(Animal.self))
    #expect(container.unregister(Animal.self, arguments: String.self))
    #expect(!container.unregister(Animal.self, arguments: String.self))
    #expect(!container.unregister(Animal.self, name: "cat", arguments: Int.self))
    #expect(container.description == "Animal \"cat\": transient")
  }

  @Test(arguments: [false, true])
  func resetLeavesTheParentAlone(keepingRegistrations: Bool) throws {
    let parent = DIContainer { $0.register(Rock.self, lazySingleton: { _ in Rock() }) }
    let child = DIContainer(parent: parent)
    let rock = try child.resolve(Rock.self)
    child.register(Rock.self, lazySingleton: { _ in Rock() })
    let own = try child.resolve(Rock.self)
    child.reset(keepingRegistrations: keepingRegistrations)
    #expect(parent[Rock.self] === rock)
    #expect(child[Rock.self] !== own)
    #expect((child[Rock.self] === rock) == !keepingRegistrations)
  }

  @Test func resetForgetsInstancesThatFactoriesCreatedOrEverything() throws {
    container.register(Rock.self, name: "lazy", lazySingleton: { _ in watch.add(Rock()) })
    container.register(Rock.self, name: "given", eagerSingleton: watch.add(Rock()))
    container.register(Rock.self, name: "eager", eagerSingleton: { _ in watch.add(Rock()) })
    container.register(Rock.self) { (_, _: Int) in Rock() }
    let before = container.description
    for _ in 1...2 {
      #expect(try container.resolveAll(Rock.self).count == 3)
      #expect(watch.alive.count == 3)
      container.reset(keepingRegistrations: true)
      #expect(watch.alive.count == 1)
      #expect(container.description == before)
    }
    #expect(container.unregister(Rock.self, name: "given"))
    #expect(watch.alive == [])
    #expect(try container.resolveAll(Rock.self).count == 2)
    container.reset()
    #expect(watch.alive == [])
    #expect(container.description == "" && container[Rock.self, name: "lazy"] == nil)
  }
}
