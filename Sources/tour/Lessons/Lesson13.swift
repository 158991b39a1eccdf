// SPDX-License-Identifier: MIT-0

// # Lesson 13: A program in several files
// 8 minutes. Goal: lay out a program, so that few files know the container.
//
// How does a real program do this? Each part has a file, or a folder, with its
// types and its provider. One function lists the providers. The program calls it
// once, at its start, resolves what it begins with, and runs that.
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
}

// ## Predict
// The program names neither the oven nor a provider. Who makes the oven, and
// when?
//
// ## It prints
//     Here you are: 6 warm rolls.
//
// The container made it, when the counter's factory asked for it.
//
// `Oven` and `Counter` are plain Swift. They don't know that there is a
// container: what they need is in their initializers. If you ask a container
// everywhere, you hide what each part needs. Resolve where the program starts,
// and let factories do the rest.
//
// ## Exercise
// Add a courier who delivers, in a new file of the folder `Bakery`, with a
// provider. The courier gets the rolls from the counter, and says "By bicycle: "
// before what the counter says. Send four rolls at the end of the program. Which
// of the other files have to change?
//
// ## Then it prints
//     Here you are: 6 warm rolls.
//     By bicycle: Here you are: 4 warm rolls.
