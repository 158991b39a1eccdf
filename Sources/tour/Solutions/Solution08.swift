import DIContainer

let optionalsSolution = Solution(
  code: Snippet(run: Code.run),
  after: """
    The subscript takes a name too. Now the name has to be right without help from an error. The
    lesson about `verify()` shows who helps then.
    """)

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
    container.register(Shop.self) { c in
      Shop(radio: c[Radio.self, name: "kitchen"])
    }
    print(try container.resolve(Shop.self).mood)

    container.unregister(Radio.self, name: "kitchen")
    print(try container.resolve(Shop.self).mood)
  }
}
