import DIContainer

let runtimeArguments = Lesson(
  title: "Runtime arguments",
  before: """
    Some of what a component needs is known only at run time, such as the name of a guest: a factory
    takes it as a parameter after the container, and whoever resolves passes it.
    """,
  after: """
    The types of the arguments are the last part of the key, so the factory with a name and the one
    with a name and a number are two, and a call that matches neither finds nothing.
    """
) {
  let container = DIContainer()
  container.register(Price.self) { _ in Price(cents: 300) }
  container.register(Bill.self) { c, guest in
    Bill(guest: guest, cups: 1, price: try c.resolve())
  }
  container.register(Bill.self) { c, guest, cups in
    Bill(guest: guest, cups: cups, price: try c.resolve())
  }

  show(try container.resolve(Bill.self, arguments: "Ana").text)
  show(try container.resolve(Bill.self, arguments: "Ben", 3).text)
  show("With a number alone: \(container[Bill.self, arguments: 3]?.text ?? "nothing")")
}

private struct Price { let cents: Int }

private struct Bill {
  let guest: String
  let cups: Int
  let price: Price
  var text: String { "\(guest) pays \(cups * price.cents) cents." }
}
