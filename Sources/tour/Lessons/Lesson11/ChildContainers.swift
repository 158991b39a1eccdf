// Goal: replace a service for one part of the program.
// - New: child container, scope.
// - Needs: `register`, `resolve`, `transient`, `lazySingleton`, `verify`.
//
// A child container sees everything that its parent has registered. It can register more for
// itself, or replace something for itself: for a branch of a shop, a user's session or a request.
// How long that lasts is often called a scope. It ends when you let go of the child container.

import DIContainer

struct Beans { let origin: String }
struct Bag { let beans: Beans }

final class Machine {
  let beans: Beans
  init(beans: Beans) { self.beans = beans }
}

func shop() -> DIContainer {
  let shop = DIContainer()
  shop.register(Beans.self, lazySingleton: { _ in Beans(origin: "Kenya") })
  shop.register(Bag.self) { c in try Bag(beans: c.resolve()) }
  shop.register(
    Machine.self, lazySingleton: { c in try Machine(beans: c.resolve()) })
  return shop
}

func branch(of shop: DIContainer) -> DIContainer {
  let branch = DIContainer(parent: shop)
  branch.register(Beans.self, lazySingleton: { _ in Beans(origin: "Peru") })
  return branch
}

func program() throws {
  let shop = shop()
  let branch = branch(of: shop)
  print(branch.verify())
  for (name, container) in [("Shop:  ", shop), ("Branch:", branch)] {
    print(name, "a bag from", try container.resolve(Bag.self).beans.origin)
    let machine = try container.resolve(Machine.self)
    print(name, "coffee from", machine.beans.origin)
  }
}

// ## Predict
// The branch registers only beans. Which are in its bag? And which in its machine?
// ## Why
// The bag is a transient of the parent. For the branch, it is made with the branch's beans. The
// machine is a singleton of the parent: there is one, made with what the parent has. What a child
// registers never reaches it, and `verify()` of the child warns you if that matters.
// ## Exercise
// Make a branch's coffee from its own beans, with one machine in each branch. The shop stays as it
// is, and so do the lifetimes: each bag is a new one.
