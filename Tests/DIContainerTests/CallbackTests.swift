// SPDX-License-Identifier: MIT-0

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

  // MARK: Component

  @Test func callbackReceivesTheConcreteComponent() throws {
    let complete: (Kitten, DIContainer) throws -> Void = { $0.rock = try $1.resolve() }
    container.register(Animal.self, transient: { _ in Kitten() }, initCompleted: complete)
    container.register(
      Animal.self, name: "lazy", lazySingleton: { _ in Kitten() }, initCompleted: complete)
    container.register(
      Animal.self, name: "eager", eagerSingleton: { _ in Kitten() }, initCompleted: complete)
    container.register(Animal.self) { (_, _: Int) in
      Kitten()
    } initCompleted: { kitten, c in
      kitten.rock = try c.resolve()
    }
    container.register(lazySingleton: { _ in Rock() })
    let kittens =
      try container.resolveAll(Animal.self) + [container.resolve(Animal.self, arguments: 1)]
    #expect(kittens.count == 4)
    #expect(kittens.allSatisfy { ($0 as? Kitten)?.rock === container[Rock.self] })
  }

  @Test func componentOfAnotherTypeIsWrongComponentAtEachResolve() throws {
    let complete: (Rock, DIContainer) -> Void = { _, _ in log.add("completed") }
    container.register(Animal.self, transient: { _ in Rock() }, initCompleted: complete)
    container.register(
      Animal.self, name: "lazy", lazySingleton: { _ in Rock() }, initCompleted: complete)
    for name in [nil, nil, "lazy", "lazy"] {
      let error = #expect(throws: DIContainer.ResolutionError.self) {
        try container.resolve(Animal.self, name: name)
      }
      guard case .wrongComponent(let key, let component, _)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(key == Key(service: Animal.self, name: name))
      #expect(component is Rock.Type)
    }
    #expect(log.lines == [])
  }

  // MARK: Order

  @Test func containerKeepsASingletonAsSoonAsItsCallbackHasReturned() throws {
    container.register(
      String.self, lazySingleton: { _ in "" },
      initCompleted: { _, _ in log.add(container.description) })
    container.register(
      Int.self, transient: { c in try c.resolve(String.self).count },
      initCompleted: { _, _ in log.add(container.description) })
    _ = try container.resolve(Int.self)
    #expect(
      log.lines == [
        "String: lazySingleton (not created)\nInt: transient",
        "String: lazySingleton (created)\nInt: transient",
      ])
  }

  @Test func callbacksRunInOrderOfCreation() throws {
    container.register(
      Int.self,
      transient: { c in
        log.add("Int begins")
        _ = try c.resolve(String.self)
        _ = try c.resolve(Bool.self)
        log.add("Int ends")
        return 1
      }, initCompleted: { _, _ in log.add("Int completed") })
    container.register(
      String.self,
      lazySingleton: { c in
        log.add("String begins")
        _ = try c.resolve(Double.self)
        log.add("String ends")
        return ""
      },
      initCompleted: { _, c in
        log.add("String completed")
        _ = try c.resolve(UInt.self)
      })
    container.register(
      Double.self, transient: log.factory("Double", of: 1.0),
      initCompleted: { _, _ in log.add("Double completed") })
    container.register(
      Bool.self, eagerSingleton: log.factory("Bool", of: true),
      initCompleted: { _, _ in log.add("Bool completed") })
    container.register(
      UInt.self, transient: log.factory("UInt", of: UInt(1)),
      initCompleted: { _, _ in log.add("UInt completed") })
    _ = try container.resolve(Int.self)
    #expect(
      log.lines == [
        "Int begins", "String begins", "Double", "String ends", "Bool", "Int ends",
        "Double completed", "String completed", "UInt", "Bool completed", "Int completed",
        "UInt completed",
      ])
    log.lines = []
    _ = try container.resolve(Int.self)
    #expect(log.lines == ["Int begins", "Int ends", "Int completed"])
  }

  // MARK: Failures

  @Test func callbackThatThrowsDropsUnfinishedSingletons() throws {
    var fails = true
    for name in ["a", "b", "c"] {
      container.register(
        Rock.self, name: name, lazySingleton: log.factory("create \(name)", of: Rock()),
        initCompleted: { _, _ in
          log.add("complete \(name)")
          if fails, name == "b" { throw Failure("b") }
        })
    }
    container.register(Rock.self, name: "plain", lazySingleton: { _ in Rock() })
    container.register(Int.self) { c in
      for name in ["plain", "a", "b", "c"] { _ = try c.resolve(Rock.self, name: name) }
      return 1
    }
    for before in [["create a", "create b", "create c", "complete a"], ["create b", "create c"]] {
      log.lines = []
      #expect(throws: Failure("b")) { try container.resolve(Int.self) }
      #expect(log.lines == before + ["complete b"])
      #expect(container.keys("(created)") == [#"Rock "a""#, #"Rock "plain""#])
    }
    fails = false
    log.lines = []
    #expect(try container.resolve(Int.self) == 1)
    #expect(log.lines == ["create b", "create c", "complete b", "complete c"])
  }
}
