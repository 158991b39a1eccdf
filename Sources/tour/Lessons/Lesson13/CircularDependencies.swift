// Goal: let two services need each other.
//
// An owner has a dog, and the dog knows its owner. Two services that need each other are a circular
// dependency, or a cycle. Two initializers cannot close it: each would need the other object first.

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
// The dog resolves an owner, which needs a dog. Does it get this owner? And in the second `resolve`?
// ## Why
// The dog is created without an owner. When both exist, `initCompleted` sets a property: this is
// property injection. The container knows for which owner this dog was created, and returns that
// owner. Without the callback, the cycle is an error: `Circular dependency: Owner → Dog → Owner`.
//
// The property is `weak`, because two objects that keep each other are never freed. For the second
// `resolve`, the container creates an owner too. But nothing keeps that owner, so it is freed.
// ## Exercise
// Change the lifetimes in `home` so that the cycle is closed from both ends, each time, with one owner
// and one dog in each home. The property stays weak, and the container closes the cycle.
