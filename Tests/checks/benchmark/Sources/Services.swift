// What every contender makes: services are protocols, and each has one class.

/// A service that is kept.
protocol Database {
  var name: String { get }
}

/// The only kind of `Database`.
final class SQLite: Database {
  let name: String

  init(name: String) { self.name = name }
}

/// A service that is made from two values.
protocol Animal {
  var name: String { get }
  var isRunning: Bool { get }
}

/// The only kind of `Animal`.
final class Horse: Animal {
  let name: String
  let isRunning: Bool

  init(name: String, isRunning: Bool) {
    self.name = name
    self.isRunning = isRunning
  }
}

/// A service that nobody registers.
protocol Unicorn {}

// MARK: - A tree of seven

/// The root: a car is an engine and a body.
protocol Car {
  var engine: any Engine { get }
  var body: any Body { get }
}

/// The left branch: an engine is a pump and a starter.
protocol Engine {
  var pump: any Pump { get }
  var starter: any Starter { get }
}

/// The right branch: a body is a door and a seat.
protocol Body {
  var door: any Door { get }
  var seat: any Seat { get }
}

/// A leaf, and the service of the workload `transient`.
protocol Pump {}
protocol Starter {}
protocol Door {}
protocol Seat {}

/// The only kind of `Car`.
final class Sedan: Car {
  let engine: any Engine
  let body: any Body

  init(engine: any Engine, body: any Body) {
    self.engine = engine
    self.body = body
  }
}

/// The only kind of `Engine`.
final class Diesel: Engine {
  let pump: any Pump
  let starter: any Starter

  init(pump: any Pump, starter: any Starter) {
    self.pump = pump
    self.starter = starter
  }
}

/// The only kind of `Body`.
final class Saloon: Body {
  let door: any Door
  let seat: any Seat

  init(door: any Door, seat: any Seat) {
    self.door = door
    self.seat = seat
  }
}

/// The only kind of `Pump`.
final class FuelPump: Pump {}

/// The only kind of `Starter`.
final class ElectricStarter: Starter {}

/// The only kind of `Door`.
final class SlidingDoor: Door {}

/// The only kind of `Seat`.
final class LeatherSeat: Seat {}

// MARK: - As many services as one wants

/// A service that is only there to be registered.
protocol Filler {
  init()
}

/// Up to 1,000 different types, each of them a service of its own.
func fillers(_ count: Int) -> [any Filler.Type] {
  func numbered<A, B, C>(_: A.Type, _: B.Type, _: C.Type) -> any Filler.Type {
    Numbered<A, B, C>.self
  }
  let digits: [Any.Type] = [
    Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
    UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
  ]
  return (0..<count).map { number in
    let hundreds = digits[number / 100]
    let tens = digits[number / 10 % 10]
    let ones = digits[number % 10]
    return numbered(hundreds, tens, ones)
  }
}

private final class Numbered<A, B, C>: Filler {}
