func workloads() -> [Workload] {
  let handWired = HandWired()
  let container = container()
  let dictionary = dictionary()

  func singleton(_ name: String, threads: Int) -> Workload {
    Workload(
      name, threads: threads,
      container: { times($0) { container[Database.self] } },
      dictionary: { times($0) { dictionary[Database.self] } },
      handWired: { times($0) { handWired.database() } },
      isRight: { $0?.name == "main" && same($0, $1) })
  }

  func graph(_ name: String, threads: Int) -> Workload {
    Workload(
      name, threads: threads,
      container: { times($0) { container[Car.self] } },
      dictionary: { times($0) { dictionary[Car.self] } },
      handWired: { times($0) { handWired.car() } },
      isRight: { Set((parts(of: $0) + parts(of: $1)).map(ObjectIdentifier.init)).count == 14 })
  }

  return [
    singleton("singleton", threads: 1),
    Workload(
      "transient",
      container: { times($0) { container[Pump.self] } },
      dictionary: { times($0) { dictionary[Pump.self] } },
      handWired: { times($0) { handWired.pump() } },
      isRight: { $0 is FuelPump && $1 is FuelPump && !same($0, $1) }),
    graph("graph of 7", threads: 1),
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
    singleton("2 threads, singleton", threads: 2),
    graph("2 threads, graph of 7", threads: 2),
  ]
}

/// One registration of many, each of a type of its own.
private func register(_ count: Int) -> Workload {
  nonisolated(unsafe) let fillers = fillers(count)
  return Workload(
    "register", parts: count,
    container: { count in
      let filled = fills(count, { DIContainer() }) { container in
        for filler in fillers { filler.register(in: container) }
      }
      let isComplete = fillers.allSatisfy { $0.isFound(in: filled.last) }
      return Timed(duration: filled.duration, last: isComplete)
    },
    dictionary: { count in
      let filled = fills(count, { ServiceDictionary() }) { dictionary in
        for filler in fillers { filler.register(in: dictionary) }
      }
      let isComplete = fillers.allSatisfy { $0.isFound(in: filled.last) }
      return Timed(duration: filled.duration, last: isComplete)
    },
    isRight: { $0 == true && $1 == true })
}

// MARK: - The containers

private func dictionary() -> ServiceDictionary {
  let d = ServiceDictionary()
  d.register(Database.self, lazySingleton: { SQLite(name: "main") })
  d.register(Database.self, name: "cache", lazySingleton: { SQLite(name: "cache") })
  d.register(Animal.self, transient: { name, running in Horse(name: name, isRunning: running) })
  d.register(Pump.self, transient: { FuelPump() })
  d.register(Starter.self, transient: { ElectricStarter() })
  d.register(Door.self, transient: { SlidingDoor() })
  d.register(Seat.self, transient: { LeatherSeat() })
  // The three that need others hold the dictionary, which lives as long as the program.
  d.register(
    Engine.self,
    transient: { Diesel(pump: d.resolve(Pump.self), starter: d.resolve(Starter.self)) })
  d.register(
    Body.self, transient: { Saloon(door: d.resolve(Door.self), seat: d.resolve(Seat.self)) })
  d.register(
    Car.self, transient: { Sedan(engine: d.resolve(Engine.self), body: d.resolve(Body.self)) })
  for filler in fillers(91) { filler.register(in: d) }
  return d
}

private func container() -> DIContainer {
  DIContainer { c in
    c.register(Database.self, lazySingleton: { _ in SQLite(name: "main") })
    c.register(Database.self, name: "cache", lazySingleton: { _ in SQLite(name: "cache") })
    c.register(Animal.self) { _, name, running in Horse(name: name, isRunning: running) }
    c.register(Pump.self) { _ in FuelPump() }
    c.register(Starter.self) { _ in ElectricStarter() }
    c.register(Door.self) { _ in SlidingDoor() }
    c.register(Seat.self) { _ in LeatherSeat() }
    c.register(Engine.self) { c in Diesel(pump: try c.resolve(), starter: try c.resolve()) }
    c.register(Body.self) { c in Saloon(door: try c.resolve(), seat: try c.resolve()) }
    c.register(Car.self) { c in Sedan(engine: try c.resolve(), body: try c.resolve()) }
    for filler in fillers(91) { filler.register(in: c) }
  }
}

// MARK: - What is right

private func same<Service>(_ a: Service, _ b: Service) -> Bool {
  a as AnyObject === b as AnyObject
}

/// The seven objects of a tree.
private func parts(of car: (any Car)?) -> [AnyObject] {
  guard let car = car as? Sedan, let engine = car.engine as? Diesel,
    let body = car.body as? Saloon, let pump = engine.pump as? FuelPump,
    let starter = engine.starter as? ElectricStarter, let door = body.door as? SlidingDoor,
    let seat = body.seat as? LeatherSeat
  else { return [] }
  return [car, engine, body, pump, starter, door, seat]
}
