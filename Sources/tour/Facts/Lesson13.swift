await fact("From both ends, the cycle is closed, each time.") {
  let container = home()
  let dog = try container.resolve(Dog.self)
  try want(dog.owner != nil, "If a dog is resolved first, its owner is `nil` afterwards.")
  try want(dog.owner?.dog === dog, "If a dog is resolved first, its owner has another dog.")
  container.reset(keepingRegistrations: true)
  let owner = try container.resolve(Owner.self)
  try want(dog.owner !== owner, "After a reset of the instances, the old owner is still there.")
  try want(owner.dog.owner === owner, "If an owner is resolved first, its dog has no owner.")
}
await fact("The container closes it: a dog gets the owner that is registered.") {
  let container = home()
  let other = Owner(dog: Dog(owner: nil))
  container.register(Owner.self, eagerSingleton: other)
  let owner = try container.resolve(Dog.self).owner
  try want(owner === other, "The check registers an owner, and a new dog does not get it.")
  let puppy = Dog(owner: nil)
  let last = home()
  last.register(Dog.self, eagerSingleton: puppy)
  try want(last.resolve(Owner.self).dog === puppy, "A new owner does not get the registered dog.")
  try wantSeparate(home) { try $0.resolve(Dog.self) }
  container.reset(keepingRegistrations: true)
  container.register(Owner.self) { _ in throw Wrong(description: "Nobody is at home.") }
  let error = failure { try container.resolve(Dog.self) }
  try want("If no owner can be created, the dog's error", error, is: "Nobody is at home.")
}
await fact("Each home has one owner and one dog, and registers nothing else.") {
  let container = home()
  try want("Owners", container.resolve(Owner.self), different: 1)
  try want("Dogs", container.resolve(Dog.self), different: 1)
  try want("Registrations", registered(container).count, is: 2)
}
await fact("When the container is freed, the owner is freed too.") {
  weak var owner = try home().resolve(Owner.self)
  let dog = try home().resolve(Dog.self)
  let isGone = owner == nil && dog.owner == nil
  try want(isGone, "Something keeps the owner. Leave the property weak.")
  let nobody = Dog(owner: Owner(dog: Dog(owner: nil)))
  try want(nobody.owner == nil, "A dog keeps its owner. Leave the property weak.")
}
