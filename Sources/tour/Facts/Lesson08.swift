let facts = [
  Fact("A radio named kitchen is registered, and no other.") {
    try want("Registered", mall().keys, is: ["Radio \"kitchen\"", "Shop"])
  },
  Fact("The shop plays the radio of the kitchen, and without that one, nothing.") {
    try wantMade(
      in: mall(), of: "Jazz FM", or: Radio(station: "Rock"), "Rock", name: "kitchen",
      without: "nothing", text: \Shop.mood)
  },
]
