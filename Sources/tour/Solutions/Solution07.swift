import DIContainer

let errorsSolution = Solution(
  code: Snippet(run: Code.run),
  after: """
    The path ended in `Machine → Beans "kenya"`, so the machine's factory is the line to change.
    """)

private enum Code {
  struct Beans { let origin: String }

  struct Machine { let beans: Beans }

  struct Barista {
    let machine: Machine
    func serve() -> String { "Coffee from \(machine.beans.origin)" }
  }

  static func run() throws {
    let container = DIContainer()
    container.register(Barista.self) { c in try Barista(machine: c.resolve()) }
    container.register(Machine.self) { c in
      try Machine(beans: c.resolve(name: "peru"))
    }
    container.register(Beans.self, name: "peru") { _ in Beans(origin: "Peru") }

    print(try container.resolve(Barista.self).serve())
  }
}
