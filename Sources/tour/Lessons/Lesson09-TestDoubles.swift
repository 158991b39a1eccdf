// SPDX-License-Identifier: MIT-0

// # Lesson 9: Test doubles
// 8 minutes. Goal: let a test replace the clock.
//
// What does a cup cost on a Sunday? With the system's clock, a test could only tell on Sundays. So
// the order gets its clock from the container, and the clock is a protocol. The protocol is the
// service. What is made for it is a component. A test registers another component: a test double,
// which stands in for the real one. There are three kinds:
//
// - A stub gives fixed answers, like the clock for a Sunday below.
// - A fake works, but takes a shortcut, like a database in memory.
// - A spy records what it is asked.

import DIContainer

private protocol Clock { var isSunday: Bool { get } }

private struct SystemClock: Clock {
  var isSunday: Bool { false }  // a real one would ask the system
}

private struct SundayClock: Clock {
  let isSunday = true
}

// For the exercise, which makes it a spy.
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
  let real = shop()
  let spy = SpyClock()
  let test = testShop(with: spy)

  for container in [test, real] {
    let order = try container.resolve(Order.self)
    print(type(of: order.clock), "says:", order.price, "cents")
  }
  print("Asked:", spy.count)
}

// ## Predict
// The test registers its clock before the real shop has made an order. Which price does the real
// shop ask?
//
// ## It prints
//     SundayClock says: 250 cents
//     SystemClock says: 300 cents
//     Asked: 0
//
// Each call of `shop()` makes a new container. So a test can replace what it likes, and nothing
// else notices. The order didn't change, and it doesn't know which clock it has.
//
// The double replaced the clock before anything was made with it. Do the same: first register the
// double, then resolve.
//
// ## Exercise
// Make `SpyClock` a spy: it counts how often it is asked whether it is Sunday. Then let `testShop`
// use the spy that it is given, in place of the stub. A test makes a spy, asks for a price, and
// reads the count.
