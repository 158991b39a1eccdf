let shop = Lesson11.shop()
func branch() -> DIContainer { Lesson11.branch(of: shop) }
let lifetimes = ["Bag: transient", "Beans: lazySingleton", "Machine: lazySingleton"]
let lima = Beans(origin: "Lima")

await fact("Each branch has one machine, with its own beans, and new bags with them.") {
  try wantUse(in: branch, of: lima, "Peru", "Lima", \Machine.beans.origin)
  try wantUse(in: branch, of: lima, "Peru", "Lima", \Bag.beans.origin)
}
await fact("The branch is a child of the shop, and the lifetimes are the shop's.") {
  let wrong = registered(branch()).filter { !lifetimes.contains($0) }
  try want("Registered with another lifetime", wrong, is: [])
  shop.register(Int.self) { _ in 1 }
  try want("A number that the shop registers later", branch()[Int.self], is: 1)
}
await fact("Nothing changes for the shop.") {
  try wantUnchanged("func shop()", "final class Machine", "struct Bag")
  let shop = Lesson11.shop()
  let machine = try shop.resolve(Machine.self)
  let before = "\(shop)"
  let branch = Lesson11.branch(of: shop)
  try want("The shop, after a branch was created", "\(shop)", is: before)
  try want(branch.resolve(Machine.self) !== machine, "The shop and a branch share a machine.")
}
