// SPDX-License-Identifier: MIT-0

let facts = [
  Fact("A radio named kitchen is registered, and no other.") {
    try want("Registered", mall().lifetimes.keys.sorted(), is: ["Radio \"kitchen\"", "Shop"])
  },
  Fact("The shop plays the radio that is registered for the kitchen.") {
    let radio = Radio(station: "Rock")
    try wantMade(in: mall(), of: "Jazz FM", or: radio, "Rock", name: "kitchen", isOptional: true) {
      (shop: Shop) in shop.mood
    }
  },
  Fact("Without that radio, the shop opens and plays nothing.") {
    let container = mall()
    container.unregister(Radio.self, name: "kitchen")
    container.register(Radio.self) { _ in Radio(station: "Pop") }
    try want("The mood", container.resolve(Shop.self).mood, is: "The shop plays nothing.")
  },
]
