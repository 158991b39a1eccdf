// SPDX-License-Identifier: MIT-0

import DIContainer
import Testing

@Suite(.timeLimit(.minutes(1)))
struct DescriptionTests {
  let container = DIContainer()

  @Test func descriptionHasALineForEachRegistrationInOrder() throws {
    container.register(Animal.self, name: "cat") { _, name in Cat(name: name) }
    container.register(Int.self, lazySingleton: { c in try c.resolve(String.self).count })
    container.register(String.self, eagerSingleton: { _ in "four" })
    container.register(Rock.self, eagerSingleton: Rock())
    container.register(Rock.self) { (_, _: String, _: Bool) in Rock() }
    #expect(
      "\(container)" == """
        Animal "cat" (String): transient
        Int: lazySingleton (not made)
        String: eagerSingleton (not made)
        Rock: eagerSingleton (made)
        Rock (String, Bool): transient
        """)
    _ = try container.resolve(Int.self)
    #expect(container.keys("(made)") == ["Int", "String", "Rock"])
  }

  @Test func descriptionLeavesOutTheParentsRegistrations() {
    let parent = DIContainer { $0.register(Int.self, eagerSingleton: 1) }
    let child = DIContainer(parent: parent) { $0.register(String.self, eagerSingleton: "") }
    #expect(child.description == "String: eagerSingleton (made)")
  }
}
