// Goal: use one container from many tasks, and with the main actor.
// - New: main actor.
// - Needs: `register`, `resolve`, `transient`, `lazySingleton`.
//
// You may use the container on every thread and in every task. It protects its own state, and not
// the services: that is up to them. An actor does. An app's screens are usually on the main actor.

import DIContainer

struct Menu: Sendable { let dishes: [String] }

struct Kitchen: Sendable {  // far away, so that it takes a while
  let load: @Sendable () async throws -> Menu
}

actor MenuBoard {
  let kitchen: Kitchen
  init(kitchen: Kitchen) { self.kitchen = kitchen }
  func menu() async throws -> Menu { try await kitchen.load() }
}

@MainActor final class Screen {
  let board: MenuBoard
  private(set) var text = ""
  init(board: MenuBoard) { self.board = board }

  func refresh() async {
    let menu = try? await board.menu()
    text = menu?.dishes.joined(separator: ", ") ?? "no menu"
  }
}

func app() -> DIContainer {
  let container = DIContainer()
  container.register(Kitchen.self) { _ in
    Kitchen {
      print("The menu is loaded.")
      return Menu(dishes: ["soup", "cake"])
    }
  }
  container.register(
    MenuBoard.self,
    lazySingleton: { c in try MenuBoard(kitchen: c.resolve()) })
  return container
}

@MainActor func program() async throws {
  let container = app()
  let tasks = (1...100).map { _ in
    Task { try container.resolve(MenuBoard.self) }
  }
  var boards: Set<ObjectIdentifier> = []
  for task in tasks { boards.insert(ObjectIdentifier(try await task.value)) }
  print("Boards:", boards.count)

  for guest in ["Ana", "Ben"] {
    let screen = try Screen(board: container.resolve())
    await screen.refresh()
    print("\(guest) sees:", screen.text)
  }
}

// ## Predict
// A hundred tasks ask for the board at once. How many are there? How often is the menu loaded?
// ## Why
// The factory runs once, and all tasks get the same board. But the board loads the menu for each
// screen. It doesn't help to keep the menu when it has come: while an actor waits in an `await`,
// another task can begin, and it would load the menu too. Keep what has begun: a `Task`.
//
// A screen is on the main actor, so only the main actor can make one. The factory that does has to
// be written there, in a function with `@MainActor` before its `func`.
// ## Exercise
// Register the screen as a transient, so that the container makes it from the board: `app` becomes
// a `@MainActor func`. Then let the board load the menu once, when somebody asks first, however many
// ask before it has come. If the load fails, those who wait get its error, and it is not kept: the
// next one who asks tries again.
