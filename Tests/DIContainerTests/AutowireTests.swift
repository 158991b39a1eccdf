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

@Suite(.timeLimit(.minutes(1)))
struct AutowireTests {
  let container = DIContainer()

  @Test func autowireWorksInEveryForm() throws {
    var completed: [String] = []
    container.register(String.self, eagerSingleton: "Mimi")
    container.register(transient: DIContainer.autowire(Rock.init))
    container.register(Animal.self, transient: DIContainer.autowire(Cat.init))
    container.register(
      Person.self, name: "lazy", lazySingleton: DIContainer.autowire(PetOwner.init))
    container.register(
      Person.self, name: "eager", eagerSingleton: DIContainer.autowire(PetOwner.init))
    container.register(
      Person.self, name: "callback", transient: DIContainer.autowire(PetOwner.init),
      initCompleted: { owner, _ in completed.append(owner.pet.name) })
    #expect(container.keys("(not created)") == [#"Person "lazy""#, #"Person "eager""#])
    #expect(container[Rock.self] != nil)
    for name in ["lazy", "eager", "callback"] {
      let owner = try container.resolve(Person.self, name: name) as? PetOwner
      #expect(owner?.pet.name == "Mimi")
    }
    #expect(completed == ["Mimi"])
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
