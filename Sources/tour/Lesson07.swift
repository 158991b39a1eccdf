import DIContainer

let optionals = Lesson(
  title: "Optional dependencies",
  before: """
    Not every dependency has to be there: the subscript gives nil in place of an error, and a
    property whose type is optional is simply nil where its service is not registered.
    """,
  after: """
    The shop without a radio is quiet, not broken: make a dependency optional where the component
    can do its work without it, and nowhere else.
    """
) {
  let container = DIContainer()
  container.register(Shop.self) { c in Shop(radio: c[Radio.self]) }

  show("Is a radio registered? \(container.contains(Radio.self))")
  show("The subscript: \(container[Radio.self]?.station ?? "nil")")
  show(try container.resolve(Shop.self).mood)

  container.register(Radio.self) { _ in Radio(station: "Jazz FM") }
  show("The subscript: \(container[Radio.self]?.station ?? "nil")")
  show(try container.resolve(Shop.self).mood)
}

private struct Radio { let station: String }

private struct Shop {
  let radio: Radio?
  var mood: String { radio.map { "The shop plays \($0.station)." } ?? "The shop is quiet." }
}
