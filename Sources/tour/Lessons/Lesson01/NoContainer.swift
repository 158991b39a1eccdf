// Goal: pass a type its dependencies, without a container.
//
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
// of `Barista` should take a machine, so that the caller decides which one to use. This is
// constructor injection, a kind of dependency injection.
// ## Exercise
// Give the barista one initializer, which takes a machine, so that nobody can create a barista
// without one. Make `hire` pass its machine to both baristas. Do not change the two machines.
