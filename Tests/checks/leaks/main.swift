// SPDX-License-Identifier: MIT-0

// Uses what the library connects in cycles, on a thread that ends. The leak sanitizer then reports what is
// left. With an argument, the program leaks an object, which shows that the sanitizer works.

import Glibc

final class Parent {
  let child: Child
  init(_ child: Child) { self.child = child }
}

final class Child {
  weak var parent: Parent?
  var leaked: Child?
}

struct Offline: Error {}

func use() {
  for fails in [false, true] {
    let container = DIContainer()
    let complete: (Child, DIContainer) throws -> Void = { child, c in
      child.parent = try c.resolve()
      if fails { throw Offline() }
    }
    container.register(Parent.self, lazySingleton: { c in Parent(try c.resolve()) })
    container.register(Child.self, lazySingleton: { _ in Child() }, initCompleted: complete)
    let child = DIContainer(parent: container)
    child.register(Parent.self) { c in Parent(try c.resolve()) }
    child.register(Child.self, transient: { _ in Child() }, initCompleted: complete)
    precondition((container[Parent.self] == nil) == fails)
    precondition((child[Parent.self] == nil) == fails)
    precondition(child.verify().errors.isEmpty != fails)
  }
  if CommandLine.arguments.count > 1 {
    let child = Child()
    child.leaked = child
  }
}

var thread = pthread_t()
pthread_create(
  &thread, nil,
  { _ in
    use(); return nil
  }, nil)
pthread_join(thread, nil)
