let noContainerSolution = Solution(
  code: Snippet(run: Code.run),
  after: """
    Somebody has to make the machine first, keep it, and hand it to each barista. Keep an eye on
    this somebody: in the next lesson it is the container.
    """)

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
    let machine = Machine(grinder: Grinder(beans: Beans(origin: "Kenya")))
    let ana = Barista(machine: machine)
    let ben = Barista(machine: machine)

    print("Ana:", ana.serve())
    print("Ben:", ben.serve())
    print("Do they share a machine?", ana.machine === ben.machine)
  }
}
