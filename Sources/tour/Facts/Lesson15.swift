let facts = [
  Fact("From both ends, the cycle is closed, after `reset` too.") {
    let container = home()
    try container.wantNothingMade()
    let dog = try container.resolve(Dog.self)
    try want(dog.owner != nil, "The dog's owner is gone. Who holds it?")
    try want(dog.owner?.dog === dog, "The dog's owner has another dog. Who keeps this one?")
    container.reset(keepingRegistrations: true)
    let owner = try container.resolve(Owner.self)
    try want(dog.owner !== owner, "`reset` has not forgotten the owner. Who else keeps one?")
    try want(owner.dog.owner === owner, "The owner's dog has another owner, or none.")
    try home().wantNothingCaptured()
    let other = Owner(dog: dog)
    container.register(Owner.self, eagerSingleton: other)
    container.reset(keepingRegistrations: true)
    try want(container.resolve(Dog.self).owner === other, "Another owner is registered. Ask `c`.")
  },
  Fact("Each home has one owner and one dog.") {
    let container = home()
    try want("Owners", container.resolve(Owner.self), different: 1)
    try want("Dogs", container.resolve(Dog.self), different: 1)
    try want("Dogs of three homes", home().resolve(Dog.self), different: 3)
  },
  Fact("When the container goes, the owner goes too.") {
    weak var owner = try home().resolve(Owner.self)
    let dog = try home().resolve(Dog.self)
    try want(owner == nil && dog.owner == nil, "The dog holds its owner. Leave the property weak.")
  },
]
