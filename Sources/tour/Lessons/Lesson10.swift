import DIContainer

let testing = Lesson(
  title: "Testing a class",
  before: """
    Now a real test, with Swift Testing. The class is a till, which takes cards through a card
    reader. A test must not charge a card, and it needs a card that is declined, when it likes. So
    it puts a double in the reader's place.

    Three files: the class with what the program registers, the test, and the program.
    """,
  files: ["Sources/tour/Lessons/Till/Till.swift", "Tests/TourTests/TillTests.swift"],
  code: Snippet(run: Code.run),
  after: """
    Swift Testing makes a new `TillTests` for each test, and so a new container. Tests can run at
    the same time, and none sees what another has registered.

    The last test is the one to write first in a program of yours. It tries everything that is
    registered, and it fails with the error and the path when something is missing.

    This is a test of this package. Run it. (The first time, all of the package's tests are built,
    which takes a few minutes: type it before you need it.)

      swift test --filter TillTests
    """,
  exercise: """
    Write the test of a card that is good: the till thanks the guest, has the money, and charged the
    card once. The double is a spy this time.
    """,
  solution: testingSolution)

private enum Code {
  static func run() throws {
    let till = try shopWithTill().resolve(Till.self)
    print(till.sell(300), "The till has", till.total, "cents.")
  }
}
