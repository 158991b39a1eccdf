import DIContainer

let severalFilesSolution = Solution(
  files: ["Sources/tour/Solutions/BicycleCourier.swift"],
  code: Snippet(run: Code.run),
  after: """
    In a program of your own, the provider goes into the list in `bakery()`. Here it is added to
    what `bakery()` returns. The other files stay as they are.
    """)

private enum Code {
  static func run() throws {
    let container = bakery()
    container.register(providers: [BicycleCourierProvider()])
    print(try container.resolve(BicycleCourier.self).send(4))
  }
}
