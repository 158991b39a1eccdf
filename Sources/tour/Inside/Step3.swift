// Goal: read a parameter pack, and see why a key has three parts.
//
// The key is now a value of its own: the type of the service, a name, and the types of the
// arguments. If any of these differs, it is another registration.

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

// A factory may take any number of arguments, of any types. Swift says that with a parameter pack.
// `each Argument` declares a list of types, which may be empty. `repeat` writes what follows it
// once for each of them: for `String` and `Int`, `(Container, repeat each Argument)` is
// `(Container, String, Int)`. The container keeps the arguments until the factory runs, as one
// tuple: `(repeat each Argument)`.

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

private struct Drink { let recipe: String }
private struct Bill { let text: String }

func step3() {
  let container = Container()
  container.register(Drink.self) { _ in Drink(recipe: "two shots") }
  container.register(Drink.self, name: "mild") { _ in
    Drink(recipe: "one shot, milk")
  }
  print("The drink:", container[Drink.self]?.recipe ?? "none")
  let mild = container[Drink.self, name: "mild"]
  print("The mild one:", mild?.recipe ?? "none")

  container.register(Bill.self, .lazySingleton) { _, guest, cups in
    Bill(text: "\(guest as String) pays for \(cups as Int).")
  }
  for (guest, cups) in [("Ana", 2), ("Ben", 1)] {
    let bill = container[Bill.self, arguments: guest, cups]
    print("\(guest)'s bill:", bill?.text ?? "none")
  }
}

private let alone: Void = step3()  // runs if this file is compiled alone

// ## Predict
// Does the mild drink replace the other one now? The bill is a lazy singleton: what does Ben get?
//
// ## Why
// The two drinks live side by side. But Ben gets the bill of Ana: that is your exercise. And if a
// service is missing, `nil` doesn't say which one, and a circular dependency goes round until the
// program crashes. That is what this step gets wrong.
//
// ## Exercise
// Change the container, so that a service with arguments is never kept, whatever its lifetime: Ben
// gets his own bill. Without arguments, a singleton still is kept.
