import DIContainer

let autowire = Lesson(
  title: "Autowire",
  before: """
    Many factories only resolve each parameter of an initializer. `autowire` writes such a factory
    for you: it takes the initializer, and resolves what that takes by type.
    """,
  code: Snippet(run: Code.run),
  after: """
    It works with every lifetime and any number of parameters. Give the initializer one more, and
    that is resolved too: the registration stays as it is.

    The radio is an optional parameter. Nobody registered a radio, so the barista got `nil`. Write
    the factory yourself where a parameter needs a name, an argument, or a value of its own.
    """,
  exercise: """
    Give the barista a radio that plays Jazz FM. Don't touch the statement that registers the barista.
    """,
  solution: autowireSolution)

private enum Code {
  struct Beans { let origin: String }

  struct Radio { let station: String }

  final class Machine {
    let beans: Beans
    init(beans: Beans) { self.beans = beans }
  }

  struct Barista {
    let machine: Machine
    let radio: Radio?
  }

  static func run() throws {
    let container = DIContainer()
    container.register(Beans.self) { _ in Beans(origin: "Kenya") }
    container.register(
      Machine.self, lazySingleton: DIContainer.autowire(Machine.init))
    container.register(
      Barista.self, transient: DIContainer.autowire(Barista.init))

    let barista = try container.resolve(Barista.self)
    print("Beans from", barista.machine.beans.origin)
    print("The radio plays", barista.radio?.station ?? "nothing")
  }
}
