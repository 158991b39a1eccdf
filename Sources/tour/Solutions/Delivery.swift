import DIContainer

struct Delivery {
  let counter: Counter
  func send(_ count: Int) -> String { "By bicycle: \(counter.sell(count))" }
}

struct DeliveryProvider: DIContainer.Provider {
  func register(in container: DIContainer) {
    container.register(
      Delivery.self, transient: DIContainer.autowire(Delivery.init))
  }
}
