// SPDX-License-Identifier: MIT-0

// # Lesson 1: No container
// 7 minutes. Goal: pass each part what it needs, by hand.
//
// A barista needs a coffee machine, so this one makes a machine. That is the shortest way to write
// it. What does it cost?

private protocol Machine { func brew() -> String }

private final class RealMachine: Machine {
  private var beans = 30
  init() { print("A machine is bought.") }

  func brew() -> String {
    beans -= 10
    return "coffee (\(beans) grams of beans are left)"
  }
}

// For tests: it needs no real coffee.
private struct TestMachine: Machine {
  func brew() -> String { "cup" }
}

private final class Barista {
  let machine: Machine = RealMachine()
  func serve() -> String { "Here is your \(machine.brew())." }
}

/// Two baristas, who are to have this machine.
private func hire(for machine: Machine) -> (ana: Barista, ben: Barista) {
  (ana: Barista(), ben: Barista())
}

func lesson1() throws {
  let shop = hire(for: RealMachine())
  print("Ana:", shop.ana.serve())
  print("Ben:", shop.ben.serve())

  // A test of what a barista says.
  print("Test:", hire(for: TestMachine()).ana.serve())
}

// ## Predict
// How many machines are bought? What does the test of the barista see?
//
// ## It prints
//     A machine is bought.
//     A machine is bought.
//     A machine is bought.
//     Ana: Here is your coffee (20 grams of beans are left).
//     Ben: Here is your coffee (20 grams of beans are left).
//     A machine is bought.
//     A machine is bought.
//     Test: Here is your coffee (20 grams of beans are left).
//
// Each barista bought a machine, and the test used up real beans. There is a machine for tests, but
// no way to pass it to the barista, who decides alone.
//
// Turn that around: the barista says in its initializer what it needs, and whoever makes the
// barista decides what it gets. Passing a part what it needs is called dependency injection, and
// through the initializer, constructor injection. Moving the decision out of the part is called
// inversion of control. None of this needs a container.
//
// ## Exercise
// Give the barista an initializer that takes a machine, so that nobody can make one without. Let
// `hire` pass on the machine that it is given.
