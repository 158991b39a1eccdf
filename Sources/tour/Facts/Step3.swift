private final class Service {}

let facts = [
  Fact("A service with arguments is never kept, also for the same values.") {
    let container = Container()
    container.register(Service.self, .lazySingleton) { (_, _: Int) in Service() }
    container.register(Service.self, .lazySingleton) { (_, _: String) in Service() }
    container.register(Service.self, name: "a", .lazySingleton) { (_, _: Int) in Service() }
    try want("Services for 1", container[Service.self, arguments: 1], different: 3)
    try want("Services for x", container[Service.self, arguments: "x"], different: 3)
    weak var service = container[Service.self, arguments: 1]
    try want(service == nil, "It is kept all the same.")
    try want("Services a for 1", container[Service.self, name: "a", arguments: 1], different: 3)
  },
  Fact("A lazy singleton without arguments is kept, and a transient is not.") {
    let container = Container()
    for name in [nil, "a"] {
      container.register(Service.self, name: name, .lazySingleton) { _ in Service() }
      try want("Named \(name ?? "nothing")", container[Service.self, name: name], different: 1)
    }
    try want(container[Service.self] !== container[Service.self, name: "a"], "Two names share one.")
    container.register(Service.self) { _ in Service() }
    try want("Transients", container[Service.self], different: 3)
  },
]
