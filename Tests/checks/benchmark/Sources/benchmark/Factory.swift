#if canImport(FactoryKit)
  import FactoryKit

  extension Container {
    fileprivate var database: Factory<any Database> { self { SQLite() }.singleton }
    fileprivate var cache: Factory<any Database> { self { SQLite() }.singleton }
    fileprivate var animal: ParameterFactory<(String, Bool), any Animal> { self { Horse($0, $1) } }
    fileprivate var car: Factory<any Car> { self { Sedan(self.engine(), self.body()) } }
    fileprivate var engine: Factory<any Engine> { self { Diesel(self.pump(), self.starter()) } }
    fileprivate var body: Factory<any Body> { self { Saloon(self.door(), self.seat()) } }
    fileprivate var pump: Factory<any Pump> { self { FuelPump() } }
    fileprivate var starter: Factory<any Starter> { self { ElectricStarter() } }
    fileprivate var door: Factory<any Door> { self { SlidingDoor() } }
    fileprivate var seat: Factory<any Seat> { self { LeatherSeat() } }
  }

  /// Its registrations are properties, so it has no row that registers many.
  func factory() -> Column {
    let container = Container()
    let singleton = resolving { container.database() }
    let graph = resolving { container.car() }
    return (
      "Factory",
      [
        .singleton: singleton, .transient: resolving { container.pump() }, .graph: graph,
        .named: resolving { container.cache() },
        .arguments: resolving { container.animal(("Spirit", true)) },
        .threads: onTwoThreads(singleton), .threadsGraph: onTwoThreads(graph),
      ]
    )
  }
#endif
