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

private struct Six {
  let a: Int, b: Int8, c: Int16, d: Int32, e: Int64, f: UInt
}

@Suite(.timeLimit(.minutes(1)))
struct AutowireTests {
  let container = DIContainer()

  @Test func autowireWorksInEveryForm() throws {
    container.register(String.self, eagerSingleton: "Stephen")
    container.register(Animal.self) { _ in Cat(name: "Mimi") }
    var completed: [String] = []
    container.register(Person.self, transient: DIContainer.autowire(PetOwner.init))
    container.register(
      Person.self, name: "lazy", lazySingleton: DIContainer.autowire(PetOwner.init))
    container.register(
      Person.self, name: "eager", eagerSingleton: DIContainer.autowire(PetOwner.init))
    container.register(
      Person.self, name: "callback", transient: DIContainer.autowire(PetOwner.init),
      initCompleted: { owner, _ in completed.append(owner.pet.name) })
    #expect(container.keys("(not made)") == [#"Person "lazy""#, #"Person "eager""#])
    for name in [nil, "lazy", "eager", "callback"] {
      let owner = try container.resolve(Person.self, name: name) as? PetOwner
      #expect(owner?.name == "Stephen")
      #expect(owner?.pet.name == "Mimi")
    }
    #expect(completed == ["Mimi"])
    container.register(lazySingleton: DIContainer.autowire(PetOwner.init))
    #expect(try container.resolve(PetOwner.self) === container.resolve(PetOwner.self))
  }

  @Test func autowireTakesAnyNumberOfDependencies() throws {
    container.register(Rock.self, transient: DIContainer.autowire(Rock.init))
    container.register(String.self, eagerSingleton: "Mimi")
    container.register(Animal.self, transient: DIContainer.autowire(Cat.init))
    container.register(eagerSingleton: 1)
    container.register(eagerSingleton: Int8(2))
    container.register(eagerSingleton: Int16(3))
    container.register(eagerSingleton: Int32(4))
    container.register(eagerSingleton: Int64(5))
    container.register(eagerSingleton: UInt(6))
    container.register(lazySingleton: DIContainer.autowire(Six.init))
    #expect(container[Rock.self] != nil)
    #expect(container[Animal.self]?.name == "Mimi")
    let six = try container.resolve(Six.self)
    #expect([six.a, Int(six.b), Int(six.c), Int(six.d), Int(six.e), Int(six.f)] == Array(1...6))
  }

  @Test func missingOptionalDependencyIsNil() throws {
    struct Holder {
      let name: String??
    }
    container.register(Service.self, transient: DIContainer.autowire(Service.init))
    #expect(try container.resolve(Service.self).logger == nil)
    container.register((any Logger).self, name: "another", lazySingleton: { _ in FileLogger() })
    #expect(try container.resolve(Service.self).logger == nil)
    let child = DIContainer(parent: container)
    child.register((any Logger).self, lazySingleton: { _ in FileLogger() })
    #expect(try child.resolve(Service.self).logger === child[(any Logger).self])
    child.register((any Logger)?.self) { _ in nil }
    #expect(try child.resolve(Service.self).logger == nil, "an optional is found first")
    container.register(transient: DIContainer.autowire(Holder.init))
    #expect(try container.resolve(Holder.self).name == .none)
    container.register(eagerSingleton: "Ana")
    #expect(try container.resolve(Holder.self).name == "Ana")
  }

  @Test func failingOptionalDependencyThrowsItsError() {
    container.register(Service.self, transient: DIContainer.autowire(Service.init))
    container.register((any Logger).self, lazySingleton: { _ in throw Failure("no disk") })
    #expect(throws: Failure("no disk")) { try container.resolve(Service.self) }
    container.register((any Logger).self) { c in
      _ = try c.resolve(Rock.self)
      return FileLogger()
    }
    #expect(missing { try container.resolve(Service.self) }?.key == Key(service: Rock.self))
  }

  /// An optional could be cast to each of these types, and the dependency would silently be `nil`.
  @Test func dependencyThatCouldHoldAnOptionalIsNotOptional() {
    struct Holder {
      let any: Any
    }
    struct Debugger {
      let subject: any CustomDebugStringConvertible
    }
    container.register(transient: DIContainer.autowire(Holder.init))
    container.register(transient: DIContainer.autowire(Debugger.init))
    #expect(missing { try container.resolve(Holder.self) }?.key == Key(service: Any.self))
    #expect(
      missing { try container.resolve(Debugger.self) }?.key
        == Key(service: (any CustomDebugStringConvertible).self))
  }
}
