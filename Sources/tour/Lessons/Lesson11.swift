// SPDX-License-Identifier: MIT-0

// # Lesson 11: Verify, and its warnings
// 9 minutes. Goal: find everything that is missing, before the program runs.
//
// A container finds out that something is missing when it is asked for it. That
// can be late: on a page that few people open. `verify()` tries everything at
// once. It works on a copy, keeps nothing that it makes, and gives you all errors
// in one list. It also warns about what is allowed and often a mistake.

import DIContainer

private struct Beans { let origin: String }
private struct Radio {}
private struct Machine { let beans: Beans }

private struct Barista {
  let machine: Machine
  let radio: Radio?
}

private struct Bill {
  let guest: String
  let barista: Barista
}

func lesson11() throws {
  let shop = DIContainer()
  shop.register(Barista.self) { c in
    try Barista(machine: c.resolve(), radio: c[Radio.self])
  }
  shop.register(
    Machine.self, lazySingleton: DIContainer.autowire(Machine.init))
  shop.register(Bill.self) { c, guest in
    try Bill(guest: guest, barista: c.resolve())
  }

  print("The shop:")
  print(shop.verify())

  shop.register(Beans.self) { _ in Beans(origin: "Kenya") }
  let branch = DIContainer(parent: shop)
  branch.register(Beans.self) { _ in Beans(origin: "Peru") }

  print()
  print("The branch:")
  print(branch.verify { c in _ = try c.resolve(Bill.self, arguments: "Ana") })
}

// ## Predict
// The shop has no beans yet. Which services can't be made then? And which one
// can't `verify()` try, because it needs more than the container?
//
// ## It prints
//     The shop:
//     'Beans' is not registered.
//       Path: Barista → Machine → Beans
//       Path: Machine → Beans
//     'Bill (String)' needs arguments and was not checked: resolve it in the closure of verify.
//
//     The branch:
//     No errors.
//     'Radio' is not registered and was asked for as an optional (Barista → Radio): register it, unless it may be absent.
//     'Beans' is registered here, but 'Machine' is a singleton of a parent and uses the parent's: register 'Machine' here too, or replace 'Beans' in the parent.
//
// The error is what a test is for: `#expect(container.verify().errors.isEmpty)`.
// Warnings fail no test, and each says what to do:
//
// - Nothing asked for a bill with a name, so nobody knows whether one can be
//   made. The closure of the second `verify` asks for one, and the warning is
//   gone.
// - The barista asked for a radio with the subscript, and none is registered.
//   That may be meant. It may also be a misspelled name.
// - The branch has beans of its own. But the machine is a singleton of the shop.
//   So it is made with the shop's beans, for the branch too.
//
// Factories run when you verify, with their side effects. If a service sends,
// pays or prints something, register a double first.
//
// ## Exercise
// The branch's coffee should be made from the branch's beans. Then `verify` of
// the branch warns only about the radio.
//
// ## Then it prints
//     The shop:
//     'Beans' is not registered.
//       Path: Barista → Machine → Beans
//       Path: Machine → Beans
//     'Bill (String)' needs arguments and was not checked: resolve it in the closure of verify.
//
//     The branch:
//     No errors.
//     'Radio' is not registered and was asked for as an optional (Barista → Radio): register it, unless it may be absent.
