// SPDX-License-Identifier: MIT-0

// # Lesson 1: No container
// 7 minutes. Goal: pass each part what it needs, by hand.
//
// A barista needs a coffee machine, so this one makes a machine. That is the
// shortest way to write it. What does it cost?

private protocol Machine: AnyObject { func brew() -> String }

private final class RealMachine: Machine {
  private var beans = 30
  init() { print("A machine is bought.") }

  func brew() -> String {
    beans -= 10
    return "coffee (\(beans) grams of beans are left)"
  }
}

private final class Barista {
  let machine: Machine = RealMachine()
  func serve() -> String { "Here is your \(machine.brew())." }
}

func lesson1() throws {
  let ana = Barista()
  let ben = Barista()
  print("Ana:", ana.serve())
  print("Ben:", ben.serve())
  print("Do they share a machine?", ana.machine === ben.machine)

  // A test of what a barista says. It needs no real coffee.
  final class TestMachine: Machine {
    func brew() -> String { "cup" }
  }
  print("Test:", Barista().serve())
}

// ## Predict
// How many machines are bought? What does the test of the barista see?
//
// ## It prints
//     A machine is bought.
//     A machine is bought.
//     Ana: Here is your coffee (20 grams of beans are left).
//     Ben: Here is your coffee (20 grams of beans are left).
//     Do they share a machine? false
//     A machine is bought.
//     Test: Here is your coffee (20 grams of beans are left).
//
// Each barista bought a machine, and the test used up real beans. It has a
// machine for tests, but no way to pass it to the barista, who decides alone.
//
// Turn that around: the barista says in its initializer what it needs, and
// whoever makes the barista decides what it gets. Passing a part what it needs is
// called dependency injection, and through the initializer, constructor
// injection. Moving the decision out of the part is called inversion of control.
// None of this needs a container.
//
// ## Exercise
// Give the barista an initializer that takes a machine. Buy one machine for Ana
// and Ben, and pass the test's barista a `TestMachine`.
//
// ## Then it prints
//     A machine is bought.
//     Ana: Here is your coffee (20 grams of beans are left).
//     Ben: Here is your coffee (10 grams of beans are left).
//     Do they share a machine? true
//     Test: Here is your cup.
