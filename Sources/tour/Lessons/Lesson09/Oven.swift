import DIContainer

final class Oven {
  let bread: String
  init(bread: String) { self.bread = bread }
  func bake(_ count: Int) -> String { "\(count) \(bread)" }
}

struct OvenProvider: DIContainer.Provider {
  func register(in container: DIContainer) {
    container.register(
      Oven.self, lazySingleton: { _ in Oven(bread: "warm rolls") })
  }
}
