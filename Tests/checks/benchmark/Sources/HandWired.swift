/// No container at all: functions that make the objects, held in closures.
struct HandWired: Sendable {
  let database: @Sendable () -> any Database
  let pump: @Sendable () -> any Pump = makePump
  let car: @Sendable () -> any Car = makeCar
  let animal: @Sendable (String, Bool) -> any Animal = makeAnimal

  init() {
    nonisolated(unsafe) let database: any Database = SQLite(name: "main")
    self.database = { database }
  }
}

@inline(never) @Sendable private func makePump() -> any Pump { FuelPump() }
@inline(never) @Sendable private func makeStarter() -> any Starter { ElectricStarter() }
@inline(never) @Sendable private func makeDoor() -> any Door { SlidingDoor() }
@inline(never) @Sendable private func makeSeat() -> any Seat { LeatherSeat() }

@inline(never) @Sendable private func makeEngine() -> any Engine {
  Diesel(pump: makePump(), starter: makeStarter())
}

@inline(never) @Sendable private func makeBody() -> any Body {
  Saloon(door: makeDoor(), seat: makeSeat())
}

@inline(never) @Sendable private func makeCar() -> any Car {
  Sedan(engine: makeEngine(), body: makeBody())
}

@inline(never) @Sendable private func makeAnimal(_ name: String, _ isRunning: Bool) -> any Animal {
  Horse(name: name, isRunning: isRunning)
}
