// Goal: pass each part what it needs, by hand.
// - New: constructor injection.
//
// A barista needs a coffee machine, so this one makes a machine. What does that cost?

protocol Machine { func brew() -> String }

final class RealMachine: Machine {
  private var beans = 30
  init() { print("A machine is bought.") }

  func brew() -> String {
    beans -= 10
    return "coffee (\(beans) grams of beans are left)"
  }
}

/// For tests: it needs no real coffee.
struct TestMachine: Machine { func brew() -> String { "cup" } }

final class Barista {
  let machine: any Machine = RealMachine()
  func serve() -> String { "Here is your \(machine.brew())." }
}

func hire(for machine: any Machine) -> (ana: Barista, ben: Barista) {
  (ana: Barista(), ben: Barista())
}

func program() {
  let shop = hire(for: RealMachine())
  print("Ana:", shop.ana.serve())
  print("Ben:", shop.ben.serve())
  print("Test:", hire(for: TestMachine()).ana.serve())
}

// ## Predict
// How many machines are bought? What does the test of the barista see?
// ## Why
// Each barista buys a machine, and the test uses up real beans: it can't give the barista another.
//
// Turn that around (inversion of control): the barista's initializer says what it needs, and who
// calls it decides what that is. This is constructor injection, a kind of dependency injection.
// ## Exercise
// Give the barista an initializer that takes a machine, so that nobody can make a barista without
// one. It isn't private, and it is the only way: inside `Barista`, nothing mentions `RealMachine`.
// Let `hire` pass on the machine that it is given. The machines stay as they are.
