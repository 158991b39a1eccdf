// SPDX-License-Identifier: MIT-0

// # Lesson 13: A program in several files
// 10 minutes. Goal: lay out a program, so that few files know the container.
//
// How does a real program do this? Each part has a file, or a folder, with its types and a
// provider, which registers them. One function lists the providers. The program calls it once, at
// its start, resolves what it begins with, and runs that. This function is the composition root:
// the one place where the parts are put together.
//
// Sources/tour/Lessons/Bakery/Oven.swift
//
// Sources/tour/Lessons/Bakery/Counter.swift
//
// Sources/tour/Lessons/Bakery/Bakery.swift
//
// And the program:

import DIContainer

func lesson13() throws {
  let container = bakery()
  print(try container.resolve(Counter.self).sell(6))
  print(container.verify().mermaid)
}

// ## Predict
// The program names neither the oven nor a provider. What makes the oven, and when?
//
// ## It prints
//     Here you are: 6 warm rolls.
//     flowchart TD
//       n0(["Oven"])
//       n1["Counter"]
//       n1 --> n0
//       classDef missing fill:#fcc,stroke:#c00
//       classDef circular fill:#fd9,stroke:#c60
//       classDef absent fill:#eee,stroke:#999
//
// The container made it, when the counter's factory asked for it. The rest is a flowchart of what
// needs what. GitHub draws it in a `mermaid` block.
//
// `Oven` and `Counter` are plain Swift. They don't know that there is a container: what they need
// is in their initializers. This counter is different:
//
//     struct Counter {
//       let container: DIContainer
//       func sell(_ count: Int) throws -> String {
//         try container.resolve(Oven.self).bake(count)
//       }
//     }
//
// Used like this, a container is a service locator. The initializer no longer says what the counter
// needs, a test can't see it, `verify()` can't try it, and it may fail with each sale. So resolve
// in the composition root, and let factories do the rest.
//
// ## Exercise
// Add a courier who delivers, in a new file of the folder `Bakery`: a type `Courier` with `func
// send(_ count: Int) -> String`, and a `CourierProvider`. A courier gets the rolls from the
// counter, and says "By bicycle: " before what the counter says. The bakery has a courier then.
// `Oven` and `Counter` stay.
