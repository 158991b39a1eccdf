// SPDX-License-Identifier: MIT-0

// # Lesson 15: Circular dependencies
// 8 minutes. Goal: let two services need each other.
//
// An owner has a dog, and the dog knows its owner. Two services that need each
// other are a circular dependency, or a cycle. Initializers alone can't close it:
// each of the two would have to be made before the other.

import DIContainer

private final class Owner {
  let dog: Dog
  init(dog: Dog) { self.dog = dog }
}

private final class Dog {
  weak var owner: Owner?
  init(owner: Owner?) { self.owner = owner }
}

func lesson15() throws {
  let container = DIContainer()
  container.register(Owner.self) { c in try Owner(dog: c.resolve()) }
  container.register(Dog.self) { c in try Dog(owner: c.resolve(Owner.self)) }
  do {
    _ = try container.resolve(Owner.self)
  } catch {
    print(error)
  }

  container.register(Dog.self) { _ in
    Dog(owner: nil)
  } initCompleted: { dog, c in
    dog.owner = try c.resolve(Owner.self)
  }
  let owner = try container.resolve(Owner.self)
  print("Is the dog's owner this one?", owner.dog.owner === owner)
  print(container)
}

// ## Predict
// The first `resolve` goes from the owner to the dog, and from the dog to the
// owner. Where does it end? In the second, the dog asks for an owner too. Does it
// get this owner, or a new one?
//
// ## It prints
//     Circular dependency: Owner → Dog → Owner
//     Is the dog's owner this one? true
//     Owner: transient
//     Dog: transient
//
// The first attempt is an error that names the cycle. In the second, the dog is
// made without an owner. When both are made, `initCompleted` runs. The container
// knows which owner this dog was made for, and gives it that one.
//
// The property is `weak`, because two objects that hold each other would never be
// freed.
//
// ## Exercise
// Now begin at the other end. Add this before the container is printed:
//
//     let dog = try container.resolve(Dog.self)
//     print("Is the owner's dog this one?", dog.owner?.dog === dog)
//
// It prints false. Find out why: print `dog.owner`. Who holds that owner? Change
// the lifetimes of the two, so that the cycle is closed from both ends. Leave the
// property weak.
//
// ## Then it prints
//     Circular dependency: Owner → Dog → Owner
//     Is the dog's owner this one? true
//     Is the owner's dog this one? true
//     Owner: lazySingleton (made)
//     Dog: lazySingleton (made)
