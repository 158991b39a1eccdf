// What every contender makes: services are protocols, and each has one class.

/// A service that is kept.
public protocol Database {
  /// What the database was made with.
  var name: String { get }
}

/// The only kind of `Database`.
public final class SQLite: Database {
  /// What the database was made with.
  public let name: String

  /// Opens nothing.
  public init(name: String) { self.name = name }
}

/// A service that is made from two values.
public protocol Animal {
  /// The first value.
  var name: String { get }
  /// The second value.
  var isRunning: Bool { get }
}

/// The only kind of `Animal`.
public final class Horse: Animal {
  /// The first value.
  public let name: String
  /// The second value.
  public let isRunning: Bool

  /// Keeps both values.
  public init(name: String, isRunning: Bool) {
    self.name = name
    self.isRunning = isRunning
  }
}

/// A service that nobody registers.
public protocol Unicorn {}

// MARK: - A tree of seven

/// The root: a car is an engine and a body.
public protocol Car {
  /// The left branch.
  var engine: any Engine { get }
  /// The right branch.
  var body: any Body { get }
}

/// The left branch: an engine is a pump and a starter.
public protocol Engine {
  /// A leaf.
  var pump: any Pump { get }
  /// A leaf.
  var starter: any Starter { get }
}

/// The right branch: a body is a door and a seat.
public protocol Body {
  /// A leaf.
  var door: any Door { get }
  /// A leaf.
  var seat: any Seat { get }
}

/// A leaf, and the service of the workload `transient`.
public protocol Pump {}
/// A leaf.
public protocol Starter {}
/// A leaf.
public protocol Door {}
/// A leaf.
public protocol Seat {}

/// The only kind of `Car`.
public final class Sedan: Car {
  /// The left branch.
  public let engine: any Engine
  /// The right branch.
  public let body: any Body

  /// Assembles a car.
  public init(engine: any Engine, body: any Body) {
    self.engine = engine
    self.body = body
  }
}

/// The only kind of `Engine`.
public final class Diesel: Engine {
  /// A leaf.
  public let pump: any Pump
  /// A leaf.
  public let starter: any Starter

  /// Assembles an engine.
  public init(pump: any Pump, starter: any Starter) {
    self.pump = pump
    self.starter = starter
  }
}

/// The only kind of `Body`.
public final class Saloon: Body {
  /// A leaf.
  public let door: any Door
  /// A leaf.
  public let seat: any Seat

  /// Assembles a body.
  public init(door: any Door, seat: any Seat) {
    self.door = door
    self.seat = seat
  }
}

/// The only kind of `Pump`.
public final class FuelPump: Pump {
  /// Makes a pump.
  public init() {}
}

/// The only kind of `Starter`.
public final class ElectricStarter: Starter {
  /// Makes a starter.
  public init() {}
}

/// The only kind of `Door`.
public final class SlidingDoor: Door {
  /// Makes a door.
  public init() {}
}

/// The only kind of `Seat`.
public final class LeatherSeat: Seat {
  /// Makes a seat.
  public init() {}
}

// MARK: - As many services as one wants

/// A service that is only there to be registered.
public protocol Filler {
  /// Makes a filler.
  init()
}

/// Up to 10,000 different types, each of them a service of its own.
public func fillers(_ count: Int) -> [any Filler.Type] {
  func numbered<A, B, C, D>(_: A.Type, _: B.Type, _: C.Type, _: D.Type) -> any Filler.Type {
    Numbered<A, B, C, D>.self
  }
  let digits: [Any.Type] = [
    Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
    UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
  ]
  precondition(count <= 10_000)
  return (0..<count).map { number in
    let (a, b) = (digits[number / 1000], digits[number / 100 % 10])
    let (c, d) = (digits[number / 10 % 10], digits[number % 10])
    return numbered(a, b, c, d)
  }
}

private final class Numbered<A, B, C, D>: Filler {}
