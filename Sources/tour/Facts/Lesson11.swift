let shop = Lesson11.shop()
func branch() -> DIContainer { Lesson11.branch(of: shop) }
let lifetimes = ["Bag: transient", "Beans: lazySingleton", "Machine: lazySingleton"]

await fact("Each branch has one machine, with the beans that it has registered.") {
  try wantUse(in: branch, "Peru", Beans(origin: "Lima"), "Lima", text: \Machine.beans.origin)
  let container = branch()
  try want("Machines in a branch", container.resolve(Machine.self), different: 1)
}
await fact("Each bag is a new one, with the branch's beans.") {
  try wantUse(in: branch, "Peru", Beans(origin: "Lima"), "Lima", text: \Bag.beans.origin)
}
await fact("The branch is a child of the shop, and the lifetimes are the shop's.") {
  let container = branch()
  shop.register(Int.self) { _ in 1 }
  try want("A number that the shop registers later", container[Int.self], is: 1)
  let wrong = registered(container).filter { !lifetimes.contains($0) && !$0.hasPrefix("Int: ") }
  try want("Registered with another lifetime", wrong, is: [])
  let warnings = branch().verify().warnings.map { "\($0)" }
  try want("Warnings", warnings, is: [])
}
await fact("Nothing changes for the shop.") {
  let shop = Lesson11.shop()
  for _ in 1...2 {
    let before = "\(shop)"
    _ = Lesson11.branch(of: shop)
    try want("The shop, after a branch was created", "\(shop)", is: before)
    _ = try shop.resolve(Machine.self)
  }
  let machine = try Lesson11.branch(of: shop).resolve(Machine.self)
  try want("Registered", registered(shop), is: lifetimes)
  try want(shop.resolve(Machine.self) !== machine, "The shop and a branch share a machine.")
  try wantUse(
    in: Lesson11.shop, "Kenya", Beans(origin: "Lima"), "Lima", text: \Machine.beans.origin)
  try wantUse(in: Lesson11.shop, "Kenya", Beans(origin: "Lima"), "Lima", text: \Bag.beans.origin)
}
