// SPDX-License-Identifier: MIT-0

// # Lesson 9: Test doubles
// 8 minutes. Goal: let a test replace the clock.
//
// What does a cup cost on a Sunday? With the system's clock, a test could only
// tell on Sundays. So the order gets its clock from the container, and the clock
// is a protocol. The protocol is the service. What is made for it is a component.
// A test registers another component: a test double, which stands in for the real
// one. There are three kinds:
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

func lesson9() throws {
  let real = shop()
  let test = shop()
  test.register(Clock.self) { _ in SundayClock() }

  for container in [test, real] {
    let order = try container.resolve(Order.self)
    print(type(of: order.clock), "says:", order.price, "cents")
  }
}

// ## Predict
// The test registers its clock before the real shop has made an order. Which
// price does the real shop ask?
//
// ## It prints
//     SundayClock says: 250 cents
//     SystemClock says: 300 cents
//
// Each call of `shop()` makes a new container. So a test can replace what it
// likes, and nothing else notices. The order didn't change, and it doesn't know
// which clock it has.
//
// The double replaced the clock before anything was made with it. Do the same:
// first register the double, then resolve.
//
// ## Exercise
// Write a spy, `SpyClock`: it counts how often it is asked whether it is Sunday.
// Use it for the test, and keep it in a constant `spy`. At the end, let a second
// order ask:
//
//     print("Asked:", spy.count)
//     _ = try test.resolve(Order.self).price
//     print("Asked:", spy.count)
//
// ## Then it prints
//     SpyClock says: 250 cents
//     SystemClock says: 300 cents
//     Asked: 1
//     Asked: 2
