import DIContainer
import Foundation
import TestSupport
import Testing

// The examples of the five documents that the container was modelled on, in its own spelling, with
// the output that the document states. A comment names the section.

// dicontainer-swift-readme.md. Its call `printer?.print("Hello")` has no label, so its protocol has
// none here; what it prints is kept.

private protocol PrinterProtocol: AnyObject {
  var printed: [String] { get }
  func print(_ data: Any...)
}

private final class PrinterImplementation: PrinterProtocol {
  var printed: [String] = []

  func print(_ data: Any...) {
    printed += data.map { "\($0)" }
  }
}

private final class PrinterMock: PrinterProtocol {
  var printed: [String] = []

  func print(_: Any...) {
    printed.append("Nothing")
  }
}

// dip-registering-and-resolving.md

private protocol ServiceRepository: AnyObject {}

private final class ServiceRepositoryImp: ServiceRepository {}

private protocol Service: AnyObject {
  var repository: (any ServiceRepository)? { get set }
  var url: String { get }
  var something: (any ServiceRepository)? { get }
  func doSomething(withSomething something: any ServiceRepository)
}

private final class ServiceImp: Service {
  var repository: (any ServiceRepository)?
  let url: String
  var something: (any ServiceRepository)?

  init(repository: (any ServiceRepository)? = nil, url: String = "") {
    self.repository = repository
    self.url = url
  }

  func doSomething(withSomething something: any ServiceRepository) {
    self.something = something
  }
}

// nsdi-readme.md, Circular Dependencies

private protocol ParentProtocol: AnyObject {
  var child: (any ChildProtocol)? { get }
}

private protocol ChildProtocol: AnyObject {
  var parent: (any ParentProtocol)? { get }
}

/// The parent of "Initializer/Property Dependencies".
private final class InitializerParent: ParentProtocol {
  let child: (any ChildProtocol)?

  init(child: (any ChildProtocol)?) {
    self.child = child
  }
}

/// The parent of "Property/Property Dependencies".
private final class PropertyParent: ParentProtocol {
  var child: (any ChildProtocol)?
}

private final class Child: ChildProtocol {
  weak var parent: (any ParentProtocol)?
}

// sdk-dependency-container.md

private protocol ServiceInterface: AnyObject {}

private final class ServiceImplementation: ServiceInterface {}

private final class Network {}

private final class Security {}

private struct NetworkingDependencyProvider: DIContainer.Provider {
  func register(in container: DIContainer) {
    container.register { _ in Network() }
  }
}

private struct SecurityDependencyProvider: DIContainer.Provider {
  func register(in container: DIContainer) {
    container.register { _ in Security() }
  }
}

/// dicontainer-swift-readme.md
struct DIContainerSwiftReadmeTests {
  // Examples: "use a new instance of PrinterImplementation whenever we require an instance".
  @Test(.rules(.K5))
  func printerIsNewEachTimeAsATransient() throws {
    let container = DIContainer()
    container.register(PrinterProtocol.self, transient: { _ in PrinterImplementation() })
    let printer = container[PrinterProtocol.self]
    printer?.print("Hello")
    #expect(printer?.printed == ["Hello"])
    #expect(container[PrinterProtocol.self] !== printer)
  }

  // Examples: "or as a singleton, so we reuse the same instance", "it would look the same".
  @Test(.rules(.K5))
  func printerIsTheSameAnywhereAsASingleton() throws {
    let container = DIContainer()
    container.register(PrinterProtocol.self, eagerSingleton: PrinterImplementation())
    let printer = container[PrinterProtocol.self]
    printer?.print("Hello")
    #expect(container[PrinterProtocol.self] === printer)
    #expect(container[PrinterProtocol.self]?.printed == ["Hello"])
  }

  // Introduction: "just register the new implementation with the container and you're good to go".
  @Test(.rules(.K1))
  func mockReplacesThePrinter() {
    let container = DIContainer()
    container.register(PrinterProtocol.self, transient: { _ in PrinterImplementation() })
    container.register(PrinterProtocol.self, transient: { _ in PrinterMock() })
    let printer = container[PrinterProtocol.self]
    printer?.print("Hello")
    #expect(printer?.printed == ["Nothing"])
  }
}

