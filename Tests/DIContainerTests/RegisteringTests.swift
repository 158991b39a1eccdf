import DIContainer
import TestSupport
import Testing

private struct User: Equatable {
  let id: Int
  var name = "Ana"
}

private func createCat(_ container: DIContainer) -> any Animal { Cat(name: "Mimi") }
private func createNamedCat(_ container: DIContainer, name: String) -> any Animal {
  Cat(name: name)
}
private func createRock() -> Rock { Rock() }

private struct Registrations: DIContainer.Provider {
  let body: (DIContainer) -> Void
  func register(in container: DIContainer) { body(container) }
}

@Suite(.timeLimit(.minutes(1)))
struct RegisteringTests {
  let container = DIContainer()
  let log = Log()

  @Test func argumentTypesAreInferredFromTheBody() throws {
    container.register(Animal.self) { _, name in Horse(name: name) }
    container.register(Animal.self) { @Sendable _, running, name in
      let horse = Horse(name: name, running: running)
      return horse
    }
    container.register(
      Person.self, name: "n", transient: { _, pet in PetOwner(name: "", pet: pet) })
    container.register(Person.self) { _, name, pet in
      PetOwner(name: name, pet: pet)
    } initCompleted: { _, _ in
    }
    let keys = [
      "Animal (String)", "Animal (Bool, String)", #"Person "n" (Animal)"#,
      "Person (String, Animal)",
    ]
    #expect(container.keys("transient") == keys)
    let horse = try container.resolve(Animal.self, arguments: true, "Lucky") as? Horse
    #expect(horse?.name == "Lucky" && horse?.running == true)
  }

  @Test func factoryCanTakeArgumentsAndNoContainer() throws {
    container.register(User.self) { id in User(id: id) }
    container.register { (name: String) in User(id: 1, name: name) }
    container.register(transient: User.init(id:name:))
    container.register(Animal.self) { name, running in Horse(name: name, running: running) }
    container.register(Animal.self, name: "f", transient: Cat.init)
    container.register { (names: [String]) throws -> Animal in Cat(name: names[0]) }
    let keys = [
      "User (Int)", "User (String)", "User (Int, String)", "Animal (String, Bool)",
      #"Animal "f" (String)"#, "Animal (Array<String>)",
    ]
    #expect(container.keys("transient") == keys)
    #expect(try container.resolve(User.self, arguments: 7) == User(id: 7))
    #expect(container[User.self, arguments: "Eva"] == User(id: 1, name: "Eva"))
    #expect(container[User.self, arguments: 7, "Eva"] == User(id: 7, name: "Eva"))
    #expect(container[Animal.self, name: "f", arguments: "Mimi"]?.name == "Mimi")
    #expect((container[Animal.self, arguments: "Lucky", true] as? Horse)?.running == true)
    #expect(container[User.self] == nil)
  }

  /// Whatever the lifetime, and with and without the type.
  @Test func oneParameterWithoutATypeIsTheContainer() throws {
    container.register(Int.self) { c in c.description.count }
    container.register(name: "c") { c in 1 }
    container.register(name: "same") { c in c === container ? 1 : 0 }
    container.register(Int.self, name: "_") { _ in 1 }
    container.register(name: "$0") { try $0.resolve(Int.self) }
    container.register(name: "nothing") { 1 }
    container.register(Int.self, name: "lazy", lazySingleton: { c in c.description.count })
    container.register(name: "lazy _", lazySingleton: { _ in 1 })
    container.register(name: "eager", eagerSingleton: { c in c.description.count })
    container.register(Int.self, name: "eager _", eagerSingleton: { _ in 1 })
    let singletons = ["lazy", "lazy _", "eager", "eager _"].map { "Int \"\($0)\"" }
    #expect(container.keys("(not created)") == singletons)
    #expect(container.keys("transient").count == 6)
    #expect(try container.resolveAll(Int.self).count == 10)
  }

