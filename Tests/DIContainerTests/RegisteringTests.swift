// SPDX-License-Identifier: MIT-0

import DIContainer
import TestSupport
import Testing

private protocol Logger: AnyObject {}

private final class FileLogger: Logger {}

private final class Service {
  let logger: (any Logger)?

  init(logger: (any Logger)?) {
    self.logger = logger
  }
}

private final class Six {
  let values: [Int]

  init(_ a: Int, _ b: Int8, _ c: Int16, _ d: Int32, _ e: Int64, _ f: UInt) {
    values = [a, Int(b), Int(c), Int(d), Int(e), Int(f)]
  }
}

private final class Mother: Animal {
  let name = "mother"
  var kitten: Kitten?
}

private final class Kitten: Animal {
  let name = "kitten"
  var mother: Mother?
}

private func makeCat(_ container: DIContainer) -> any Animal {
  Cat(name: "Mimi")
}

private func makeNamedCat(_ container: DIContainer, name: String) -> any Animal {
  Cat(name: name)
}

private protocol Registers {
  func register(in container: DIContainer)
}

@Suite(.timeLimit(.minutes(1)))
struct RegisteringTests {
  let container = DIContainer()
  let log = Log()

  // MARK: Arguments

  @Test(.tags(.K3))
  func argumentTypesAreInferredFromTheBody() throws {
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

  @Test(.tags(.K4, .K6))
  func trailingClosureIsTransientWithAndWithoutTypeAndName() {
    container.register { _ in Cat(name: "Mimi") as Animal }
    container.register(name: "cat") { _ in Cat(name: "Mimi") as Animal }
    container.register { _ in Rock() }
    container.register(name: nil) { _ in 1 }
    container.register(Person.self) { _ in PetOwner(name: "Ana", pet: Cat(name: "Mimi")) }
    container.register(Animal.self, name: "dog") { _ in Dog(name: "Hachi") }
    let keys = ["Animal", #"Animal "cat""#, "Rock", "Int", "Person", #"Animal "dog""#]
    #expect(container.keys("transient") == keys)
  }

  @Test(.tags(.K4))
  func trailingClosureIsTransientHoweverItIsWritten() {
    container.register(Animal.self) { _ in
      let cat = Cat(name: "Mimi")
      return cat
    }
    container.register { _ -> Rock in
      let rock = Rock()
      return rock
    }
    container.register(Person.self) { PetOwner(name: "Ana", pet: try $0.resolve()) }
    container.register { PetOwner(name: "Ana", pet: try $0.resolve()) }
    container.register(Int.self) { (_: DIContainer) in 1 }
    container.register { (_: DIContainer) in Engine() }
    container.register(Double.self) { (c: DIContainer) throws -> Double in try c.resolve() }
    container.register { (c: DIContainer) throws -> Car in Car(engine: try c.resolve()) }
    container.register(Bool.self) { @Sendable _ in true }
    container.register { @Sendable (_: DIContainer) -> String in "" }
    container.register(Animal.self) { @Sendable (_, name: String) in Cat(name: name) }
    container.register { (_, name: String, running: Bool) in
      Horse(name: name, running: running) as Animal
    }
    container.register(name: "cat") { (_, name: String) in Cat(name: name) as Animal }
    container.register { _ in Double?(1) }
    container.register(Int?.self) { _ in nil }
    let keys = [
      "Animal", "Rock", "Person", "PetOwner", "Int", "Engine", "Double", "Car", "Bool", "String",
      "Animal (String)", "Animal (String, Bool)", #"Animal "cat" (String)"#, "Optional<Double>",
      "Optional<Int>",
    ]
    #expect(container.keys("transient") == keys)
  }

  @Test(.tags(.K4, .K7))
  func trailingClosureWithCallbackIsTransient() throws {
    container.register(Animal.self) { _ in
      Mother()
    } initCompleted: { mother, _ in
      mother.kitten = Kitten()
    }
    container.register(Animal.self, name: "n") { (_, name: String) in
      Cat(name: name)
    } initCompleted: { _, _ in
    }
    #expect(container.description == "Animal: transient\nAnimal \"n\" (String): transient")
    #expect((try container.resolve(Animal.self) as? Mother)?.kitten != nil)
  }

  @Test(.tags(.K4, .K5, .K6))
  func namedFunctionsAreFactories() {
    container.register(Animal.self, name: "typed", transient: makeCat)
    container.register(transient: makeNamedCat)
    container.register(name: "lazy", lazySingleton: makeCat)
    container.register(Animal.self, name: "eager", eagerSingleton: makeCat)
    container.register(eagerSingleton: makeCat)
    #expect(container.keys("transient") == [#"Animal "typed""#, "Animal (String)"])
    #expect(container.keys("lazySingleton (not made)") == [#"Animal "lazy""#])
    #expect(container.keys("eagerSingleton (not made)") == [#"Animal "eager""#, "Animal"])
  }

  @Test(.tags(.K4, .K6))
  func functionsAndTuplesAreServices() throws {
    container.register((() -> Int).self) { _ in { 5 } }
    container.register(((Int) -> Int).self, lazySingleton: { _ in { $0 + 1 } })
    container.register((Int, String).self) { _ in (1, "one") }
    container.register(Void.self) { _ in }
    #expect(try container.resolve((() -> Int).self)() == 5)
    #expect(try container.resolve(((Int) -> Int).self)(1) == 2)
    #expect(try container.resolve((Int, String).self) == (1, "one"))
    #expect(container.contains(Void.self))
    try container.resolve(Void.self)
  }

  // MARK: Lifetimes

  @Test(.tags(.K5))
  func eagerInstanceIsMadeAtTheCall() throws {
    let factory = log.factory("made", of: Rock())
    container.register(Rock.self, eagerSingleton: factory(container))
    container.register(name: "cat", eagerSingleton: Cat(name: "Mimi") as Animal)
    #expect(log.lines == ["made"])
    #expect(container.keys("eagerSingleton (made)") == ["Rock", #"Animal "cat""#])
    #expect(try container.resolve(Rock.self) === container.resolve(Rock.self))
    #expect(container[Animal.self, name: "cat"]?.name == "Mimi")
    #expect(log.lines == ["made"])
  }

  @Test(.tags(.K5, .K6, .K8))
  func eagerClosureIsAFactoryAndNotAnInstance() {
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

  @Test(.tags(.K5))
  func closureWithoutAParameterIsAnInstance() throws {
    var calls = 0
    container.register(
      (() -> Int).self,
      eagerSingleton: {
        calls += 1
        return calls
      })
    #expect(container.description == "() -> Int: eagerSingleton (made)")
    #expect(calls == 0)
    #expect(container[Int.self] == nil)
    #expect(try container.resolve((() -> Int).self)() == 1)
  }

  /// The compiler warns about this, but not where it is called through the protocol.
  @Test(.tags(.K5))
  func closureWithoutAParameterAndWithoutTheTypeIsAnInstanceToo() throws {
    struct Wiring: Registers {
      @available(*, deprecated) func register(in container: DIContainer) {
        container.register(name: "made", eagerSingleton: { Rock() })
      }
    }
    let wiring: any Registers = Wiring()
    wiring.register(in: container)
    #expect(container.description == "() throws -> Rock \"made\": eagerSingleton (made)")
  }

  /// As users of other containers write it. The compiler warns about this, too.
  @Test(.tags(.K5))
  func closureWithoutAParameterAndWithoutALabelIsATransient() throws {
    struct Wiring: Registers {
      @available(*, deprecated) func register(in container: DIContainer) {
        container.register { Rock() }
        container.register(name: "named") { Car(engine: try container.resolve()) }
        container.register(name: "labelled", transient: { Engine() })
      }
    }
    let wiring: any Registers = Wiring()
    wiring.register(in: container)
    #expect(
      container.description == """
        Rock: transient
        Car "named": transient
        Engine "labelled": transient
        """)
    #expect(try container.resolve(Rock.self) !== container.resolve(Rock.self))
  }

  @Test(.tags(.K5), arguments: [false, true])
  func singletonIsMadeAtItsFirstUse(isEager: Bool) throws {
    let factory = log.factory("made", of: Rock())
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
    #expect(log.lines == ["made"])
  }

  @Test(.tags(.K5))
  func transientIsMadeAtEachUse() throws {
    container.register(Rock.self, transient: log.factory("made", of: Rock()))
    #expect(try container.resolve(Rock.self) !== container.resolve(Rock.self))
    #expect(container[Rock.self] != nil)
    #expect(log.lines.count == 3)
  }

  // MARK: Without the type

  // MARK: initCompleted

  @Test(.tags(.K7))
  func callbackGetsTheConcreteComponent() throws {
    container.register(Animal.self, transient: { _ in Kitten() }) { kitten, c in
      kitten.mother = try c.resolve()
    }
    container.register(Animal.self, name: "lazy", lazySingleton: { _ in Kitten() }) { kitten, c in
      kitten.mother = try c.resolve()
    }
    container.register(Animal.self, name: "eager", eagerSingleton: { _ in Kitten() }) { kitten, c in
      kitten.mother = try c.resolve()
    }
    container.register(Animal.self, transient: { (_, _: Int) in Kitten() }) { kitten, c in
      kitten.mother = try c.resolve()
    }
    container.register(
      Animal.self, name: "several statements",
      lazySingleton: { _ -> Kitten in
        let kitten = Kitten()
        return kitten
      },
      initCompleted: { kitten, c in kitten.mother = try c.resolve() })
    container.register(Mother.self) { _ in Mother() }
    let kittens =
      try container.resolveAll(Animal.self) + [container.resolve(Animal.self, arguments: 1)]
    #expect(kittens.map { ($0 as? Kitten)?.mother != nil } == [true, true, true, true, true])
  }

  @Test(.tags(.K7))
  func componentOfAnotherTypeIsWrongComponentAtItsFirstResolve() {
    let complete: (Rock, DIContainer) -> Void = { _, _ in log.add("completed") }
    container.register(Animal.self, transient: { _ in Rock() }, initCompleted: complete)
    container.register(
      Animal.self, name: "lazy", lazySingleton: { _ in Rock() }, initCompleted: complete)
    container.register(
      Animal.self, name: "eager", eagerSingleton: { _ in Rock() }, initCompleted: complete)
    for name in [nil, nil, "lazy", "lazy", "eager", "eager"] {
      let error = #expect(throws: DIContainer.ResolutionError.self) {
        try container.resolve(Animal.self, name: name)
      }
      guard case .wrongComponent(let key, let component, let path) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(key == Key(service: Animal.self, name: name))
      #expect(ObjectIdentifier(component) == ObjectIdentifier(Rock.self))
      #expect(path == [key])
    }
    #expect(log.lines == [])
    #expect(container[Animal.self] == nil)
  }

  // MARK: autowire

  @Test(.tags(.K6, .K7, .K8))
  func autowireWorksInEveryForm() throws {
    container.register(String.self, eagerSingleton: "Stephen")
    container.register(Animal.self) { _ in Cat(name: "Mimi") }
    container.register(Person.self, transient: DIContainer.autowire(PetOwner.init))
    container.register(
      Person.self, name: "lazy", lazySingleton: DIContainer.autowire(PetOwner.init))
    container.register(
      Person.self, name: "eager", eagerSingleton: DIContainer.autowire(PetOwner.init))
    #expect(container.keys("(not made)") == [#"Person "lazy""#, #"Person "eager""#])
    for name in [nil, "lazy", "eager"] {
      let owner = try container.resolve(Person.self, name: name) as? PetOwner
      #expect(owner?.name == "Stephen")
      #expect(owner?.pet.name == "Mimi")
    }
    container.register(lazySingleton: DIContainer.autowire(PetOwner.init))
    #expect(try container.resolve(PetOwner.self) === container.resolve(PetOwner.self))
    container.register(
      Person.self, name: "completed", transient: DIContainer.autowire(PetOwner.init),
      initCompleted: { owner, _ in log.add(owner.pet.name) })
    #expect(try container.resolve(Person.self, name: "completed").name == "Stephen")
    #expect(log.lines == ["Mimi"])
  }

  @Test(.tags(.K8))
  func autowireTakesNoneOneAndManyDependencies() throws {
    container.register(Rock.self, transient: DIContainer.autowire(Rock.init))
    container.register(String.self, eagerSingleton: "Mimi")
    container.register(Animal.self, transient: DIContainer.autowire(Cat.init))
    container.register(eagerSingleton: 1)
    container.register(eagerSingleton: Int8(2))
    container.register(eagerSingleton: Int16(3))
    container.register(eagerSingleton: Int32(4))
    container.register(eagerSingleton: Int64(5))
    container.register(eagerSingleton: UInt(6))
    container.register(Six.self, lazySingleton: DIContainer.autowire(Six.init))
    #expect(container[Rock.self] != nil)
    #expect(try container.resolve(Animal.self).name == "Mimi")
    #expect(try container.resolve(Six.self).values == [1, 2, 3, 4, 5, 6])
  }

  @Test(.tags(.K8, .R5, .R8))
  func autowiredOptionalDependencyIsNilIfItIsNotRegistered() throws {
    container.register(Service.self, transient: DIContainer.autowire(Service.init))
    #expect(try container.resolve(Service.self).logger == nil)
    container.register((any Logger).self, name: "another", lazySingleton: { _ in FileLogger() })
    #expect(try container.resolve(Service.self).logger == nil)
    let child = DIContainer(parent: container)
    child.register((any Logger).self, lazySingleton: { _ in FileLogger() })
    #expect(try child.resolve(Service.self).logger === child[(any Logger).self])
    #expect(try container.resolve(Service.self).logger == nil)
    child.register((any Logger)?.self) { _ in nil }
    #expect(try child.resolve(Service.self).logger == nil, "an optional comes first")
  }

  @Test(.tags(.K8))
  func autowiredOptionalOfAnOptionalIsNilIfItIsNotRegistered() throws {
    struct Holder {
      let name: String??
    }
    container.register(transient: DIContainer.autowire(Holder.init))
    #expect(try container.resolve(Holder.self).name == .none)
    container.register(eagerSingleton: "Ana")
    #expect(try container.resolve(Holder.self).name == "Ana")
  }

  @Test(.tags(.K8, .R9))
  func autowireThrowsTheErrorOfAnOptionalDependencyThatFails() {
    container.register(Service.self, transient: DIContainer.autowire(Service.init))
    container.register((any Logger).self, lazySingleton: { _ in throw Failure("no disk") })
    #expect(throws: Failure("no disk")) { try container.resolve(Service.self) }
    container.register((any Logger).self) { c in
      _ = try c.resolve(Rock.self)
      return FileLogger()
    }
    #expect(
      errorText { try container.resolve(Service.self) } == """
        'Rock' is not registered.
          Path: Service → Logger → Rock
        """)
  }

  /// An optional could be cast to each of these types, and would silently be `nil`.
  @Test(.tags(.K8, .R5))
  func autowiredParameterThatCouldHoldAnOptionalIsNotOptional() {
    struct Holder {
      let any: Any
    }
    struct Debugger {
      let subject: any CustomDebugStringConvertible
    }
    container.register(transient: DIContainer.autowire(Holder.init))
    container.register(transient: DIContainer.autowire(Debugger.init))
    #expect(
      container.verify().description == """
        'Any' is not registered.
          Path: Holder → Any
        'CustomDebugStringConvertible' is not registered.
          Path: Debugger → CustomDebugStringConvertible
        """)
  }

  // MARK: Providers
}
