let noContainer = Lesson(
  title: "No container",
  before: """
    A barista needs a coffee machine, which needs a grinder, which needs beans: what somebody needs
    is passed to its initializer, and that alone is dependency injection.
    """,
  after: """
    It works, but each barista got a machine of its own, every place that wants one has to know
    about beans, and a machine that also needs a boiler would change all of these places.
    """
) {
  let morning = Barista(machine: Machine(grinder: Grinder(beans: Beans(origin: "Kenya"))))
  let evening = Barista(machine: Machine(grinder: Grinder(beans: Beans(origin: "Peru"))))

  show(morning.serve())
  show(evening.serve())
  show("Do they share a machine? \(morning.machine === evening.machine)")
}

private struct Beans { let origin: String }

private struct Grinder { let beans: Beans }

private final class Machine {
  let grinder: Grinder
  init(grinder: Grinder) { self.grinder = grinder }
}

private struct Barista {
  let machine: Machine
  func serve() -> String { "Coffee from \(machine.grinder.beans.origin)" }
}
