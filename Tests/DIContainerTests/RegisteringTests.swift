// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

private func createCat(_ container: DIContainer) -> any Animal {
  Cat(name: "Mimi")
}

private func createNamedCat(_ container: DIContainer, name: String) -> any Animal {
  Cat(name: name)
}

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

private func createRock() -> Rock { Rock() }

@Suite(.timeLimit(.minutes(1)))
struct RegisteringTests {
  let container = DIContainer()
  let log = Log()

  // MARK: Arguments

  @Test func argumentTypesAreInferredFromTheBody() throws {
    container.register(Animal.self) { _, name in Horse(name: name) }
    container.register(Animal.self) { _, name, running in Horse(name: name, running: running) }
    container.register(Animal.self) { _, running, name in Horse(name: name, running: running) }
    container.register(Animal.self, name: "n") { _, name in Horse(name: name) }
    container.register(Person.self, transient: { _, pet in PetOwner(name: "Ana", pet: pet) })
    container.register(
      Person.self, transient: { _, name, pet in PetOwner(name: name, pet: pet) },
      initCompleted: { _, _ in })
    let keys = [
      "Animal (String)", "Animal (String, Bool)", "Animal (Bool, String)", #"Animal "n" (String)"#,
      "Person (Animal)", "Person (String, Animal)",
    ]
    #expect(container.keys("transient") == keys)
    let horse = try container.resolve(Animal.self, arguments: true, "Lucky") as? Horse
    #expect(horse?.name == "Lucky" && horse?.running == true)
  }

  // MARK: Trailing closures

  @Test func trailingClosureRegistersATransientHoweverItIsWritten() {
    container.register(Animal.self) { _ in
      let cat = Cat(name: "Mimi")
      return cat
    }
    container.register(name: "cat") { _ in Cat(name: "Mimi") as Animal }
    container.register(Person.self) { PetOwner(name: "Ana", pet: try $0.resolve()) }
    container.register { PetOwner(name: "Ana", pet: try $0.resolve()) }
    container.register(Int.self) { (_: DIContainer) in 1 }
    container.register { (_: DIContainer) in Engine() }
    container.register(name: nil) { (c: DIContainer) throws -> Car in Car(engine: try c.resolve()) }
    container.register { @Sendable _ in true }
    container.register(Animal.self) { @Sendable (_, name: String) in Cat(name: name) }
    container.register { (_, name: String, running: Bool) in
      Horse(name: name, running: running) as Animal
    }
    container.register { _ in Double?(1) }
    container.register(Int?.self) { _ in nil }
    container.register(Person.self, name: "completed") { _, name in
      PetOwner(name: name, pet: Cat(name: name))
    } initCompleted: { _, _ in
    }
    let keys = [
      "Animal", #"Animal "cat""#, "Person", "PetOwner", "Int", "Engine", "Car", "Bool",
      "Animal (String)", "Animal (String, Bool)", "Optional<Double>",
      "Optional<Int>", #"Person "completed" (String)"#,
    ]
    #expect(container.keys("transient") == keys)
  }

  @Test func namedFunctionsAreFactories() {
    container.register(Animal.self, name: "typed", transient: createCat)
    container.register(transient: createNamedCat)
    container.register(name: "lazy", lazySingleton: createCat)
    container.register(Animal.self, name: "eager", eagerSingleton: createCat)
    container.register(eagerSingleton: createCat)
    #expect(container.keys("transient") == [#"Animal "typed""#, "Animal (String)"])
    #expect(container.keys("lazySingleton (not created)") == [#"Animal "lazy""#])
    #expect(container.keys("eagerSingleton (not created)") == [#"Animal "eager""#, "Animal"])
  }

  // MARK: Lifetimes

  @Test func lifetimeDecidesWhenAServiceIsCreated() throws {
    container.register(Rock.self, name: "eager", eagerSingleton: log.factory("eager", of: Rock()))
    container.register(Rock.self, name: "lazy", lazySingleton: log.factory("lazy", of: Rock()))
    container.register(Rock.self, name: "transient", transient: log.factory("t", of: Rock()))
    #expect(log.lines == [])
    let rocks = try container.resolveAll(Rock.self)
    try container.bootstrap()
    #expect(try container.resolveAll(Rock.self)[0] === rocks[0])
    #expect(try container.resolveAll(Rock.self)[1] === rocks[1])
    #expect(log.lines == ["eager", "lazy", "t", "t", "t"])
  }

  @Test func singletonOfAValueTypeOrNilIsCreatedOnce() throws {
    container.register(Car.self, lazySingleton: log.factory("car", of: Car(engine: Engine())))
    container.register(Int?.self, lazySingleton: log.factory("nil", of: nil))
    for _ in 1...3 {
      _ = try container.resolve(Car.self)
      #expect(try container.resolve(Int?.self) == nil)
    }
    #expect(log.lines == ["car", "nil"])
  }

