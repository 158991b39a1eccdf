// SPDX-License-Identifier: MIT-0

private func dishes(_ providers: [any DIContainer.Provider]) throws -> [String] {
  try DIContainer(providers: providers).resolve(Waiter.self).menu.dishes
}

let facts = [
  Fact("Today, the waiter serves falafel.") {
    try want("The dishes of today", dishes(today()), is: ["falafel"])
  },
  Fact("Tomorrow, and in the old kitchen, there is what there was.") {
    try want("The dishes of tomorrow", dishes(tomorrow()), is: ["soup", "cake"])
    try want("Those of the kitchen", dishes([DiningRoom(), Kitchen()]), is: ["soup", "cake"])
  },
  Fact("Another provider takes the kitchen's place.") {
    let rest = today().filter { !($0 is DiningRoom) }
    try want(!rest.contains { $0 is Kitchen }, "The kitchen is still in the list of today.")
    let menu = DIContainer(providers: rest)[Menu.self]
    try want("The dishes without the dining room", menu?.dishes, is: ["falafel"])
  },
  Fact("A waiter gets the menu that is registered, and keeps it.") {
    let menu = Menu(dishes: ["test"])
    try wantMade(in: DIContainer(providers: today()), of: "falafel", or: menu, "test") {
      (waiter: Waiter) in "\(waiter.menu.dishes)"
    }
  },
  Fact("There is one menu for all waiters.") {
    let lifetime = DIContainer(providers: today()).lifetimes["Menu"] ?? "none"
    try want(lifetime.hasSuffix("Singleton"), "The lifetime of the menu is \(lifetime).")
  },
]
