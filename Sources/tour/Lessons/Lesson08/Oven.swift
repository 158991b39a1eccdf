import DIContainer

struct Oven {
  let bread: String
  func bake(_ count: Int) -> String { "\(count) \(bread)" }
}

struct OvenProvider: DIContainer.Provider {
  func register(in container: DIContainer) {
    container.register(Oven.self) { Oven(bread: "warm rolls") }
  }
}