  // MARK: Eager forms

  @Test func eagerClosureWithAParameterIsAFactory() {
    container.register(Animal.self, name: "a", eagerSingleton: { _ in Cat(name: "Mimi") })
    container.register(name: "b", eagerSingleton: { _ -> Animal in Cat(name: "Mimi") })
    container.register(name: "c", eagerSingleton: { c in try c.resolve(Animal.self, name: "a") })
    container.register(name: "d", eagerSingleton: DIContainer.autowire(Rock.init))
    let keys = ["a", "b", "c"].map { "Animal \"\($0)\"" } + [#"Rock "d""#]
    #expect(container.keys("eagerSingleton (not created)") == keys)
    #expect(container[Animal.self, name: "c"]?.name == "Mimi")
  }

  // MARK: Factories without a parameter

  @Test func factoryNeedsNoParameterHoweverItIsWritten() {
    container.register(Rock.self, name: "t1", transient: { Rock() })
    container.register(name: "t2", transient: { Rock() })
    container.register(Rock.self, name: "t3", transient: Rock.init)
    container.register(name: "t4", transient: createRock)
    container.register(Animal.self, name: "t5", transient: { Cat(name: "Mimi") })
    container.register(Rock.self, name: "l1", lazySingleton: { Rock() })
    container.register(name: "l2", lazySingleton: { Rock() })
    container.register(Rock.self, name: "l3", lazySingleton: Rock.init)
    container.register(name: "l4", lazySingleton: createRock)
    container.register(Animal.self, name: "l5", lazySingleton: { Cat(name: "Mimi") })
    container.register(Rock.self, name: "e1", eagerSingleton: { Rock() })
    container.register(name: "e2", eagerSingleton: { Rock() })
    container.register(Rock.self, name: "e3", eagerSingleton: Rock.init)
    container.register(name: "e4", eagerSingleton: createRock)
    container.register(Animal.self, name: "e5", eagerSingleton: { Cat(name: "Mimi") })
    container.register { Rock() }
    container.register(Car.self) {
      let engine = Engine()
      return Car(engine: engine)
    }
    func keys(_ lifetime: String) -> [String] {
      ["Rock", "Rock", "Rock", "Rock", "Animal"].enumerated().map { index, service in
        "\(service) \"\(lifetime)\(index + 1)\""
      }
    }
    #expect(container.keys("transient") == keys("t") + ["Rock", "Car"])
    #expect(container.keys("lazySingleton (not created)") == keys("l"))
    #expect(container.keys("eagerSingleton (not created)") == keys("e"))
    for lifetime in ["t", "l", "e"] {
      for number in 1...4 { #expect(container[Rock.self, name: "\(lifetime)\(number)"] != nil) }
      #expect(container[Animal.self, name: "\(lifetime)5"]?.name == "Mimi")
    }
  }

  @Test func closureIsAnInstanceIfItsTypeIsTheService() throws {
    container.register((() -> Int).self, eagerSingleton: { 3 })
    container.register(((Int) -> Int).self, eagerSingleton: { $0 + 1 })
    container.register((() -> Int).self, name: "lazy", lazySingleton: { { 4 } })
    container.register((() -> Int).self, name: "transient", transient: { _ in { 5 } })
    #expect(
      container.keys("eagerSingleton (created)") == ["() -> Int", "(Int) -> Int"])
    #expect(try container.resolve((() -> Int).self)() == 3)
    #expect(try container.resolve(((Int) -> Int).self)(3) == 4)
    #expect(try container.resolve((() -> Int).self, name: "lazy")() == 4)
    #expect(try container.resolve((() -> Int).self, name: "transient")() == 5)
    #expect(container[Int.self] == nil)
  }

  // MARK: Registering again

  @Test func registeringAgainMovesTheKeyToTheEnd() {
    container.register(Int.self, eagerSingleton: 1)
    container.register(String.self, name: "a", eagerSingleton: "a")
    container.register(Bool.self, eagerSingleton: true)
    container.register(Int.self) { _ in 2 }
    container.register(String.self, name: "a") { _ in "b" }
    #expect(
      container.description == """
        Bool: eagerSingleton (created)
        Int: transient
        String "a": transient
        """)
  }

  // MARK: configure and providers

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
    container.register(Int.self, eagerSingleton: 1)
    let child = DIContainer(parent: container, providers: [OwnerProvider(), CatProvider()])
    #expect(child.description == "Person: transient\nAnimal: transient")
    #expect((child[Person.self] as? PetOwner)?.pet.name == "Mimi")
    #expect(child[Int.self] == 1)
    #expect(container.description == "Int: eagerSingleton (created)")
  }
}
