// SPDX-License-Identifier: MIT-0

import DIContainer

final class Oven {
  func bake(_ count: Int) -> String { "\(count) warm rolls" }
}

struct OvenProvider: DIContainer.Provider {
  func register(in container: DIContainer) {
    container.register(Oven.self, lazySingleton: { _ in Oven() })
  }
}
