import DIContainer

protocol Counter { func sell(_ count: Int) -> String }

struct SalesCounter: Counter {
  let oven: Oven
  func sell(_ count: Int) -> String { "Here you are: \(oven.bake(count))." }
}

struct CounterProvider: DIContainer.Provider {
  func register(in container: DIContainer) {
    container.register((any Counter).self) { c in try SalesCounter(oven: c.resolve()) }
  }
}
