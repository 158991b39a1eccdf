// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ResolveAllTests {
  let container = DIContainer()

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

  @Test func resolveAllStartsWithTheParentsAndReturnsAnOverriddenKeyOnce() throws {
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

  @Test func resolveAllLeavesOutAServiceThatAFactoryUnregistersAndGoesOn() throws {
    container.register(Int.self) { c in
      c.unregister(Int.self, name: "removed")
      return 1
    }
    container.register(Int.self, name: "removed") { _ in 2 }
    container.register(Int.self, name: "last") { _ in 3 }
    #expect(try container.resolveAll(Int.self) == [1, 3])
  }

  @Test func resolveAllThrowsTheFirstError() {
    container.register(Int.self, name: "a") { _ in throw Failure("a") }
    container.register(Int.self, name: "b") { _ in throw Failure("b") }
    #expect(throws: Failure("a")) { try container.resolveAll(Int.self) }
  }
}
