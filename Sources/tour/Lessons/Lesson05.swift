import DIContainer

let runtimeArguments = Lesson(
  title: "Runtime arguments",
  before: """
    Some of what a component needs is known only when the program runs, like the name of a guest. A
    factory takes it as a parameter after the container, and whoever resolves passes it.
    """,
  code: Snippet(run: Code.run),
  after: """
    The types of the arguments are the last part of the key. So a bill for a name, and one for a
    name and a number, are two registrations. A call has to fit one of them exactly: there is no
    bill for a number alone, and the subscript answered `nil`.

    A factory with arguments is always a transient.
    """,
  exercise: """
    Ana and Ben share the bill for two cups. Register a bill for two names.
    """,
  solution: runtimeArgumentsSolution)

private enum Code {
  struct Prices { let cup: Int }

  struct Bill {
    let guest: String
    let cups: Int
    let prices: Prices
    var text: String { "\(guest) pays \(cups * prices.cup) cents." }
  }

  static func run() throws {
    let container = DIContainer()
    container.register(Prices.self) { _ in Prices(cup: 300) }
    container.register(Bill.self) { c, guest in
      try Bill(guest: guest, cups: 1, prices: c.resolve())
    }
    container.register(Bill.self) { c, guest, cups in
      try Bill(guest: guest, cups: cups, prices: c.resolve())
    }

    print(try container.resolve(Bill.self, arguments: "Ana").text)
    print(try container.resolve(Bill.self, arguments: "Ben", 3).text)
    print("Is there a bill for 3?", container[Bill.self, arguments: 3] != nil)
  }
}
