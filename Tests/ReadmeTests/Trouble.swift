import DIContainer
import Foundation

// The mistakes of the README's table of what the container says, each made once.

struct Leash {}

struct Walk {
  let pet: Animal
  let leash: Leash?
  var minutes = 30
}

struct Doctor: Animal {
  let plain: Animal
  var name: String { "Dr " + plain.name }
}

final class Dog: Animal {
  let name = "Hachi"
}

final class Parent {
  let child: Child
  init(child: Child) { self.child = child }
}

final class Child {
  weak var parent: Parent?
}

enum Trouble {
  /// The text of every error and warning.
  static func texts() throws -> [String] {
    var texts = [
      error { _ = try $0.resolve(Animal.self) },
      error { container in
        container.register(Animal.self, name: "cat") { _ in Cat() }
        _ = try container.resolve(Animal.self)
      },
      error { container in
        container.register(Animal.self) { _, name in Cat(name: name) }
        _ = try container.resolve(Animal.self)
      },
      error { container in
        container.register { _ in Optional<Dog>.none }
        _ = try container.resolve(Dog.self)
      },
      error { container in
        container.register(Child.self) { c in
          let child = Child()
          child.parent = try c.resolve()
          return child
        }
        container.register(Parent.self) { c in try Parent(child: c.resolve()) }
        _ = try container.resolve(Child.self)
      },
      error { container in
        container.register { (c, number: Int) in try c.resolve(Int.self, arguments: number + 1) }
        _ = try container.resolve(Int.self, arguments: 1)
      },
      error { container in
        container.register(Animal.self) { _ in
          Child()
        } initCompleted: { _, _ in
        }
        _ = try container.resolve(Animal.self)
      },
      error { container in
        container.register(Animal.self) { c in Doctor(plain: try c.resolve()) }
        _ = try container.resolve(Animal.self)
      },
      error { _ = try $0.resolve([Animal].self) },
      error { container in
        container.register(Animal.self) { _ in Cat() }
        container.register(Walk.self, transient: DIContainer.autowire(Walk.init))
        _ = try container.resolve(Walk.self)
      },
    ]
    let list = DIContainer()
    list.register(eagerSingleton: Dog.init)
    texts.append(list.description)
    texts.append(localizedDescription())
    let app = DIContainer()
    app.register(Animal.self) { _ in Cat() }
    app.register(Animal.self) { _, name in Cat(name: name) }
    app.register(Walk.self) { c in Walk(pet: Cat(), leash: c[Leash.self]) }
    app.register(Owner.self, lazySingleton: DIContainer.autowire(Owner.init))
    let child = DIContainer(parent: app)
    child.register(Animal.self, eagerSingleton: Dog())
    texts += child.verify().warnings.map(\.description)
    return texts
  }

  /// Ends the program.
  static func registerLate() throws {
    let container = DIContainer()
    try container.bootstrap()
    container.register(Animal.self) { _ in Cat() }
  }

  /// Ends the program: the container goes before what it made.
  static func askAfterTheContainerIsGone() throws {
    func make() throws -> () throws -> Animal {
      let container = DIContainer()
      container.register((() throws -> Animal).self) { c in { [unowned c] in try c.resolve() } }
      return try container.resolve()
    }
    _ = try make()()
  }

  /// What Foundation says of an error, which is not what the error says.
  private static func localizedDescription() -> String {
    do {
      _ = try DIContainer().resolve(Animal.self)
      return "no error"
    } catch {
      return error.localizedDescription
    }
  }

  private static func error(_ mistake: (DIContainer) throws -> Void) -> String {
    do {
      try mistake(DIContainer())
      return "no error"
    } catch {
      return "\(error)"
    }
  }
}
