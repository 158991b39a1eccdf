import DIContainer

let testDoublesSolution = Solution(
  code: Snippet(run: Code.run),
  after: """
    The test keeps the spy in a variable, and registers that very instance. Its type is a class, so
    that the order and the test look at the same count.
    """)

private enum Code {
  protocol Clock { var isSunday: Bool { get } }

  struct SystemClock: Clock {
    var isSunday: Bool { false }
  }

  final class SpyClock: Clock {
    private(set) var questions = 0
    var isSunday: Bool {
      questions += 1
      return true
    }
  }

  struct Order {
    let clock: Clock
    var price: Int { clock.isSunday ? 250 : 300 }
  }

  static func run() throws {
    func shop() -> DIContainer {
      let container = DIContainer()
      container.register(Clock.self, lazySingleton: { _ in SystemClock() })
      container.register(Order.self) { c in try Order(clock: c.resolve()) }
      return container
    }

    let spy = SpyClock()
    let test = shop()
    test.register(Clock.self, eagerSingleton: spy)

    print("Sunday:", try test.resolve(Order.self).price, "cents")
    print("Questions:", spy.questions)
  }
}
