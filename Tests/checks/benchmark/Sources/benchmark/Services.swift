// The services and their registrations, which are the same for every container.

import Dictionaries

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

final class SQLite: Database {}
final class Horse: Pair<String, Bool>, Animal {}
final class Sedan: Pair<any Engine, any Body>, Car {}
final class Diesel: Pair<any Pump, any Starter>, Engine {}
final class Saloon: Pair<any Door, any Seat>, Body {}
final class FuelPump: Pump {}
final class ElectricStarter: Starter {}
final class SlidingDoor: Door {}
final class LeatherSeat: Seat {}

/// A container with that many registrations. The factories capture it, so it is never freed.
private func container<C: ServiceContainer>(of count: Int) -> C {
  let c = C()
  func part<Service>() -> Service {
    guard let service = c[Service.self, nil] else { preconditionFailure() }
    return service
  }
  c.register(Database.self, nil, singleton: { SQLite() })
  c.register(Database.self, "cache", singleton: { SQLite() })
  c.register(Animal.self, transient: { Horse($0, $1) })
  c.register(Car.self, transient: { Sedan(part(), part()) })
  c.register(Engine.self, transient: { Diesel(part(), part()) })
  c.register(Body.self, transient: { Saloon(part(), part()) })
  c.register(Pump.self, transient: { FuelPump() })
  c.register(Starter.self, transient: { ElectricStarter() })
  c.register(Door.self, transient: { SlidingDoor() })
  c.register(Seat.self, transient: { LeatherSeat() })
  for type in fillers.prefix(count - 10) { c.fill(type) }
  return c
}

func column<C: ServiceContainer>(_ title: String, _: C.Type) -> Column {
  let (small, large): (C, C) = (container(of: 100), container(of: 10_000))
  let singleton = resolving { small[Database.self, nil] }
  let graph = resolving { small[Car.self, nil] }
  return (
    title,
    [
      .singleton: singleton, .transient: resolving { small[Pump.self, nil] }, .graph: graph,
      .named: resolving { small[Database.self, "cache"] },
      .arguments: resolving { small[Animal.self, "Spirit", true] }, .register: registering(C.self),
      .among10000: resolving { large[Database.self, nil] },
      .threads: onTwoThreads(singleton), .threadsGraph: onTwoThreads(graph),
    ]
  )
}

/// One of 1,000 registrations in a new container.
private func registering<C: ServiceContainer>(_: C.Type) -> Way {
  { calls in
    let containers = 1 + calls / 1_000
    var duration = Duration.zero
    for _ in 1...containers {
      let c = C()
      let types = fillers.prefix(1_000)
      let start = ContinuousClock.now
      for type in types { c.fill(type) }
      duration += ContinuousClock.now - start
      withExtendedLifetime(c) {}
    }
    return duration / .nanoseconds(containers * 1_000)
  }
}

extension ServiceContainer {
  /// Registers a type that is never resolved.
  fileprivate func fill<T>(_ type: T.Type) {
    register(type, transient: { preconditionFailure() })
  }
}

/// 10,000 different types.
private let fillers: [Any.Type] = {
  func pair<A, B>(_: A.Type, _: B.Type) -> Any.Type { Pair<A, B>.self }
  let ten: [Any.Type] = [
    Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
    UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
  ]
  let hundred = ten.flatMap { first in ten.map { pair(first, $0) } }
  return hundred.flatMap { first in hundred.map { pair(first, $0) } }
}()
