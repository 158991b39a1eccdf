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

/// Why the recipe of a service that is made later captures the container as `[unowned c]`.
@Test(.rules(.T10)) func singletonThatKeepsTheContainerKeepsItForEver() throws {
  weak var kept: DIContainer?
  weak var freed: DIContainer?
  do {
    let container = composition()
    container.register(lazySingleton: { c in Lazy { try c.resolve(Owner.self) } })
    _ = try container.resolve(Lazy<Owner>.self)
    kept = container
    let other = composition()
    other.register(lazySingleton: { c in Lazy { [unowned c] in try c.resolve(Owner.self) } })
    _ = try other.resolve(Lazy<Owner>.self)
    freed = other
  }
  #expect(kept != nil)
  #expect(freed == nil)
  kept?.reset()  // lets the singleton go, and with it the container
  #expect(kept == nil)
}

private final class Lazy<Service> {
  let make: () throws -> Service
  init(_ make: @escaping () throws -> Service) { self.make = make }
}

@Test(.rules(.K8)) func autowireDoesNotUseDefaultValues() throws {
  struct Walk {
    let pet: Animal
    var minutes = 30
  }
  let container = composition()
  container.register(Walk.self, transient: DIContainer.autowire(Walk.init(pet:minutes:)))
  #expect(throws: DIContainer.ResolutionError.self) { try container.resolve(Walk.self) }
  container.register(eagerSingleton: 10)
  #expect(try container.resolve(Walk.self).minutes == 10)
}

/// What a Swinject program gets from `.graph`, as the README's table says it: the factory of the
/// whole graph makes a child, which replaces what its parts share. All else stays where it is.
@Test func childInAFactoryIsSharedByOneGraph() throws {
  final class Basket {}
  struct Part { let basket: Basket }
  struct Whole {
    let one: Part
    let other: Part
  }
  let container = DIContainer()
  container.register(Basket.self) { _ in Basket() }
  container.register(Part.self, transient: DIContainer.autowire(Part.init))
  container.register(Whole.self) { c in
    let graph = DIContainer(parent: c) {
      $0.register(Basket.self, lazySingleton: { _ in Basket() })
    }
    return try Whole(one: graph.resolve(), other: graph.resolve())
  }
  let whole = try container.resolve(Whole.self)
  #expect(whole.one.basket === whole.other.basket)
  #expect(try container.resolve(Whole.self).one.basket !== whole.one.basket)
  #expect(container.verify().errors.isEmpty)
}

/// `initCompleted` gets the component, whose type is another argument than the service's.
@Test func componentIsPassedOnAsItsProtocol() throws {
  final class Dog: Animal {
    let name = "Hachi"
    var said = ""
    var owner: Owner?
  }
  let container = DIContainer()
  container.register(Owner.self) { _, pet in Owner(pet: pet) }
  container.register(Animal.self) { _ in
    Dog()
  } initCompleted: { dog, c in
    dog.said = c[Owner.self, arguments: dog] == nil ? "not found" : "found"
    dog.owner = try c.resolve(arguments: dog as Animal)
  }
  let dog = try #require(try container.resolve(Animal.self) as? Dog)
  #expect(dog.said == "not found")
  #expect(dog.owner?.pet as? Dog === dog)
}

@Test(.rules(.R9)) func whatAFactoryThrowsIsListedWithItsPath() {
  struct Own: Error {}
  let container = DIContainer()
  container.register(Animal.self) { _ in throw Own() }
  container.register(Owner.self, transient: DIContainer.autowire(Owner.init))
  #expect(container.verify().description == "Own()\n  Path: Animal\n  Path: Owner → Animal")
}

/// When the recipe of an asynchronous singleton is not the one to take.
@Test(.rules(.R7)) func taskThatFailsIsKeptWithItsFailure() async {
  let container = DIContainer()
  let counts = Counter()
  container.register(lazySingleton: { _ in
    Task<Int, any Error> {
      counts.add("opened")
      throw Failure("no disk")
    }
  })
  for _ in 1...2 {
    await #expect(throws: Failure("no disk")) {
      try await container.resolve(Task<Int, any Error>.self).value
    }
  }
  #expect(counts["opened"] == 1)
}

/// When the recipe of a decorator is not the one to take.
@Test(.rules(.R6)) func resolveAllGivesThePlainServiceAndTheDecoratedOne() throws {
  let container = DIContainer()
  container.register(Animal.self, name: "plain") { _ in Cat() }
  container.register(Animal.self) { c in Doctor(plain: try c.resolve(name: "plain")) }
  #expect(try container.resolveAll(Animal.self).map(\.name) == ["Mimi", "Dr Mimi"])
}
