#if canImport(FactoryKit)
  import FactoryKit

  extension Container {
    var database: Factory<any Database> { self { Part() }.singleton }
    var cache: Factory<any Database> { self { Part() }.singleton }
    var animal: ParameterFactory<(String, Bool), any Animal> { self { Horse($0, $1) } }
    var car: Factory<any Car> { self { Sedan(self.engine(), self.body()) } }
    var engine: Factory<any Engine> { self { Diesel(self.pump(), self.starter()) } }
    var body: Factory<any Body> { self { Saloon(self.door(), self.seat()) } }
    var pump: Factory<any Pump> { self { Part() } }
    var starter: Factory<any Starter> { self { Part() } }
    var door: Factory<any Door> { self { Part() } }
    var seat: Factory<any Seat> { self { Part() } }
  }

  func factory() -> Column {
    let container = Container()
    return column(
      "Factory", singleton: resolving { container.database() },
      transient: resolving { container.pump() }, graph: resolving { container.car() },
      named: resolving { container.cache() },
      arguments: resolving { container.animal(("Spirit", true)) })
  }
#endif
