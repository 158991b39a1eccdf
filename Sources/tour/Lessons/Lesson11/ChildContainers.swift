// Goal: override a service for one part of the program.
// A child container sees all registrations of its parent. It can add and override registrations
// without changing the parent, for a branch of a shop or the session of a user. This is a scope.

import DIContainer

struct Beans { let origin: String }
struct Bag { let beans: Beans }

final class Machine {
  let beans: Beans
  init(beans: Beans) { self.beans = beans }
}

func shop() -> DIContainer {
  let shop = DIContainer()
  shop.register(Beans.self, lazySingleton: { Beans(origin: "Kenya") })
  shop.register(Bag.self) { c in try Bag(beans: c.resolve()) }
  shop.register(Machine.self, lazySingleton: { c in try Machine(beans: c.resolve()) })
  return shop
}

func branch(of shop: DIContainer) -> DIContainer {
  let branch = DIContainer(parent: shop)
  branch.register(Beans.self, lazySingleton: { Beans(origin: "Peru") })
  return branch
}

func program() throws {
  let shop = shop()
  let branch = branch(of: shop)
  print(branch.verify())
  for (name, container) in [("Shop:  ", shop), ("Branch:", branch)] {
    print(name, "a bag from", try container.resolve(Bag.self).beans.origin)
    print(name, "coffee from", try container.resolve(Machine.self).beans.origin)
  }
}

// ## Predict
// The branch registers only beans. Which beans are in its bag? Which are in its machine?
// ## Why
// The bag is a transient of the parent, created with the container that was asked: in the branch,
// with the branch's beans. The machine is the parent's singleton, created with the parent's beans.
// It never uses a registration of a child, and `verify()` of the child warns you.
// ## Exercise
// Make each branch brew coffee from its own beans, with one machine in each branch. Do not change
// `shop()`. In a branch, each service keeps its lifetime, and resolves the same services as before.
