// SPDX-License-Identifier: MIT-0

// # Lesson 9: Test doubles
// 7 minutes. Goal: let a test replace the clock.
//
// What does a cup cost on a Sunday? With the system's clock, a test could only
// tell on Sundays. So the order gets its clock from the container, and the clock
// is a protocol. The protocol is the service. What is made for it is a component.
// A test registers another component: a test double, which stands in for the real
// one.

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

  print("Sunday:", try test.resolve(Order.self).price, "cents")
  print("Today: ", try real.resolve(Order.self).price, "cents")
}

// ## Predict
// The test registers its clock before the real shop has made an order. Which
// price does the real shop ask?
//
// ## It prints
//     Sunday: 250 cents
//     Today:  300 cents
//
// Each call of `shop()` makes a new container. So a test can replace what it
// likes, and nothing else notices. The order didn't change, and it doesn't know
// which clock it has.
//
// The double replaced the clock before anything was made with it. Do the same:
// first register the double, then resolve.
//
// ## Exercise
// A double that takes notes is called a spy. Write a clock that counts how often
// it was asked whether it is Sunday, use it for the test, and print its count at
// the end.
//
// ## Then it prints
//     Sunday: 250 cents
//     Today:  300 cents
//     Asked: 1
