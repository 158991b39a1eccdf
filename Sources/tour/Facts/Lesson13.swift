let facts = [
  Fact("The courier has a file of its own in the folder Bakery.") {
    let types = try readersFiles().flatMap { path, text in
      let isNew = path.contains(/\/Bakery\/(?!(Oven|Counter|Bakery)\.swift)/)
      return isNew ? text.matches(of: /(?m)^[a-z ]+ (Courier|CourierProvider)\b/).map(\.1) : []
    }
    try want("Types in new files there", types.sorted(), is: ["Courier", "CourierProvider"])
  },
  Fact("The courier's provider registers it, and the bakery has it.") {
    try want("Registered", DIContainer(providers: [CourierProvider()]).keys, is: ["Courier"])
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
