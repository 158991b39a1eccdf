import DIContainer

let severalFiles = Lesson(
  title: "A program in several files",
  before: """
    How does a real program lay this out? Each part has a file, or a folder, with its types and its
    provider. One function lists the providers. The program calls it once, at its start, resolves
    what it begins with, and runs that. Nothing else in the program needs to see the container.
    """,
  files: [
    "Sources/tour/Lessons/Bakery/Oven.swift", "Sources/tour/Lessons/Bakery/Counter.swift",
    "Sources/tour/Lessons/Bakery/Bakery.swift",
  ],
  code: Snippet(run: Code.run),
  after: """
    `Oven` and `Counter` are plain Swift. They don't know that there is a container: what they need
    is in their initializers. Only the providers and `main.swift` name it.

    A container that is handed around, and asked everywhere, hides what each part needs. Then you
    are back where you began. Resolve at the edge of the program, and let factories do the rest.
    """,
  exercise: """
    Add somebody who delivers, in a file of their own, with a provider. They get the rolls from the
    counter, and say "By bicycle: …" in front. Then send four rolls.
    """,
  solution: severalFilesSolution)

private enum Code {
  static func run() throws {
    let counter = try bakery().resolve(Counter.self)
    print(counter.sell(6))
  }
}
