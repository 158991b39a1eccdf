// SPDX-License-Identifier: MIT-0

// A program whose classes are all on the main actor, by its default isolation or, with `ANNOTATED`, by
// the attribute. No closure is annotated.

#if ANNOTATED
  @MainActor protocol Screen: AnyObject { var title: String { get } }
  @MainActor final class Store { var items = ["milk"] }
#else
  protocol Screen: AnyObject { var title: String { get } }
  final class Store { var items = ["milk"] }
#endif

struct Clock: Sendable { var hour = 9 }

@MainActor final class ListModel: Screen {
  let store: Store
  weak var detail: DetailModel?
  var title: String { "\(store.items.count)" }
  init(store: Store) { self.store = store }
}

@MainActor final class DetailModel {
  var list: ListModel?
  let item: String
  init(item: String) { self.item = item }
}

@MainActor struct Models: DIContainer.Provider {
  nonisolated func register(in container: DIContainer) {
    container.register(Clock.self, eagerSingleton: Clock(hour: 10))
  }
}

@MainActor func registered() throws -> DIContainer {
  let container = DIContainer(providers: [Models()])
  container.register(Clock.self, name: "lazy", lazySingleton: { _ in Clock(hour: 11) })
  container.register(Store.self, lazySingleton: { _ in Store() })
  container.register(ListModel.self, lazySingleton: { try ListModel(store: $0.resolve()) })
  container.register((any Screen).self) { try $0.resolve(ListModel.self) }
  container.register(Store.self, name: "empty", eagerSingleton: Store())
  container.register(ListModel.self, name: "wired", transient: DIContainer.autowire(ListModel.init))
  container.register(DetailModel.self) { _, item in DetailModel(item: item) }
  container.register(
    DetailModel.self, transient: { _ -> DetailModel in DetailModel(item: "milk") },
    initCompleted: { detail, container in
      detail.list = try container.resolve()
      detail.list?.detail = detail
    })
  try container.bootstrap()
  return container
}

@MainActor func main() async throws {
  let container = try registered()
  container[Store.self]?.items.append("bread")
  let screen: any Screen = try container.resolve()
  let detail = try container.resolve(DetailModel.self)
  // A service that is Sendable is resolved anywhere, although its factory is written here.
  let hour = await Task.detached { container[Clock.self]?.hour }.value
  let other = await Task.detached { container[Clock.self, name: "lazy"]?.hour }.value
  guard screen.title == "2", hour == 10, other == 11, detail.list?.detail === detail,
    container[DetailModel.self, arguments: "tea"]?.item == "tea", detail.item == "milk",
    container[ListModel.self, name: "wired"]?.title == "2"
  else { fatalError("not as expected") }
  print("ok")
}

try await main()
