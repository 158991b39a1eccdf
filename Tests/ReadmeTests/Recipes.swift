import DIContainer
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

let app = DIContainer { container in
  container.register(Animal.self, lazySingleton: { _ in Cat() })
  container.register(transient: DIContainer.autowire(Owner.init))
}

@Test(arguments: ["Mimi", "Luna"]) func ownerHasThePetOfItsTest(name: String) throws {
  let container = DIContainer(parent: app)
  container.register(Animal.self, eagerSingleton: Cat(name: name))
  #expect(container.verify().errors.isEmpty)
  #expect(try container.resolve(Owner.self).pet.name == name)
}
