await fact("From both ends, the cycle is closed, each time.") {
  let container = home()
  let dog = try container.resolve(Dog.self)
  try want(dog.owner != nil, "If a dog is resolved first, its owner is `nil` afterward.")
  try want(dog.owner?.dog === dog, "If a dog is resolved first, its owner has another dog.")
  container.reset(keepingRegistrations: true)
  let owner = try container.resolve(Owner.self)
  try want(dog.owner !== owner, "When the container makes new ones, the old owner is still there.")
  try want(owner.dog.owner === owner, "If an owner is resolved first, its dog has no owner.")
}
await fact("The container closes it: a dog gets the owner that is registered.") {
  let container = home()
  let other = Owner(dog: Dog(owner: nil))
  container.register(Owner.self, eagerSingleton: other)
  let owner = try container.resolve(Dog.self).owner
  try want(owner === other, "The check registers an owner, and a new dog doesn't get it.")
  try wantSeparate(home) { try $0.resolve(Dog.self) }
  container.reset(keepingRegistrations: true)
  container.register(Owner.self) { _ in throw Wrong("Nobody is at home.") }
  let error = failure { try container.resolve(Dog.self) }
  try want("If no owner can be made, the dog's error", error, is: "Nobody is at home.")
}
await fact("Each home has one owner and one dog.") {
  let container = home()
  try want("Owners", container.resolve(Owner.self), different: 1)
  try want("Dogs", container.resolve(Dog.self), different: 1)
}
await fact("When the container goes, the owner goes too.") {
  weak var owner = try home().resolve(Owner.self)
  let dog = try home().resolve(Dog.self)
  let isGone = owner == nil && dog.owner == nil
  try want(isGone, "It stays: the dog holds it, or somebody else. Leave the property weak.")
}
