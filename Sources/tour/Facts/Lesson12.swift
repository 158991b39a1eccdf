/// An app whose kitchen notes what it loads, needs some milliseconds, and may fail at first.
func watchedApp(
  _ loaded: Notes, milliseconds: UInt64 = 20, failures: Int = 0, dish: String = "stew"
) async -> DIContainer {
  let container = await app()
  let kitchen = Kitchen {
    loaded.add(dish)
    let isFailure = loaded.all.count <= failures
    try await Task.sleep(nanoseconds: milliseconds * 1_000_000)
    if isFailure { throw Wrong("Sold out.") }
    return Menu(dishes: [dish])
  }
  container.register(Kitchen.self, eagerSingleton: kitchen)
  return container
}

/// What a hundred screens show, which refresh at the same moment.
func texts(_ container: DIContainer) async throws -> Set<String> {
  let screens = try (1...100).map { _ in try container.resolve(Screen.self) }
  let tasks = screens.map { screen in Task { await screen.refresh() } }
  for task in tasks { await task.value }
  return Set(screens.map(\.text))
}

await fact("A new screen is made at each use, with the board that its container has.") {
  let container = await watchedApp(Notes())
  try want("Screens", container.resolve(Screen.self), different: 3)
  try want("Boards", container.resolve(Screen.self).board, different: 1)
  let other = MenuBoard(kitchen: Kitchen { Menu(dishes: ["tea"]) })
  container.register(MenuBoard.self, eagerSingleton: other)
  try await want("With another board, a screen shows", texts(container), is: ["tea"])
  for case .captured(let key, _) in await app().verify().warnings {
    throw Wrong("A factory asks another container than `c` for \(key).")
  }
}
await fact("Nothing is loaded before somebody asks for the menu.") {
  let loaded = Notes()
  let screen = try await watchedApp(loaded).resolve(Screen.self)
  try await Task.sleep(nanoseconds: 20_000_000)
  try want("Loaded for a screen that shows '\(screen.text)'", loaded.all, is: [])
}
await fact("A hundred screens refresh at the same moment, and the menu is loaded once.") {
  for milliseconds: UInt64 in [0, 20, 200] {
    let (loaded, dish) = (Notes(), "stew of \(milliseconds) milliseconds")
    let container = await watchedApp(loaded, milliseconds: milliseconds, dish: dish)
    for _ in 1...2 { try await want("The screens show", texts(container), is: [dish]) }
    try want("How often it is loaded", loaded.all.count, is: 1)
  }
}
await fact("If a load fails, those who wait get its error, and the next one tries again.") {
  let loaded = Notes()
  let container = await watchedApp(loaded, failures: 1)
  try await want("The screens show", texts(container), is: ["no menu"])
  try await Task.sleep(nanoseconds: 50_000_000)
  try want("How often it is loaded before anybody asks again", loaded.all.count, is: 1)
  try await want("Then they show", texts(container), is: ["stew"])
  try want("How often it is loaded", loaded.all.count, is: 2)
  let again = Notes()
  let board = try await watchedApp(again, failures: 1).resolve(MenuBoard.self)
  let tasks = (1...100).map { _ in
    Task.detached { do { _ = try await board.menu() } catch { _ = try? await board.menu() } }
  }
  for task in tasks { await task.value }
  try want("How often it is loaded if all who wait try again", again.all.count, is: 2)
}
