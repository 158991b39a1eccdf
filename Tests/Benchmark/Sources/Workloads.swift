func workloads() -> [Workload] {
  let handWired = HandWired()
  let container = diContainer()
  let bare = bareDictionary()
  let enumerated = enumDictionary()
  return [
    Workload(
      "singleton", bar: 0.29,
      handWired: { times($0) { handWired.database() } },
      container: { times($0) { container[Database.self] } },
      bare: { times($0) { bare[Database.self] } },
      enumerated: { times($0) { enumerated[Database.self] } },
      isRight: { $0?.name == "main" && same($0, $1) }),
    Workload(
      "transient", bar: 0.90,
      handWired: { times($0) { handWired.pump() } },
      container: { times($0) { container[Pump.self] } },
      bare: { times($0) { bare[Pump.self] } },
      enumerated: { times($0) { enumerated[Pump.self] } },
      isRight: { $0 is FuelPump && $1 is FuelPump && !same($0, $1) }),
    Workload(
      "graph", bar: 0.87,
      handWired: { times($0) { handWired.car() } },
      container: { times($0) { container[Car.self] } },
      bare: { times($0) { bare[Car.self] } },
      enumerated: { times($0) { enumerated[Car.self] } },
      isRight: isTree),
    Workload(
      "named singleton", bar: 0.37,
      container: { times($0) { container[Database.self, name: "cache"] } },
      bare: { times($0) { bare[Database.self, name: "cache"] } },
      enumerated: { times($0) { enumerated[Database.self, name: "cache"] } },
      isRight: { $0?.name == "cache" && same($0, $1) }),
    Workload(
      "named transient",
      container: { times($0) { container[Database.self, name: "memory"] } },
      bare: { times($0) { bare[Database.self, name: "memory"] } },
      enumerated: { times($0) { enumerated[Database.self, name: "memory"] } },
      isRight: { $0?.name == "memory" && $1?.name == "memory" && !same($0, $1) }),
    Workload(
      "two arguments", bar: 1.6,
      handWired: { times($0) { handWired.animal("Spirit", true) } },
      container: { times($0) { container[Animal.self, arguments: "Spirit", true] } },
      bare: { times($0) { bare[Animal.self, "Spirit", true] } },
      enumerated: { times($0) { enumerated[Animal.self, "Spirit", true] } },
      isRight: { $0?.name == "Spirit" && $0?.isRunning == true && !same($0, $1) }),
    Workload(
      "miss",
      container: { times($0) { container[Unicorn.self] } },
      bare: { times($0) { bare[Unicorn.self] } },
      enumerated: { times($0) { enumerated[Unicorn.self] } },
      isRight: { $0 == nil && $1 == nil }),
    singleton("singleton of 10", registrations: 10),
    singleton("singleton of 1,000", registrations: 1_000),
    singleton("singleton of 10,000", registrations: 10_000),
    register(1_000),
    Workload(
      "2 threads, singleton", threads: 2, bar: 0.7,
      handWired: { times($0) { handWired.database() } },
      container: { times($0) { container[Database.self] } },
      bare: { times($0) { bare[Database.self] } },
      enumerated: { times($0) { enumerated[Database.self] } },
      isRight: { $0?.name == "main" && same($0, $1) }),
    Workload(
      "2 threads, graph", threads: 2, bar: 1.25,
      handWired: { times($0) { handWired.car() } },
      container: { times($0) { container[Car.self] } },
      bare: { times($0) { bare[Car.self] } },
      enumerated: { times($0) { enumerated[Car.self] } },
      isRight: isTree),
  ]
}

private func singleton(_ name: String, registrations: Int) -> Workload {
  let container = DIContainer()
  let bare = BareDictionary()
  let enumerated = EnumDictionary()
  container.register(Database.self, lazySingleton: { _ in SQLite(name: "main") })
  bare.register(Database.self, lazySingleton: { SQLite(name: "main") })
  enumerated.register(Database.self, lazySingleton: { SQLite(name: "main") })
  for filler in fillers(registrations - 1) {
    fill(container, with: filler)
    fill(bare, with: filler)
    fill(enumerated, with: filler)
  }
  return Workload(
    name,
    container: { times($0) { container[Database.self] } },
    bare: { times($0) { bare[Database.self] } },
    enumerated: { times($0) { enumerated[Database.self] } },
    isRight: { $0?.name == "main" && same($0, $1) })
}

// MARK: - Registering

