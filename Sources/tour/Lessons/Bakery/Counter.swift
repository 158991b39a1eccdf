import DIContainer

struct Counter {
  let oven: Oven
  func sell(_ count: Int) -> String { "Here you are: \(oven.bake(count))." }
}

struct CounterProvider: DIContainer.Provider {
  func register(in container: DIContainer) {
    container.register(Counter.self) { c in try Counter(oven: c.resolve()) }
  }
}
