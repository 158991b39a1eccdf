import DIContainer

let autowireSolution = Solution(
  code: Snippet(run: Code.run),
  after: """
    One new line, anywhere among the registrations. The optional parameter finds the radio as soon as there
    is one. If making the radio failed, you would get the error, and not `nil`.
    """)

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
    container.register(Radio.self) { _ in Radio(station: "Jazz FM") }

    let barista = try container.resolve(Barista.self)
    print("Beans from", barista.machine.beans.origin)
    print("The radio plays", barista.radio?.station ?? "nothing")
  }
}
