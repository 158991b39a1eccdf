import DIContainer
import TestSupport
import Testing

// The README's recipes that are tests. Another test checks that the README has their very text.

protocol Animal {
  var name: String { get }
}

struct Cat: Animal {
  var name = "Mimi"
}

struct Owner {
  let pet: Animal
}

func composition() -> DIContainer {
  DIContainer { container in
    container.register(Animal.self, lazySingleton: { _ in Cat() })
    container.register(Owner.self, transient: DIContainer.autowire(Owner.init))
  }
}

@Test(arguments: ["Mimi", "Luna"]) func ownerHasThePetOfItsTest(name: String) throws {
  let container = composition()
  container.register(Animal.self, eagerSingleton: Cat(name: name))
  #expect(container.verify().errors.isEmpty)
  #expect(try container.resolve(Owner.self).pet.name == name)
}
