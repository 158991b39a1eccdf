// SPDX-License-Identifier: MIT-0

// # Lesson 14: Child containers
// 8 minutes. Goal: replace a service for one part of the program.
//
// A child container sees everything that its parent has registered. It can register more for
// itself, or replace something for itself: for one branch of a shop, for one user's session, or for
// one request. What lives as long as such a session or request is often called its scope: here, a
// scope is a child container, and ends when you let go of it.

import DIContainer

private final class Beans {
  let origin: String
  init(origin: String) { self.origin = origin }
}

private struct Bag { let beans: Beans }

private final class Machine {
  let beans: Beans
  init(beans: Beans) { self.beans = beans }
}

private func shop() -> DIContainer {
  let shop = DIContainer()
  shop.register(Beans.self, lazySingleton: { _ in Beans(origin: "Kenya") })
  shop.register(Bag.self) { c in try Bag(beans: c.resolve()) }
  shop.register(
    Machine.self, lazySingleton: { c in try Machine(beans: c.resolve()) })
  return shop
}

private func branch(of shop: DIContainer) -> DIContainer {
  let branch = DIContainer(parent: shop)
  branch.register(Beans.self, lazySingleton: { _ in Beans(origin: "Peru") })
  return branch
}

func lesson14() throws {
  let shop = shop()
  let branch = branch(of: shop)
  print(branch.verify())
  for (name, container) in [("Shop:  ", shop), ("Branch:", branch)] {
    let bag = try container.resolve(Bag.self)
    let machine = try container.resolve(Machine.self)
    print(name, "bag from", bag.beans.origin)
    print(name, "machine with the same beans?", machine.beans === bag.beans)
  }
}

// ## Predict
// The branch has beans of its own, but registers neither the bag nor the machine. Which beans are
// in its bag? And which in its machine?
//
// ## It prints
//     No errors.
//     'Beans' is registered here, but 'Machine' is a singleton of a parent,
//         which does not see it: register 'Machine' here too, or 'Beans' in the
//         parent.
//     Shop:   bag from Kenya
//     Shop:   machine with the same beans? true
//     Branch: bag from Peru
//     Branch: machine with the same beans? false
//
// The bag is a transient of the parent. For the branch, it was made with the branch's beans. The
// machine is a singleton of the parent: there is one, the parent keeps it, and it is made with what
// the parent has. So what a child registers never reaches a singleton of its parent. `verify()` of
// the child warns you if that matters.
//
// The parent never sees what a child registers.
//
// ## Exercise
// The branch's coffee should be made from the branch's beans. Each branch has one machine for all,
// and nothing changes for the shop.
