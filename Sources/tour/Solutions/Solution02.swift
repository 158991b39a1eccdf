import DIContainer

let aContainerSolution = Solution(
  code: Snippet(run: Code.run),
  after: """
    One word in one line. Where you can't change that line, register `Beans` again below it: the
    same service once more replaces its factory, and everything made from then on gets the new one.
    """)

private enum Code {
  struct Beans { let origin: String }

  struct Grinder { let beans: Beans }

  struct Machine { let grinder: Grinder }

  struct Barista {
    let machine: Machine
    func serve() -> String { "Coffee from \(machine.grinder.beans.origin)" }
  }

  static func run() throws {
    let container = DIContainer()
    container.register(Barista.self) { c in try Barista(machine: c.resolve()) }
    container.register(Machine.self) { c in try Machine(grinder: c.resolve()) }
    container.register(Grinder.self) { c in try Grinder(beans: c.resolve()) }
    container.register(Beans.self) { _ in Beans(origin: "Peru") }

    let ana = try container.resolve(Barista.self)
    print("Ana:", ana.serve())

    let ben: Barista = try container.resolve()
    print("Ben:", ben.serve())
  }
}
