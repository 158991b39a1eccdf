import DIContainer
import Foundation
import Testing

// Every snippet of the five reference documents, in the spelling of `DIContainer`, with the output
// that the document states. A comment names the document and its section.

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

/// The child of "Initializer/Initializer Dependencies".
private final class InitializerChild: ChildProtocol {
  let parent: (any ParentProtocol)?

  init(parent: (any ParentProtocol)?) {
    self.parent = parent
  }
}

// sdk-dependency-container.md

private protocol ServiceInterface: AnyObject {}

private final class ServiceImplementation: ServiceInterface {}

private final class OtherImplementation: ServiceInterface {}

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
  // Introduction: "eagerSingleton: initialized and stored in the container and returned as-is",
  // "lazySingleton: initialized when first requested", "transient: initialized whenever requested";
  // the last two "can make use of other dependencies in the container".
  @Test func threeLifetimes() throws {
    let log = Log()
    func make(_ name: String) -> Cat {
      log.add(name)
      return Cat(name: name)
    }
    let container = DIContainer()
    container.register(String.self, eagerSingleton: "Mimi")
    container.register(Cat.self, name: "eager", eagerSingleton: make("eager"))
    container.register(
      Cat.self, name: "lazy", lazySingleton: { c in make("lazy " + (try c.resolve())) })
    container.register(
      Cat.self, name: "transient", transient: { c in make("transient " + (try c.resolve())) })
    #expect(log.lines == ["eager"])
    for name in ["eager", "lazy", "transient"] {
      for _ in 1...2 { _ = try container.resolve(Cat.self, name: name) }
    }
    #expect(log.lines == ["eager", "lazy Mimi", "transient Mimi", "transient Mimi"])
  }

  // Examples: "use a new instance of PrinterImplementation whenever we require an instance".
  @Test func newInstanceEachTime() throws {
    let container = DIContainer()
    container.register(PrinterProtocol.self, transient: { _ in PrinterImplementation() })
    let printer = container[PrinterProtocol.self]
    printer?.print("Hello")
    #expect(printer?.printed == ["Hello"])
    #expect(container[PrinterProtocol.self] !== printer)
  }

  // Examples: "or as a singleton, so we reuse the same instance", "it would look the same".
  @Test func sameInstanceAnywhere() throws {
    let container = DIContainer()
    container.register(PrinterProtocol.self, eagerSingleton: PrinterImplementation())
    let printer = container[PrinterProtocol.self]
    printer?.print("Hello")
    #expect(container[PrinterProtocol.self] === printer)
    #expect(container[PrinterProtocol.self]?.printed == ["Hello"])
  }

  // Introduction: "just register the new implementation with the container and you're good to go".
  @Test func mockReplacesTheImplementation() {
    let container = DIContainer()
    container.register(PrinterProtocol.self, transient: { _ in PrinterImplementation() })
    container.register(PrinterProtocol.self, transient: { _ in PrinterMock() })
    let printer = container[PrinterProtocol.self]
    printer?.print("Hello")
    #expect(printer?.printed == ["Nothing"])
  }

  // Examples: "will return nil in case the dependency hasn't been previously registered".
  @Test func nilWhereNothingIsRegistered() {
    let container = DIContainer()
    let printer = container[PrinterProtocol.self]
    printer?.print("Hello")
    #expect(printer == nil)
  }
}

