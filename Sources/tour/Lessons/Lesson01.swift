// SPDX-License-Identifier: MIT-0

// # Lesson 1: No container
// 4 minutes. Goal: pass each part what it needs, by hand.
//
// A barista needs a coffee machine. The machine needs a grinder, and the grinder
// needs beans. Each of them gets what it needs through its initializer, and makes
// none of it itself. That alone is dependency injection. It takes no container.

private struct Beans { let origin: String }
private struct Grinder { let beans: Beans }

private final class Machine {
  let grinder: Grinder
  init(grinder: Grinder) { self.grinder = grinder }
}

private struct Barista {
  let machine: Machine
  func serve() -> String { "Coffee from \(machine.grinder.beans.origin)" }
}

func lesson1() throws {
  let kenyan = Grinder(beans: Beans(origin: "Kenya"))
  let ana = Barista(machine: Machine(grinder: kenyan))

  let peruvian = Grinder(beans: Beans(origin: "Peru"))
  let ben = Barista(machine: Machine(grinder: peruvian))

  print("Ana:", ana.serve())
  print("Ben:", ben.serve())
  print("Do they share a machine?", ana.machine === ben.machine)
}

// ## Predict
// Do the two baristas serve the same coffee? Do they share a machine?
//
// ## It prints
//     Ana: Coffee from Kenya
//     Ben: Coffee from Peru
//     Do they share a machine? false
//
// It works, and a small program needs no more. But each barista got a machine of
// their own. The code that makes a barista has to know about grinders and beans.
// And if a grinder needs electricity one day, every place that makes one has to
// change.
//
// ## Exercise
// Let the two baristas share one machine. There is still no container.
//
// ## Then it prints
//     Ana: Coffee from Kenya
//     Ben: Coffee from Kenya
//     Do they share a machine? true
