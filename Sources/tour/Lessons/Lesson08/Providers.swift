// Goal: lay out a program, so that few files know the container.
// - New: `Provider`, flowchart.
// - Needs: service locator, composition root, `register`, `resolve`, `verify`.
//
// A provider is a type that registers what belongs together. Each part of a real program has a
// file, or a folder, with its types and a provider. One function, which the program calls at its
// start, lists the providers. It is the composition root.
//
// Open the three files beside this one: `Oven.swift`, `Counter.swift` and `Bakery.swift`.

import DIContainer

func program() throws {
  let container = bakery()
  print(try container.resolve((any Counter).self).sell(6))
  print(container.verify().mermaid)
}

// ## Predict
// What makes the oven, and when? Would it matter if the counter's provider came first?
// ## Why
// The container makes the oven, when the counter's factory asks for it. So the order of the
// providers doesn't matter. The flowchart of what needs what, GitHub draws in a `mermaid` block.
//
// `Oven` and `SalesCounter` are plain Swift: what they need is in their initializers. If the counter
// kept the container, and asked it for the oven at each sale, the container would be a service
// locator. The initializer wouldn't say what the counter needs, a test couldn't see it, `verify()`
// couldn't try it. So resolve in the composition root, and let factories do the rest.
// ## Exercise
// Add a type `Courier` and its `CourierProvider`, in a new file of this folder. Its method
// `func send(_ count: Int) -> String` says "By bicycle: ", and then what the counter says.
//
// A test can make a courier from any counter, and from nothing else: that is what its initializer
// takes, without a default value. Its provider registers it, and only it. `bakery()` lists that
// provider beside the others, and registers nothing itself.
