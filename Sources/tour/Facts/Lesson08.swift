let facts = [
  Fact("A radio named kitchen is registered, and no other.") {
    try want("Registered", mall().keys, is: ["Radio \"kitchen\"", "Shop"])
    try want("The lifetime of the radio", mall().lifetimes["Radio \"kitchen\""], is: "transient")
  },
  Fact("The shop plays the radio of the kitchen, and without that one, nothing.") {
    try wantMade(
      in: mall(), of: "Jazz FM", or: Radio(station: "Rock"), "Rock", name: "kitchen",
      without: "no radio", text: { (shop: Shop) in shop.radio?.station ?? "no radio" })
  },
]
