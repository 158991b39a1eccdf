import DIContainer
import Foundation
import TestSupport
import Testing

// Mistakes that a newcomer made in a program for a library, and what the container says of each.

private final class Basket {}

private struct Checkout {
  let basket: Basket
}

private struct Home {
  let pet: Animal
}

private struct Kennel {
  let pets: [Animal]
}

private struct Receipt {
  let member: String
  let amount: Double
  let note: String?
}

private struct Letter {
  let text: String
  var copies = 1
}

private struct Walk {
  let pet: Animal?
}

private struct Muzzled: Animal {
  let plain: Animal
  var name: String { "muzzled " + plain.name }
}

private final class Desk {
  init(queue: Queue) {}
}

private final class Queue {
  init(desk: Desk) {}
}

private final class Cache<Value> {}

private enum Billing {
  struct Account {}
  struct Bill {
    let account: Account
  }
}

private enum Chat {
  struct Account {}
}

/// Asks the container later than its factory runs.
private final class Later {
  let pet: () throws -> Animal
  init(pet: @escaping () throws -> Animal) { self.pet = pet }
}

struct MistakeTests {
  // MARK: The wrong type

  @Test(.rules(.R9))
  func implementationIsRegisteredInPlaceOfItsProtocol() {
    let container = DIContainer()
    container.register { _ in Cat(name: "Mimi") }
    container.register(transient: DIContainer.autowire(Home.init))
    #expect(
      errorText { try container.resolve(Home.self) } == """
        'Animal' is not registered.
          Path: Home → Animal
        """)
    #expect(container.description == "Cat: transient\nHome: transient")
  }

  @Test(.rules(.R9))
  func classIsAskedForWhereItsProtocolIsRegistered() {
    let container = DIContainer()
    container.register(Animal.self) { _ in Cat(name: "Mimi") }
    #expect(errorText { try container.resolve(Cat.self) } == "'Cat' is not registered.")
  }

  @Test(.rules(.R9))
  func genericServiceIsAskedForWithAnotherParameter() {
    let container = DIContainer()
    container.register(lazySingleton: { _ in Cache<Int>() })
    #expect(
      errorText { try container.resolve(Cache<String>.self) }
        == "'Cache<String>' is not registered.")
  }

  @Test(.rules(.R9, .M3))
  func closureIsAskedForWithoutItsAttribute() {
    let container = DIContainer()
    container.register((@Sendable () -> Int).self) { _ in { 7 } }
    #expect(
      errorText { try container.resolve((() -> Int).self) } == "'() -> Int' is not registered.")
    #expect(container.description == "@Sendable () -> Int: transient")
  }

  /// The error and the list have the same name, for two types.
  @Test(.rules(.R9, .M3))
  func twoTypesHaveTheSameName() {
    let container = DIContainer()
    container.register { _ in Chat.Account() }
    container.register(transient: DIContainer.autowire(Billing.Bill.init))
    #expect(
      errorText { try container.resolve(Billing.Bill.self) } == """
        'Account' is not registered.
          Path: Bill → Account
        """)
    #expect(container.description == "Account: transient\nBill: transient")
  }

  @Test(.rules(.R9))
  func arrayIsAskedForInPlaceOfAllRegistrations() {
    let container = DIContainer()
    container.register(Animal.self, name: "cat") { _ in Cat(name: "Mimi") }
    container.register(transient: DIContainer.autowire(Kennel.init))
    #expect(
      errorText { try container.resolve(Kennel.self) } == """
        'Array<Animal>' is not registered.
          Path: Kennel → Array<Animal>
        """)
  }

  // MARK: The wrong arguments

  private func receipts() -> DIContainer {
    DIContainer { container in
      container.register(Receipt.self) { _, member, amount, note in
        Receipt(member: member, amount: amount, note: note)
      }
    }
  }

  private let registered = "\n  Registered for Receipt: Receipt (String, Double, Optional<String>)"

  @Test(.rules(.R9, .K2))
  func wholeNumberIsGivenForADouble() {
    let note: String? = nil
    #expect(
      errorText { try receipts().resolve(Receipt.self, arguments: "Ana", 2, note) }
        == "'Receipt (String, Int, Optional<String>)' is not registered." + registered)
  }

  @Test(.rules(.R9, .K2))
  func stringIsGivenForAnOptionalString() {
    #expect(
      errorText { try receipts().resolve(Receipt.self, arguments: "Ana", 1.5, "late") }
        == "'Receipt (String, Double, String)' is not registered." + registered)
  }

  @Test(.rules(.R9, .K2))
  func argumentsAreGivenInAnotherOrder() {
    let note: String? = nil
    #expect(
      errorText { try receipts().resolve(Receipt.self, arguments: 1.5, "Ana", note) }
        == "'Receipt (Double, String, Optional<String>)' is not registered." + registered)
  }

  @Test(.rules(.R9, .K2))
  func argumentsAreGivenAsATuple() {
    let note: String? = nil
    #expect(
      errorText { try receipts().resolve(Receipt.self, arguments: ("Ana", 1.5, note)) }
        == "'Receipt ((String, Double, Optional<String>))' is not registered." + registered)
  }

  @Test(.rules(.R9, .K2))
  func argumentsAreGivenAsAnArray() {
    #expect(
      errorText { try receipts().resolve(Receipt.self, arguments: ["Ana", "late"]) }
        == "'Receipt (Array<String>)' is not registered." + registered)
  }

  @Test(.rules(.R9, .K2))
  func instanceIsGivenWithTheTypeOfItsClass() {
    let container = DIContainer()
    container.register { (_, pet: Animal) in Home(pet: pet) }
    #expect(
      errorText { try container.resolve(Home.self, arguments: Cat(name: "Mimi")) } == """
        'Home (Cat)' is not registered.
          Registered for Home: Home (Animal)
        """)
  }

  // MARK: What autowire does not do

  @Test(.rules(.R9, .K8))
  func argumentsAreLeftToAutowire() {
    let container = DIContainer()
    container.register(transient: DIContainer.autowire(Receipt.init))
    #expect(
      errorText { try container.resolve(Receipt.self, arguments: "Ana", 1.5) } == """
        'Receipt (String, Double)' is not registered.
          Registered for Receipt: Receipt
        """)
    #expect(
      container.verify().errors.map { "\($0)" } == [
        "'String' is not registered.\n  Path: Receipt → String"
      ])
  }

  @Test(.rules(.R9, .K8))
  func defaultValueIsLeftToAutowire() {
    let container = DIContainer()
    container.register(eagerSingleton: "Dear Ana")
    container.register(transient: DIContainer.autowire(Letter.init))
    #expect(
      errorText { try container.resolve(Letter.self) } == """
        'Int' is not registered.
          Path: Letter → Int
        """)
  }

  @Test(.rules(.R9, .M3))
  func initializerIsRegisteredAsAnInstance() {
    let container = DIContainer()
    container.register(eagerSingleton: Basket.init)
    #expect(errorText { try container.resolve(Basket.self) } == "'Basket' is not registered.")
    #expect(container.description == "@Sendable () -> Basket: eagerSingleton (made)")
  }

  // MARK: Rings

  @Test(.rules(.R9, .C4, .K8))
  func twoInitializersNeedEachOther() {
    let container = DIContainer()
    container.register(lazySingleton: DIContainer.autowire(Desk.init))
    container.register(lazySingleton: DIContainer.autowire(Queue.init))
    #expect(
      errorText { try container.resolve(Desk.self) } == "Circular dependency: Desk → Queue → Desk")
  }

  @Test(.rules(.R9, .C4))
  func decoratorReplacesWhatItDecorates() {
    let ring = "Circular dependency: Animal → Animal"
    let parent = DIContainer()
    parent.register(Animal.self) { _ in Cat(name: "Mimi") }
    let child = DIContainer(parent: parent)
    for container in [child, parent] {
      container.register(Animal.self) { c in Muzzled(plain: try c.resolve()) }
      #expect(errorText { try container.resolve(Animal.self) } == ring)
    }
  }

  // MARK: The wrong container

  @Test(.rules(.R8, .R9))
  func singletonOfTheParentNeedsWhatAChildHas() {
    let parent = DIContainer()
    parent.register(lazySingleton: DIContainer.autowire(Checkout.init))
    let child = DIContainer(parent: parent)
    child.register(lazySingleton: { _ in Basket() })
    let text = """
      'Basket' is not registered.
        Path: Checkout → Basket
      """
    #expect(errorText { try child.resolve(Checkout.self) } == text)
    #expect(child.verify().errors.map { "\($0)" } == [text])
    #expect(child.description == "Basket: lazySingleton (not made)")
  }

  @Test(.rules(.R9, .M4))
  func appIsVerifiedWithoutWhatASessionAdds() {
    let app = DIContainer()
    app.register(transient: DIContainer.autowire(Checkout.init))
    let session = DIContainer(parent: app)
    session.register(lazySingleton: { _ in Basket() })
    #expect(session.verify().errors.isEmpty)
    #expect(
      app.verify().description == """
        'Basket' is not registered.
          Path: Checkout → Basket
        """)
  }

  @Test(.rules(.R9, .M5))
  func providerIsForgotten() {
    struct Houses: DIContainer.Provider {
      func register(in container: DIContainer) {
        container.register(transient: DIContainer.autowire(Home.init))
        container.register { c in Muzzled(plain: try c.resolve()) }
      }
    }
    #expect(
      DIContainer(providers: [Houses()]).verify().description == """
        'Animal' is not registered.
          Path: Home → Animal
          Path: Muzzled → Animal
        """)
  }

  @Test(.rules(.R9, .M4))
  func serviceAsksLaterThanVerifyLooks() throws {
    let container = DIContainer()
    container.register { c in Later { [unowned c] in try c.resolve() } }
    #expect(container.verify().description == "No errors.")
    let later = try container.resolve(Later.self)
    #expect(errorText { try later.pet() } == "'Animal' is not registered.")
  }

  #if compiler(>=6.2)
    @Test(.rules(.T10), .timeLimit(.minutes(5)))
    func serviceAsksAfterItsContainerIsGone() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        func later() throws -> Later {
          let container = DIContainer()
          container.register { c in Later { [unowned c] in try c.resolve() } }
          return try container.resolve()
        }
        _ = try later().pet()
      }
      let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(said.contains("Fatal error: Attempted to read an unowned reference but object"))
    }
  #endif

  // MARK: Words that go unread

  @Test(.rules(.M6), arguments: [nil, "cat"])
  func optionalHasAnotherKey(name: String?) throws {
    let container = DIContainer()
    if let name {
      container.register(Animal.self, name: name) { _ in Cat(name: "Mimi") }
    } else {
      container.register { _ in Cat(name: "Mimi") }
    }
    container.register(transient: DIContainer.autowire(Walk.init))
    #expect(try container.resolve(Walk.self).pet == nil)
    #expect(
      container.verify().description == """
        No errors.
        'Animal' is not registered and was asked for as an optional (Walk → Animal): register it, \
        unless it may be absent.
        """)
  }

  /// Foundation has words of its own, which say nothing: the guides have the cure.
  @Test(.rules(.R9))
  func errorIsShownAsItsLocalizedDescription() {
    let error = #expect(throws: DIContainer.ResolutionError.self) {
      try DIContainer().resolve(Animal.self)
    }
    let said = error?.localizedDescription
    #expect(said?.hasSuffix("(DIContainer.DIContainer.ResolutionError error 0.)") == true)
  }
}
