// Step 3: names and arguments in the key.
//
// The key is now a value of its own: the type of the service, a name, and the
// types of the arguments. What differs in any of these is another registration.
// The arguments travel to the factory as one tuple.
//
// Left out: errors, rings, threads. Nobody checks that only a transient takes
// arguments, as it should.

private enum Lifetime { case transient, lazySingleton }

private struct Key: Hashable {
  let service: ObjectIdentifier
  let name: String?
  var arguments: [ObjectIdentifier] = []
}

private struct Registration<Service, Arguments> {
  let lifetime: Lifetime
  let factory: (Container, Arguments) -> Service?
}

private final class Container {
  private var registrations: [Key: Any] = [:]
  private var instances: [Key: Any] = [:]

  func register<Service, each Argument>(
    _ type: Service.Type, name: String? = nil,
    _ lifetime: Lifetime = .transient,
    factory: @escaping (Container, repeat each Argument) -> Service?
  ) {
    var key = Key(service: ObjectIdentifier(type), name: name)
    repeat key.arguments.append(ObjectIdentifier((each Argument).self))
    registrations[key] = Registration(lifetime: lifetime) {
      (container: Container, arguments: (repeat each Argument)) in
      factory(container, repeat each arguments)
    }
    instances[key] = nil
  }

  subscript<Service, each Argument>(
    _ type: Service.Type, name name: String? = nil,
    arguments arguments: repeat each Argument
  ) -> Service? {
    var key = Key(service: ObjectIdentifier(type), name: name)
    repeat key.arguments.append(ObjectIdentifier((each Argument).self))
    typealias Found = Registration<Service, (repeat each Argument)>
    guard let registration = registrations[key] as? Found else { return nil }
    if let instance = instances[key] as? Service { return instance }
    let instance = registration.factory(self, (repeat each arguments))
    if registration.lifetime == .lazySingleton { instances[key] = instance }
    return instance
  }
}

// The demonstration

private struct Drink { let recipe: String }

private struct Bill { let text: String }

private struct Beans {}

private struct Machine { let beans: Beans }

private final class Owner { init(dog: Dog) {} }

private final class Dog { init(owner: Owner) {} }

enum Step3 {
  static func works() {
    let container = Container()
    container.register(Drink.self) { _ in Drink(recipe: "two shots") }
    container.register(Drink.self, name: "mild") { _ in
      Drink(recipe: "one shot, milk")
    }
    container.register(Bill.self) { _, guest, cups in
      Bill(text: "\(guest as String) pays for \(cups as Int).")
    }

    print("The drink:", container[Drink.self]?.recipe ?? "none")
    let mild = container[Drink.self, name: "mild"]
    print("The mild one:", mild?.recipe ?? "none")
    print(container[Bill.self, arguments: "Ana", 2]?.text ?? "No bill.")
  }

  /// Who is to know that the beans are missing? And a ring goes round for ever:
  /// the demonstration gives up after a while, where a program would crash.
  static func fails() {
    let container = Container()
    container.register(Machine.self) { c in
      c[Beans.self].map { Machine(beans: $0) }
    }
    print("The machine:", container[Machine.self] == nil ? "nil" : "made")

    var turns = 0
    container.register(Owner.self) { c in c[Dog.self].map { Owner(dog: $0) } }
    container.register(Dog.self) { c in
      turns += 1
      return turns < 1000 ? c[Owner.self].map { Dog(owner: $0) } : nil
    }
    _ = container[Owner.self]
    print("A ring went round \(turns) times. Without a limit, it is a crash.")
  }
}

// Runs when this file is compiled alone: swiftc Step3.swift
private let alone: (Void, Void) = (Step3.works(), Step3.fails())
