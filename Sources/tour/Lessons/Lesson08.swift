import DIContainer

let optionals = Lesson(
  title: "Optional dependencies",
  before: """
    A shop can do without a radio. Ask for what may be absent with the subscript: `c[Radio.self]` is
    a radio, or `nil`. An optional parameter does the same with `autowire`, as you saw.

    `resolve` never answers `nil`. It makes the service or throws, also where the result goes into
    an optional property. This lesson shows why.
    """,
  code: Snippet(run: Code.run),
  after: """
    The second shop meant the kitchen's radio, and somebody mistyped the name. If `resolve` answered
    `nil`, that shop would open and play nothing, and nobody would know why. So there are two questions:

    - "I need it": `resolve`. Whatever is missing is an error.
    - "I take it if it is there": the subscript. A mistyped name is `nil` there too, so use it only
    where the program is right without the service.
    """,
  exercise: """
    Let the shop play the kitchen's radio, and let it open without one too.
    """,
  solution: optionalsSolution)

private enum Code {
  struct Radio { let station: String }

  struct Shop {
    let radio: Radio?
    var mood: String { "The shop plays \(radio?.station ?? "nothing")." }
  }

  static func run() throws {
    let container = DIContainer()
    container.register(Radio.self, name: "kitchen") { _ in
      Radio(station: "Jazz FM")
    }

    // A radio without a name is not registered, and that is all right.
    container.register(Shop.self) { c in Shop(radio: c[Radio.self]) }
    print(try container.resolve(Shop.self).mood)

    // The kitchen's radio has to be there. But its name is spelled wrong.
    container.register(Shop.self) { c in
      try Shop(radio: c.resolve(name: "kichten"))
    }
    do {
      print(try container.resolve(Shop.self).mood)
    } catch {
      print(error)
    }
  }
}
