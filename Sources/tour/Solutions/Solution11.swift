import DIContainer

let verificationSolution = Solution(
  code: Snippet(run: Code.run),
  after: """
    The branch registers a machine too, and so it has one of its own. The other cure that the
    warning names is to change the beans of the shop, if all branches are to have them.
    """)

private enum Code {
  struct Beans { let origin: String }

  struct Radio {}

  struct Machine { let beans: Beans }

  struct Barista {
    let machine: Machine
    let radio: Radio?
  }

  struct Bill {
    let guest: String
    let barista: Barista
  }

  static func run() throws {
    let shop = DIContainer()
    shop.register(Barista.self) { c in
      try Barista(machine: c.resolve(), radio: c[Radio.self])
    }
    shop.register(
      Machine.self, lazySingleton: DIContainer.autowire(Machine.init))
    shop.register(Bill.self) { c, guest in
      try Bill(guest: guest, barista: c.resolve())
    }
    shop.register(Beans.self) { _ in Beans(origin: "Kenya") }

    let branch = DIContainer(parent: shop)
    branch.register(Beans.self) { _ in Beans(origin: "Peru") }
    branch.register(
      Machine.self, lazySingleton: DIContainer.autowire(Machine.init))

    print(branch.verify { c in _ = try c.resolve(Bill.self, arguments: "Ana") })
    print("Beans:", try branch.resolve(Barista.self).machine.beans.origin)
  }
}
