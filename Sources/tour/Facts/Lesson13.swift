let facts = [
  Fact("The courier has a file of its own in the folder Bakery.") {
    let isThere = try readersFiles().contains { file in
      let isNew = !file.path.contains(/\/(Oven|Counter|Bakery)\.swift$/)
      return isNew && file.path.contains("/Bakery/") && file.text.contains("CourierProvider")
    }
    try want(isThere, "No new file there has a `CourierProvider`.")
  },
  Fact("The courier's provider registers it, and the bakery has it.") {
    let own = DIContainer(providers: [CourierProvider(), CounterProvider(), OvenProvider()])
    for container in [bakery(), own] {
      let said = try container.resolve(Courier.self).send(4)
      try want("Four rolls", said, is: "By bicycle: Here you are: 4 warm rolls.")
    }
  },
  Fact("The courier gets the counter that is registered, and keeps it.") {
    let counter = Counter(oven: Oven(bread: "cold bagels"))
    try wantMade(
      in: bakery(), of: "warm", or: counter, "cold", isSingleton: true,
      text: { (courier: Courier) in try courier.send(4) })
  },
  Fact("The oven and the counter are as they were.") {
    let lifetimes = bakery().lifetimes
    try want("The oven", lifetimes["Oven"], is: "lazySingleton")
    try want("The counter", lifetimes["Counter"], is: "transient")
  },
]
