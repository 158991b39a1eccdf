// SPDX-License-Identifier: MIT-0

import Foundation

let facts = [
  Fact("The courier has a file of its own in the folder Bakery.") {
    let new = CommandLine.arguments.filter { path in
      let isOld = ["Oven", "Counter", "Bakery"].contains { path.hasSuffix("/\($0).swift") }
      let text = try? String(contentsOfFile: path, encoding: .utf8)
      return path.contains("/Bakery/") && !isOld && (text?.contains("CourierProvider") ?? false)
    }
    try want(!new.isEmpty, "No new file there has a `CourierProvider`.")
  },
  Fact("The courier's provider registers it, and the bakery has it.") {
    let providers: [any DIContainer.Provider] = [
      CourierProvider(), CounterProvider(), OvenProvider(),
    ]
    for container in [bakery(), DIContainer(providers: providers)] {
      let said = try container.resolve(Courier.self).send(4)
      try want("Four rolls", said, is: "By bicycle: Here you are: 4 warm rolls.")
    }
  },
  Fact("The courier gets the counter that is registered, and keeps it.") {
    let counter = Counter(oven: Oven(bread: "cold bagels"))
    try wantMade(in: bakery(), of: "warm", or: counter, "cold", isSingleton: true) {
      (courier: Courier) in try courier.send(4)
    }
  },
  Fact("The oven and the counter are as they were.") {
    let container = bakery()
    try want(
      "Six rolls", container.resolve(Counter.self).sell(6), is: "Here you are: 6 warm rolls.")
    try want("Oven", container.lifetimes["Oven"], is: "lazySingleton")
    try want("Counter", container.lifetimes["Counter"], is: "transient")
  },
]
