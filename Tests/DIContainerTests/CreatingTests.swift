// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

private struct CatProvider: DIContainer.Provider {
  func register(in container: DIContainer) {
    container.register(Animal.self) { _ in Cat(name: "Mimi") }
  }
}

private struct OwnerProvider: DIContainer.Provider {
  func register(in container: DIContainer) {
    container.register(Person.self) { c in PetOwner(name: "Stephen", pet: try c.resolve()) }
  }
}

@Suite(.timeLimit(.minutes(1)))
struct CreatingTests {
  @Test func configureReceivesTheNewContainer() {
    var received: DIContainer?
    let container = DIContainer { c in
      received = c
      #expect(c.description == "")
      c.register(Animal.self) { _ in Cat(name: "Mimi") }
    }
    #expect(received === container)
    #expect(container[Animal.self]?.name == "Mimi")
  }

  @Test func errorOfConfigureReachesTheCaller() {
    #expect(throws: Failure("configuration")) {
      try DIContainer { _ in throw Failure("configuration") }
    }
  }

  @Test func providersRegisterInTheirOrder() {
    let parent = DIContainer { $0.register(Int.self, eagerSingleton: 1) }
    let container = DIContainer(parent: parent, providers: [OwnerProvider(), CatProvider()])
    #expect(container.description == "Person: transient\nAnimal: transient")
    #expect((container[Person.self] as? PetOwner)?.pet.name == "Mimi")
    #expect(container[Int.self] == 1)
    #expect(parent.description == "Int: eagerSingleton (made)")
  }

  @Test func childKeepsItsParents() {
    func child() -> DIContainer {
      let grandparent = DIContainer { $0.register(Int.self, eagerSingleton: 1) }
      return DIContainer(parent: DIContainer(parent: grandparent))
    }
    #expect(child()[Int.self] == 1)
  }
}
