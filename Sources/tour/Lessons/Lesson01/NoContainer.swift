// Goal: pass objects their dependencies.
// A barista needs a coffee machine: the machine is a dependency of the barista. Here, each barista
// creates a machine. What does that cost?

protocol Machine { func brew() -> String }

final class RealMachine: Machine {
  private var beans = 30
  init() { print("A machine is bought.") }

  func brew() -> String {
    beans -= 10
    return "coffee (\(beans) grams of beans are left)"
  }
}

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
// How many machines are bought? What does the barista of the last line serve?
// ## Why
// Each barista buys a machine, even in the test, which uses up real beans. Instead, the initializer
// of `Barista` should take a machine, so that the caller decides which one to use. Dependency
// injection means that an object receives its dependencies instead of creating them. If its
// initializer takes them, it is constructor injection.
// ## Exercise
// Give `Barista` one initializer, which takes a machine, and make `hire` pass its machine to both
// baristas. Only `program()` creates machines. Do not change their types.
