// Goal: let two services need each other.
// - New: `initCompleted`, property injection, circular dependency.
// - Needs: `register`, `resolve`, `transient`, `lazySingleton`.
//
// An owner has a dog, and the dog knows its owner. Two services that need each other are a circular
// dependency, or a cycle. Initializers alone can't close it: each would have to be made first.

import DIContainer

final class Owner {
  let dog: Dog
  init(dog: Dog) { self.dog = dog }
}

final class Dog {
  weak var owner: Owner?
  init(owner: Owner?) { self.owner = owner }
}

func home() -> DIContainer {
  let container = DIContainer()
  container.register(Owner.self) { c in try Owner(dog: c.resolve()) }
  container.register(
    Dog.self, transient: { _ in Dog(owner: nil) },
    initCompleted: { dog, c in dog.owner = try c.resolve(Owner.self) })
  return container
}

func program() throws {
  let container = home()
  let owner = try container.resolve(Owner.self)
  print("Is the dog's owner this one?", owner.dog.owner === owner)

  let dog = try container.resolve(Dog.self)
  print("Is the owner's dog this one?", dog.owner?.dog === dog)
}

// ## Predict
// The dog asks for an owner, who needs a dog. Does it get this owner? And in the second `resolve`?
// ## Why
// The dog is made without an owner. When both are made, `initCompleted` runs, and sets a property:
// this is property injection. The container knows which owner this dog was made for, and gives it
// that one. Without this callback, the cycle would be an error that names it: `Owner → Dog → Owner`.
//
// The property is `weak`, because two objects that hold each other would never be freed. For the
// second `resolve`, the container makes an owner too. But nobody holds that owner, and it is gone.
// ## Exercise
// Change the lifetimes of the two in `home`, so that the cycle is closed from both ends, each time,
// for one owner and one dog. Leave the property weak, and let the container close the cycle.
