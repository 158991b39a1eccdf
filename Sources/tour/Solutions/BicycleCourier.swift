import DIContainer

struct BicycleCourier {
  let counter: Counter
  func send(_ count: Int) -> String { "By bicycle: \(counter.sell(count))" }
}

struct BicycleCourierProvider: DIContainer.Provider {
  func register(in container: DIContainer) {
    container.register(
      BicycleCourier.self, transient: DIContainer.autowire(BicycleCourier.init))
  }
}
