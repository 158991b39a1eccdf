let facts = [
  Fact("The courier has a file of its own in the folder Bakery.") {
    let new = /\/Bakery\/(?!(Oven|Counter|Bakery)\.swift)/
    let texts = try readersFiles().filter { $0.path.contains(new) }.map(\.text)
    for type in ["Courier", "CourierProvider"] {
      let declaration = try Regex("(struct|class|actor|enum|protocol) \(type)\\b")
      let isThere = texts.contains { $0.contains(declaration) }
      try want(isThere, "No new file there has a type `\(type)`.")
    }
  },
  Fact("The courier's provider registers it, and the bakery has it.") {
    let both: [any DIContainer.Provider] = [CourierProvider(), CounterProvider()]
    let keys = both.map { DIContainer(providers: [$0]).keys }
    try want("Registered by the courier's and the counter's", keys, is: [["Courier"], ["Counter"]])
    let said = try bakery().resolve(Courier.self).send(4)
    try want("Four rolls", said, is: "By bicycle: Here you are: 4 warm rolls.")
  },
  Fact("The courier gets the counter that is registered, and keeps it.") {
    let counter = Counter(oven: Oven(bread: "cold bagels"))
    try wantMade(
      in: bakery(), of: "warm", or: counter, "cold", isSingleton: true,
      text: { (courier: Courier) in try courier.send(4) })
  },
  Fact("The oven and the counter are as they were.") {
    let found = ["Oven", "Counter"].map { bakery().lifetimes[$0] }
    try want("Lifetimes", found, is: ["lazySingleton", "transient"])
  },
]