/// dip-registering-and-resolving.md
struct DipWikiTests {
  // Creating a container: the closure that returns a container, and the configuration block.
  @Test func creatingAContainer() {
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
  @Test func registeringComponents() throws {
    let container = DIContainer()
    container.register(transient: { _ in ServiceImp() as Service })
    #expect(try container.resolve(Service.self) !== container.resolve(Service.self))
    container.register { _ in ServiceImp() as Service }
    #expect(container.description == "Service: transient")
  }

  // Constructor injection: the first snippet.
  @Test func constructorInjection() throws {
    let container = DIContainer()
    container.register(lazySingleton: { _ in ServiceRepositoryImp() as ServiceRepository })
    container.register { c in ServiceImp(repository: try c.resolve()) as Service }
    let service = try container.resolve() as Service
    #expect(service.repository === container[ServiceRepository.self])
  }

  // Constructor injection: "a factory that accepts it as a parameter".
  @Test func runtimeArgument() throws {
    let container = DIContainer()
    container.register { (_, url: String) in ServiceImp(url: url) as Service }
    let service: Service = try container.resolve(arguments: "https://example.com")
    #expect(service.url == "https://example.com")
  }

  // Constructor injection: "you can use auto-wiring".
  @Test func autoWiring() throws {
    let container = DIContainer()
    container.register(String.self, eagerSingleton: "https://example.com")
    container.register(lazySingleton: { _ in ServiceRepositoryImp() as ServiceRepository })
    container.register(Service.self, transient: DIContainer.autowire(ServiceImp.init))
    let service = try container.resolve() as Service
    #expect(service.repository === container[ServiceRepository.self])
    #expect(service.url == "https://example.com")
  }

  // Property injection: "a block that will be called after instance is created by container".
  @Test func propertyInjectionInACallback() throws {
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
  @Test func propertyInjectionInTheFactory() throws {
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
  @Test func methodInjection() throws {
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
  @Test func resolvingComponents() throws {
    let container = DIContainer()
    #expect(
      errorText { try container.resolve() as Service } == "'Service' is not registered.")
    container.register { _ in ServiceImp() as Service }
    let service = try container.resolve() as Service
    #expect(service is ServiceImp)
  }

  // Resolving components: "check the tag, type you try to resolve, number, order and types of
  // runtime arguments".
  @Test func errorShowsWhatIsRegistered() {
    let container = DIContainer()
    container.register(name: "tag") { (_, url: String) in ServiceImp(url: url) as Service }
    #expect(
      errorText { try container.resolve() as Service } == """
        'Service' is not registered.
          Registered for Service: Service "tag" (String)
        """)
  }

  // Resolving components: "weakly typed resolve methods if a type is unknown at compile time".
  @Test func weaklyTypedResolve() {
    let container = DIContainer()
    func resolveType(type: Any.Type) -> Any? {
      return try? container.resolve(type)
    }
    container.register { _ in ServiceImp() as Service }
    #expect(resolveType(type: Service.self) is ServiceImp)
    #expect(resolveType(type: Int.self) == nil)
  }

  // Resetting container: "reset the container and configure it again", "remove or add individual
  // definitions".
  @Test func resettingTheContainer() {
    let container = DIContainer()
    container.register { _ in ServiceImp() as Service }
    container.register { _ in ServiceRepositoryImp() as ServiceRepository }
    container.unregister(Service.self)
    #expect(container.description == "ServiceRepository: transient")
    container.reset()
    #expect(container[ServiceRepository.self] == nil)
    container.register { _ in ServiceImp(url: "mock") as Service }
    #expect(container[Service.self]?.url == "mock")
  }

  // Bootstrapping: "will instantiate components registered with EagerSingleton scope", "you will
  // only be able to completely reset it". (That changing it ends the program is in ManagingTests.)
  @Test func bootstrapping() throws {
    let container = DIContainer()
    container.register(Service.self, eagerSingleton: { _ in ServiceImp() })
    try container.bootstrap()
    #expect(container.description == "Service: eagerSingleton (made)")
    container.reset()
    container.register(Service.self, eagerSingleton: { _ in ServiceImp() })
    #expect(container.description == "Service: eagerSingleton (not made)")
  }

  // Thread safety: "you can register and resolve components from different threads".
  @Test(.timeLimit(.minutes(1)))
  func threadSafety() async throws {
    let container = DIContainer()
    try await onThread(stack: 512) {
      container.register(Int.self, lazySingleton: { _ in 1 })
    }
    #expect(try await onThread(stack: 512) { try container.resolve(Int.self) } == 1)
    #expect(try container.resolve(Int.self) == 1)
  }

  // Errors: "try? if a dependency is optional".
  @Test func errors() {
    let container = DIContainer()
    #expect((try? container.resolve() as Service) == nil)
    #expect(throws: DIContainer.ResolutionError.self) { try container.resolve() as Service }
  }
}

/// nsdi-readme.md
struct NSDIReadmeTests {
  // Registration in a DI Container.
  @Test func registration() throws {
    let container = DIContainer()
    container.register(Animal.self) { _ in Cat(name: "Mimi") }
    container.register(Person.self) { r in
      PetOwner(name: "Stephen", pet: try r.resolve(Animal.self))
    }

    let animal = try container.resolve(Animal.self)
    let person = try container.resolve(Person.self)
    let pet = try #require(person as? PetOwner).pet

    #expect(animal.name == "Mimi")
    #expect(animal is Cat)
    #expect(person.name == "Stephen")
    #expect(person is PetOwner)
    #expect(pet.name == "Mimi")
    #expect(pet is Cat)
  }

  // Registration in a DI Container: "attempting to resolve a dependency that has not first been
  // registered will lead to an assertion failure". Here it is an error that says what is missing.
  @Test func missingRegistration() {
    let container = DIContainer()
    container.register(Person.self) { r in
      PetOwner(name: "Stephen", pet: try r.resolve(Animal.self))
    }
    #expect(
      errorText { try container.resolve(Person.self) } == """
        'Animal' is not registered.
          Path: Person → Animal
        """)
  }

  // Named Registration in a DI Container.
  @Test func namedRegistration() throws {
    let container = DIContainer()
    container.register(Animal.self, name: "cat") { _ in Cat(name: "Mimi") }
    container.register(Animal.self, name: "dog") { _ in Dog(name: "Hachi") }

    let cat = try #require(container[Animal.self, name: "cat"])
    let dog = try #require(container[Animal.self, name: "dog"])

    #expect(cat.name == "Mimi")
    #expect(cat is Cat)
    #expect(dog.name == "Hachi")
    #expect(dog is Dog)
  }

  // Circular Dependencies, Initializer/Property Dependencies.
  @Test func initializerPropertyDependencies() throws {
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
  @Test func propertyPropertyDependencies() throws {
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

  // The same two graphs as singletons, asked for from the child.
  @Test func circularSingletonsFromTheChild() throws {
    let container = DIContainer()
    container.register(
      ParentProtocol.self,
      lazySingleton: { c in InitializerParent(child: try c.resolve(ChildProtocol.self)) })
    container.register(
      ChildProtocol.self,
      lazySingleton: { _ in Child() },
      initCompleted: { child, c in child.parent = try c.resolve(ParentProtocol.self) })

    let child = try container.resolve(ChildProtocol.self)
    #expect(child.parent?.child === child)
    #expect(container[ParentProtocol.self] === child.parent)
  }

  // Circular Dependencies, Initializer/Initializer Dependencies: "Not supported. This type of
  // dependency causes infinite recursion." Here it is an error that names the ring.
  @Test func initializerInitializerDependencies() {
    let container = DIContainer()
    container.register(ParentProtocol.self) { c in
      InitializerParent(child: try c.resolve(ChildProtocol.self))
    }
    container.register(ChildProtocol.self) { c in
      InitializerChild(parent: try c.resolve(ParentProtocol.self))
    }
    #expect(
      errorText { try container.resolve(ParentProtocol.self) }
        == "Circular dependency: ParentProtocol → ChildProtocol → ParentProtocol")
  }
}

/// sdk-dependency-container.md
struct SDKDependencyContainerTests {
  // Container.
  @Test func container() {
    let container = DIContainer()
    #expect(container.description == "")
  }

  // Factory: "a new instance of your dependency is created everytime it is resolved".
  @Test func factory() throws {
    let container = DIContainer()
    container.register { _ in ServiceImplementation() as ServiceInterface }
    let object = try container.resolve(ServiceInterface.self)
    #expect(try container.resolve(ServiceInterface.self) !== object)
  }

  // Factory: "explicitly define the type as argument".
  @Test func factoryWithTheTypeAsArgument() throws {
    let container = DIContainer()
    container.register(ServiceInterface.self) { _ in ServiceImplementation() }
    #expect(try container.resolve(ServiceInterface.self) is ServiceImplementation)
  }

  // Resolution: both spellings.
  @Test func resolution() throws {
    let container = DIContainer()
    container.register(ServiceInterface.self, lazySingleton: { _ in ServiceImplementation() })
    let object = try container.resolve() as ServiceInterface
    let same = try container.resolve(ServiceInterface.self)
    #expect(object === same)
  }

  // Resolution: "The order in which dependencies are registered is not relevant."
  @Test func orderIsNotRelevant() throws {
    let container = DIContainer()
    container.register(Person.self) { c in PetOwner(name: "Stephen", pet: try c.resolve()) }
    container.register(Animal.self) { _ in Cat(name: "Mimi") }
    #expect(try container.resolve(Person.self).name == "Stephen")
  }

  // Scopes, Singleton Instance: "an initialized instance, which will be reused".
  @Test func singletonInstance() throws {
    let container = DIContainer()
    let instance = ServiceImplementation()
    container.register(ServiceInterface.self, eagerSingleton: instance)
    #expect(try container.resolve(ServiceInterface.self) === instance)
    #expect(try container.resolve(ServiceInterface.self) === instance)
  }

  // Scopes, Singleton Instance: "resolve the factory only once and then reuse the same instance".
  @Test func singletonFactory() throws {
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

  // Scopes, Shared Instances: "the latest definition will override a previous one".
  @Test func latestDefinitionOverrides() throws {
    let container = DIContainer()
    container.register { _ in ServiceImplementation() as ServiceInterface }
    container.register { _ in OtherImplementation() as ServiceInterface }
    #expect(try container.resolve(ServiceInterface.self) is OtherImplementation)
  }

  // Scopes, Shared Instances: "a dependency associated with this context".
  @Test func sharedInstances() throws {
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
  @Test func dependencyProviders() throws {
    let container = DIContainer()
    let networkingProvider = NetworkingDependencyProvider()
    let securityProvider = SecurityDependencyProvider()
    container.register(providers: [networkingProvider, securityProvider])
    #expect(container.description == "Network: transient\nSecurity: transient")

    let another = DIContainer(providers: [networkingProvider, securityProvider])
    #expect(another.description == "Network: transient\nSecurity: transient")
  }

  // "Creates a new container instance by passing a configuration closure."
  @Test func configurationClosure() throws {
    let container = DIContainer { container in
      container.register { _ in ServiceImplementation() as ServiceInterface }
    }
    #expect(try container.resolve(ServiceInterface.self) is ServiceImplementation)
  }

  // Dependency Container: `description`.
  @Test func description() {
    let container = DIContainer()
    container.register(ServiceInterface.self, eagerSingleton: ServiceImplementation())
    #expect(container.description == "ServiceInterface: eagerSingleton (made)")
  }
}

/// swinject-di-container.md
struct SwinjectDIContainerTests {
  // Registration in a DI Container.
  @Test func registration() throws {
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

  // Registration in a DI Container: "returns nil if no registration for the type is found".
  @Test func missingRegistrationIsNil() {
    let container = DIContainer()
    #expect(container[Animal.self] == nil)
  }

  // Named Registration in a DI Container.
  @Test func namedRegistration() throws {
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
  @Test func registrationWithArguments() throws {
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

  // Registration Keys: "the existing registration is overwritten with the new registration".
  @Test func sameKeyOverwrites() {
    let container = DIContainer()
    container.register(Animal.self, name: "pet") { _, name in Cat(name: name) }
    container.register(Animal.self, name: "pet") { _, name in Dog(name: name) }
    #expect(container[Animal.self, name: "pet", arguments: "Hachi"] is Dog)
    #expect(container.description == "Animal \"pet\" (String): transient")
  }

  // Registration Keys: "because the service types are different".
  @Test func typesDiffer() {
    let container = DIContainer()
    container.register(Animal.self) { _ in Cat(name: "Mimi") }
    container.register(Person.self) { r in
      PetOwner(name: "Stephen", pet: try r.resolve(Animal.self))
    }
    #expect(container[Animal.self]?.name == "Mimi")
    #expect(container[Person.self]?.name == "Stephen")
  }

  // Registration Keys: "because the registration names are different".
  @Test func namesDiffer() {
    let container = DIContainer()
    container.register(Animal.self, name: "cat") { _ in Cat(name: "Mimi") }
    container.register(Animal.self, name: "dog") { _ in Dog(name: "Hachi") }
    #expect(container[Animal.self, name: "cat"] is Cat)
    #expect(container[Animal.self, name: "dog"] is Dog)
  }

  // Registration Keys: "because the numbers of arguments are different".
  @Test func numbersOfArgumentsDiffer() {
    let container = DIContainer()
    container.register(Animal.self) { _ in Cat(name: "Mimi") }
    container.register(Animal.self) { _, name in Cat(name: name) }
    #expect(container[Animal.self]?.name == "Mimi")
    #expect(container[Animal.self, arguments: "Tama"]?.name == "Tama")
  }

  // Registration Keys: "because the types of the arguments are different".
  @Test func typesOfArgumentsDiffer() {
    let container = DIContainer()
    container.register(Animal.self) { _, name, running in
      Horse(name: name, running: running)
    }
    container.register(Animal.self) { _, running, name in
      Horse(name: name, running: running)
    }
    #expect(container[Animal.self, arguments: "Spirit", true]?.name == "Spirit")
    #expect(container[Animal.self, arguments: false, "Lucky"]?.name == "Lucky")
    #expect(
      container.description == "Animal (String, Bool): transient\nAnimal (Bool, String): transient")
  }

  // Remark: "the types must be inferred as the same types as those you register".
  @Test func argumentTypesMustBeTheSame() {
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
