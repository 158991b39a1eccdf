// SPDX-License-Identifier: MIT-0

private final class Probe {}

let facts = [
  Fact("A service with arguments is never kept, also for the same values.") {
    for lifetime in [Lifetime.lazySingleton, .transient] {
      let container = Container()
      container.register(Probe.self, lifetime) { (_, _: Int) in Probe() }
      container.register(Probe.self, lifetime) { (_, _: Int, _: String) in Probe() }
      container.register(Probe.self, name: "a", lifetime) { (_, _: Int) in Probe() }
      let probes = (1...3).flatMap { _ in
        [
          container[Probe.self, arguments: 1], container[Probe.self, arguments: 1, "a"],
          container[Probe.self, name: "a", arguments: 1],
        ]
      }
      try want(!probes.contains { $0 == nil }, "One of the three is `nil`.")
      let different = Set(probes.compactMap { $0.map(ObjectIdentifier.init) }).count
      try want("Made by nine uses of a \(lifetime)", different, is: 9)
    }
  },
  Fact("Each call has its own values.") {
    let container = Container()
    container.register(Bill.self, .lazySingleton) { (_, guest: String, cups: Int) in
      Bill(text: "\(guest) \(cups)")
    }
    let texts = [("Ana", 2), ("Ben", 1), ("Ana", 3)].map { guest, cups in
      container[Bill.self, arguments: guest, cups]?.text
    }
    try want("The bills", texts, is: ["Ana 2", "Ben 1", "Ana 3"])
  },
  Fact("A lazy singleton without arguments is kept, with a name and without.") {
    let container = Container()
    for name in [nil, "a", "b"] {
      container.register(Probe.self, name: name, .lazySingleton) { _ in Probe() }
    }
    let probes = [nil, "a", "b", nil, "a", "b"].map { container[Probe.self, name: $0] }
    let isKept = (0..<3).allSatisfy { probes[$0] != nil && probes[$0] === probes[$0 + 3] }
    try want(isKept, "A second use makes another one.")
    try want(probes[0] !== probes[1] && probes[1] !== probes[2], "Two names share one.")
  },
  Fact("A transient is not kept.") {
    let container = Container()
    container.register(Probe.self) { _ in Probe() }
    try want(container[Probe.self] !== container[Probe.self], "A second use gets the first one.")
  },
]
