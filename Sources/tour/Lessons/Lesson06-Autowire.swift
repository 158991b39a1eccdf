// SPDX-License-Identifier: MIT-0

// # Lesson 6: Autowire
// 8 minutes. Goal: let the container call an initializer, and know when not to.
//
// Many factories only resolve each parameter of an initializer. `autowire` writes
// such a factory for you: it takes the initializer, and resolves each parameter
// by its type.

import DIContainer

private struct Beans { let origin: String }
private struct Radio { let station: String }

private final class Machine {
  let beans: Beans
  init(beans: Beans) { self.beans = beans }
}

private struct Barista {
  let machine: Machine
  let radio: Radio?
}

func lesson6() throws {
  let container = DIContainer()
  container.register(Beans.self) { _ in Beans(origin: "Kenya") }
  container.register(
    Machine.self, lazySingleton: DIContainer.autowire(Machine.init))
  container.register(
    Barista.self, transient: DIContainer.autowire(Barista.init))

  let barista = try container.resolve(Barista.self)
  print("Beans from", barista.machine.beans.origin)
  print("The radio plays", barista.radio?.station ?? "nothing")
}

// ## Predict
// A barista has a radio, and no radio is registered. Is that an error?
//
// ## It prints
//     Beans from Kenya
//     The radio plays nothing
//
// The radio is an optional parameter. If none is registered, it is `nil`. As soon
// as somebody registers a radio, each barista has it, and the registration of the
// barista stays as it is.
//
// `autowire` works with every lifetime and any number of parameters. If a
// parameter needs a name, an argument or a value of its own, write the factory
// yourself.
//
// ## Exercise
// Give the machine a pressure: a property `bar`, and a second parameter with a
// default value, `init(beans: Beans, bar: Int = 9)`. Print it at the end:
//
//     print("The machine works at", barista.machine.bar, "bar")
//
// It compiles. Run it, and find out what the container asks for, and why. Then
// register the machine in another way, so that the default value is used. Another
// machine, and what is registered, come last:
//
//     let other = Machine(beans: Beans(origin: "Peru"), bar: 15)
//     print("Another one works at", other.bar, "bar")
//     print(container)
//
// ## Then it prints
//     Beans from Kenya
//     The radio plays nothing
//     The machine works at 9 bar
//     Another one works at 15 bar
//     Beans: transient
//     Machine: lazySingleton (made)
//     Barista: transient
