// SPDX-License-Identifier: MIT-0

private struct News {}

let facts = [
  Fact("The branch's machine has the beans that are registered in the branch.") {
    let lima = Beans(origin: "Lima")
    try wantMade(in: branch(of: shop()), of: "Peru", or: lima, "Lima", isSingleton: true) {
      (machine: Machine) in machine.beans.origin
    }
    let branch = branch(of: shop())
    let beans = [try branch.resolve(Machine.self).beans, try branch.resolve(Bag.self).beans]
    try want(beans.allSatisfy { $0 === branch[Beans.self] }, "There are two sorts of beans.")
  },
  Fact("Each branch has one machine for all.") {
    let shop = shop()
    let (one, other) = (branch(of: shop), branch(of: shop))
    let machine = try one.resolve(Machine.self)
    try want(one.resolve(Machine.self) === machine, "Each resolve makes a new machine.")
    try want(other.resolve(Machine.self) !== machine, "Two branches share one machine.")
  },
  Fact("The branch sees what the shop registers, also later.") {
    let shop = shop()
    let branch = branch(of: shop)
    shop.register(News.self) { _ in News() }
    try want(branch[News.self] != nil, "It doesn't. Is it a child of the shop?")
  },
  Fact("Nothing changes for the shop.") {
    let shop = shop()
    let branch = branch(of: shop)
    let lifetimes = ["Beans": "lazySingleton", "Bag": "transient", "Machine": "lazySingleton"]
    try want("Registered in the shop", shop.lifetimes, is: lifetimes)
    let machine = try shop.resolve(Machine.self)
    try want("The shop's beans are from", machine.beans.origin, is: "Kenya")
    try want(branch.resolve(Machine.self) !== machine, "The branch has the shop's machine.")
    try want(shop.resolve(Beans.self) === machine.beans, "The shop has two sorts of beans.")
  },
  Fact("The verification of the branch finds nothing.") {
    let verification = "\(branch(of: shop()).verify())"
    try want(verification == "No errors.", "It says:\n\(verification)")
  },
]
