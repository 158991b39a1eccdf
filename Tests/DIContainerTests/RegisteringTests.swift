// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

private final class Six {
  let values: [Int]

  init(_ a: Int, _ b: Int8, _ c: Int16, _ d: Int32, _ e: Int64, _ f: UInt) {
    values = [a, Int(b), Int(c), Int(d), Int(e), Int(f)]
  }
}

private func createCat(_ container: DIContainer) -> any Animal {
  Cat(name: "Mimi")
}

private func createNamedCat(_ container: DIContainer, name: String) -> any Animal {
  Cat(name: name)
}

/// A call through this protocol has no deprecation warning.
private protocol Wiring {
  func register(in container: DIContainer)
}

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
    container.register(Six.self) { _, a, b, c, d, e, f in Six(a, b, c, d, e, f) }
    let keys = [
      "Animal (String)", "Animal (String, Bool)", "Animal (Bool, String)", #"Animal "n" (String)"#,
      "Person (Animal)", "Person (String, Animal)", "Six (Int, Int8, Int16, Int32, Int64, UInt)",
    ]
    #expect(container.keys("transient") == keys)
    let horse = try container.resolve(Animal.self, arguments: true, "Lucky") as? Horse
    #expect(horse?.name == "Lucky")
    #expect(horse?.running == true)
    let six = try container.resolve(
      Six.self, arguments: 1, Int8(2), Int16(3), Int32(4), Int64(5), UInt(6))
    #expect(six.values == [1, 2, 3, 4, 5, 6])
  }

  // MARK: Trailing closures

  @Test func trailingClosureRegistersATransientHoweverItIsWritten() {
    container.register(Animal.self) { _ in
      let cat = Cat(name: "Mimi")
      return cat
    }
    container.register(name: "cat") { _ in Cat(name: "Mimi") as Animal }
    container.register { _ -> Rock in
      let rock = Rock()
      return rock
    }
    container.register(Person.self) { PetOwner(name: "Ana", pet: try $0.resolve()) }
    container.register { PetOwner(name: "Ana", pet: try $0.resolve()) }
    container.register(Int.self) { (_: DIContainer) in 1 }
    container.register { (_: DIContainer) in Engine() }
    container.register(Double.self) { (c: DIContainer) throws -> Double in try c.resolve() }
    container.register(name: nil) { (c: DIContainer) throws -> Car in Car(engine: try c.resolve()) }
    container.register(Bool.self) { @Sendable _ in true }
    container.register { @Sendable (_: DIContainer) -> String in "" }
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
      "Animal", #"Animal "cat""#, "Rock", "Person", "PetOwner", "Int", "Engine", "Double", "Car",
      "Bool", "String", "Animal (String)", "Animal (String, Bool)", "Optional<Double>",
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
    #expect(container.keys("lazySingleton (not made)") == [#"Animal "lazy""#])
    #expect(container.keys("eagerSingleton (not made)") == [#"Animal "eager""#, "Animal"])
  }

  @Test func functionsAndTuplesAreServices() throws {
    container.register((() -> Int).self) { _ in { 5 } }
    container.register(((Int) -> Int).self, lazySingleton: { _ in { $0 + 1 } })
    container.register((Int, String).self) { _ in (1, "one") }
    container.register(Void.self) { _ in }
    #expect(try container.resolve((() -> Int).self)() == 5)
    #expect(try container.resolve(((Int) -> Int).self)(1) == 2)
    #expect(try container.resolve((Int, String).self) == (1, "one"))
    try container.resolve(Void.self)
  }

  // MARK: Lifetimes

  @Test func eagerInstanceIsCreatedAtTheCallSite() throws {
    let factory = log.factory("created", of: Rock())
    container.register(Rock.self, eagerSingleton: factory(container))
    container.register(name: "cat", eagerSingleton: Cat(name: "Mimi") as Animal)
    #expect(log.lines == ["created"])
    #expect(container.keys("eagerSingleton (made)") == ["Rock", #"Animal "cat""#])
    #expect(try container.resolve(Rock.self) === container.resolve(Rock.self))
    #expect(container[Animal.self, name: "cat"]?.name == "Mimi")
    #expect(log.lines == ["created"])
  }

  @Test(arguments: [false, true])
  func singletonIsCreatedOnceAtItsFirstUse(isEager: Bool) throws {
    let factory = log.factory("created", of: Rock())
    if isEager {
      container.register(Rock.self, eagerSingleton: factory)
    } else {
      container.register(Rock.self, lazySingleton: factory)
    }
    #expect(log.lines == [])
    let rock = try container.resolve(Rock.self)
    try container.bootstrap()
    #expect(try container.resolve(Rock.self) === rock)
    #expect(container[Rock.self] === rock)
    #expect(log.lines == ["created"])
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

  @Test func transientIsCreatedAtEachUse() throws {
    container.register(Rock.self, transient: log.factory("created", of: Rock()))
    #expect(try container.resolve(Rock.self) !== container.resolve(Rock.self))
    #expect(container[Rock.self] != nil)
    #expect(log.lines.count == 3)
  }

  // MARK: Eager forms

  @Test func eagerClosureWithAParameterIsAFactory() {
    container.register(Animal.self, name: "a", eagerSingleton: { _ in Cat(name: "Mimi") })
    container.register(name: "b", eagerSingleton: { _ in Cat(name: "Mimi") as Animal })
    container.register(name: "c", eagerSingleton: { _ -> Animal in Cat(name: "Mimi") })
    container.register(name: "d", eagerSingleton: { c in try c.resolve(Animal.self, name: "a") })
    container.register(name: "e", eagerSingleton: { (_: DIContainer) -> Animal in Cat(name: "e") })
    container.register(name: "f", eagerSingleton: DIContainer.autowire(Rock.init))
    let keys = ["a", "b", "c", "d", "e"].map { "Animal \"\($0)\"" } + [#"Rock "f""#]
    #expect(container.keys("eagerSingleton (not made)") == keys)
    #expect(container[Animal.self, name: "d"]?.name == "Mimi")
  }

  @Test func eagerClosureWithoutAParameterIsTheInstance() throws {
    struct Closures: Wiring {
      @available(*, deprecated) func register(in container: DIContainer) {
        container.register(name: "closure", eagerSingleton: { Rock() })
      }
    }
    container.register((() -> Int).self, eagerSingleton: { 3 })
    (Closures() as any Wiring).register(in: container)
    #expect(
      container.description == """
        () -> Int: eagerSingleton (made)
        () throws -> Rock "closure": eagerSingleton (made)
        """)
    #expect(try container.resolve((() -> Int).self)() == 3)
    #expect(container[Int.self] == nil)
  }

  @Test func transientClosureWithoutAParameterIsAFactory() throws {
    struct Closures: Wiring {
      @available(*, deprecated) func register(in container: DIContainer) {
        container.register { Rock() }
        container.register(name: "named") { Car(engine: try container.resolve()) }
        container.register(name: "labelled", transient: { Engine() })
      }
    }
    (Closures() as any Wiring).register(in: container)
    #expect(
      container.description == """
        Rock: transient
        Car "named": transient
        Engine "labelled": transient
        """)
    #expect(try container.resolve(Rock.self) !== container.resolve(Rock.self))
  }
}
