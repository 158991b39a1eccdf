// The services and their registrations, which are the same for every container.

import Handwritten

protocol Database {}
protocol Animal {}
protocol Car {}
protocol Engine {}
protocol Body {}
protocol Pump {}
protocol Starter {}
protocol Door {}
protocol Seat {}

class Pair<First, Second> {
  let first: First
  let second: Second
  init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }
}

final class Horse: Pair<String, Bool>, Animal {}
final class Sedan: Pair<any Engine, any Body>, Car {}
final class Diesel: Pair<any Pump, any Starter>, Engine {}
final class Saloon: Pair<any Door, any Seat>, Body {}
final class Part: Database, Pump, Starter, Door, Seat {}

extension ServiceContainer {
  /// The factories capture the container, so it is never freed.
  fileprivate init(registrations: Int) {
    self.init()
    let c = self
    func part<Service>() -> Service {
      guard let service = c[Service.self, nil] else { preconditionFailure() }
      return service
    }
    register(Database.self, nil, singleton: true) { Part() }
    register(Database.self, "cache", singleton: true) { Part() }
    register(Animal.self) { Horse($0, $1) }
    register(Car.self, nil, singleton: false) { Sedan(part(), part()) }
    register(Engine.self, nil, singleton: false) { Diesel(part(), part()) }
    register(Body.self, nil, singleton: false) { Saloon(part(), part()) }
    register(Pump.self, nil, singleton: false) { Part() }
    register(Starter.self, nil, singleton: false) { Part() }
    register(Door.self, nil, singleton: false) { Part() }
    register(Seat.self, nil, singleton: false) { Part() }
    for type in fillers.prefix(registrations - 10) { fill(type) }
  }

  private func fill<T>(_ type: T.Type) {
    register(type, nil, singleton: false) { preconditionFailure() }
  }

  static func measured(_ title: String) -> Column {
    let c = Self(registrations: 100)
    return column(
      title, singleton: resolving { c[Database.self, nil] },
      transient: resolving { c[Pump.self, nil] }, graph: resolving { c[Car.self, nil] },
      named: resolving { c[Database.self, "cache"] },
      arguments: resolving { c[Animal.self, "Spirit", true] }, register: registering)
  }

  /// One of 1,000 registrations in a new container.
  private static func registering() -> Double {
    var duration = Duration.zero
    for _ in 1...20 {
      let c = Self()
      duration += ContinuousClock().measure { for type in fillers.prefix(1_000) { c.fill(type) } }
    }
    return duration / .nanoseconds(20 * 1_000)
  }
}

let fillers: [Any.Type] = {  // 10,000 different types
  func pair<A, B>(_: A.Type, _: B.Type) -> Any.Type { Pair<A, B>.self }
  let ten: [Any.Type] = [
    Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
    UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
  ]
  let hundred = ten.flatMap { first in ten.map { pair(first, $0) } }
  return hundred.flatMap { first in hundred.map { pair(first, $0) } }
}()
