import DIContainer

let autowire = Lesson(
  title: "Autowire",
  before: """
    A factory that only resolves each parameter of an initializer says nothing new, and autowire
    writes it for you.
    """,
  after: """
    It works with every lifetime and any number of dependencies, and one with an optional type, such
    as the radio, is nil where it is not registered.
    """
) {
  let container = DIContainer()
  container.register(Beans.self) { _ in Beans(origin: "Kenya") }
  container.register(Machine.self, lazySingleton: DIContainer.autowire(Machine.init))
  container.register(Barista.self, transient: DIContainer.autowire(Barista.init))

  let barista = try container.resolve(Barista.self)
  show("Beans from \(barista.machine.beans.origin)")
  show("Radio: \(barista.radio?.station ?? "none")")
}

private struct Beans { let origin: String }

private struct Machine { let beans: Beans }

private struct Radio { let station: String }

private struct Barista {
  let machine: Machine
  let radio: Radio?
}
