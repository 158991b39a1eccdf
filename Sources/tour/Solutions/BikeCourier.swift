import DIContainer

struct BikeCourier {
  let counter: Counter
  func send(_ count: Int) -> String { "By bicycle: \(counter.sell(count))" }
}

struct BikeCourierProvider: DIContainer.Provider {
  func register(in container: DIContainer) {
    container.register(
      BikeCourier.self, transient: DIContainer.autowire(BikeCourier.init))
  }
}