private func register(_ count: Int) -> Workload {
  nonisolated(unsafe) let fillers = fillers(count)
  return Workload(
    "register", parts: count, bar: 2.1,
    container: { count in
      let filled = fills(count, { DIContainer() }) { container in
        for filler in fillers { fill(container, with: filler) }
      }
      let last = filled.last
      let check = { fillers.allSatisfy { isFilled(last, with: $0) } }
      return Timed(duration: filled.duration, last: check)
    },
    bare: { count in
      let filled = fills(count, { BareDictionary() }) { bare in
        for filler in fillers { fill(bare, with: filler) }
      }
      let last = filled.last
      let check = { fillers.allSatisfy { isFilled(last, with: $0) } }
      return Timed(duration: filled.duration, last: check)
    },
    enumerated: { count in
      let filled = fills(count, { EnumDictionary() }) { enumerated in
        for filler in fillers { fill(enumerated, with: filler) }
      }
      let last = filled.last
      let check = { fillers.allSatisfy { isFilled(last, with: $0) } }
      return Timed(duration: filled.duration, last: check)
    },
    isRight: { $0?() == true && $1?() == true })
}

// MARK: - The containers

private func bareDictionary() -> BareDictionary {
  let bare = BareDictionary()
  bare.register(Database.self, lazySingleton: { SQLite(name: "main") })
  bare.register(Database.self, name: "cache", lazySingleton: { SQLite(name: "cache") })
  bare.register(Database.self, name: "memory", transient: { SQLite(name: "memory") })
  bare.register(Animal.self, transient: { name, running in Horse(name: name, isRunning: running) })
  bare.register(Pump.self, transient: { FuelPump() })
  bare.register(Starter.self, transient: { ElectricStarter() })
  bare.register(Door.self, transient: { SlidingDoor() })
  bare.register(Seat.self, transient: { LeatherSeat() })
  // The three that need others hold the dictionary: it lives as long as the program.
  bare.register(
    Engine.self,
    transient: { Diesel(pump: bare.resolve(Pump.self), starter: bare.resolve(Starter.self)) })
  bare.register(
    Body.self,
    transient: { Saloon(door: bare.resolve(Door.self), seat: bare.resolve(Seat.self)) })
  bare.register(
    Car.self,
    transient: { Sedan(engine: bare.resolve(Engine.self), body: bare.resolve(Body.self)) })
  for filler in fillers(91) { fill(bare, with: filler) }
  return bare
}

private func enumDictionary() -> EnumDictionary {
  let enumerated = EnumDictionary()
  enumerated.register(Database.self, lazySingleton: { SQLite(name: "main") })
  enumerated.register(Database.self, name: "cache", lazySingleton: { SQLite(name: "cache") })
  enumerated.register(Database.self, name: "memory", transient: { SQLite(name: "memory") })
  enumerated.register(
    Animal.self, transient: { name, running in Horse(name: name, isRunning: running) })
  enumerated.register(Pump.self, transient: { FuelPump() })
  enumerated.register(Starter.self, transient: { ElectricStarter() })
  enumerated.register(Door.self, transient: { SlidingDoor() })
  enumerated.register(Seat.self, transient: { LeatherSeat() })
  // See above: the dictionary lives as long as the program.
  enumerated.register(
    Engine.self,
    transient: {
      Diesel(pump: enumerated.resolve(Pump.self), starter: enumerated.resolve(Starter.self))
    })
  enumerated.register(
    Body.self,
    transient: { Saloon(door: enumerated.resolve(Door.self), seat: enumerated.resolve(Seat.self)) })
  enumerated.register(
    Car.self,
    transient: {
      Sedan(engine: enumerated.resolve(Engine.self), body: enumerated.resolve(Body.self))
    })
  for filler in fillers(91) { fill(enumerated, with: filler) }
  return enumerated
}

private func diContainer() -> DIContainer {
  DIContainer { c in
    c.register(Database.self, lazySingleton: { _ in SQLite(name: "main") })
    c.register(Database.self, name: "cache", lazySingleton: { _ in SQLite(name: "cache") })
    c.register(Database.self, name: "memory", transient: { _ in SQLite(name: "memory") })
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

private func fill<Service: Filler>(_ bare: BareDictionary, with type: Service.Type) {
  bare.register(type, transient: { Service() })
}

private func fill<Service: Filler>(_ enumerated: EnumDictionary, with type: Service.Type) {
  enumerated.register(type, transient: { Service() })
}

private func fill<Service: Filler>(_ container: DIContainer, with type: Service.Type) {
  container.register(type, transient: { _ in Service() })
}

private func isFilled<Service: Filler>(_ bare: BareDictionary, with type: Service.Type) -> Bool {
  bare[type] != nil
}

private func isFilled<Service: Filler>(
  _ enumerated: EnumDictionary, with type: Service.Type
) -> Bool {
  enumerated[type] != nil
}

private func isFilled<Service: Filler>(_ container: DIContainer, with type: Service.Type) -> Bool {
  container[type] != nil
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
