import DIContainer

let aContainer = Lesson(
  title: "A container",
  before: """
    A service is a type that you can ask for. For each service, the container keeps a factory: a
    closure that makes one, and asks the container for whatever that one needs. To register is to
    hand over a factory. To resolve is to ask for the service.
    """,
  code: Snippet(run: Code.run),
  after: """
    Whoever resolves a barista no longer knows about beans, and a grinder that needs electricity
    changes one line. The order of the lines doesn't matter: the barista comes first here, and what
    it needs comes later.

    `resolve` throws, because something may be missing. So it is called with `try`, also in a
    factory, where you pass the error on and the container does the rest.
    """,
  exercise: """
    Make the barista's beans Peruvian. Change neither `Machine` nor its line.
    """,
  solution: aContainerSolution)

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
    container.register(Beans.self) { _ in Beans(origin: "Kenya") }

    let ana = try container.resolve(Barista.self)
    print("Ana:", ana.serve())

    // The same. Here the type of the variable says what is wanted.
    let ben: Barista = try container.resolve()
    print("Ben:", ben.serve())
  }
}
