// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct InspectingTests {
  let container = DIContainer()

  // MARK: description

  @Test func descriptionHasALineForEachRegistrationOfTheContainerInOrder() throws {
    let container = DIContainer(parent: DIContainer { $0.register(Bool.self) { _ in true } })
    container.register(Animal.self, name: "cat") { _, name in Cat(name: name) }
    container.register(Int.self, lazySingleton: { c in try c.resolve(String.self).count })
    container.register(String.self, eagerSingleton: { _ in "four" })
    container.register(Rock.self, eagerSingleton: Rock())
    container.register(Rock.self) { (_, _: String, _: Bool) in Rock() }
    #expect(
      "\(container)" == """
        Animal "cat" (String): transient
        Int: lazySingleton (not created)
        String: eagerSingleton (not created)
        Rock: eagerSingleton (created)
        Rock (String, Bool): transient
        """)
    _ = try container.resolve(Int.self)
    #expect(container.keys("(created)") == ["Int", "String", "Rock"])
  }

  // MARK: contains

  @Test func containsLooksForTheWholeKey() {
    container.register(Animal.self, name: "cat") { _, name in Cat(name: name) }
    #expect(container.contains(Animal.self, name: "cat", arguments: String.self))
    #expect(!container.contains(Animal.self))
    #expect(!container.contains(Animal.self, arguments: String.self))
    #expect(!container.contains(Animal.self, name: "cat", arguments: String?.self))
    #expect(!container.contains(Cat.self, name: "cat", arguments: String.self))
  }

  @Test func containsLooksInParentsAndCreatesNothing() {
    container.register(Rock.self, lazySingleton: { _ in Rock() })
    let child = DIContainer(parent: container)
    #expect(child.contains(Rock.self))
    #expect(!child.contains(Rock?.self))
    #expect(container.description == "Rock: lazySingleton (not created)")
  }
}
