// What every contender makes: services are protocols, and each has one class.

protocol Database { var name: String { get } }

final class SQLite: Database {
  let name: String

  init(name: String) { self.name = name }
}

protocol Animal {
  var name: String { get }
  var isRunning: Bool { get }
}

/// Is made from two values.
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

protocol Car {}
protocol Engine {}
protocol Body {}
protocol Pump {}
protocol Starter {}
protocol Door {}
protocol Seat {}

final class Sedan: Car {
  let engine: any Engine
  let body: any Body

  init(engine: any Engine, body: any Body) {
    self.engine = engine
    self.body = body
  }
}

final class Diesel: Engine {
  let pump: any Pump
  let starter: any Starter

  init(pump: any Pump, starter: any Starter) {
    self.pump = pump
    self.starter = starter
  }
}

final class Saloon: Body {
  let door: any Door
  let seat: any Seat

  init(door: any Door, seat: any Seat) {
    self.door = door
    self.seat = seat
  }
}

final class FuelPump: Pump {}
final class ElectricStarter: Starter {}
final class SlidingDoor: Door {}
final class LeatherSeat: Seat {}

// MARK: - As many services as one wants

/// A service that is only there to be registered.
protocol Filler { init() }

extension Filler {
  static func register(in container: DIContainer) {
    container.register(Self.self, transient: { _ in Self() })
  }

  static func register(in dictionary: ServiceDictionary) {
    dictionary.register(Self.self, transient: { Self() })
  }

  static func isFound(in container: DIContainer) -> Bool { container[Self.self] != nil }
  static func isFound(in dictionary: ServiceDictionary) -> Bool { dictionary[Self.self] != nil }
}

private final class Numbered<A, B, C>: Filler {}

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
