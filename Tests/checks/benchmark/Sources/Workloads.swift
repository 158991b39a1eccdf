// What is made: services are protocols, and each has one class.

protocol Database: Sendable {}
protocol Animal {}
protocol Car {}
protocol Engine {}
protocol Body {}
protocol Pump {}
protocol Starter {}
protocol Door {}
protocol Seat {}
protocol Unicorn {}  // nobody registers it

final class SQLite: Database {}
final class FuelPump: Pump {}
final class ElectricStarter: Starter {}
final class SlidingDoor: Door {}
final class LeatherSeat: Seat {}

final class Horse: Animal {
  let name: String
  let isRunning: Bool
  init(_ name: String, _ isRunning: Bool) { (self.name, self.isRunning) = (name, isRunning) }
}

final class Diesel: Engine {
  let pump: any Pump
  let starter: any Starter
  init(_ pump: any Pump, _ starter: any Starter) { (self.pump, self.starter) = (pump, starter) }
}

final class Saloon: Body {
  let door: any Door
  let seat: any Seat
  init(_ door: any Door, _ seat: any Seat) { (self.door, self.seat) = (door, seat) }
}

final class Sedan: Car {
  let engine: any Engine
  let body: any Body
  init(_ engine: any Engine, _ body: any Body) { (self.engine, self.body) = (engine, body) }
}

// Without a container: functions.
@inline(never) func makePump() -> any Pump { FuelPump() }
@inline(never) func makeStarter() -> any Starter { ElectricStarter() }
@inline(never) func makeDoor() -> any Door { SlidingDoor() }
@inline(never) func makeSeat() -> any Seat { LeatherSeat() }
@inline(never) func makeEngine() -> any Engine { Diesel(makePump(), makeStarter()) }
@inline(never) func makeBody() -> any Body { Saloon(makeDoor(), makeSeat()) }
@inline(never) func makeCar() -> any Car { Sedan(makeEngine(), makeBody()) }
@inline(never) func makeAnimal(_ name: String, _ isRunning: Bool) -> any Animal {
  Horse(name, isRunning)
}

func workloads() -> [Workload] {
  let c = container()
  let d = dictionary()
  let database: any Database = SQLite()
  func singleton(_ name: String, threads: Int = 1) -> Workload {
    let ways = [
      repeated { c[Database.self] }, repeated { d[Database.self] }, repeated { database },
    ]
    return Workload(name: name, threads: threads, ways: ways)
  }
  func graph(_ name: String, threads: Int = 1) -> Workload {
    let ways = [repeated { c[Car.self] }, repeated { d[Car.self] }, repeated { makeCar() }]
    return Workload(name: name, threads: threads, ways: ways)
  }
  return [
    singleton("singleton"),
    Workload(
      name: "transient",
      ways: [repeated { c[Pump.self] }, repeated { d[Pump.self] }, repeated { makePump() }]),
    graph("graph of 7"),
    Workload(
      name: "named singleton",
      ways: [
        repeated { c[Database.self, name: "cache"] }, repeated { d[Database.self, name: "cache"] },
      ]),
    Workload(
      name: "two arguments",
      ways: [
        repeated { c[Animal.self, arguments: "Spirit", true] },
        repeated { d[Animal.self, "Spirit", true] }, repeated { makeAnimal("Spirit", true) },
      ]),
    Workload(
      name: "not registered",
      ways: [
        repeated(isNil: true) { c[Unicorn.self] }, repeated(isNil: true) { d[Unicorn.self] },
      ]),
    registering(),
    singleton("2 threads, singleton", threads: 2),
    graph("2 threads, graph of 7", threads: 2),
  ]
}

/// One registration of many, each of a type of its own, in a new container.
private func registering() -> Workload {
  func way<Container>(
    _ new: @escaping @Sendable () -> Container,
    _ register: @escaping @Sendable (any Filler.Type, Container) -> Void
  ) -> @Sendable (Int) -> Double {
    { count in
      let fillers = fillers(1_000)
      let containers = 1 + count / fillers.count
      var duration = Duration.zero
      for _ in 1...containers {
        let container = new()
        let start = ContinuousClock.now
        for filler in fillers { register(filler, container) }
        duration += ContinuousClock.now - start
        withExtendedLifetime(container) {}
      }
      return duration / .nanoseconds(containers * fillers.count)
    }
  }
  return Workload(
    name: "register",
    ways: [
      way({ DIContainer() }) { $0.register(in: $1) },
      way({ ServiceDictionary() }) { $0.register(in: $1) },
    ])
}

/// A service that is only there to be registered.
private protocol Filler { init() }
private final class Numbered<A, B, C>: Filler {}

extension Filler {
  fileprivate static func register(in container: DIContainer) {
    container.register(Self.self, transient: { _ in Self() })
  }

  fileprivate static func register(in dictionary: ServiceDictionary) {
    dictionary.register(Self.self, transient: { Self() })
  }
}

/// Up to 1,000 different types, each of them a service of its own.
private func fillers(_ count: Int) -> [any Filler.Type] {
  func numbered<A, B, C>(_: A.Type, _: B.Type, _: C.Type) -> any Filler.Type {
    Numbered<A, B, C>.self
  }
  let digits: [Any.Type] = [
    Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
    UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
  ]
  return (0..<count).map { number in
    let (hundreds, tens, ones) = (
      digits[number / 100], digits[number / 10 % 10], digits[number % 10]
    )
    return numbered(hundreds, tens, ones)
  }
}

private func container() -> DIContainer {
  let c = DIContainer()
  c.register(Database.self, lazySingleton: { _ in SQLite() })
  c.register(Database.self, name: "cache", lazySingleton: { _ in SQLite() })
  c.register(Animal.self) { _, name, running in Horse(name, running) }
  c.register(Pump.self) { _ in FuelPump() }
  c.register(Starter.self) { _ in ElectricStarter() }
  c.register(Door.self) { _ in SlidingDoor() }
  c.register(Seat.self) { _ in LeatherSeat() }
  c.register(Engine.self) { c in Diesel(try c.resolve(), try c.resolve()) }
  c.register(Body.self) { c in Saloon(try c.resolve(), try c.resolve()) }
  c.register(Car.self) { c in Sedan(try c.resolve(), try c.resolve()) }
  for filler in fillers(91) { filler.register(in: c) }
  return c
}

private func dictionary() -> ServiceDictionary {
  let d = ServiceDictionary()
  d.register(Database.self, lazySingleton: { SQLite() })
  d.register(Database.self, name: "cache", lazySingleton: { SQLite() })
  d.register(Animal.self, transient: { name, running in Horse(name, running) })
  d.register(Pump.self, transient: { FuelPump() })
  d.register(Starter.self, transient: { ElectricStarter() })
  d.register(Door.self, transient: { SlidingDoor() })
  d.register(Seat.self, transient: { LeatherSeat() })
  // The three that need others hold the dictionary, which lives as long as the program.
  d.register(Engine.self, transient: { Diesel(d.resolve(Pump.self), d.resolve(Starter.self)) })
  d.register(Body.self, transient: { Saloon(d.resolve(Door.self), d.resolve(Seat.self)) })
  d.register(Car.self, transient: { Sedan(d.resolve(Engine.self), d.resolve(Body.self)) })
  for filler in fillers(91) { filler.register(in: d) }
  return d
}
