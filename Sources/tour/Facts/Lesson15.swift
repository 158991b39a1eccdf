// SPDX-License-Identifier: MIT-0

let facts = [
  Fact("From the owner, the cycle is closed.") {
    let owner = try home().resolve(Owner.self)
    try want(owner.dog.owner === owner, "The owner's dog has another owner, or none.")
  },
  Fact("From the dog, the cycle is closed, after `reset` too.") {
    let container = home()
    try container.wantNothingMade()
    for _ in 1...2 {
      let dog = try container.resolve(Dog.self)
      try want(dog.owner != nil, "The dog's owner is gone. Who holds it?")
      try want(dog.owner?.dog === dog, "The dog's owner has another dog. Who keeps this one?")
      container.reset(keepingRegistrations: true)
    }
    try container.wantNothingCaptured()
  },
  Fact("Each home has one owner and one dog.") {
    let container = home()
    let (owner, dog) = (try container.resolve(Owner.self), try container.resolve(Dog.self))
    try want(owner.dog === dog, "The owner's dog is not the container's.")
    try want(container.resolve(Owner.self) === owner, "Each resolve makes a new owner.")
    try want(container.resolve(Dog.self) === dog, "Each resolve makes a new dog.")
    try want(home().resolve(Dog.self) !== dog, "Two homes share one dog.")
  },
  Fact("When the container goes, the owner goes too.") {
    weak var owner: Owner?
    let dog: Dog
    do {
      let container = home()
      owner = try container.resolve(Owner.self)
      dog = try container.resolve(Dog.self)
    }
    try want(owner == nil && dog.owner == nil, "The dog holds its owner. Leave the property weak.")
  },
]
