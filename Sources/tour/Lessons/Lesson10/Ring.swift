// Goal: register two services that refer to each other.
// A barista needs a machine, and the machine needs its barista: a circular dependency, or cycle.

import DIContainer

final class Barista {
  let name = "Ana"
  let machine: Machine
  init(machine: Machine) { self.machine = machine }
}

final class Machine {
  let barista: Barista
  init(barista: Barista) { self.barista = barista }
  var display: String { "This is the machine of \(barista.name)." }
}

func shop() -> DIContainer {
  let shop = DIContainer()
  shop.register(Barista.self, lazySingleton: { c in try Barista(machine: c.resolve()) })
  shop.register(Machine.self, lazySingleton: { c in try Machine(barista: c.resolve()) })
  return shop
}

func program() {
  let shop = shop()
  do { print(try shop.resolve(Barista.self).machine.display) } catch { print(error) }
}

// ## Predict
// Each factory resolves the other service. Is this an endless loop?
// ## Why
// No: `resolve` throws, and the error shows the cycle. Neither factory can return first. Often, a
// third type that both use removes the cycle. If not, a callback sets a property of one when both
// exist. Here, it resolves the very owner that the dog was created for:
//
//     shop.register(Owner.self) { c in try Owner(dog: c.resolve()) }
//     shop.register(
//       Dog.self, transient: { _ in Dog() },
//       initCompleted: { dog, c in dog.owner = try c.resolve() })
//
// If both references are strong, neither object is ever freed. So the property is `weak`. It
// becomes `nil` when the owner is freed. An `unowned` one would crash then.
// ## Exercise
// Create the machine without its barista, and set its property `barista` in `initCompleted`. Errors
// are thrown, and not hidden. Both are freed when nobody uses them, and a machine without a barista
// does not crash. Everything else, such as the text of `display`, is unchanged.
