import DIContainer

let aContainer = Lesson(
  title: "A container",
  before: """
    A container keeps one factory for each service: a closure that makes a component and asks the
    container for whatever that component needs.
    """,
  after: """
    To resolve a service is to ask the container for it: who resolves a barista no longer knows
    about beans, and a machine that needs a boiler would change one factory.
    """
) {
  let container = DIContainer()
  container.register(Barista.self) { c in Barista(machine: try c.resolve()) }
  container.register(Machine.self) { c in Machine(beans: try c.resolve()) }
  container.register(Beans.self) { _ in Beans(origin: "Kenya") }

  let morning = try container.resolve(Barista.self)
  show(morning.serve())

  // The same, where the type of the variable says what is wanted.
  let evening: Barista = try container.resolve()
  show(evening.serve())
}

private struct Beans { let origin: String }

private struct Machine { let beans: Beans }

private struct Barista {
  let machine: Machine
  func serve() -> String { "Coffee from \(machine.beans.origin)" }
}
