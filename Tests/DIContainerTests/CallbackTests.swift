import DIContainer
import TestSupport
import Testing

private final class Kitten: Animal {
  let name = "kitten"
  var rock: Rock?
}

@Suite(.timeLimit(.minutes(1)))
struct CallbackTests {
  let container = DIContainer()
  let log = Log()

  @Test func callbackReceivesTheConcreteComponent() throws {
    let create: (DIContainer) -> Kitten = { _ in Kitten() }
    let complete: (Kitten, DIContainer) throws -> Void = { $0.rock = try $1.resolve() }
    container.register(Animal.self, transient: create, initCompleted: complete)
    container.register(Animal.self, name: "l", lazySingleton: create, initCompleted: complete)
    container.register(Animal.self, name: "e", eagerSingleton: create, initCompleted: complete)
    container.register(Animal.self) { (_, _: Int) in
      Kitten()
    } initCompleted: { kitten, c in
      kitten.rock = try c.resolve()
    }
    container.register(lazySingleton: { _ in Rock() })
    let kittens = try container.resolveAll(Animal.self) + [container.resolve(arguments: 1)]
    #expect(kittens.count == 4)
    #expect(kittens.allSatisfy { ($0 as? Kitten)?.rock === container[Rock.self] })
  }

  @Test func componentOfAnotherTypeIsWrongComponentAtEachResolve() throws {
    let complete: (Any, DIContainer) -> Void = { _, _ in log.add("completed") }
    container.register(
      Car.self, name: "lazy", lazySingleton: { _ in Boat() as Any }, initCompleted: complete)
    container.register(Car.self, transient: { _ in Boat() }, initCompleted: complete)
    container.register(Garage.self) { c in Garage(car: try c.resolve()) }
    for _ in 1...2 {
      let error = #expect(throws: DIContainer.ResolutionError.self) {
        try container.resolve(Car.self, name: "lazy")
      }
      let key = Key(service: Car.self, name: "lazy")
      guard case .wrongComponent(key, component: let type, path: [key])? = error else {
        throw Failure("\(String(describing: error))")
      }
      #expect(type is Boat.Type, "the type of the instance, not the one of the factory's result")
    }
    #expect(
      errorText { try container.resolve(Garage.self) } == """
        The factory for 'Car' returned 'Boat', which is not an instance of 'Car'.
          Path: Garage → Car
        """)
    #expect(log.lines == [])
  }

  @Test func callbacksRunInOrderOfCreation() throws {
    container.register(
      Int.self,
      transient: { c in
        log.add("Int")
        return try c.resolve(String.self).count + (c.resolve(Bool.self) ? 1 : 0)
      }, initCompleted: { _, _ in log.add("Int completed") })
    container.register(
      String.self,
      lazySingleton: { c in
        log.add("String")
        return "\(try c.resolve(Double.self))"
      },
      initCompleted: { _, c in
        log.add("String completed")
        _ = try c.resolve(UInt.self)
      })
    container.register(Double.self, transient: log.factory("Double", of: 1.0)) { _, _ in
      log.add("Double completed")
    }
    container.register(Bool.self, eagerSingleton: log.factory("Bool", of: true)) { _, _ in
      log.add("Bool completed")
    }
    container.register(UInt.self, transient: log.factory("UInt", of: UInt(1))) { _, _ in
      log.add("UInt completed")
    }
    _ = try container.resolve(Int.self)
    let factories = ["Int", "String", "Double", "Bool"]
    let callbacks = ["Double completed", "String completed", "UInt", "Bool completed"]
    #expect(log.lines == factories + callbacks + ["Int completed", "UInt completed"])
    log.lines = []
    _ = try container.resolve(Int.self)
    #expect(log.lines == ["Int", "Int completed"])
  }

  /// `Car` has no callback, and is made of a service that has one.
  @Test func containerKeepsUnfinishedSingletonsAtTheEndOfTheOutermostResolve() throws {
    let created: () -> Void = { log.add(container.keys("(created)").joined(separator: " ")) }
    container.register(lazySingleton: { _ in Rock() })
    container.register(Engine.self, lazySingleton: { _ in Engine() }) { _, _ in created() }
    container.register(lazySingleton: DIContainer.autowire(Car.init))
    container.register(
      Int.self,
      transient: { c in
        _ = try (c.resolve(Rock.self), c.resolve(Engine.self), c.resolve(Car.self))
        created()
        return 1
      }, initCompleted: { _, _ in created() })
    _ = try container.resolve(Int.self)
    created()
    #expect(log.lines == ["Rock", "Rock", "Rock", "Rock Engine Car"])
  }

  @Test func callbackThatThrowsDropsEverythingUnfinished() throws {
    var fails = true
    for name in ["a", "b", "c"] {
      container.register(
        Rock.self, name: name, lazySingleton: log.factory("create \(name)", of: Rock()),
        initCompleted: { _, _ in
          log.add("complete \(name)")
          if fails, name == "b" { throw Failure("b") }
        })
    }
    container.register(lazySingleton: { _ in Rock() })
    container.register([Rock].self, lazySingleton: { c in try c.resolveAll() })
    for _ in 1...2 {
      #expect(throws: Failure("b")) { try container.resolve([Rock].self) }
      #expect(log.lines == ["create a", "create b", "create c", "complete a", "complete b"])
      #expect(container.keys("(created)") == ["Rock"])
      log.lines = []
    }
    fails = false
    #expect(try container.resolve([Rock].self).count == 4)
    #expect(container.keys("(not created)") == [])
  }

  @Test func singletonThatReceivesAnUnfinishedAncestorIsUnfinished() {
    container.register(Car.self, transient: { _ in Car(engine: Engine()) }) { _, c in
      _ = try c.resolve(Garage.self)
      throw Failure("late")
    }
    container.register(lazySingleton: DIContainer.autowire(Garage.init))
    #expect(throws: Failure("late")) { try container.resolve(Car.self) }
    #expect(container.keys("(created)") == [])
  }

  /// What a factory has received before, it keeps. A callback of a dropped instance does not run.
  @Test func factoryThatCatchesAnErrorDropsWhatWasCreatedForItAndIsUnfinished() throws {
    for name in ["before", "for it"] {
      container.register(
        Rock.self, name: name, lazySingleton: log.factory(name, of: Rock()),
        initCompleted: { _, _ in log.add("\(name) completed") })
    }
    container.register(lazySingleton: log.factory("finished", of: Rock()))
    container.register(Int.self) { c in
      _ = try c.resolveAll(Rock.self)
      throw Failure("caught")
    }
    container.register([Rock].self) { c in
      let before = try c.resolve(Rock.self, name: "before")
      #expect(c[Int.self] == nil)
      #expect(throws: Failure("caught")) { try c.resolve(Int.self) }
      return [before, try c.resolve(name: "before")]
    }
    let rocks = try container.resolve([Rock].self)
    #expect(rocks[0] === rocks[1])
    #expect(log.lines == ["before", "for it", "finished", "for it", "before completed"])
    #expect(container.keys("(created)") == [#"Rock "before""#, "Rock"])
  }
}
