// SPDX-License-Identifier: MIT-0

// # Lesson 14: Child containers
// 5 minutes. Goal: replace a service for one part of the program.
//
// A child container sees everything that its parent has registered. It can
// register more for itself, or replace something for itself: for one branch of a
// shop, for one user's session, or for one request.

import DIContainer

private struct Beans { let origin: String }
private struct Coffee { let beans: Beans }
private final class CashBox {}

func lesson14() throws {
  let shop = DIContainer()
  shop.register(Beans.self) { _ in Beans(origin: "Kenya") }
  shop.register(Coffee.self) { c in try Coffee(beans: c.resolve()) }
  shop.register(CashBox.self, lazySingleton: { _ in CashBox() })

  let branch = DIContainer(parent: shop)
  branch.register(Beans.self) { _ in Beans(origin: "Peru") }

  print("Shop:   coffee from", try shop.resolve(Coffee.self).beans.origin)
  print("Branch: coffee from", try branch.resolve(Coffee.self).beans.origin)

  let cashBox = try shop.resolve(CashBox.self)
  let branchCashBox = try branch.resolve(CashBox.self)
  print("Do they share a cash box?", cashBox === branchCashBox)
}

// ## Predict
// The branch has beans of its own, but no coffee. Which beans are in its coffee?
// And do the shop and the branch share a cash box?
//
// ## It prints
//     Shop:   coffee from Kenya
//     Branch: coffee from Peru
//     Do they share a cash box? true
//
// The coffee is a transient of the parent. For the branch, it was made with the
// branch's beans. The cash box is a singleton of the parent: there is one, the
// parent keeps it, and it is made with what the parent has. So what a child
// registers never reaches a singleton of its parent. `verify()` of the child
// warns you if that matters.
//
// The parent never sees what a child registers.
//
// ## Exercise
// Give the branch a cash box of its own. Does that change the shop?
//
// ## Then it prints
//     Shop:   coffee from Kenya
//     Branch: coffee from Peru
//     Do they share a cash box? false