/// dip-registering-and-resolving.md
struct DipWikiTests {
  // Creating a container: the closure that returns a container, and the configuration block.
  @Test(.rules(.K6))
  func containerIsConfiguredInAClosure() {
    let container: DIContainer = {
      let container = DIContainer()
      container.register(transient: { _ in ServiceImp() as Service })
      return container
    }()
    let configured = DIContainer { container in
      container.register(transient: { _ in ServiceImp() as Service })
    }
    #expect(container[Service.self] != nil)
    #expect(configured[Service.self] != nil)
  }

  // Registering components: "each instance of ServiceImp will be unique. It is a default scope."
  @Test(.rules(.K4, .K6))
  func serviceIsUniqueEachTime() throws {
    let container = DIContainer()
    container.register(transient: { _ in ServiceImp() as Service })
    #expect(try container.resolve(Service.self) !== container.resolve(Service.self))
    container.register { _ in ServiceImp() as Service }
    #expect(container.description == "Service: transient")
  }

  // Constructor injection: the first snippet.
  @Test(.rules(.K6))
  func constructorGetsItsRepository() throws {
    let container = DIContainer()
    container.register(lazySingleton: { _ in ServiceRepositoryImp() as ServiceRepository })
    container.register { c in ServiceImp(repository: try c.resolve()) as Service }
    let service = try container.resolve() as Service
    #expect(service.repository === container[ServiceRepository.self])
  }

  // Constructor injection: "a factory that accepts it as a parameter".
  @Test(.rules(.K3, .K6))
  func constructorGetsARuntimeArgument() throws {
    let container = DIContainer()
    container.register { (_, url: String) in ServiceImp(url: url) as Service }
    let service: Service = try container.resolve(arguments: "https://example.com")
    #expect(service.url == "https://example.com")
  }

  // Property injection: "a block that will be called after instance is created by container".
  @Test(.rules(.K7))
  func propertyIsSetInACallback() throws {
    let container = DIContainer()
    container.register(lazySingleton: { _ in ServiceRepositoryImp() as ServiceRepository })
    container.register(
      Service.self, transient: { _ in ServiceImp() },
      initCompleted: { service, container in
        service.repository = try container.resolve() as ServiceRepository
      })
    let service = try container.resolve() as Service
    #expect(service.repository === container[ServiceRepository.self])
  }

  // Property injection: "do the same right within a factory block".
  @Test(.rules(.K6))
  func propertyIsSetInTheFactory() throws {
    let container = DIContainer()
    container.register(lazySingleton: { _ in ServiceRepositoryImp() as ServiceRepository })
    container.register(transient: { container -> Service in
      let service = ServiceImp()
      service.repository = try container.resolve() as ServiceRepository
      return service
    })
    let service = try container.resolve() as Service
    #expect(service.repository === container[ServiceRepository.self])
  }

  // Method injection.
  @Test(.rules(.K7))
  func methodIsCalledInACallback() throws {
    let container = DIContainer()
    container.register(lazySingleton: { _ in ServiceRepositoryImp() as ServiceRepository })
    container.register(
      Service.self, transient: { _ in ServiceImp() },
      initCompleted: { service, container in
        service.repository = try container.resolve() as ServiceRepository
        service.doSomething(withSomething: try container.resolve())
      })
    let service = try container.resolve() as Service
    #expect(service.something === container[ServiceRepository.self])
  }

  // Resolving components: `try! container.resolve() as Service`, and what is thrown where nothing
  // is registered.
  @Test(.rules(.R9))
  func resolveThrowsUntilTheServiceIsRegistered() throws {
    let container = DIContainer()
    #expect(
      errorText { try container.resolve() as Service } == "'Service' is not registered.")
    container.register { _ in ServiceImp() as Service }
    let service = try container.resolve() as Service
    #expect(service is ServiceImp)
  }

  // Resolving components: "weakly typed resolve methods if a type is unknown at compile time".
  @Test(.rules(.R4))
  func typeMayBeKnownOnlyAtRunTime() {
    let container = DIContainer()
    func resolveType(type: Any.Type) -> Any? {
      return try? container.resolve(type)
    }
    container.register { _ in ServiceImp() as Service }
    #expect(resolveType(type: Service.self) is ServiceImp)
    #expect(resolveType(type: Int.self) == nil)
  }
}

/// nsdi-readme.md
struct NSDIReadmeTests {
  // Circular Dependencies, Initializer/Property Dependencies.
  @Test(.rules(.C1, .C3))
  func ringOfAnInitializerAndAPropertyCloses() throws {
    let container = DIContainer()
    container.register(
      ParentProtocol.self,
      transient: { resolver in
        InitializerParent(child: try resolver.resolve(ChildProtocol.self))
      })
    container.register(
      ChildProtocol.self,
      transient: { _ in
        Child()
      },
      initCompleted: { child, resolver in
        child.parent = try resolver.resolve(ParentProtocol.self)
      })

    let parent = try container.resolve(ParentProtocol.self)
    #expect(parent.child is Child)
    #expect(parent.child?.parent === parent)
  }

