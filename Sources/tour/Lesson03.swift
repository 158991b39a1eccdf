import DIContainer

let testDouble = Lesson(
  title: "A test double",
  before: """
    When the service is a protocol, nothing that uses it knows which component stands behind it, so
    a test can register another one: a test double.
    """,
  after: """
    Registering the same service again replaced its factory, and since an order does not choose its
    clock, what it costs on a Sunday can be tested on any day.
    """
) {
  let container = DIContainer()
  container.register((any Clock).self) { _ in WallClock() }
  container.register(Order.self) { c in Order(clock: try c.resolve()) }

  let order = try container.resolve(Order.self)
  show("\(type(of: order.clock)) works.")

  container.register((any Clock).self) { _ in SundayClock() }
  let testedOrder = try container.resolve(Order.self)
  show("\(type(of: testedOrder.clock)) works too: \(testedOrder.price) cents on a Sunday.")
}

private protocol Clock { var isSunday: Bool { get } }

private struct WallClock: Clock {
  var isSunday: Bool { false }  // a real one would ask the system
}

private struct SundayClock: Clock { let isSunday = true }

private struct Order {
  let clock: any Clock
  var price: Int { clock.isSunday ? 250 : 300 }
}
