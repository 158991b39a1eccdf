private func dishes(_ providers: [any DIContainer.Provider]) throws -> [String] {
  try DIContainer(providers: providers).resolve(Menu.self).dishes
}

let facts = [
  Fact("Tomorrow, and in the old kitchen, there is what there was.") {
    try want("The dishes of tomorrow", dishes(tomorrow()), is: ["soup", "cake"])
    try want("Those of the kitchen", dishes([Kitchen()]), is: ["soup", "cake"])
  },
  Fact("Another provider takes the kitchen's place.") {
    let names = today().map { "\(type(of: $0))" }
    try want("Today's providers", names.sorted(), is: ["DiningRoom", "VeganKitchen"])
    let rest = today().filter { !($0 is DiningRoom) }
    try want("The dishes of the new one", dishes(rest), is: ["falafel"])
  },
  Fact("A waiter gets the menu that is registered, and keeps it.") {
    try wantMade(
      in: DIContainer(providers: today()), of: "falafel", or: Menu(dishes: ["test"]), "test",
      text: \Waiter.menu.dishes)
  },
  Fact("There is one menu for all waiters.") {
    let lifetime = DIContainer(providers: today()).lifetimes["Menu"] ?? "none"
    try want("The lifetime of the menu", lifetime, has: "Singleton", "Look at your provider.")
  },
]
