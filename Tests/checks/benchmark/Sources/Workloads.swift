func workloads() -> [Workload] {
  let handWired = HandWired()
  let container = container()
  let dictionary = dictionary()
  return [
    Workload(
      "singleton",
      container: { times($0) { container[Database.self] } },
      dictionary: { times($0) { dictionary[Database.self] } },
      handWired: { times($0) { handWired.database() } },
      isRight: { $0?.name == "main" && same($0, $1) }),
    Workload(
      "transient",
      container: { times($0) { container[Pump.self] } },
      dictionary: { times($0) { dictionary[Pump.self] } },
      handWired: { times($0) { handWired.pump() } },
      isRight: { $0 is FuelPump && $1 is FuelPump && !same($0, $1) }),
    Workload(
      "graph of 7",
      container: { times($0) { container[Car.self] } },
      dictionary: { times($0) { dictionary[Car.self] } },
      handWired: { times($0) { handWired.car() } },
      isRight: isTree),
    Workload(
      "named singleton",
      container: { times($0) { container[Database.self, name: "cache"] } },
      dictionary: { times($0) { dictionary[Database.self, name: "cache"] } },
      isRight: { $0?.name == "cache" && same($0, $1) }),
    Workload(
      "two arguments",
      container: { times($0) { container[Animal.self, arguments: "Spirit", true] } },
      dictionary: { times($0) { dictionary[Animal.self, "Spirit", true] } },
      handWired: { times($0) { handWired.animal("Spirit", true) } },
      isRight: { $0?.name == "Spirit" && $0?.isRunning == true && !same($0, $1) }),
    Workload(
      "not registered",
      container: { times($0) { container[Unicorn.self] } },
      dictionary: { times($0) { dictionary[Unicorn.self] } },
      isRight: { $0 == nil && $1 == nil }),
    register(1_000),
    Workload(
      "2 threads, singleton", threads: 2,
      container: { times($0) { container[Database.self] } },
      dictionary: { times($0) { dictionary[Database.self] } },
      handWired: { times($0) { handWired.database() } },
      isRight: { $0?.name == "main" && same($0, $1) }),
    Workload(
      "2 threads, graph of 7", threads: 2,
      container: { times($0) { container[Car.self] } },
      dictionary: { times($0) { dictionary[Car.self] } },
      handWired: { times($0) { handWired.car() } },
      isRight: isTree),
  ]
}

// MARK: - Registering

/// One registration of many, each of a type of its own.
private func register(_ count: Int) -> Workload {
  nonisolated(unsafe) let fillers = fillers(count)
  return Workload(
    "register", parts: count,
    container: { count in
      let filled = fills(count, { DIContainer() }) { container in
        for filler in fillers { fill(container, with: filler) }
      }
      let isComplete = fillers.allSatisfy { isFilled(filled.last, with: $0) }
      return Timed(duration: filled.duration, last: isComplete)
    },
    dictionary: { count in
      let filled = fills(count, { ServiceDictionary() }) { dictionary in
        for filler in fillers { fill(dictionary, with: filler) }
      }
      let isComplete = fillers.allSatisfy { isFilled(filled.last, with: $0) }
      return Timed(duration: filled.duration, last: isComplete)
    },
    isRight: { $0 == true && $1 == true })
}

// MARK: - The containers

private func dictionary() -> ServiceDictionary {
  let dictionary = ServiceDictionary()
  dictionary.register(Database.self, lazySingleton: { SQLite(name: "main") })
  dictionary.register(Database.self, name: "cache", lazySingleton: { SQLite(name: "cache") })
  dictionary.register(
    Animal.self, transient: { name, running in Horse(name: name, isRunning: running) })
  dictionary.register(Pump.self, transient: { FuelPump() })
  dictionary.register(Starter.self, transient: { ElectricStarter() })
  dictionary.register(Door.self, transient: { SlidingDoor() })
  dictionary.register(Seat.self, transient: { LeatherSeat() })
  // The three that need others hold the dictionary, which lives as long as the program.
  dictionary.register(
    Engine.self,
    transient: {
      Diesel(pump: dictionary.resolve(Pump.self), starter: dictionary.resolve(Starter.self))
    })
  dictionary.register(
    Body.self,
    transient: { Saloon(door: dictionary.resolve(Door.self), seat: dictionary.resolve(Seat.self)) })
  dictionary.register(
    Car.self,
    transient: {
      Sedan(engine: dictionary.resolve(Engine.self), body: dictionary.resolve(Body.self))
    })
  for filler in fillers(91) { fill(dictionary, with: filler) }
  return dictionary
}

private func container() -> DIContainer {
  DIContainer { c in
    c.register(Database.self, lazySingleton: { _ in SQLite(name: "main") })
    c.register(Database.self, name: "cache", lazySingleton: { _ in SQLite(name: "cache") })
    c.register(
      Animal.self, transient: { _, name, running in Horse(name: name, isRunning: running) })
    c.register(Pump.self, transient: { _ in FuelPump() })
    c.register(Starter.self, transient: { _ in ElectricStarter() })
    c.register(Door.self, transient: { _ in SlidingDoor() })
    c.register(Seat.self, transient: { _ in LeatherSeat() })
    c.register(
      Engine.self,
      transient: { c in Diesel(pump: try c.resolve(), starter: try c.resolve()) })
    c.register(
      Body.self, transient: { c in Saloon(door: try c.resolve(), seat: try c.resolve()) })
    c.register(
      Car.self, transient: { c in Sedan(engine: try c.resolve(), body: try c.resolve()) })
    for filler in fillers(91) { fill(c, with: filler) }
  }
}

private func fill<Service: Filler>(_ dictionary: ServiceDictionary, with type: Service.Type) {
  dictionary.register(type, transient: { Service() })
}

private func fill<Service: Filler>(_ container: DIContainer, with type: Service.Type) {
  container.register(type, transient: { _ in Service() })
}

private func isFilled<Service: Filler>(
  _ dictionary: ServiceDictionary?, with type: Service.Type
) -> Bool {
  dictionary?[type] != nil
}

private func isFilled<Service: Filler>(_ container: DIContainer?, with type: Service.Type) -> Bool {
  container?[type] != nil
}

// MARK: - What is right

private func same<Service>(_ a: Service, _ b: Service) -> Bool {
  a as AnyObject === b as AnyObject
}

private func isTree(_ a: (any Car)?, _ b: (any Car)?) -> Bool {
  func parts(_ car: (any Car)?) -> [AnyObject] {
    guard let car = car as? Sedan, let engine = car.engine as? Diesel,
      let body = car.body as? Saloon, let pump = engine.pump as? FuelPump,
      let starter = engine.starter as? ElectricStarter, let door = body.door as? SlidingDoor,
      let seat = body.seat as? LeatherSeat
    else { return [] }
    return [car, engine, body, pump, starter, door, seat]
  }
  let (a, b) = (parts(a), parts(b))
  return a.count == 7 && b.count == 7 && Set((a + b).map(ObjectIdentifier.init)).count == 14
}
