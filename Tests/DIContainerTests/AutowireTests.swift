import DIContainer
import TestSupport
import Testing

private struct Stable { let animal: Animal? }

@Suite(.timeLimit(.minutes(1)))
struct AutowireTests {
  let container = DIContainer()

  @Test func autowireWorksInEveryForm() throws {
    var completed: [String] = []
    container.register(String.self, eagerSingleton: "Mimi")
    container.register(transient: DIContainer.autowire(Rock.init))
    container.register(Animal.self, transient: DIContainer.autowire(Cat.init))
    container.register(Person.self, lazySingleton: DIContainer.autowire(PetOwner.init))
    container.register(Person.self, name: "e", eagerSingleton: DIContainer.autowire(PetOwner.init))
    container.register(
      Person.self, name: "callback", transient: DIContainer.autowire(PetOwner.init),
      initCompleted: { owner, _ in completed.append(owner.pet.name) })
    #expect(container.keys("(not created)") == ["Person", #"Person "e""#])
    #expect(container[Rock.self] != nil)
    let owners = try container.resolveAll(Person.self).map { ($0 as? PetOwner)?.pet.name }
    #expect(owners == ["Mimi", "Mimi", "Mimi"])
    #expect(completed == ["Mimi"])
  }

  @Test func missingOptionalDependencyIsNil() throws {
    struct Holder { let name: String?? }
    container.register(transient: DIContainer.autowire(Stable.init))
    container.register(Animal.self, name: "another") { Cat(name: "Tama") }
    #expect(try container.resolve(Stable.self).animal == nil)
    let child = DIContainer(parent: container)
    child.register(Animal.self) { Cat(name: "Mimi") }
    #expect(try child.resolve(Stable.self).animal?.name == "Mimi")
    child.register(Animal?.self) { _ in nil }
    #expect(try child.resolve(Stable.self).animal == nil, "an optional is found first")
    container.register(transient: DIContainer.autowire(Holder.init))
    #expect(try container.resolve(Holder.self).name == .none)
    container.register(eagerSingleton: "Ana")
    #expect(try container.resolve(Holder.self).name == "Ana")
  }

  @Test func failingOptionalDependencyThrowsItsError() {
    container.register(transient: DIContainer.autowire(Stable.init))
    container.register(Animal.self) { throw Failure("no animal") }
    #expect(throws: Failure("no animal")) { try container.resolve(Stable.self) }
    container.register(Animal.self) { c in Cat(name: try c.resolve()) }
    #expect(
      errorText { try container.resolve(Stable.self) }
        == "'String' is not registered.\n  Path: Stable → Animal → String")
  }

  /// An optional could be cast to each of these types, and the dependency would silently be `nil`.
  @Test func dependencyThatCouldHoldAnOptionalIsNotOptional() {
    struct Holder { let any: Any }
    struct Debugger { let subject: any CustomDebugStringConvertible }
    container.register(transient: DIContainer.autowire(Holder.init))
    container.register(transient: DIContainer.autowire(Debugger.init))
    #expect(errorText { try container.resolve(Holder.self) }?.contains("'Any' is not") == true)
    #expect(errorText { try container.resolve(Debugger.self) }?.contains("is not reg") == true)
  }
}
