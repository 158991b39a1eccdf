let shop = Lesson11.shop()
func branch() -> DIContainer { Lesson11.branch(of: shop) }
let lima = Beans(origin: "Lima")

await fact("Nothing changes for the shop.") {
  try wantUnchanged("func shop()", "final class Machine", "struct Bag")
  let shop = Lesson11.shop()
  let before = "\(shop)"
  let branch = Lesson11.branch(of: shop)
  try want("The shop, after a branch was created", "\(shop)", is: before)
  let isShared = try branch.resolve(Machine.self) === shop.resolve(Machine.self)
  try want(!isShared, "The shop and a branch share a machine.")
}
await fact("The branch is a child of the shop, with the shop's lifetimes and dependencies.") {
  let child = Lesson11.branch(of: Lesson11.shop())
  let bag = "Bag: transient → Beans"  // It may be registered again.
  let wanted = ["Beans: lazySingleton", "Machine: lazySingleton → Beans"]
  try wantRegistered(registered(child).filter { $0 != bag }, wanted)
  shop.register(Int.self) { _ in 1 }
  try want("A number that the shop registers later", branch()[Int.self], is: 1)
}
await fact("Each branch has one machine, with its own beans, and new bags with them.") {
  try wantUse(in: branch, of: lima, "Peru", "Lima", \Machine.beans.origin)
  try wantUse(in: branch, of: lima, "Peru", "Lima", \Bag.beans.origin)
}
