import DIContainer

let severalFilesSolution = Solution(
  files: ["Sources/tour/Solutions/BikeCourier.swift"],
  code: Snippet(run: Code.run),
  after: """
    In a program of your own, the provider goes into the list in `bakery()`. Here it is added to
    what `bakery()` returns. The other files stay as they are.
    """)

private enum Code {
  static func run() throws {
    let container = bakery()
    container.register(providers: [BikeCourierProvider()])
    print(try container.resolve(BikeCourier.self).send(4))
  }
}
