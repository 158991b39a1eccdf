import DIContainer

let verification = Lesson(
  title: "Verify, and its warnings",
  before: """
    A container finds out what is missing when it is asked, which can be late: on a page of the
    program that few people open. `verify()` asks for everything at once. It works on a copy, keeps
    nothing that it makes, and gives you all errors in one list. It also warns of what is allowed
    and often a mistake.
    """,
  code: Snippet(run: Code.run),
  after: """
    The error is what a test is for: `#expect(container.verify().errors.isEmpty)`. It is gone as
    soon as somebody registers beans. Warnings fail no test, and each says what to do:

    - Nobody asked for a bill with a name, so nobody knows whether one can be made. The closure of
    the second `verify` asks for one, and that warning is gone.
    - Nobody registered a radio, and the barista asked for one with the subscript. That can be
    meant. It can also be a mistyped name, as in the lesson about optional dependencies.
    - The branch has beans of its own. But the machine is a singleton of the shop, so it is made
    with the shop's beans, for the branch too.

    Factories run when you verify, and so does what they do besides. Register doubles over whatever
    sends, pays, or prints.
    """,
  exercise: """
    Make the branch's coffee from the branch's beans. Then `verify` of the branch warns of the radio
    only.
    """,
  solution: verificationSolution)

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

    print("The shop:")
    print(shop.verify())

    shop.register(Beans.self) { _ in Beans(origin: "Kenya") }
    let branch = DIContainer(parent: shop)
    branch.register(Beans.self) { _ in Beans(origin: "Peru") }

    print()
    print("The branch:")
    print(branch.verify { c in _ = try c.resolve(Bill.self, arguments: "Ana") })
  }
}