  // Circular Dependencies, Property/Property Dependencies.
  @Test(.rules(.C1, .C3))
  func ringOfTwoPropertiesCloses() throws {
    let container = DIContainer()
    container.register(
      ParentProtocol.self,
      transient: { _ in
        PropertyParent()
      },
      initCompleted: { parent, resolver in
        parent.child = try resolver.resolve(ChildProtocol.self)
      })
    container.register(
      ChildProtocol.self,
      transient: { _ in
        Child()
      },
      initCompleted: { child, resolver in
        child.parent = try resolver.resolve(ParentProtocol.self)
      })

    let parent = try container.resolve(ParentProtocol.self)
    #expect(parent.child is Child)
    #expect(parent.child?.parent === parent)
  }
}

/// sdk-dependency-container.md
struct SDKDependencyContainerTests {
  // Factory: "a new instance of your dependency is created everytime it is resolved".
  @Test(.rules(.K4, .K6))
  func objectIsNewEachTimeFromAFactory() throws {
    let container = DIContainer()
    container.register { _ in ServiceImplementation() as ServiceInterface }
    let object = try container.resolve(ServiceInterface.self)
    #expect(try container.resolve(ServiceInterface.self) !== object)
  }

  // Factory: "explicitly define the type as argument".
  @Test(.rules(.K4))
  func typeMayBeAnArgument() throws {
    let container = DIContainer()
    container.register(ServiceInterface.self) { _ in ServiceImplementation() }
    #expect(try container.resolve(ServiceInterface.self) is ServiceImplementation)
  }

  // Resolution: both spellings.
  @Test(.rules(.R7))
  func bothSpellingsOfResolveGiveTheSameObject() throws {
    let container = DIContainer()
    container.register(ServiceInterface.self, lazySingleton: { _ in ServiceImplementation() })
    let object = try container.resolve() as ServiceInterface
    let same = try container.resolve(ServiceInterface.self)
    #expect(object === same)
  }

  // Scopes, Singleton Instance: "an initialized instance, which will be reused".
  @Test(.rules(.K5, .R7))
  func instanceIsReused() throws {
    let container = DIContainer()
    let instance = ServiceImplementation()
    container.register(ServiceInterface.self, eagerSingleton: instance)
    #expect(try container.resolve(ServiceInterface.self) === instance)
    #expect(try container.resolve(ServiceInterface.self) === instance)
  }

  // Scopes, Singleton Instance: "resolve the factory only once and then reuse the same instance".
  @Test(.rules(.K5, .K6, .R7))
  func factoryOfASingletonRunsOnce() throws {
    let container = DIContainer()
    let log = Log()
    container.register(lazySingleton: { _ -> ServiceInterface in
      log.add("made")
      return ServiceImplementation()
    })
    let object = try container.resolve() as ServiceInterface
    #expect(try container.resolve() as ServiceInterface === object)
    #expect(log.lines == ["made"])
  }

  // Scopes, Shared Instances: "a dependency associated with this context".
  @Test(.rules(.K1, .R7))
  func contextsHaveInstancesOfTheirOwn() throws {
    let container = DIContainer()
    container.register(
      name: "myContext", lazySingleton: { _ in ServiceImplementation() as ServiceInterface })
    container.register(
      name: "anotherContext", lazySingleton: { _ in ServiceImplementation() as ServiceInterface })
    let object = try container.resolve(ServiceInterface.self, name: "myContext")
    let anotherObject = try container.resolve(ServiceInterface.self, name: "anotherContext")
    #expect(object !== anotherObject)
    #expect(try container.resolve(ServiceInterface.self, name: "myContext") === object)
  }

  // Dependency Provider, and "Creates a new container instance by passing a list of providers".
  @Test(.rules(.R3))
  func providersRegisterWhatTheyProvide() throws {
    let container = DIContainer()
    let networkingProvider = NetworkingDependencyProvider()
    let securityProvider = SecurityDependencyProvider()
    container.register(providers: [networkingProvider, securityProvider])
    #expect(container.description == "Network: transient\nSecurity: transient")

    let another = DIContainer(providers: [networkingProvider, securityProvider])
    #expect(another.description == "Network: transient\nSecurity: transient")
  }
}

