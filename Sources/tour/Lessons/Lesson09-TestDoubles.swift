// Goal: let a test replace the clock.
//
// What does a cup cost on a Sunday? With the system's clock, a test could only tell on Sundays. So
// the order gets its clock from the container, and the clock is a protocol. A test registers a test
// double, which stands in for the real clock: a stub gives fixed answers, a fake works but takes a
// shortcut, and a spy records what it is asked.

import DIContainer

private protocol Clock { var isSunday: Bool { get } }

private struct SystemClock: Clock { let isSunday = false }
private struct SundayClock: Clock { let isSunday = true }

/// For the exercise, which makes it a spy.
private final class SpyClock: Clock {
  private(set) var count = 0
  var isSunday: Bool { true }
}

private struct Order {
  let clock: Clock
  var price: Int { clock.isSunday ? 250 : 300 }
}

private func shop() -> DIContainer {
  let container = DIContainer()
  container.register(Clock.self, lazySingleton: { _ in SystemClock() })
  container.register(Order.self) { c in try Order(clock: c.resolve()) }
  return container
}

private func testShop(with spy: SpyClock) -> DIContainer {
  let container = shop()
  container.register(Clock.self) { _ in SundayClock() }
  return container
}

func lesson9() throws {
  let spy = SpyClock()
  for container in [testShop(with: spy), shop()] {
    let order = try container.resolve(Order.self)
    print(type(of: order.clock), "says:", order.price, "cents")
  }
  print("Asked:", spy.count)
}

// ## Predict
// The test replaces the clock of its shop first. Which price does the real shop ask then?
//
// ## Why
// The real shop still asks for 300 cents. Each call of `shop()` makes a new container, so a test
// can replace what it likes, and nothing else notices. First register the double, then resolve.
//
// ## Exercise
// Make `SpyClock` a spy: it counts how often it is asked whether it is Sunday. Then let `testShop`
// use the spy that it is given, in place of the stub.
