await fact("Each screen is a new one, with the board of the container that is asked.") {
  let container = await app()
  try want("Screens", container.resolve(Screen.self), different: 3)
  try want("Boards of screens", container.resolve(Screen.self).board, different: 1)
  let isSame = try container.resolve(Screen.self).board === container.resolve(MenuBoard.self)
  try want(isSame, "A screen has another board than the container.")
  let child = DIContainer(parent: container)
  let board = MenuBoard()
  child.register(MenuBoard.self, eagerSingleton: board)
  try want(child.resolve(Screen.self).board === board, "A factory does not use `c`.")
  let missing = await app()
  missing.unregister(MenuBoard.self)
  try want(missing[Screen.self] == nil, "Without a board, a screen can still be created.")
  let other = try await app().resolve(MenuBoard.self)
  try want(other !== container.resolve(MenuBoard.self), "Two containers share a board.")
}
await fact("A screen is a transient, and a board a lazy singleton.") {
  let wanted = ["MenuBoard: lazySingleton", "Screen: transient"]
  try await want("Registered", registered(app()), is: wanted)
}
await fact("A screen is still on the main actor, and a board is an actor.") {
  try refuse(
    "{ (board: MenuBoard) -> Screen in Screen(board: board) } as @Sendable (MenuBoard) -> Screen")
  _ = (any Actor).self as Any; _ = try await app().resolve(MenuBoard.self) as any Actor
  let screen = try await app().resolve(Screen.self)
  try want("A new screen shows", screen.text, is: "")
  await screen.board.add("tea")
  await screen.refresh()
  try want("After one more dish, it shows", screen.text, is: "soup, cake, tea")
}
await fact("The program resolves its screen.") {
  let text = try await output { try await program() }
  try want("It prints", text, is: "Boards: 1\nThe screen shows: soup, cake")
}
