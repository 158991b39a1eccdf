let shop = Lesson11.shop()
func branch() -> DIContainer { Lesson11.branch(of: shop) }

await fact("Each branch has one machine for all, with the beans that it has registered.") {
  try wantMade(
    in: branch, of: "Peru", or: Beans(origin: "Lima"), "Lima", text: \Machine.beans.origin)
  let container = branch()
  try want("Machines in a branch", container.resolve(Machine.self), different: 1)
}
await fact("Each bag is a new one, with the branch's beans. The lifetimes stay.") {
  try wantMade(in: branch, of: "Peru", or: Beans(origin: "Lima"), "Lima", text: \Bag.beans.origin)
  let found = registered(branch())
  let isNew = !found.contains { $0.contains(/^Bag: \w+Singleton/) }
  try want(isNew, "The branch keeps a bag: \(found)")
  try want(found.contains("Beans: lazySingleton"), "The branch's beans have changed: \(found)")
}
await fact("The branch sees what the shop registers, also later.") {
  let container = branch()
  shop.register(Int.self) { _ in 1 }
  try want("The shop's number", container[Int.self], is: 1, "Is it a child of the shop?")
}
await fact("Nothing changes for the shop.") {
  let shop = Lesson11.shop()
  for _ in 1...2 {
    let before = "\(shop)"
    _ = Lesson11.branch(of: shop)
    try want("The shop, after a branch was made", "\(shop)", is: before)
    _ = try shop.resolve(Machine.self)
  }
  let machine = try Lesson11.branch(of: shop).resolve(Machine.self)
  let wanted = ["Bag: transient", "Beans: lazySingleton", "Machine: lazySingleton"]
  try want("Registered", registered(shop), is: wanted)
  try want("Its beans are from", shop.resolve(Machine.self).beans.origin, is: "Kenya")
  try want(shop.resolve(Machine.self) !== machine, "The shop and a branch share a machine.")
}
