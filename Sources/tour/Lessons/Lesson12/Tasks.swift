// Goal: use one container from many tasks, and on the main actor.
// You can use a container on every thread and in every task. It protects its own state, but not the
// services: they protect themselves, as an actor does. The screens of an app are on the main actor.

import DIContainer

actor MenuBoard {
  let dishes = ["soup", "cake"]
  func menu() -> String { dishes.joined(separator: ", ") }
}

@MainActor final class Screen {
  let board: MenuBoard
  private(set) var text = ""
  init(board: MenuBoard) { self.board = board }
  func refresh() async { text = await board.menu() }
}

func app() -> DIContainer {
  let container = DIContainer()
  container.register(MenuBoard.self, lazySingleton: { MenuBoard() })
  return container
}

@MainActor func program() async throws {
  let container = app()
  let tasks = (1...100).map { _ in Task.detached { try container.resolve(MenuBoard.self) } }
  var boards: Set<ObjectIdentifier> = []
  for task in tasks { boards.insert(ObjectIdentifier(try await task.value)) }
  print("Boards:", boards.count)
  let screen = try Screen(board: container.resolve())
  await screen.refresh()
  print("The screen shows:", screen.text)
}

// ## Predict
// A hundred tasks resolve the board at the same time. How many boards are created?
// ## Why
// One: the factory of a singleton runs once. Only code on the main actor can create a screen, so
// write its factory there. The container does not check this: resolve a screen there, too.
// ## Exercise
// Register the screen as a transient that is created with the registered board: put `@MainActor`
// before `func app()`. Do not change `Screen` or `MenuBoard`.
