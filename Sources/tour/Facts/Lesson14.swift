let facts = [
  Fact("The branch's machine has the beans that are registered in the branch.") {
    try wantMade(
      in: branch(of: shop()), of: "Peru", or: Beans(origin: "Lima"), "Lima", isSingleton: true,
      text: \Machine.beans.origin)
  },
  Fact("Each branch has one machine for all, and one sort of beans.") {
    let branch = branch(of: shop())
    try want("Machines in a branch", branch.resolve(Machine.self), different: 1)
    try want("Beans in a branch", branch.resolve(Beans.self), different: 1)
    try want("Lifetime", branch.lifetimes["Machine"] ?? "none", has: "Singleton", "Who keeps it?")
  },
  Fact("The branch sees what the shop registers, also later.") {
    let shop = shop()
    let branch = branch(of: shop)
    shop.register(Int.self) { _ in 1 }
    try want("The shop's number", branch[Int.self], is: 1, "Is it a child of the shop?")
  },
  Fact("Nothing changes for the shop.") {
    let shop = shop()
    _ = branch(of: shop)
    let lifetimes = ["Bag": "transient", "Beans": "lazySingleton", "Machine": "lazySingleton"]
    try want("Registered", shop.lifetimes, is: lifetimes)
    try want("Its beans are from", shop.resolve(Machine.self).beans.origin, is: "Kenya")
  },
]
