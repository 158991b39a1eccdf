import DIContainer

let testDoubles = Lesson(
  title: "Test doubles",
  before: """
    What does a cup cost on a Sunday? With the system's clock, a test could only tell on Sundays. So
    the order gets its clock from the container, and the clock is a protocol. The protocol is the
    service, and what is made for it is a component. A test registers another component: a test
    double, which stands in for the real thing.
    """,
  code: Snippet(run: Code.run),
  after: """
    The order didn't change, and doesn't know which clock it has. The function `shop()` makes a new
    container for each caller. So a test can replace what it likes, and no other test notices.

    The double replaced the clock before anything was made of it. That is the order to keep: first
    register over it, then resolve.
    """,
  exercise: """
    Write a double that counts how often it was asked, and print the count after one order. (A
    double that takes notes is called a spy.)
    """,
  solution: testDoublesSolution)

private enum Code {
  protocol Clock { var isSunday: Bool { get } }

  struct SystemClock: Clock {
    var isSunday: Bool { false }  // a real one would ask the system
  }

  struct SundayClock: Clock {
    let isSunday = true
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

    let real = shop()
    print("Today: ", try real.resolve(Order.self).price, "cents")

    let test = shop()
    test.register(Clock.self) { _ in SundayClock() }
    print("Sunday:", try test.resolve(Order.self).price, "cents")
  }
}