  @Test func namedFunctionsAreFactories() throws {
    container.register(Animal.self, name: "cat", transient: createCat)
    container.register(transient: createNamedCat)
    container.register(transient: createRock)
    container.register(Rock.self, name: "init", transient: Rock.init)
    container.register(name: "l", lazySingleton: createCat)
    container.register(name: "l", lazySingleton: createRock)
    container.register(Rock.self, name: "l init", lazySingleton: Rock.init)
    container.register(eagerSingleton: createCat)
    container.register(name: "e", eagerSingleton: createRock)
    container.register(Rock.self, name: "e init", eagerSingleton: Rock.init)
    #expect(
      container.keys("transient") == [#"Animal "cat""#, "Animal (String)", "Rock", #"Rock "init""#])
    #expect(
      container.keys("lazySingleton (not created)")
        == [#"Animal "l""#, #"Rock "l""#, #"Rock "l init""#])
    #expect(
      container.keys("eagerSingleton (not created)")
        == ["Animal", #"Rock "e""#, #"Rock "e init""#])
    #expect(try container.resolveAll(Rock.self).count == 6)
  }

  @Test func lifetimeDecidesWhenAServiceIsCreated() throws {
    container.register(name: "eager", eagerSingleton: log.factory("eager", of: Rock()))
    container.register(name: "lazy", lazySingleton: log.factory("lazy", of: Rock()))
    container.register(name: "transient", transient: log.factory("t", of: Rock()))
    container.register(name: "nil", lazySingleton: log.factory("nil", of: Int?.none))
    #expect(log.lines == [])
    let rocks = try container.resolveAll(Rock.self)
    try container.bootstrap()
    let others = try container.resolveAll(Rock.self)
    #expect(zip(rocks, others).map { $0 === $1 } == [true, true, false])
    #expect(log.lines == ["eager", "lazy", "t", "t"])
    for _ in 1...2 { #expect(try container.resolve(Int?.self, name: "nil") == nil) }
    #expect(log.lines.last == "nil" && log.lines.count == 5)
  }

  /// An expression is an instance, and a closure a factory, but with a type of closures.
  @Test func closureIsAnInstanceOnlyIfItsTypeIsTheService() throws {
    container.register(eagerSingleton: log.factory("at the call", of: Rock())(container))
    #expect(log.lines == ["at the call"])
    container.register((() -> Int).self, eagerSingleton: { 3 })
    container.register(((Int) -> Int).self, eagerSingleton: { $0 + 1 })
    #expect(container.keys("eagerSingleton (created)") == ["Rock", "() -> Int", "(Int) -> Int"])
    container.register(name: "nothing", eagerSingleton: { Rock() })
    container.register(name: "result", eagerSingleton: { _ -> Animal in Cat(name: "Mimi") })
    container.register(name: "body", eagerSingleton: { c in try c.resolve(Animal.self) })
    container.register(name: "wired", eagerSingleton: DIContainer.autowire(Rock.init))
    #expect(container.keys("eagerSingleton (not created)").count == 4)
    container.register((() -> Int).self, name: "lazy", lazySingleton: { { 4 } })
    container.register((() -> Int).self, name: "transient", transient: { _ in { 5 } })
    #expect(try container.resolve((() -> Int).self)() == 3)
    #expect(try container.resolve(((Int) -> Int).self)(3) == 4)
    #expect(try container.resolve((() -> Int).self, name: "lazy")() == 4)
    #expect(try container.resolve((() -> Int).self, name: "transient")() == 5)
    #expect(container[Int.self] == nil)
  }

  @Test func registeringAgainMovesTheKeyToTheEnd() {
    for isTrue in [true, false] {
      container.register(Bool.self, eagerSingleton: isTrue)
      container.register(Int.self, name: "a", eagerSingleton: 1)
      container.register { isTrue ? 1 : 2.0 }
    }
    container.register(Int.self, name: "a") { 2 }
    #expect(
      container.description == """
        Bool: eagerSingleton (created)
        Double: transient
        Int "a": transient
        """)
    #expect(container[Bool.self] == false && container[Double.self] == 2)
  }

  @Test func configureReceivesTheNewContainer() {
    var received: DIContainer?
    let container = DIContainer { c in
      received = c
      c.register(eagerSingleton: "text")
    }
    #expect(received === container)
    #expect(container[String.self] == "text")
    #expect(throws: Failure("configuration")) {
      try DIContainer { _ in throw Failure("configuration") }
    }
  }

  @Test func providersRegisterInTheirOrder() {
    container.register(Int.self, eagerSingleton: 1)
    let providers = [
      Registrations { $0.register(transient: DIContainer.autowire(Cat.init)) },
      Registrations { $0.register { "Mimi" } },
    ]
    let child = DIContainer(parent: container, providers: providers)
    #expect(child.description == "Cat: transient\nString: transient")
    #expect(child[Cat.self]?.name == "Mimi")
    #expect(child[Int.self] == 1)
  }
}
