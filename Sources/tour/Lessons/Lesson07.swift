import DIContainer

let errors = Lesson(
  title: "Errors that say where",
  before: """
    When something is missing, `resolve` throws an error. It names what is missing, the path that
    led there from the service that you asked for, and what is registered for the same service.
    """,
  code: Snippet(run: Code.run),
  after: """
    Read the path from the right. The last name is missing. The one before it asked for it, so that
    is the factory to look at. The third line often shows the cure: here, a name that exists.

    An error that a factory throws itself arrives unchanged, like the last one. No error is kept:
    the next `resolve` tries again.
    """,
  exercise: """
    The machine asks for the wrong beans. Serve coffee from the beans that are registered, without
    registering more.
    """,
  solution: errorsSolution)

private enum Code {
  struct Beans { let origin: String }

  struct Machine { let beans: Beans }

  struct Barista {
    let machine: Machine
    func serve() -> String { "Coffee from \(machine.beans.origin)" }
  }

  struct SoldOut: Error, CustomStringConvertible {
    let description = "Sold out until Monday."
  }

  static func run() throws {
    let container = DIContainer()
    container.register(Barista.self) { c in try Barista(machine: c.resolve()) }
    container.register(Machine.self) { c in
      try Machine(beans: c.resolve(name: "kenya"))
    }
    container.register(Beans.self, name: "peru") { _ in Beans(origin: "Peru") }

    do {
      print(try container.resolve(Barista.self).serve())
    } catch {
      print(error)
    }

    container.register(Beans.self, name: "kenya") { _ in throw SoldOut() }
    do {
      print(try container.resolve(Barista.self).serve())
    } catch {
      print(error)
    }
  }
}
