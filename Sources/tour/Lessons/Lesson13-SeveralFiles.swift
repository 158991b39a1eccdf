// Goal: lay out a program, so that few files know the container.
//
// Each part of a real program has a file, or a folder, with its types and a provider, which
// registers them. One function lists the providers. The program calls it once, at its start,
// resolves what it begins with, and runs that. This function is the composition root: the one place
// where the parts are put together.
//
// Open the three files of the folder `Sources/tour/Lessons/Bakery`: `Oven.swift`, `Counter.swift`
// and `Bakery.swift`. This is the program:

import DIContainer

func lesson13() throws {
  let container = bakery()
  print(try container.resolve(Counter.self).sell(6))
  print(container.verify().mermaid)
}

// ## Predict
// The program names neither the oven nor a provider. What makes the oven, and when?
//
// ## Why
// The container makes the oven, when the counter's factory asks for it. The program also prints a
// flowchart of what needs what: GitHub draws it in a `mermaid` block.
//
// `Oven` and `Counter` are plain Swift: what they need is in their initializers. If the counter
// kept the container, and asked it for the oven at each sale, the container would be a service
// locator. The initializer wouldn't say what the counter needs, a test couldn't see it, `verify()`
// couldn't try it. So resolve in the composition root, and let factories do the rest.
//
// ## Exercise
// Add a courier who delivers, in a new file of the folder `Bakery`: a type `Courier` with `func
// send(_ count: Int) -> String`, and a `CourierProvider`. A courier gets the rolls from the
// counter, and says "By bicycle: " before what the counter says.