/// swinject-di-container.md, and what nsdi-readme.md has in common with it
struct SwinjectDIContainerTests {
  // Registration in a DI Container.
  @Test(.rules(.K4))
  func petOwnerGetsTheRegisteredPet() throws {
    let container = DIContainer()
    container.register(Animal.self) { _ in Cat(name: "Mimi") }
    container.register(Person.self) { r in
      PetOwner(name: "Stephen", pet: try r.resolve(Animal.self))
    }

    let animal = try #require(container[Animal.self])
    let person = try #require(container[Person.self])
    let pet = try #require(person as? PetOwner).pet

    #expect(animal.name == "Mimi")
    #expect(animal is Cat)
    #expect(person.name == "Stephen")
    #expect(person is PetOwner)
    #expect(pet.name == "Mimi")
    #expect(pet is Cat)
  }

  // Named Registration in a DI Container.
  @Test(.rules(.K1))
  func namesTellTwoAnimalsApart() throws {
    let container = DIContainer()
    container.register(Animal.self, name: "cat") { _ in Cat(name: "Mimi") }
    container.register(Animal.self, name: "dog") { _ in Dog(name: "Hachi") }

    let cat = try container.resolve(Animal.self, name: "cat")
    let dog = try container.resolve(Animal.self, name: "dog")

    #expect(cat.name == "Mimi")
    #expect(cat is Cat)
    #expect(dog.name == "Hachi")
    #expect(dog is Dog)
  }

  // Registration with Arguments in a DI Container.
  @Test(.rules(.K2, .K3))
  func argumentsReachTheHorse() throws {
    let container = DIContainer()
    container.register(Animal.self) { _, name in
      Horse(name: name)
    }
    container.register(Animal.self) { _, name, running in
      Horse(name: name, running: running)
    }

    let animal1 = try container.resolve(Animal.self, arguments: "Spirit")

    #expect(animal1.name == "Spirit")
    #expect((animal1 as? Horse)?.running == false)

    let animal2 = try container.resolve(Animal.self, arguments: "Lucky", true)

    #expect(animal2.name == "Lucky")
    #expect((animal2 as? Horse)?.running == true)
  }

  // Registration Keys: the registrations that can co-exist.
  @Test(.rules(.K1, .K2))
  func keysThatDifferInOnePartCoexist() {
    let container = DIContainer()
    container.register(Animal.self) { _ in Cat(name: "Mimi") }
    container.register(Person.self) { r in
      PetOwner(name: "Stephen", pet: try r.resolve(Animal.self))
    }
    container.register(Animal.self, name: "cat") { _ in Cat(name: "Mimi") }
    container.register(Animal.self, name: "dog") { _ in Dog(name: "Hachi") }
    container.register(Animal.self) { _, name in Cat(name: name) }
    container.register(Animal.self) { _, name, running in Horse(name: name, running: running) }
    container.register(Animal.self) { _, running, name in Horse(name: name, running: running) }
    #expect(container[Animal.self]?.name == "Mimi")
    #expect(container[Person.self]?.name == "Stephen")
    #expect(container[Animal.self, name: "cat"] is Cat)
    #expect(container[Animal.self, name: "dog"] is Dog)
    #expect(container[Animal.self, arguments: "Tama"]?.name == "Tama")
    #expect(container[Animal.self, arguments: "Spirit", true]?.name == "Spirit")
    #expect(container[Animal.self, arguments: false, "Lucky"]?.name == "Lucky")
  }

  // Remark: "the types must be inferred as the same types as those you register".
  @Test(.rules(.K2))
  func argumentOfAnotherTypeFindsNothing() {
    let container = DIContainer()
    container.register(Animal.self) { _, name in Cat(name: name) }

    let name1: String = "Mimi"
    let mimi1 = container[Animal.self, arguments: name1]  // Returns a Cat instance.
    #expect(mimi1 is Cat)

    let name2: NSString = "Mimi"
    let mimi2 = container[Animal.self, arguments: name2]  // Returns nil.
    #expect(mimi2 == nil)

    let name3: String? = "Mimi"
    let mimi3 = container[Animal.self, arguments: name3]  // Returns nil.
    #expect(mimi3 == nil)

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    let name4: String! = "Mimi"
    let mimi4 = container[Animal.self, arguments: name4]  // Returns nil.
    #expect(mimi4 == nil)
  }
}
