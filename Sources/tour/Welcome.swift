import DIContainer

enum Welcome {
  static let before = """
    A program is made of parts, and most parts need others. Somebody has to make each part, and
    hand it what it needs. A container does that in one place: you register how each part is made,
    and then ask for what you want by its type.
    """

  static let code = Snippet(run: Code.run)

  static let after = """
    - Nobody passes parts along. The barista never mentions beans, and whoever asks for a barista
    never mentions a machine.
    - To use other beans, in another shop or in a test, one line changes.
    - What is missing has a name, and a path that leads to it. `verify()` finds all of it in a test.
    """
}

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
    container.register(Machine.self) { c in try Machine(beans: c.resolve()) }
    container.register(Beans.self) { _ in Beans(origin: "Kenya") }

    print(try container.resolve(Barista.self).serve())

    // Other beans. The lines of the barista and the machine stay as they are.
    container.register(Beans.self) { _ in Beans(origin: "Peru") }
    print(try container.resolve(Barista.self).serve())

    // No beans.
    container.unregister(Beans.self)
    do {
      print(try container.resolve(Barista.self).serve())
    } catch {
      print(error)
    }
  }
}
