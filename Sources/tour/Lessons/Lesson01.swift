let noContainer = Lesson(
  title: "No container",
  before: """
    A barista needs a coffee machine. The machine needs a grinder, and the grinder needs beans. Each
    of them gets what it needs through its initializer, and makes none of it itself. That alone is
    dependency injection. It takes no container.
    """,
  code: Snippet(run: Code.run),
  after: """
    It works, and for a small program it is all you need. But each barista got a machine of its own.
    Whoever makes a barista has to know about grinders and beans. And if a grinder needs electricity
    one day, every place that makes one has to change.
    """,
  exercise: """
    Let the two baristas share one machine. There is still no container.
    """,
  solution: noContainerSolution)

private enum Code {
  struct Beans { let origin: String }

  struct Grinder { let beans: Beans }

  final class Machine {
    let grinder: Grinder
    init(grinder: Grinder) { self.grinder = grinder }
  }

  struct Barista {
    let machine: Machine
    func serve() -> String { "Coffee from \(machine.grinder.beans.origin)" }
  }

  static func run() throws {
    let kenyan = Grinder(beans: Beans(origin: "Kenya"))
    let ana = Barista(machine: Machine(grinder: kenyan))

    let peruvian = Grinder(beans: Beans(origin: "Peru"))
    let ben = Barista(machine: Machine(grinder: peruvian))

    print("Ana:", ana.serve())
    print("Ben:", ben.serve())
    print("Do they share a machine?", ana.machine === ben.machine)
  }
}
