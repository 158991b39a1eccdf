// Goal: arrange a program so that few files use the container.
// A provider is a type that registers related services. Each part of a program has its types and a
// provider. One function, the composition root, lists the providers. Open the other files here.

import DIContainer

func program() throws {
  let container = bakery()
  print(try container.resolve((any Counter).self).sell(6))
  print(container.verify().mermaid)
}

// ## Predict
// What creates the oven, and when? Would it matter if the counter's provider came first?
// ## Why
// The container creates the oven when the counter's factory resolves it, so the order of the
// providers does not matter. The rest of the output is a flowchart for a `mermaid` block on GitHub.
//
// If the counter kept the container and resolved the oven at each sale, the container would be a
// service locator: neither a reader nor a test nor `verify()` could see what the counter needs.
// ## Exercise
// Add a type `Courier` and its `CourierProvider` in a new file of this folder. Its method
// `func send(_ count: Int) -> String` returns "By bicycle: ", followed by the counter's answer. The
// courier has one initializer, which takes a counter and nothing else. Its provider registers
// the courier and nothing else. `bakery()` lists all three providers, and registers nothing itself.
