import DIContainer

let errors = Lesson(
  title: "Errors that say where",
  before: """
    Where something is missing, resolve throws an error that names it, the path that led to it from
    the service that was asked for, and what is registered in its place.
    """,
  after: """
    Read such an error from the right: the last name on the path is missing, the one before it asked
    for it, and an error that a factory throws itself reaches you unchanged.
    """
) {
  let container = DIContainer()
  container.register(Barista.self) { c in Barista(machine: try c.resolve()) }
  container.register(Machine.self) { c in Machine(beans: try c.resolve(name: "kenya")) }
  container.register(Beans.self, name: "peru") { _ in Beans() }

  do { _ = try container.resolve(Barista.self) } catch { show(error) }

  container.register(Beans.self, name: "kenya") { _ in throw SoldOut() }
  do { _ = try container.resolve(Barista.self) } catch { show(error) }
}

private struct SoldOut: Error, CustomStringConvertible {
  let description = "Sold out until Monday."
}

private struct Beans {}

private struct Machine { let beans: Beans }

private struct Barista { let machine: Machine }
