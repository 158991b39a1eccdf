// SPDX-License-Identifier: MIT-0

// Uses what refers to itself, on a thread that ends. With an argument, it leaks an object.

import Glibc

final class Parent {
  let child: Child
  init(_ child: Child) { self.child = child }
}

final class Child { var parents: [Parent] = [] }
struct Offline: Error {}

func use() {
  for fails in [false, true] {
    let container = DIContainer()
    container.register(Parent.self, lazySingleton: { c in Parent(try c.resolve()) })
    container.register(Child.self, lazySingleton: { _ in Child() }) { child, c in
      let parent: Parent = try c.resolve()
      if CommandLine.arguments.count > 1 { child.parents = [parent] }
      if fails { throw Offline() }
    }
    precondition((container[Parent.self] == nil) == fails)
    container.reset(keepingRegistrations: true)
    precondition(container.verify().errors.isEmpty != fails)
  }
}

var thread = pthread_t()
let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
  use()
  return nil
}
pthread_create(&thread, nil, start, nil)
pthread_join(thread, nil)
